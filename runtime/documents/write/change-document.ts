/** Changes of existing documents, published or draft: the part that collections and globals share. */
import { seesDrafts } from '../../access/unseen-draft.js';
import { ServiceError } from '../../errors/service-error.js';
import type { Connection } from '../../storage/driver.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.js';
import type { StoredDocument } from '../document-model.js';
import {
  type DocumentEnvironment,
  type DocumentType,
  inWriteTransaction,
  withDocumentLock,
} from '../document-type.js';
import { changeDraft, changePublished, nextHead, withDraft } from '../drafts/change-views.js';
import {
  type DocumentState,
  type FindState,
  findState,
  newestOf,
  publishedOrDraft,
  storeState,
} from '../drafts/document-state.js';
import { runAfterHooks } from '../hooks/run-hooks.js';
import type {
  DocumentResult,
  OperationContext,
  Validator,
  WriteConditions,
  WriteOptions,
} from '../operation.js';
import { checkRevision } from '../read/known-document.js';
import { recordEarlierState, recordVersion } from '../versions/record-version.js';
import type { VersionStatus } from '../versions/version-store.js';
import type { AnswerWrite } from './answer-write.js';
import { withinFieldRights } from './fixed-fields.js';
import { ownValue } from './own-value.js';
import { hookCall, prepareData } from './prepare-data.js';
import { uniqueConflict } from './unique-conflict.js';
import { withoutBuiltIns } from './validate-data.js';

/** A document that was found. */
export interface LoadedDocument {
  readonly state: DocumentState;
  /** The document that a global shows before it is first published. */
  readonly unwritten?: StoredDocument;
}

/** The document that a write changes. */
export interface WriteTarget {
  readonly environment: DocumentEnvironment;
  readonly type: DocumentType;
  readonly id: string;
  readonly answer: AnswerWrite;
  /**
   * Finds the document and decides on the write; `candidate` is null where the write has no data.
   *
   * @param find By default the document is locked, which requires a transaction.
   * @throws ServiceError NOT_FOUND, FORBIDDEN.
   */
  load(connection: Connection, input: JsonObject | null, find?: FindState): Promise<LoadedDocument>;
}

/** Steps that a caller adds to a write, within its transaction. */
export interface ChangeSteps {
  /** The last change of the data, after validation and hooks. */
  readonly complete?: (data: JsonObject) => JsonObject;
  /** Called when the document is written. */
  readonly written?: (
    connection: Connection,
    document: StoredDocument,
    before: StoredDocument | null,
  ) => Promise<void>;
}

/** Changes the published fields; other pending changes stay. A body without any field writes nothing. */
export function changeDocument(
  target: WriteTarget,
  input: JsonObject,
  {
    validator,
    expectedRevision,
    firstPublished,
    steps = {},
  }: WriteOptions & { readonly steps?: ChangeSteps },
  context: OperationContext,
): Promise<DocumentResult> {
  const { environment, type } = target;
  return write(target, { input, expectedRevision, isDraft: false }, context, async (connection, loaded) => {
    const { state } = loaded;
    const before = publishedOrDraft(state);
    const base = before ?? unwrittenOf(loaded);
    const allowed = withinFieldRights(type.model.descriptor, input, { stored: base }, context.access);
    const change = {
      operation: 'update',
      document: before,
      context,
      ...publicData(state, allowed, validator),
    } as const;
    const prepared = await prepareData(type, change);
    const data = steps.complete?.(prepared) ?? prepared;
    const { published, after } = await changePublished(environment, connection, { type, state, base }, data);
    if (state.published === null && state.pending !== null) await firstPublished?.(connection);
    return { after, document: published, data, version: 'published', written: steps.written };
  });
}

/**
 * The data that a change makes public. A change of a document that was never published publishes it as a
 * whole, so hooks and validation see all that becomes public: a hook that refuses to publish must not be
 * bypassed by a change of another field.
 */
function publicData(
  { published, pending }: DocumentState,
  input: JsonObject,
  validator: Validator,
): { readonly data: JsonObject; readonly validator: Validator } {
  if (published !== null || pending === null) return { data: input, validator };
  return { data: { ...withoutBuiltIns(pending.document), ...input }, validator: ofDraft(validator) };
}

