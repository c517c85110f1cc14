/** What a write makes of a document: the data through hooks and validation, and both views after it. */

import { seesDrafts } from '../../access/decide-view.js';
import type { DocumentAccess } from '../../access/document-access.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInputAt, type Issue } from '../../errors/service-error.js';
import type { JsonObject } from '../../util/json.js';
import type { StoredDocument } from '../document-model.js';
import { type DocumentState, newestOf, publishedOrDraft } from '../document-state.js';
import type { DocumentType } from '../document-type.js';
import { changeDraft, changePublished } from '../drafts/change-views.js';
import type { FoundDocument } from '../read/found-document.js';
import { mayRead } from '../read/read-rights.js';
import { readablePublished } from '../read/visible-state.js';
import type { Validator } from '../validator.js';
import { discard, publish, unpublish } from './apply-transition.js';
import { ofDraft } from './draft-validator.js';
import { withinFieldRights } from './fixed-fields.js';
import type { CreateIntent, OwnValues, UpdateIntent } from './intent.js';
import { mayKnowSame } from './known-same.js';
import type { OpenWrite } from './load-document.js';
import { newDocument } from './new-document.js';
import { hasOperators, mayHaveOperators, refuseOperators, withOperators } from './operators.js';
import { prepareData } from './prepare-data.js';
import { keepingReadOnly, readOnlyIssues } from './read-only-fields.js';
import { withoutLostBlocks } from './text-blocks.js';
import { unseenBlockIssues } from './unseen-blocks.js';
import { withoutBuiltIns } from './validate-data.js';
import type { WriteOutcome } from './write-outcome.js';
import { sameJson } from './write-statements.js';

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
  /** Where a draft is written, and the requester may read it. */
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
  const published = await readablePublished(state, {
    connection,
    type,
    id: intent.id,
    access: context.access,
  });
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
