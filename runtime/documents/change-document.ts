/** Changes of documents that exist, of what is published and of drafts: what collections and globals have in common. */
import { ServiceError } from '../errors/service-error.js';
import { runAfterHooks } from '../hooks/run-hooks.js';
import type { Connection } from '../storage/driver.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../util/json.js';
import type { AnswerWrite } from './answer-write.js';
import { changeDraft, changePublished, nextHead, withDraft } from './change-views.js';
import type { StoredDocument } from './document-model.js';
import {
  type DocumentState,
  type FindState,
  findState,
  newestOf,
  settledOf,
  storeState,
} from './document-state.js';
import { type DocumentEnvironment, type DocumentType, inTurn, inWriteTransaction } from './document-type.js';
import { checkRevision } from './find-stored.js';
import { withinFieldRights } from './fixed-fields.js';
import type {
  DocumentResult,
  OperationContext,
  Validator,
  WriteConditions,
  WriteOptions,
} from './operation.js';
import { ownValue } from './own-value.js';
import { hookCall, prepareData } from './prepare-data.js';
import { recordVersion } from './record-version.js';
import { uniqueConflict } from './unique-conflict.js';
import { withoutBuiltIns } from './validate-data.js';
import type { VersionStatus } from './version-store.js';

/** A document that was found. */
export interface LoadedDocument {
  readonly state: DocumentState;
  /** What stands for a global that was never written. */
  readonly unwritten?: StoredDocument;
}

/** The document that a write is about. */
export interface WritePlace {
  readonly environment: DocumentEnvironment;
  readonly type: DocumentType;
  readonly id: string;
  readonly answer: AnswerWrite;
  /**
   * Finds the document and decides on the write; `sent` is null where the write has no data.
   *
   * @param find By default the document is locked, which a transaction is needed for.
   * @throws ServiceError NOT_FOUND, FORBIDDEN.
   */
  load(connection: Connection, sent: JsonObject | null, find?: FindState): Promise<LoadedDocument>;
}

/** What a caller adds to a write, within its transaction. */
export interface ChangeSteps {
  /** The last word on the data, after validation and hooks. */
  readonly complete?: (data: JsonObject) => JsonObject;
  /** When the document is written. */
  readonly written?: (
    connection: Connection,
    document: StoredDocument,
    before: StoredDocument | null,
  ) => Promise<void>;
}

