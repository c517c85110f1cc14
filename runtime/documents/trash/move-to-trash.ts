import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { nameOf } from '../../codegen/document-name.js';
import type { Connection } from '../../storage/driver.js';
import { createPause } from '../../util/create-pause.js';
import { isJsonObject, type JsonValue, ownValue } from '../../util/json.js';
import type { DocumentEnvironment } from '../document-environment.js';
import { type DocumentState, newestOf } from '../document-state.js';
import type { DocumentType } from '../document-type.js';
import { findStates } from '../drafts/stored-state.js';
import type { OperationContext } from '../operation-context.js';
import type { Pointer } from '../relations/reference-plan.js';
import { type LostReference, lostPlaces } from './lost-references.js';

/** References that a deletion removes, by the document that they lead to. */
export type LostByTarget = Map<string, LostReference[]>;

/** A document in one text, for sets and maps. */
export function targetKey({ collection, id }: Pointer): string {
  return `${collection}/${id}`;
}

/** Notes which references a document loses. */
export function noteLost(
  lost: LostByTarget,
  { model: { descriptor }, references }: DocumentType,
  { state, isGone }: { readonly state: DocumentState; readonly isGone: (pointer: Pointer) => boolean },
): void {
  const id = String(newestOf(state)?.['id']);
  const views = [
    ['published', state.published],
    ['pending', state.pending?.document ?? null],
  ] as const;
  for (const [view, document] of views) {
    if (document === null) continue;
    for (const { target, ...place } of lostPlaces(references, document, isGone)) {
      const key = targetKey(target);
      const known = lost.get(key) ?? [];
      lost.set(key, known);
      known.push({ of: nameOf(descriptor), id, view, ...place });
    }
  }
}

/** Documents that go to the trash together. */
export interface TrashMove {
  readonly environment: DocumentEnvironment;
  readonly documents: ReadonlyMap<DocumentType, ReadonlySet<string>>;
  readonly lost: LostByTarget;
  readonly context: OperationContext;
}

/** Copies documents to the trash of their collections, as one batch. Their rows are deleted afterwards. */
export async function copyToTrash(
  connection: Connection,
  { environment: { clock, ids }, documents, lost, context }: TrashMove,
): Promise<void> {
  const deletedAt = new Date(clock()).toISOString();
  const deletedBy = userOf(context);
  const batch = ids();
  const pause = createPause();
  for (const [type, set] of documents) {
    const { descriptor } = type.model;
    if (type.trash === null || descriptor.kind !== 'collection') continue;
    await type.files?.trashed?.(connection, { descriptor, ids: [...set] });
    for (const state of await findStates(connection, { type, ids: [...set] })) {
      const newest = newestOf(state);
      await pause();
      if (newest === null) continue;
      const id = String(newest['id']);
      await type.trash.put(connection, {
        ...{ id, state, deletedAt, deletedBy, batch },
        // Not of a draft: requesters who see none would find it, and sort by it.
        title: titleOf(descriptor, state.published ?? newest),
        lost: lost.get(targetKey({ collection: descriptor.slug, id })) ?? [],
      });
    }
  }
}

function userOf({ access }: OperationContext): string | null {
  const requester = access?.requester;
  return requester?.kind === 'user' ? requester.user.id : null;
}

/** Max characters of a title: it is for lists. */
const maxTitle = 300;

function titleOf(
  { trash }: CollectionDescriptor,
  document: Readonly<Record<string, JsonValue>>,
): string | null {
  if (trash?.title === undefined) return null;
  let value: JsonValue = document;
  for (const name of trash.title.split('.')) {
    value = isJsonObject(value) ? (ownValue(value, name) ?? null) : null;
  }
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  // By characters, not by units of UTF-16: half of one is no text for a database.
  return [...String(value).slice(0, 2 * maxTitle)].slice(0, maxTitle).join('');
}
