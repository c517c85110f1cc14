import type { AdminCollectionMeta, AdminMeta } from '../../../runtime/codegen/admin-meta.js';

/**
 * Returns the collections in which the requester may create documents. Users are invited or created
 * elsewhere.
 */
export function creatableCollections({ collections }: AdminMeta): readonly AdminCollectionMeta[] {
  return collections.filter(
    ({ slug, can, foldersOf }) => can.create !== false && slug !== 'users' && foldersOf === undefined,
  );
}
