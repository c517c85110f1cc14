import type { DocumentAccess } from '../../../access/document-access.js';
import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import { refuseDenied } from '../../../documents/write/admit.js';
import type { WriteOperation } from '../../../documents/write/intent.js';
import type { ApiRequest, Service } from '../../api.js';
import { authorizeDocuments } from '../../security/authorize.js';

/** A bulk write on a collection that the requester may be allowed to do. */
export interface ManyRequest {
  /** Null where the service has no authentication. */
  readonly access: DocumentAccess | null;
  /**
   * The same rights without cached decisions. A callback is called once for each revision of a document, so
   * several writes of it in one request would share one decision.
   */
  afresh(): DocumentAccess | null;
}

/**
 * Identifies the requester of a bulk request. What they may do is decided for each write.
 *
 * @throws ServiceError UNAUTHENTICATED.
 */
export async function authorizeMany(request: ApiRequest, service: Service): Promise<ManyRequest> {
  const access = await authorizeDocuments(request, service);
  return {
    access,
    afresh() {
      if (access === null || service.access === null) return null;
      return service.access.forRequest(access.requester, () => request.context.req);
    },
  };
}

/**
 * Admits a bulk request on a collection as far as possible without a look at each write: refuses a requester
 * who may do none of them.
 *
 * @throws ServiceError UNAUTHENTICATED, FORBIDDEN.
 */
export async function admitMany(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
  operations: readonly WriteOperation[],
): Promise<ManyRequest> {
  const rights = await authorizeMany(request, service);
  refuseDenied(descriptor, { operations, access: rights.access });
  return rights;
}
