/** What a write makes of a document: the data through hooks and validation, and both views after it. */

import type { DocumentAccess } from '../../access/document-access.js';
import { seesDrafts } from '../../access/unseen-draft.js';
import type { ChangeEvent } from '../../config/hook-config.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInputAt, type Issue, ServiceError } from '../../errors/service-error.js';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import type { StoredDocument } from '../document-model.js';
import { type DocumentState, newestOf, publishedOrDraft } from '../document-state.js';
import type { DocumentType } from '../document-type.js';
import { changeDraft, changePublished, nextHead, withDraft } from '../drafts/change-views.js';
import type { FoundDocument } from '../read/found-document.js';
import { mayRead } from '../read/read-rights.js';
import type { Validator } from '../validator.js';
import type { StoredStatus } from '../versions/version-store.js';
import { withinFieldRights } from './fixed-fields.js';
import type { CreateIntent, OwnValues, PublishIntent, TransitionIntent, UpdateIntent } from './intent.js';
import { mayKnowSame } from './known-same.js';
import type { OpenWrite } from './load-document.js';
import { newDocument } from './new-document.js';
import { hasOperators, mayHaveOperators, refuseOperators, withOperators } from './operators.js';
import { prepareData } from './prepare-data.js';
import { keepingReadOnly, readOnlyIssues } from './read-only-fields.js';
import { withoutLostBlocks } from './text-blocks.js';
import { unseenBlockIssues } from './unseen-blocks.js';
import { withoutBuiltIns } from './validate-data.js';
import { sameJson } from './write-statements.js';

/** What a write does. */
export interface WriteOutcome {
  readonly after: DocumentState;
  /** As `afterChange` hooks and the history see it. */
  readonly document: StoredDocument;
  readonly data: JsonObject;
  readonly event: ChangeEvent;
  /** The document before the write, for `afterChange` hooks; null where there was none. */
  readonly previous: StoredDocument | null;
  /** Null: the history keeps nothing. */
  readonly version: StoredStatus | null;
  /** A document that was only a draft is published. */
  readonly isFirstPublication?: boolean;
}

/** Returns what a write does; null where there is nothing to write. */
export function applyIntent(write: OpenWrite): Promise<WriteOutcome | null> {
  const { intent } = write;
  switch (intent.kind) {
    case 'create':
      return create({ ...write, intent });
    case 'update':
      return intent.isDraft ? saveDraft({ ...write, intent }) : update({ ...write, intent });
    case 'publish':
      return publish({ ...write, intent });
    case 'unpublish':
      return unpublish({ ...write, intent });
    case 'discard':
      return discard({ ...write, intent });
    case 'plan':
      return Promise.resolve(null);
  }
}

async function create({
  target,
  intent,
  context,
  connection,
}: OpenWrite<CreateIntent>): Promise<WriteOutcome> {
  const { environment, type } = target;
  const { validator, isDraft, own } = intent;
  const { access } = context;
  if (type.files !== null && own === undefined) throw badInputAt('file', reason('upload.fileMissing'));
  const allowed = withinFieldRights(intent.data, { descriptor: type.model.descriptor, stored: null, access });
  const refused = readOnlyIssues(type.model.descriptor.fields, intent.data);
  const data = withOwn(
    await prepareData(type, {
      operation: 'create',
      event: 'create',
      data: allowed,
      refused,
      document: null,
      draft: isDraft,
      validator,
      context,
    }),
    own,
  );
  const document = await newDocument(connection, { environment, type, data, isDraft, access });
  const after = isDraft
    ? { published: null, pending: { document, fields: [] } }
    : { published: document, pending: null };
  const version = isDraft ? 'draft' : 'published';
  return { after, document, data, event: 'create', previous: null, version };
}

/** Changes the published fields; other pending changes stay. */
async function update({
  target: { environment, type },
  intent,
  context,
  connection,
  loaded,
}: OpenWrite<UpdateIntent>): Promise<WriteOutcome | null> {
  const { state } = loaded;
  const document = publishedOrDraft(state);
  const base = document ?? unwrittenOf(loaded);
  const allowed = withinFieldRights(intent.data, {
    descriptor: type.model.descriptor,
    stored: base,
    access: context.access,
  });
  const isBlind = await isBlindOperation(type, intent, context.access);
  const { data: input, refused } = ofRequest(type, {
    intent,
    allowed,
    base,
    seen: base,
    access: context.access,
    isBlind,
  });
  const change = publicData(state, { input, validator: intent.validator });
  const isFirstPublication = state.published === null && state.pending !== null;
  const event = isFirstPublication ? 'publish' : changeOf(intent);
  const prepared = await prepareData(type, {
    operation: 'update',
    event,
    data: change.data,
    refused,
    document,
    validator: change.validator,
    context,
  });
  const data = withOwn(prepared, intent.own);
  const changed = { environment, type, state, base, data, access: context.access };
  const { published, after } = await changePublished(connection, changed);
  if (intent.keepsSame === true && isSameContent(state, after)) {
    const { id, data: requested } = intent;
    if (await mayKnowSame(type.model.descriptor, { id, data: requested, access: context.access }))
      return null;
  }
  const before = { event, previous: document } as const;
  return { after, document: published, data, ...before, version: 'published', isFirstPublication };
}

