/** Admits requests to documents, before their parameters, headers and body are checked. */
import type { DocumentAccess } from '../../access/document-access.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import { globalId } from '../../documents/document-model.js';
import { readableWhere } from '../../documents/read/read-rights.js';
import type { WriteOperation } from '../../documents/write/intent.js';
import { isDocumentId } from '../../util/ids.js';
import type { ApiRequest, Service } from '../api.js';
import { authorizeDocuments } from '../security/authorize.js';
import { documentsOf } from './addressed-document.js';
import { type WriteRequest, writeRequest } from './write-request.js';

/** A write that is admitted, but not checked for its form. */
export interface AdmittedRequest extends WriteRequest {
  /** Null where the service has no authentication. */
  readonly access: DocumentAccess | null;
}

/**
 * Admits a read of one document, or of a list.
 *
 * @throws ServiceError UNAUTHENTICATED, FORBIDDEN
 */
export async function admitRead(
  request: ApiRequest,
  service: Service,
  descriptor: DocumentDescriptor,
): Promise<DocumentAccess | null> {
  const access = await authorizeDocuments(request, service);
  await readableWhere(access, descriptor, addressedId(request, descriptor));
  return access;
}

/** Returns the id of the addressed document; undefined for lists, and for a text that cannot be an id. */
function addressedId({ params: { id } }: ApiRequest, { kind }: DocumentDescriptor): string | undefined {
  if (kind === 'global') return globalId;
  return id !== undefined && isDocumentId(id) ? id : undefined;
}

/**
 * Admits a write of one document.
 *
 * @throws ServiceError UNAUTHENTICATED, FORBIDDEN, NOT_FOUND for a document that the requester may not see;
 * any error of a body that the decision needs.
 */
export async function admitWrite(
  request: ApiRequest,
  service: Service,
  descriptor: DocumentDescriptor,
  kind: WriteOperation | 'transition',
): Promise<AdmittedRequest> {
  const access = await authorizeDocuments(request, service);
  const write = writeRequest(request, descriptor, kind);
  if (access !== null) await documentsOf(service, descriptor).admit(write, request.context);
  return { ...write, access };
}
