import type { AdminChange } from '../../codegen/admin-meta.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { authOf } from '../security/authorize.js';
import { changes } from './changed-documents.js';
import type { Viewer } from './listed-documents.js';

/** Max documents of one collection. */
const maxOwn = 10;

/**
 * Finds what the requester has changed in a collection, by the audit log of content. Documents that they may
 * not read any more are left out.
 */
export async function ownChanges(
  viewer: Viewer,
): Promise<(collection: CollectionDescriptor) => Promise<readonly AdminChange[]>> {
  const { service, context } = viewer;
  const requester = context.access?.requester;
  const changed = requester?.kind === 'user' ? await authOf(service).audit.changedBy(requester.user.id) : [];
  return async (collection) => {
    const ids = changed.filter(({ slug }) => slug === collection.slug).map(({ id }) => id);
    if (ids.length === 0) return [];
    return changes(viewer, collection, {
      where: { id: { in: ids.slice(0, maxOwn) } },
      sort: 'updatedAt_desc',
      limit: maxOwn,
    });
  };
}
