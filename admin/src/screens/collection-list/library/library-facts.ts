/** What follows from the files of a collection, without the code of the library. */

import type { AdminCollectionMeta, AdminUploadMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { kindOfType, kindsOfTypes } from '../../../files/file-kind.js';
import type { ListLook, ListState } from '../list-state.js';

/** A library of pictures is looked through, one of documents is read. */
export function suggestedLook({ mimeTypes }: AdminUploadMeta): ListLook {
  const kinds = kindsOfTypes(mimeTypes);
  return kinds.includes('image') || kinds.includes('video') ? 'grid' : 'table';
}

/** Whether the requester may write the folder of a file. */
export function hasOpenFolder({ fields }: AdminCollectionMeta): boolean {
  return fields.some(({ name, canUpdate }) => name === 'folder' && canUpdate);
}

/** The media types of a kind that the collection takes; none without a kind. */
export function typesOfKind({ upload }: AdminCollectionMeta, kind: ListState['kind']): readonly string[] {
  return upload?.mimeTypes.filter((type) => kindOfType(type) === kind) ?? [];
}
