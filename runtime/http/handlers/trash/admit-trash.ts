import { refuseDeniedRight } from '../../../access/denied-right.js';
import type { DocumentAccess } from '../../../access/document-access.js';
import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import type { CollectionTrash } from '../../../documents/operation.js';
import type { TrashRight } from '../../../documents/trash/find-trashed.js';
import type { ApiRequest, Service } from '../../api.js';
import { authorizeDocuments } from '../../security/authorize.js';
import { collectionOf } from '../addressed-document.js';

/**
 * Admits a request that concerns the trash, as far as role lists and scopes decide. Callbacks get the
 * document, which the operation finds.
 *
 * @throws ServiceError UNAUTHENTICATED, FORBIDDEN
 */
export async function admitTrash(
  request: ApiRequest,
  service: Service,
  asked: { readonly descriptor: CollectionDescriptor; readonly rights: readonly TrashRight[] },
): Promise<DocumentAccess | null> {
  const access = await authorizeDocuments(request, service);
  refuseDeniedRight(access, asked);
  return access;
}

/** The trash of a collection: its routes exist only where there is one. */
export function trashOf(service: Service, descriptor: CollectionDescriptor): CollectionTrash {
  const { trash } = collectionOf(service, descriptor);
  if (trash !== undefined) return trash;
  throw new Error(`${descriptor.slug} has no trash.`);
}