/** Changes the published fields and leaves what else is pending. A body without any field is no write. */
export function changeDocument(
  place: WritePlace,
  sent: JsonObject,
  {
    validator,
    expectedRevision,
    firstPublished,
    steps = {},
  }: WriteOptions & { readonly steps?: ChangeSteps },
  context: OperationContext,
): Promise<DocumentResult> {
  const { environment, type } = place;
  return write(place, { sent, expectedRevision, isDraft: false }, context, async (connection, loaded) => {
    const { state } = loaded;
    const before = settledOf(state);
    const base = before ?? unwrittenOf(loaded);
    const allowed = withinFieldRights(type.model.descriptor, sent, base, context.access);
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
 * The data that a change makes public. It publishes a draft that never was, so that hooks and validation see all that becomes public:
 * a guard that refuses to publish must not be passed by a change of something else.
 */
function publicData(
  { published, pending }: DocumentState,
  sent: JsonObject,
  validator: Validator,
): { readonly data: JsonObject; readonly validator: Validator } {
  if (published !== null || pending === null) return { data: sent, validator };
  return { data: { ...withoutBuiltIns(pending.document), ...sent }, validator: ofDraft(validator) };
}

/** Changes the draft, or makes one. A body without any field is no write. */
export function saveDraft(
  place: WritePlace,
  sent: JsonObject,
  { validator, expectedRevision }: WriteOptions,
  context: OperationContext,
): Promise<DocumentResult> {
  const { environment, type } = place;
  return write(place, { sent, expectedRevision, isDraft: true }, context, async (connection, loaded) => {
    const { state } = loaded;
    const before = newestOf(state);
    const base = before ?? unwrittenOf(loaded);
    const allowed = withinFieldRights(type.model.descriptor, sent, base, context.access);
    const change = { operation: 'update', data: allowed, document: before, validator, context } as const;
    const data = await prepareData(type, { ...change, draft: true });
    const { draft, after } = await changeDraft(environment, connection, { type, state, base }, data);
    return { after, document: draft, data, version: 'draft' };
  });
}

/** Publishes the pending draft: hooks and validation see it as a change of the fields that are pending. */
export function publishDraft(
  place: WritePlace,
  { validator, expectedRevision, also }: WriteOptions,
  context: OperationContext,
): Promise<DocumentResult> {
  const { environment, type } = place;
  return write(
    place,
    { sent: null, expectedRevision, also, isDraft: false },
    context,
    async (connection, loaded) => {
      const { state } = loaded;
      const { published, pending } = state;
      if (pending === null) return null;
      const base = published ?? pending.document;
      const draft = withoutBuiltIns(pending.document);
      const names = published === null ? Object.keys(draft) : pending.fields;
      const sent = Object.fromEntries(names.map((name) => [name, draft[name] ?? null]));
      const data = await prepareData(type, {
        operation: 'update',
        data: sent,
        document: base,
        // A draft was checked when it was saved, but not for what it lacks, and perhaps under another config.
        validator: ofDraft(validator),
        context,
      });
      const changed = { type, state, base };
      const { published: document, after } = await changePublished(environment, connection, changed, data);
      return { after: { ...after, pending: null }, document, data, version: 'published' };
    },
  );
}

/** Takes the document from the public: what was published becomes the draft, under what is pending. */
export function unpublishDocument(
  place: WritePlace,
  { expectedRevision, also }: WriteConditions,
  context: OperationContext,
): Promise<DocumentResult> {
  const { environment, type } = place;
  return write(
    place,
    { sent: null, expectedRevision, also, isDraft: true },
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
 * Discards the pending draft. The merged view shows what is published, under a revision of its own: otherwise the next write would give
 * another document the revision that an editor of the discarded draft knows. That of the public view stays: it must not tell of drafts.
 */
export function discardDraft(
  place: WritePlace,
  { expectedRevision, also }: WriteConditions,
  context: OperationContext,
): Promise<DocumentResult> {
  const { environment, type } = place;
  return write(
    place,
    { sent: null, expectedRevision, also, isDraft: true },
    context,
    async (_connection, { state }) => {
      const { published, pending } = state;
      if (published === null) throw nothingToReturnTo(type);
      // The row of a discarded draft stays, without a field that differs.
      if (pending === null || pending.fields.length === 0) return null;
      const { updatedAt, revision } = nextHead(state, published, environment);
      const document = { ...published, updatedAt, _revision: revision };
      return { after: withDraft(type, published, document), document, data: {}, version: null };
    },
  );
}

/** Changes nothing of the document, but lets through what is done beside it by whoever may change it. */
export function planDocument(
  place: WritePlace,
  conditions: WriteConditions,
  context: OperationContext,
): Promise<DocumentResult> {
  return write(place, { ...conditions, sent: null, isDraft: true }, context, async () => null);
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
  /** Null: nothing that the history keeps. */
  readonly version: VersionStatus | null;
  readonly written?: ChangeSteps['written'] | undefined;
}

interface WriteRequest extends WriteConditions {
  readonly sent: JsonObject | null;
  readonly isDraft: boolean;
}

/** Runs a write in its transaction, and the `afterChange` hooks behind it. `work` answers null where there is nothing to write. */
async function write(
  place: WritePlace,
  request: WriteRequest,
  context: OperationContext,
  work: (connection: Connection, loaded: LoadedDocument) => Promise<Outcome | null>,
): Promise<DocumentResult> {
  const { environment, type, id } = place;
  const { sent, isDraft } = request;
  const { access } = context;
  if (sent !== null && Object.keys(sent).length === 0) {
    return unchanged(
      place,
      await loadExpected(place, environment.driver, request, findState),
      isDraft,
      context,
    );
  }
  const { outcome, result } = await inTurn(environment, type, id, () =>
    inWriteTransaction(environment.driver, type, access, async (connection) => {
      const loaded = await loadExpected(place, connection, request);
      const outcome = await work(connection, loaded);
      await request.also?.(connection);
      if (outcome === null) return { outcome, result: await unchanged(place, loaded, isDraft, context) };
      const { after, document, version } = outcome;
      const texts = await storeState(connection, type, loaded.state, after);
      if (version !== null)
        await recordVersion(environment, type, connection, { document, texts, status: version, access });
      await outcome.written?.(connection, document, settledOf(loaded.state));
      return { outcome, result: await place.answer({ state: after, texts, isDraft }, context) };
    }),
  ).catch((error: unknown) => {
    throw uniqueConflict(type.model, error, access);
  });
  const { afterChange } = type.hooks;
  if (outcome !== null && afterChange.length > 0) {
    const { data, document } = outcome;
    // Published and pending alike may have changed: what counts is what the public sees.
    const draft = document !== outcome.after.published;
    const call = hookCall(type, 'afterChange', { operation: 'update', data, document, draft, context });
    await runAfterHooks(afterChange, call, environment.log);
  }
  return result;
}

async function loadExpected(
  { type, load }: WritePlace,
  connection: Connection,
  { sent, expectedRevision }: WriteRequest,
  find?: FindState,
): Promise<LoadedDocument> {
  const loaded = await load(connection, sent, find);
  const newest = newestOf(loaded.state) ?? unwrittenOf(loaded);
  checkRevision(type.model, Number(newest['_revision']), expectedRevision);
  return loaded;
}

function unchanged(
  { answer }: WritePlace,
  loaded: LoadedDocument,
  isDraft: boolean,
  context: OperationContext,
): Promise<DocumentResult> {
  return answer({ ...loaded, texts: new Map(), isDraft }, context);
}

function unwrittenOf({ unwritten }: LoadedDocument): StoredDocument {
  if (unwritten !== undefined) return unwritten;
  throw new Error('A document was found that is neither published nor a draft.');
}

/** A validator of what was a draft: what is empty although it must not be is called by that name. */
function ofDraft(validator: Validator): Validator {
  return {
    safeParse(input) {
      const result = validator.safeParse(input);
      if (result.success) return result;
      const issues = result.error.issues.map((issue) =>
        isEmptyAt(input as JsonObject, issue.path)
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