/** Whether operators look at a document that the requester may not read. */
async function isBlindOperation(
  { model: { descriptor } }: DocumentType,
  { id, data }: UpdateIntent,
  access: DocumentAccess | null,
): Promise<boolean> {
  return mayHaveOperators(data) && !(await mayRead(access, descriptor, id));
}

interface RequestedUpdate {
  readonly intent: UpdateIntent;
  readonly allowed: JsonObject;
  readonly base: StoredDocument;
  /** What the requester sees of it. */
  readonly seen: StoredDocument | null;
  /** Where a draft is written. */
  readonly published?: StoredDocument | null;
  readonly access: DocumentAccess | null;
  /** The requester does not see the document that is changed. */
  readonly isBlind: boolean;
}

/** The data of an update, and what is refused in them. A version has read-only fields, a request has none. */
function ofRequest(
  { model: { descriptor } }: DocumentType,
  { intent, allowed, base, seen, published = null, access, isBlind }: RequestedUpdate,
): { readonly data: JsonObject; readonly refused: readonly Issue[] } {
  const { fields } = descriptor;
  if (intent.isRestored === true) return { data: withoutLostBlocks(fields, allowed, base), refused: [] };
  const views = [seen, published].filter((view) => view !== null);
  const unseen = unseenBlockIssues(fields, {
    data: intent.data,
    seen: views,
    access,
    isBlind: seen !== base,
  });
  const refused = [...readOnlyIssues(fields, intent.data), ...unseen];
  const before = { stored: base, published };
  if (!hasOperators(fields, allowed)) return { data: keepingReadOnly(fields, allowed, before), refused };
  refuseOperators(fields, { data: allowed, access, isBlind });
  const { data, issues } = withOperators(fields, { data: allowed, base });
  return { data: keepingReadOnly(fields, data, before), refused: [...refused, ...issues] };
}

/**
 * The data that a change makes public. A change of a document that was never published publishes it as a
 * whole, so hooks and validation see all that becomes public: a hook that refuses to publish must not be
 * bypassed by a change of another field.
 */
function publicData(
  { published, pending }: DocumentState,
  { input, validator }: { readonly input: JsonObject; readonly validator: Validator },
): { readonly data: JsonObject; readonly validator: Validator } {
  if (published !== null || pending === null) return { data: input, validator };
  return { data: { ...withoutBuiltIns(pending.document), ...input }, validator: ofDraft(validator) };
}

/** Changes the draft, or creates one. */
async function saveDraft({
  target: { environment, type },
  intent,
  context,
  connection,
  loaded,
}: OpenWrite<UpdateIntent>): Promise<WriteOutcome | null> {
  const { descriptor } = type.model;
  const { state } = loaded;
  const document = newestOf(state);
  const base = document ?? unwrittenOf(loaded);
  const seen = seesDrafts(descriptor, context.access) ? base : (state.published ?? loaded.unwritten ?? null);
  const { published } = state;
  const rights = { descriptor, stored: base, seen, published, access: context.access };
  const allowed = withinFieldRights(intent.data, rights);
  const { validator } = intent;
  const event = changeOf(intent);
  const autosave = intent.isAutosave === true;
  const change = { operation: 'update', event, document, validator, context, draft: true, autosave } as const;
  const isBlind = seen !== base || (await isBlindOperation(type, intent, context.access));
  const views = { base, seen, published };
  const requested = ofRequest(type, { intent, allowed, ...views, access: context.access, isBlind });
  const prepared = await prepareData(type, { ...change, ...requested });
  const data = withOwn(prepared, intent.own);
  const changed = { environment, type, state, base, data, access: context.access };
  const { draft, after } = await changeDraft(connection, changed);
  if (intent.keepsSame === true && isSameContent(state, after)) {
    const { id, data: requested } = intent;
    if (await mayKnowSame(type.model.descriptor, { id, data: requested, access: context.access }))
      return null;
  }
  return {
    after,
    document: draft,
    data,
    event,
    previous: document,
    version: autosave ? 'autosave' : 'draft',
  };
}