/** Changes the draft, or creates one. A body without any field writes nothing. */
export function saveDraft(
  target: WriteTarget,
  input: JsonObject,
  { validator, expectedRevision }: WriteOptions,
  context: OperationContext,
): Promise<DocumentResult> {
  const { environment, type } = target;
  const { descriptor } = type.model;
  return write(target, { input, expectedRevision, isDraft: true }, context, async (connection, loaded) => {
    const { state } = loaded;
    const before = newestOf(state);
    const base = before ?? unwrittenOf(loaded);
    const seen = seesDrafts(descriptor, context.access)
      ? base
      : (state.published ?? loaded.unwritten ?? null);
    const allowed = withinFieldRights(descriptor, input, { stored: base, seen }, context.access);
    const change = { operation: 'update', data: allowed, document: before, validator, context } as const;
    const data = await prepareData(type, { ...change, draft: true });
    const { draft, after } = await changeDraft(environment, connection, { type, state, base }, data);
    return { after, document: draft, data, version: 'draft' };
  });
}

/** Publishes the pending draft: hooks and validation see it as a change of the pending fields. */
export function publishDraft(
  target: WriteTarget,
  { validator, expectedRevision, also }: WriteOptions,
  context: OperationContext,
): Promise<DocumentResult> {
  const { environment, type } = target;
  return write(
    target,
    { input: null, expectedRevision, also, isDraft: false },
    context,
    async (connection, loaded) => {
      const { state } = loaded;
      const { published, pending } = state;
      if (pending === null) return null;
      const base = published ?? pending.document;
      const draft = withoutBuiltIns(pending.document);
      const names = published === null ? Object.keys(draft) : pending.fields;
      const input = Object.fromEntries(names.map((name) => [name, draft[name] ?? null]));
      const data = await prepareData(type, {
        operation: 'update',
        data: input,
        document: base,
        // A draft was validated when it was saved, but without required fields, and perhaps under another
        // config.
        validator: ofDraft(validator),
        context,
      });
      const changed = { type, state, base };
      const { published: document, after } = await changePublished(environment, connection, changed, data);
      return { after: { ...after, pending: null }, document, data, version: 'published' };
    },
  );
}

/** Unpublishes the document: what was published becomes the draft, overlaid with the pending changes. */
export function unpublishDocument(
  target: WriteTarget,
  { expectedRevision, also }: WriteConditions,
  context: OperationContext,
): Promise<DocumentResult> {
  const { environment, type } = target;
  return write(
    target,
    { input: null, expectedRevision, also, isDraft: true },
    context,
    async (_connection, { state }) => {
      const { published, pending } = state;
      if (published === null) return null;
      const merged = pending?.document ?? published;
      const { updatedAt, revision } = nextHead(state, published, environment);
      const document = { ...merged, updatedAt, _status: 'draft', _revision: revision };
      return { after: withDraft(type, null, document), document, data: {}, version: null };
    },
  );
}

/**
 * Discards the pending draft. The merged view then shows what is published, under a new revision: otherwise
 * the next write would give other content the revision that an editor of the discarded draft knows. The
 * revision of the public view stays: it must not reveal drafts. It counts as a write whether or not a draft
 * was pending (docs/spec/contract.md#draft-writes).
 */
export function discardDraft(
  target: WriteTarget,
  { expectedRevision, also }: WriteConditions,
  context: OperationContext,
): Promise<DocumentResult> {
  const { environment, type } = target;
  return write(
    target,
    { input: null, expectedRevision, also, isDraft: true },
    context,
    async (_connection, { state }) => {
      const { published } = state;
      if (published === null) throw nothingToReturnTo(type);
      const { updatedAt, revision } = nextHead(state, published, environment);
      const document = { ...published, updatedAt, _revision: revision };
      return { after: withDraft(type, published, document), document, data: {}, version: null };
    },
  );
}

/**
 * Changes nothing in the document. Checks that the requester may change it, and runs the work that goes with
 * the write.
 */
export function planDocument(
  target: WriteTarget,
  conditions: WriteConditions,
  context: OperationContext,
): Promise<DocumentResult> {
  return write(target, { ...conditions, input: null, isDraft: true }, context, async () => null);
}

function nothingToReturnTo(type: DocumentType): ServiceError {
  return new ServiceError(
    'CONFLICT',
    `Nothing of the document of ${type.model.name} is published, so that nothing would be left of it. Delete it instead.`,
  );
}

