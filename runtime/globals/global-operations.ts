import type { GlobalDescriptor } from '../codegen/descriptors.js';
import { type Completion, completeFields } from '../documents/complete-value.js';
import type { StoredDocument } from '../documents/document-model.js';
import {
  type DocumentEnvironment,
  type DocumentType,
  inWriteTransaction,
} from '../documents/document-type.js';
import { checkRevision, findStored, notFound } from '../documents/find-stored.js';
import { withinFieldRights } from '../documents/fixed-fields.js';
import { headOf } from '../documents/head-of.js';
import { mergeFields } from '../documents/merge-fields.js';
import type {
  DocumentResult,
  GlobalOperations,
  OperationContext,
  Validator,
  WriteConditions,
} from '../documents/operation.js';
import { OutgoingDocument } from '../documents/outgoing-document.js';
import { hookCall, prepareData } from '../documents/prepare-data.js';
import { type DocumentReader, type ReadableDocument, wholeDocument } from '../documents/read-documents.js';
import { requiredFaults } from '../documents/required-faults.js';
import { assembleDocument } from '../documents/stored-document.js';
import { invalidData } from '../documents/validate-data.js';
import { accessOf, readableWhere, writableWhere } from '../documents/visible.js';
import { runAfterHooks } from '../hooks/run-hooks.js';
import { holdsOnEmpty } from '../query/parse/where.js';
import type { WhereNode } from '../query/plan.js';
import { checkTargets } from '../relations/check-targets.js';
import { collectReferences } from '../relations/reference-plan.js';
import type { Connection } from '../storage/driver.js';
import type { IdSource } from '../util/ids.js';
import type { JsonObject } from '../util/json.js';

/** Id of the one document of a global. */
export const globalId = 'global';

export function createGlobalOperations(
  descriptor: GlobalDescriptor,
  type: DocumentType,
  environment: DocumentEnvironment,
  reader: DocumentReader,
): GlobalOperations {
  return {
    descriptor,
    async find(context) {
      const visible = await writableWhere(accessOf(environment, context), descriptor, globalId);
      const stored = await findVisible(environment.driver, type, visible);
      return stored ?? (await unwritten(type, context));
    },
    async read(plan, context) {
      const stored = await reader.readById(type, globalId, plan.shape, context);
      if (stored !== null) return stored;
      const visible = await readableWhere(context.access, descriptor, globalId);
      // Nothing was found: it was never written, or may not be seen. Before its first write all its fields count as empty.
      await findVisible(environment.driver, type, visible);
      if (visible !== null && !holdsOnEmpty(visible)) throw notFound(type.model.name, globalId);
      return reader.present(type, readable(await unwritten(type, context)), plan.shape, context);
    },
    update(data, options, context) {
      // Inside the transaction: an `afterRead` hook that throws leaves nothing written.
      const { access } = context;
      accessOf(environment, context);
      const answer = async (document: StoredDocument): Promise<DocumentResult> => {
        // Whoever may change what they may not read gets to know that it is changed, and no more.
        if (access !== null && !(await access.read(descriptor, globalId)).allowed) return headOf(document);
        return reader.present(type, readable(document), wholeDocument, context);
      };
      return updateGlobal(environment, type, data, { ...options, answer }, context);
    },
  };
}

/**
 * The stored document; null before the first write.
 *
 * @throws ServiceError NOT_FOUND when it does not meet `visible`.
 */
async function findVisible(
  connection: Connection,
  type: DocumentType,
  visible: WhereNode | null,
): Promise<StoredDocument | null> {
  const stored = await findStored(connection, type.model, globalId);
  if (stored === null || visible === null) return stored;
  if ((await findStored(connection, type.model, globalId, visible)) === null) {
    throw notFound(type.model.name, globalId);
  }
  return stored;
}

function readable(document: StoredDocument): ReadableDocument {
  return { document: OutgoingDocument.ofData(globalId, document), revision: Number(document['_revision']) };
}

/** What a global shows before its first write: the defaults of its fields. */
async function unwritten(type: DocumentType, context: OperationContext): Promise<StoredDocument> {
  const data = type.defaults.any ? await type.defaults.apply({}, 'create', () => context.req) : {};
  // A required field without a default is empty here, and must be given with the first write.
  const completion: Completion = { ids: defaultRowIds(), faults: [] };
  const fields = completeFields(type.model.descriptor.fields, data, '', completion);
  const head = { id: globalId, createdAt: null, updatedAt: null };
  return type.model.descriptor.drafts
    ? { ...head, _status: 'draft', _revision: 0, ...fields }
    : { ...head, _revision: 0, ...fields };
}

/** Rows keep their ids from read to read, as stored ones do: the ETag is the same, too. */
function defaultRowIds(): IdSource {
  let rows = 0;
  return () => {
    rows += 1;
    return `default-${rows}`;
  };
}

async function updateGlobal(
  environment: DocumentEnvironment,
  type: DocumentType,
  sent: JsonObject,
  { validator, expectedRevision, answer }: GlobalUpdate,
  context: OperationContext,
): Promise<DocumentResult> {
  const { access } = context;
  const { descriptor } = type.model;
  const { data, document, result } = await inWriteTransaction(
    environment.driver,
    type,
    access,
    async (connection) => {
      const visible = await writableWhere(access, descriptor, globalId);
      const stored = await findVisible(connection, type, visible);
      const before = stored ?? (await unwritten(type, context));
      await access?.admit(descriptor, 'update', { id: globalId, data: sent, document: before });
      checkRevision(type.model, Number(before['_revision']), expectedRevision);
      if (Object.keys(sent).length === 0) {
        return { data: null, document: before, result: await answer(before) };
      }
      const allowed = withinFieldRights(descriptor, sent, before, access);
      const write = { operation: 'update', data: allowed, document: stored, validator, context } as const;
      const data = await prepareData(type, write);
      const document = await writeGlobal(environment, type, connection, { stored, before, data });
      return { data, document, result: await answer(document) };
    },
  );
  const { afterChange } = type.hooks;
  if (data !== null && afterChange.length > 0) {
    const call = hookCall(type, 'afterChange', { operation: 'update', data, document, context });
    await runAfterHooks(afterChange, call, environment.log);
  }
  return result;
}

interface GlobalUpdate extends WriteConditions {
  readonly validator: Validator;
  readonly answer: (document: StoredDocument) => Promise<DocumentResult>;
}

interface GlobalChange {
  readonly stored: StoredDocument | null;
  /** The stored document, or what stands for it before the first write. */
  readonly before: StoredDocument;
  readonly data: JsonObject;
}

async function writeGlobal(
  { clock, ids, tables }: DocumentEnvironment,
  type: DocumentType,
  connection: Connection,
  { stored, before, data }: GlobalChange,
): Promise<StoredDocument> {
  const { model, writer, references } = type;
  const completion: Completion = { ids, faults: [] };
  const fields = mergeFields(model.descriptor.fields, before, data, '', completion);
  const faults = stored === null ? requiredFaults(model.descriptor.fields, fields) : completion.faults;
  if (faults.length > 0) throw invalidData(faults);
  const now = new Date(clock()).toISOString();
  const createdAt = stored === null ? now : String(stored['createdAt']);
  const revision = Number(before['_revision']) + 1;
  const document = assembleDocument(model, { id: globalId, createdAt, updatedAt: now, revision }, fields);
  await checkTargets(connection, collectReferences(references, document), tables);
  if (stored === null) await writer.insert(connection, document);
  else await writer.update(connection, document, stored);
  return document;
}