/** Whether both views have the same values, in whatever revision. */
function isSameContent(before: DocumentState, after: DocumentState): boolean {
  const same = (one: StoredDocument | null, other: StoredDocument | null): boolean =>
    one === null || other === null ? one === other : sameJson(withoutBuiltIns(one), withoutBuiltIns(other));
  return same(before.published, after.published) && same(newestOf(before), newestOf(after));
}

function changeOf({ isRestored }: UpdateIntent): 'restore' | 'update' {
  return isRestored === true ? 'restore' : 'update';
}

/**
 * Publishes the pending draft: hooks and validation see it as a change of the pending fields. A requester who
 * may not read the document must not learn whether a draft was pending: their publication of a published
 * document always counts as a write (docs/spec/contract.md#draft-writes).
 */
async function publish({
  target: { environment, type },
  intent,
  context,
  connection,
  loaded: { state },
}: OpenWrite<PublishIntent>): Promise<WriteOutcome | null> {
  const { published, pending } = state;
  const newest = newestOf(state);
  if (newest === null) return null;
  if (pending === null && (await mayRead(context.access, type.model.descriptor, intent.id))) return null;
  const base = published ?? newest;
  const draft = withoutBuiltIns(newest);
  const names = published === null ? Object.keys(draft) : (pending?.fields ?? []);
  const input = Object.fromEntries(names.map((name) => [name, draft[name] ?? null]));
  // A draft was validated when it was saved, but without required fields, and perhaps under another config.
  const validator = ofDraft(intent.validator);
  // The document becomes public only once. Further drafts of it change what is public already.
  const event = published === null ? 'publish' : 'update';
  const change = { operation: 'update', event, data: input, document: base, validator, context } as const;
  const data = await prepareData(type, change);
  const changed = { environment, type, state, base, data, access: context.access };
  const { published: document, after } = await changePublished(connection, changed);
  const written = { after: { ...after, pending: null }, document, data } as const;
  return { ...written, event, previous: base, version: 'published' };
}

/** Unpublishes the document: what was published becomes the draft, overlaid with the pending changes. */
async function unpublish({
  target: { environment, type },
  loaded: { state },
}: OpenWrite<TransitionIntent>): Promise<WriteOutcome | null> {
  const { published, pending } = state;
  if (published === null) return null;
  const merged = pending?.document ?? published;
  const { updatedAt, revision } = nextHead(state, { base: published, environment });
  const document = { ...merged, updatedAt, _status: 'draft', _revision: revision };
  const written = { after: withDraft(type, { published: null, draft: document }), document, data: {} };
  return { ...written, event: 'unpublish', previous: published, version: null };
}

/**
 * Discards the pending draft. The merged view then shows what is published, under a new revision: otherwise
 * the next write would give other content the revision that an editor of the discarded draft knows. The
 * revision of the public view stays: it must not reveal drafts. It counts as a write whether or not a draft
 * was pending (docs/spec/contract.md#draft-writes).
 */
async function discard({
  target: { environment, type },
  loaded: { state },
}: OpenWrite<TransitionIntent>): Promise<WriteOutcome> {
  const { published } = state;
  if (published === null) throw nothingToReturnTo(type);
  const { updatedAt, revision } = nextHead(state, { base: published, environment });
  const document = { ...published, updatedAt, _revision: revision };
  const written = { after: withDraft(type, { published, draft: document }), document, data: {} };
  return { ...written, event: 'discard', previous: newestOf(state), version: null };
}

function nothingToReturnTo(type: DocumentType): ServiceError {
  return new ServiceError('CONFLICT', reason('document.nothingPublished', { collection: type.model.name }));
}

function unwrittenOf({ unwritten }: FoundDocument): StoredDocument {
  if (unwritten !== undefined) return unwritten;
  throw new Error('A document was found that is neither published nor a draft.');
}

/** A hook may return a whole document; what only the service sets is not taken from it. */
function withOwn(data: JsonObject, own: OwnValues | undefined): JsonObject {
  if (own === undefined) return data;
  const others = Object.entries(data).filter(([name]) => !own.names.has(name));
  return { ...Object.fromEntries(others), ...own.values };
}

/** A validator for a former draft: it reports an empty required field as missing. */
function ofDraft(validator: Validator): Validator {
  return {
    safeParse(candidate) {
      const result = validator.safeParse(candidate);
      if (result.success) return result;
      const issues = result.error.issues.map((issue) =>
        isEmptyAt(candidate as JsonObject, issue.path)
          ? { path: issue.path, message: issue.message, why: reason('field.required') }
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
