/** What a publication, an unpublication and the discard of a draft make of a document. */

import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import { newestOf } from '../document-state.js';
import type { DocumentType } from '../document-type.js';
import { changePublished, nextHead, withDraft } from '../drafts/change-views.js';
import { mayRead } from '../read/read-rights.js';
import { ofDraft } from './draft-validator.js';
import type { PublishIntent, TransitionIntent } from './intent.js';
import type { OpenWrite } from './load-document.js';
import { prepareData } from './prepare-data.js';
import { withoutBuiltIns } from './validate-data.js';
import type { WriteOutcome } from './write-outcome.js';

/**
 * Publishes the pending draft: hooks and validation see it as a change of the pending fields. A requester who
 * may not read the document must not learn whether a draft was pending: their publication of a published
 * document always counts as a write (docs/spec/contract.md#draft-writes).
 */
export async function publish({
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
export async function unpublish({
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
export async function discard({
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
