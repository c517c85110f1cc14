import type { Connection } from '../../storage/driver.js';
import type { JsonObject } from '../../util/json.js';
import type { StoredDocument } from '../document-model.js';
import { type DocumentEnvironment, type DocumentType, inWriteTransaction } from '../document-type.js';
import { type DocumentState, storeState } from '../drafts/document-state.js';
import { runAfterHooks } from '../hooks/run-hooks.js';
import type { DocumentResult, OperationContext, Validator } from '../operation.js';
import { checkTargets } from '../relations/check-targets.js';
import { collectReferences } from '../relations/reference-plan.js';
import { assembleDocument } from '../stored-document.js';
import { recordVersion } from '../versions/record-version.js';
import type { AnswerWrite } from './answer-write.js';
import { type Completion, completeFields } from './complete-value.js';
import { withinFieldRights } from './fixed-fields.js';
import { hookCall, prepareData } from './prepare-data.js';
import { freeSlugs } from './slugs.js';
import { uniqueConflict } from './unique-conflict.js';
import { invalidData } from './validate-data.js';

/** Steps that a caller adds to a creation, within its transaction. */
export interface CreationSteps {
  /** The last change of the data, after validation and hooks. */
  readonly complete?: (data: JsonObject) => JsonObject;
  /** Called when the document is written. */
  readonly written?: (connection: Connection, document: StoredDocument) => Promise<void>;
}

export interface Creation {
  readonly validator: Validator;
  readonly answer: AnswerWrite;
  /** Only the merged view shows the document, and nothing is required. Default: it is published. */
  readonly isDraft?: boolean;
  readonly steps?: CreationSteps;
}

const nothing: DocumentState = { published: null, pending: null };

/** Creates a document and runs the `afterChange` hooks. */
export async function createDocument(
  environment: DocumentEnvironment,
  type: DocumentType,
  input: JsonObject,
  { validator, answer, isDraft = false, steps = {} }: Creation,
  context: OperationContext,
): Promise<DocumentResult> {
  const { driver, log } = environment;
  const { access } = context;
  const { descriptor } = type.model;
  const allowed = withinFieldRights(descriptor, input, { stored: null }, access);
  const write = {
    operation: 'create',
    data: allowed,
    document: null,
    draft: isDraft,
    validator,
    context,
  } as const;
  const { data, document, result } = await inWriteTransaction(driver, type, access, async (connection) => {
    const prepared = await prepareData(type, write);
    const data = steps.complete?.(prepared) ?? prepared;
    const document = await newDocument(environment, type, connection, data, isDraft);
    const state: DocumentState = isDraft
      ? { published: null, pending: { document, fields: [] } }
      : { published: document, pending: null };
    const texts = await storeState(connection, type, nothing, state);
    const status = isDraft ? 'draft' : 'published';
    await recordVersion(environment, type, connection, { document, texts, status, access });
    await steps.written?.(connection, document);
    return { data, document, result: await answer({ state, texts, isDraft, isNew: true }, context) };
  }).catch((error: unknown) => {
    throw uniqueConflict(type.model, error, access);
  });
  const { afterChange } = type.hooks;
  if (afterChange.length > 0) {
    const call = hookCall(type, 'afterChange', { ...write, data, document });
    await environment.afterCommit(() => runAfterHooks(afterChange, call, log));
  }
  return result;
}

async function newDocument(
  { clock, ids, tables }: DocumentEnvironment,
  { model, references, slugs }: DocumentType,
  connection: Connection,
  data: JsonObject,
  isDraft: boolean,
): Promise<StoredDocument> {
  const completion: Completion = { ids, issues: [], isDraft };
  const fields = completeFields(model.descriptor.fields, data, '', completion);
  if (completion.issues.length > 0) throw invalidData(completion.issues);
  const now = new Date(clock()).toISOString();
  const document = assembleDocument(
    model,
    { id: ids(), createdAt: now, updatedAt: now, revision: 1, status: isDraft ? 'draft' : 'published' },
    fields,
  );
  await checkTargets(connection, collectReferences(references, document), tables);
  await freeSlugs(connection, model, slugs, document, null);
  return document;
}
