import { type Completion, completeFields } from '../documents/complete-value.js';
import type { StoredDocument } from '../documents/document-model.js';
import {
  type DocumentEnvironment,
  type DocumentType,
  inWriteTransaction,
} from '../documents/document-type.js';
import { checkRevision, findStored, notFound } from '../documents/find-stored.js';
import { withinFieldRights } from '../documents/fixed-fields.js';
import { mergeFields } from '../documents/merge-fields.js';
import type { DocumentResult, OperationContext, Validator, WriteConditions } from '../documents/operation.js';
import { hookCall, prepareData } from '../documents/prepare-data.js';
import { freeSlugs } from '../documents/slugs.js';
import { assembleDocument } from '../documents/stored-document.js';
import { uniqueConflict } from '../documents/unique-conflict.js';
import { invalidData } from '../documents/validate-data.js';
import { runAfterHooks } from '../hooks/run-hooks.js';
import { checkTargets } from '../relations/check-targets.js';
import { collectReferences, type Reference } from '../relations/reference-plan.js';
import type { Connection } from '../storage/driver.js';
import type { JsonObject } from '../util/json.js';

/** A document after a write, with its text. */
export interface WrittenDocument {
  readonly document: StoredDocument;
  readonly text: string;
}

/** Makes the answer of a write. It runs inside the transaction: an `afterRead` hook that throws leaves nothing written. */
export type AnswerWrite = (written: WrittenDocument, context: OperationContext) => Promise<DocumentResult>;

/** What a caller adds to a write, within its transaction. */
export interface WriteSteps {
  /** On the stored document of a change, before anything else is looked at; throws to refuse. */
  readonly decide?: (connection: Connection, before: StoredDocument) => Promise<void>;
  /** The last word on the data, after validation and hooks. */
  readonly complete?: (data: JsonObject) => JsonObject;
  /** When the document is written; `before` is null for a new one. */
  readonly written?: (
    connection: Connection,
    document: StoredDocument,
    before: StoredDocument | null,
  ) => Promise<void>;
}

/** Creates a document and runs the `afterChange` hooks. */
export async function createDocument(
  environment: DocumentEnvironment,
  type: DocumentType,
  sent: JsonObject,
  {
    validator,
    answer,
    steps = {},
  }: { readonly validator: Validator; readonly answer: AnswerWrite; readonly steps?: WriteSteps },
  context: OperationContext,
): Promise<DocumentResult> {
  const { driver, clock, ids, log, tables } = environment;
  const { access } = context;
  const { descriptor } = type.model;
  const allowed = withinFieldRights(descriptor, sent, null, access);
  const write = { operation: 'create', data: allowed, document: null, validator, context } as const;
  const { data, document, result } = await inWriteTransaction(driver, type, access, async (connection) => {
    const prepared = await prepareData(type, write);
    const data = steps.complete?.(prepared) ?? prepared;
    const completion: Completion = { ids, faults: [] };
    const fields = completeFields(type.model.descriptor.fields, data, '', completion);
    if (completion.faults.length > 0) throw invalidData(completion.faults);
    const now = new Date(clock()).toISOString();
    const document = assembleDocument(
      type.model,
      { id: ids(), createdAt: now, updatedAt: now, revision: 1 },
      fields,
    );
    await checkTargets(connection, collectReferences(type.references, document), tables);
    await freeSlugs(connection, type.model, type.slugs, document, null);
    const text = await type.writer.insert(connection, document);
    await steps.written?.(connection, document, null);
    return { data, document, result: await answer({ document, text }, context) };
  }).catch((error: unknown) => {
    throw uniqueConflict(type.model, error, access);
  });
  const { afterChange } = type.hooks;
  if (afterChange.length > 0) {
    await runAfterHooks(afterChange, hookCall(type, 'afterChange', { ...write, data, document }), log);
  }
  return result;
}

/** Changes a document and runs the `afterChange` hooks. A body without any field is no write. */
export async function updateDocument(
  environment: DocumentEnvironment,
  type: DocumentType,
  id: string,
  sent: JsonObject,
  {
    validator,
    expectedRevision,
    answer,
    steps = {},
  }: WriteConditions & {
    readonly validator: Validator;
    readonly answer: AnswerWrite;
    readonly steps?: WriteSteps;
  },
  context: OperationContext,
): Promise<DocumentResult> {
  const { access } = context;
  if (Object.keys(sent).length === 0) {
    return answer(await unchanged(environment, type, id, expectedRevision, steps.decide), context);
  }
  const { data, document, result } = await inWriteTransaction(
    environment.driver,
    type,
    access,
    async (connection) => {
      const before = await findExpected(connection, type, id, expectedRevision, steps.decide);
      const allowed = withinFieldRights(type.model.descriptor, sent, before, access);
      const change = { operation: 'update', data: allowed, document: before, validator, context } as const;
      const prepared = await prepareData(type, change);
      const data = steps.complete?.(prepared) ?? prepared;
      const written = await writeChange(environment, type, connection, before, data);
      await steps.written?.(connection, written.document, before);
      return { data, document: written.document, result: await answer(written, context) };
    },
  ).catch((error: unknown) => {
    throw uniqueConflict(type.model, error, access);
  });
  const { afterChange } = type.hooks;
  if (afterChange.length > 0) {
    const call = hookCall(type, 'afterChange', { operation: 'update', data, document, context });
    await runAfterHooks(afterChange, call, environment.log);
  }
  return result;
}

async function unchanged(
  { driver }: DocumentEnvironment,
  type: DocumentType,
  id: string,
  expectedRevision: number | null,
  decide: WriteSteps['decide'],
): Promise<WrittenDocument> {
  const document = await findExpected(driver, type, id, expectedRevision, decide);
  return { document, text: JSON.stringify(document) };
}

async function findExpected(
  connection: Connection,
  type: DocumentType,
  id: string,
  expectedRevision: number | null,
  decide?: WriteSteps['decide'],
): Promise<StoredDocument> {
  const document = await findStored(connection, type.model, id);
  if (document === null) throw notFound(type.model.name, id);
  await decide?.(connection, document);
  checkRevision(type.model, Number(document['_revision']), expectedRevision);
  return document;
}

async function writeChange(
  { clock, ids, tables }: DocumentEnvironment,
  type: DocumentType,
  connection: Connection,
  before: StoredDocument,
  data: JsonObject,
): Promise<WrittenDocument> {
  const completion: Completion = { ids, faults: [] };
  const fields = mergeFields(type.model.descriptor.fields, before, data, '', completion);
  if (completion.faults.length > 0) throw invalidData(completion.faults);
  const head = {
    id: String(before['id']),
    createdAt: String(before['createdAt']),
    updatedAt: new Date(clock()).toISOString(),
    revision: Number(before['_revision']) + 1,
  };
  const document = assembleDocument(type.model, head, fields);
  await checkTargets(connection, newReferences(type, document, before, data), tables);
  await freeSlugs(connection, type.model, type.slugs, document, before);
  return { document, text: await type.writer.update(connection, document, before) };
}

/** The pointers that a change brings. The others were checked when they came, and deletions keep them right. */
export function newReferences(
  type: DocumentType,
  document: JsonObject,
  before: JsonObject,
  data: JsonObject,
): readonly Reference[] {
  const changed = type.references.filter((node) => Object.hasOwn(data, node.name));
  if (changed.length === 0) return [];
  const old = new Set(collectReferences(changed, before).map(pointerKey));
  return collectReferences(changed, document).filter((reference) => !old.has(pointerKey(reference)));
}

function pointerKey({ collection, id }: Reference): string {
  return `${collection}/${id}`;
}
