/** The references that documents get back when a document which they named returns from the trash. */

import type { Connection } from '../../storage/driver.js';
import { createPause } from '../../util/create-pause.js';
import type { StoredDocument } from '../document-model.js';
import { type DocumentState, newestOf } from '../document-state.js';
import type { DocumentType } from '../document-type.js';
import { nextHead, withDraft } from '../drafts/change-views.js';
import { findState, storeState } from '../drafts/stored-state.js';
import { badTargets } from '../relations/check-targets.js';
import { clearReferences, isAmong } from '../relations/clear-references.js';
import { collectReferences } from '../relations/reference-plan.js';
import { lockState } from '../write/lock-documents.js';
import { type LostReference, refill } from './lost-references.js';
import { targetKey } from './move-to-trash.js';
import type { ReturnPlace } from './return-references.js';

/**
 * Gives documents the references back that they lost when the documents which have returned were deleted.
 * A document that is in the trash itself gets them there.
 */
export async function refillReferences(
  connection: Connection,
  place: ReturnPlace,
  lost: readonly LostReference[],
): Promise<void> {
  const byDocument = new Map<string, LostReference[]>();
  for (const one of lost) {
    const key = `${one.of}/${one.id}`;
    const known = byDocument.get(key) ?? [];
    byDocument.set(key, known);
    known.push(one);
  }
  // In one order, so that two transactions cannot wait for each other.
  const pause = createPause();
  for (const key of [...byDocument.keys()].sort()) {
    await pause();
    const own = byDocument.get(key) ?? [];
    const [first] = own;
    const type = first && place.types.get(first.of);
    if (first !== undefined && type !== undefined) {
      await refillDocument(connection, place, { type, id: first.id, lost: own });
    }
  }
}

interface Refilling {
  readonly type: DocumentType;
  readonly id: string;
  readonly lost: readonly LostReference[];
}

async function refillDocument(
  connection: Connection,
  place: ReturnPlace,
  { type, id, lost }: Refilling,
): Promise<void> {
  const state =
    type.model.descriptor.kind === 'global'
      ? await findState(connection, type, id)
      : await lockState(connection, type, id);
  if (state !== null) {
    const after = await refilled(connection, place, { type, state, lost });
    if (after === null) return;
    const newest = newestOf(state) ?? {};
    const head = nextHead(state, { base: newest, environment: place.environment });
    await storeState(connection, {
      type,
      before: state,
      after: withHead(type, { state: after, before: state, head }),
    });
    return;
  }
  const kept = await type.trash?.find(connection, id, { locks: true });
  if (kept === undefined || kept === null || type.trash === null) return;
  const after = await refilled(connection, place, { type, state: kept.state, lost });
  if (after !== null) await type.trash.change(connection, id, { state: after, lost: kept.lost });
}

/** Both views with what comes back; null where nothing does. */
async function refilled(
  connection: Connection,
  place: ReturnPlace,
  { type, state: { published, pending }, lost }: Omit<Refilling, 'id'> & { readonly state: DocumentState },
): Promise<DocumentState | null> {
  const ofPublished = lost.filter(({ view }) => view === 'published');
  // A change of a field that is pending stays as it is.
  const ofDraft = lost.filter(
    ({ view, at: [name] }) =>
      view === 'pending' || published === null || !pending?.fields.includes(String(name)),
  );
  const after = {
    published:
      published && (await existing(connection, place, { type, before: published, lost: ofPublished })),
    pending: pending && {
      ...pending,
      document: await existing(connection, place, { type, before: pending.document, lost: ofDraft }),
    },
  };
  const isSame = after.published === published && after.pending?.document === pending?.document;
  return isSame ? null : after;
}

/** What comes back may lead to other documents that are gone by now. */
async function existing(
  connection: Connection,
  { environment, returning }: ReturnPlace,
  {
    type,
    before,
    lost,
  }: {
    readonly type: DocumentType;
    readonly before: StoredDocument;
    readonly lost: readonly LostReference[];
  },
): Promise<StoredDocument> {
  const filled = refill(before, lost);
  if (filled === before) return before;
  // What a document in the trash refers to may be there as well: its own return looks at that.
  const kept = isAmong(collectReferences(type.references, before));
  const references = collectReferences(type.references, filled).filter((one) => !kept(one, one.field));
  const { missing, unfit } = await badTargets(connection, { references, tables: environment.tables });
  const gone = new Set(missing.map(targetKey).filter((key) => !returning.has(key)));
  if (gone.size + unfit.length === 0) return { ...filled };
  const bad = isAmong([...missing.filter((one) => gone.has(targetKey(one))), ...unfit]);
  return { ...clearReferences(type.references, filled, bad).data };
}

function withHead(
  type: DocumentType,
  {
    state: { published, pending },
    before,
    head: { updatedAt, revision: _revision },
  }: {
    readonly state: DocumentState;
    readonly before: DocumentState;
    readonly head: { readonly updatedAt: string; readonly revision: number };
  },
): DocumentState {
  const live =
    published === before.published ? published : published && { ...published, updatedAt, _revision };
  if (pending === null) return { published: live, pending: null };
  const draft = { ...pending.document, updatedAt, _revision };
  return {
    published: live,
    pending: withDraft(type, { published: live, draft, named: pending.fields }).pending,
  };
}
