import type { DocumentDescriptor, OnDelete } from '../../codegen/descriptors.js';
import { isServiceError } from '../../errors/to-response.js';
import type { Connection } from '../../storage/driver.js';
import { createPause } from '../../util/create-pause.js';
import type { DocumentType } from '../document-type.js';
import type { DeletionPreview, ManyDeletionsPreview } from '../operation.js';
import { type Deletion, type DeletionRoot, type FindPointing, planDeletion } from './plan-deletion.js';
import { findReferring, type Referrer, type ReferrerMap } from './referrers.js';
import { seenAmong } from './seen-pointers.js';

/**
 * Determines the effects of a deletion on documents that the requester may see, through fields that they may
 * read, and changes nothing. Other documents are not counted: their references are values of fields that the
 * requester may not read.
 */
export async function previewDeletion(
  connection: Connection,
  referrers: ReferrerMap,
  { type, id, access }: Omit<DeletionRoot, 'find'>,
): Promise<DeletionPreview> {
  const find = findSeenPointers(access);
  const fields = referrers.get(type.model.descriptor.slug) ?? [];
  const references = await referencesTo(connection, { fields, id, find });
  const plan = await planOrNull(connection, referrers, { type, id, access, find });
  const counted = (documents: Deletion['deleted']): ReadonlyMap<DocumentDescriptor, number> =>
    new Map(
      [...documents].map(([one, ids]) => [
        one.model.descriptor,
        ids.size - (one === type && ids.has(id) ? 1 : 0),
      ]),
    );
  return {
    restricted: plan === null,
    references,
    deleted: counted(plan?.deleted ?? new Map()),
    cleared: counted(plan?.cleared ?? new Map()),
  };
}

function findSeenPointers(access: DeletionRoot['access']): FindPointing {
  return async (connection, referrer, ids) =>
    seenAmong(connection, { referrer, ids: await findReferring(connection, referrer, ids), access });
}

/** Documents of one type that would be deleted. */
interface ManyRoots extends Pick<DeletionRoot, 'type' | 'access'> {
  readonly ids: readonly string[];
}

/** Finds out what the deletions of many documents would do, each by itself, and changes nothing. */
export async function previewDeletions(
  connection: Connection,
  referrers: ReferrerMap,
  { type, ids, access }: ManyRoots,
): Promise<ManyDeletionsPreview> {
  const find = findSeenPointers(access);
  const pause = createPause();
  const restricted: string[] = [];
  const deleted = new Map<DocumentType, Set<string>>();
  const cleared = new Map<DocumentType, Set<string>>();
  for (const id of ids) {
    const plan = await planOrNull(connection, referrers, { type, id, access, find });
    if (plan === null) restricted.push(id);
    else {
      merge(deleted, plan.deleted);
      merge(cleared, plan.cleared);
    }
    await pause();
  }
  for (const [one, gone] of deleted) for (const id of gone) cleared.get(one)?.delete(id);
  // They are what is deleted: what goes along is more than that.
  for (const id of ids) deleted.get(type)?.delete(id);
  return { restricted, deleted: sizes(deleted), cleared: sizes(cleared) };
}

function merge(all: Map<DocumentType, Set<string>>, more: Deletion['deleted']): void {
  for (const [type, ids] of more) {
    const known = all.get(type) ?? new Set<string>();
    all.set(type, known);
    for (const id of ids) known.add(id);
  }
}

function sizes(documents: Deletion['deleted']): ReadonlyMap<DocumentDescriptor, number> {
  return new Map([...documents].map(([type, ids]) => [type.model.descriptor, ids.size]));
}

async function planOrNull(
  connection: Connection,
  referrers: ReferrerMap,
  root: DeletionRoot,
): Promise<Deletion | null> {
  try {
    return await planDeletion(connection, referrers, root);
  } catch (error) {
    if (isServiceError(error) && error.code === 'CONFLICT') return null;
    throw error;
  }
}

/** A field may refer to the document in the published view, in a draft, or in both. */
async function referencesTo(
  connection: Connection,
  {
    fields,
    id,
    find,
  }: { readonly fields: readonly Referrer[]; readonly id: string; readonly find: FindPointing },
): Promise<DeletionPreview['references']> {
  const byName = new Map<string, { readonly referrer: Referrer; readonly ids: Set<string> }>();
  for (const referrer of fields) {
    const known = byName.get(referrer.name) ?? { referrer, ids: new Set<string>() };
    byName.set(referrer.name, known);
    for (const one of await find(connection, referrer, [id])) known.ids.add(one);
  }
  return [...byName.values()]
    .filter(({ ids }) => ids.size > 0)
    .map(({ referrer, ids }) => ({
      document: referrer.type.model.descriptor,
      field: referrer.field,
      onDelete: effects[referrer.onDelete],
      ids: [...ids],
    }));
}

const effects: Readonly<Record<Referrer['onDelete'], OnDelete>> = {
  restrict: 'restrict',
  clear: 'set null',
  cascade: 'cascade',
};