/** What a write does. */
interface Outcome {
  readonly after: DocumentState;
  /** As `afterChange` hooks and the history see it. */
  readonly document: StoredDocument;
  readonly data: JsonObject;
  /** Null: the history keeps nothing. */
  readonly version: VersionStatus | null;
  readonly written?: ChangeSteps['written'] | undefined;
}

interface WriteRequest extends WriteConditions {
  readonly input: JsonObject | null;
  readonly isDraft: boolean;
}

/**
 * Runs a write in its transaction, and the `afterChange` hooks after it. `work` returns null where there is
 * nothing to write.
 */
async function write(
  target: WriteTarget,
  request: WriteRequest,
  context: OperationContext,
  work: (connection: Connection, loaded: LoadedDocument) => Promise<Outcome | null>,
): Promise<DocumentResult> {
  const { environment, type, id } = target;
  const { input, isDraft } = request;
  const { access } = context;
  if (input !== null && Object.keys(input).length === 0) {
    return unchanged(
      target,
      await loadExpected(target, environment.driver, { ...request, access, find: findState }),
      isDraft,
      context,
    );
  }
  const { outcome, result } = await withDocumentLock(environment, type, id, () =>
    inWriteTransaction(environment.driver, type, access, async (connection) => {
      const loaded = await loadExpected(target, connection, { ...request, access });
      const outcome = await work(connection, loaded);
      await request.also?.(connection);
      if (outcome === null) return { outcome, result: await unchanged(target, loaded, isDraft, context) };
      const { after, document, version } = outcome;
      await recordEarlierState(environment, type, connection, loaded.state);
      const texts = await storeState(connection, type, loaded.state, after);
      if (version !== null)
        await recordVersion(environment, type, connection, { document, texts, status: version, access });
      await outcome.written?.(connection, document, publishedOrDraft(loaded.state));
      return {
        outcome,
        result: await target.answer({ state: after, texts, isDraft, before: loaded }, context),
      };
    }),
  ).catch((error: unknown) => {
    throw uniqueConflict(type.model, error, access);
  });
  const { afterChange } = type.hooks;
  if (outcome !== null && afterChange.length > 0) {
    const { data, document } = outcome;
    // Both the published document and the draft may have changed: the public view decides.
    const draft = document !== outcome.after.published;
    const call = hookCall(type, 'afterChange', { operation: 'update', data, document, draft, context });
    await environment.afterCommit(() => runAfterHooks(afterChange, call, environment.log));
  }
  return result;
}

interface ExpectedDocument extends Pick<WriteRequest, 'input' | 'expectedRevision'> {
  readonly access: OperationContext['access'];
  readonly find?: FindState;
}

async function loadExpected(
  { type, load }: WriteTarget,
  connection: Connection,
  { input, expectedRevision, access, find }: ExpectedDocument,
): Promise<LoadedDocument> {
  const loaded = await load(connection, input, find);
  checkRevision(type, loaded, expectedRevision, access);
  return loaded;
}

function unchanged(
  { answer }: WriteTarget,
  loaded: LoadedDocument,
  isDraft: boolean,
  context: OperationContext,
): Promise<DocumentResult> {
  return answer({ ...loaded, texts: new Map(), isDraft, before: loaded }, context);
}

function unwrittenOf({ unwritten }: LoadedDocument): StoredDocument {
  if (unwritten !== undefined) return unwritten;
  throw new Error('A document was found that is neither published nor a draft.');
}

/** A validator for a former draft: it reports an empty required field as missing. */
function ofDraft(validator: Validator): Validator {
  return {
    safeParse(candidate) {
      const result = validator.safeParse(candidate);
      if (result.success) return result;
      const issues = result.error.issues.map((issue) =>
        isEmptyAt(candidate as JsonObject, issue.path)
          ? { path: issue.path, message: 'This field is required.' }
          : issue,
      );
      return { success: false, error: { issues } };
    },
  };
}

function isEmptyAt(value: JsonValue | undefined, [key, ...rest]: readonly PropertyKey[]): boolean {
  if (value === undefined || value === null) return true;
  if (key === undefined) return false;
  if (Array.isArray(value)) return isEmptyAt((value as readonly JsonValue[])[Number(key)], rest);
  return isJsonObject(value) && isEmptyAt(ownValue(value, String(key)), rest);
}
