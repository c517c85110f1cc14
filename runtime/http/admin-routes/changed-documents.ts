import type { AdminChange } from '../../codegen/admin-overview.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { JsonObject } from '../../util/json.js';
import type { Viewer } from './listed-documents.js';
import { nameOf, namingFields, readList, titlePathOf } from './readable-list.js';

/** Reads documents of a collection with their titles and the time of their last change. */
export async function changedDocuments(
  { service, context, meta }: Viewer,
  collection: CollectionDescriptor,
  parameters: JsonObject & { readonly limit: number },
): Promise<readonly AdminChange[]> {
  const title = titlePathOf(meta, collection);
  const { docs } = await readList(service, context, collection, {
    ...parameters,
    count: 'none',
    select: namingFields(collection, title),
  });
  return docs.map((one) => changeOf(collection, one, title));
}

function changeOf(collection: CollectionDescriptor, document: JsonObject, title: string | null): AdminChange {
  const status = document['_status'];
  return {
    ...nameOf(collection, document, title),
    ...((status === 'draft' || status === 'published') && { status }),
    updatedAt: String(document['updatedAt']),
  };
}
