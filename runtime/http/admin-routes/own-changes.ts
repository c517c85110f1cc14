import type { AdminChange } from '../../codegen/admin-overview.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { authOf } from '../security/authorize.js';
import { changedDocuments } from './changed-documents.js';
import type { Viewer } from './listed-documents.js';

/** What the requester has changed. */
export interface OwnChanges {
  /** The documents of a collection. */
  in(collection: CollectionDescriptor): Promise<readonly AdminChange[]>;
  /** In the order of the requester's own changes: others may have changed them since. */
  newestFirst<T extends AdminChange>(list: readonly T[]): readonly T[];
}

/**
 * Finds what the requester has changed, by the audit log of content. Documents that they may not read any
 * more are left out.
 */
export async function ownChanges(viewer: Viewer): Promise<OwnChanges> {
  const { service, context } = viewer;
  const requester = context.access?.requester;
  const changed = requester?.kind === 'user' ? await authOf(service).audit.changedBy(requester.user.id) : [];
  const places = new Map(changed.map(({ slug, id }, index) => [`${slug}/${id}`, index]));
  const placeOf = ({ slug, id }: AdminChange): number => places.get(`${slug}/${id}`) ?? places.size;
  return {
    async in(collection) {
      const ids = changed.filter(({ slug }) => slug === collection.slug).map(({ id }) => id);
      if (ids.length === 0) return [];
      const parameters = { where: { id: { in: ids } }, sort: 'updatedAt_desc', limit: ids.length };
      return changedDocuments(viewer, collection, parameters);
    },
    newestFirst: (list) => list.toSorted((a, b) => placeOf(a) - placeOf(b)),
  };
}
