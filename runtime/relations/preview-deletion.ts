import type { DocumentDescriptor, OnDelete } from '../codegen/descriptors.js';
import type { DocumentType } from '../documents/document-type.js';
import type { DeletionPreview } from '../documents/operation.js';
import { isServiceError } from '../errors/to-response.js';
import type { Connection } from '../storage/driver.js';
import { type Deletion, planDeletion } from './plan-deletion.js';
import { findReferring, type Referrer, type ReferrerMap } from './referrers.js';

/** Finds out what a deletion would do, and changes nothing. */
export async function previewDeletion(
  connection: Connection,
  referrers: ReferrerMap,
  type: DocumentType,
  id: string,
): Promise<DeletionPreview> {
  const references = await referencesTo(connection, referrers.get(type.model.descriptor.slug) ?? [], id);
  const plan = await planOrNull(connection, referrers, type, id);
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

async function planOrNull(
  connection: Connection,
  referrers: ReferrerMap,
  type: DocumentType,
  id: string,
): Promise<Deletion | null> {
  try {
    // Only whether it is refused is answered: nobody is told by what.
    return await planDeletion(connection, referrers, { type, id, access: null });
  } catch (error) {
    if (isServiceError(error) && error.code === 'CONFLICT') return null;
    throw error;
  }
}

/** A field may point to the document from what is published, from a draft, or from both. */
async function referencesTo(
  connection: Connection,
  fields: readonly Referrer[],
  id: string,
): Promise<DeletionPreview['references']> {
  const byName = new Map<string, { readonly referrer: Referrer; readonly ids: Set<string> }>();
  for (const referrer of fields) {
    const known = byName.get(referrer.name) ?? { referrer, ids: new Set<string>() };
    byName.set(referrer.name, known);
    for (const one of await findReferring(connection, referrer, [id])) known.ids.add(one);
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
