/** Admits requests to documents, before their parameters, headers and body are checked. */

import type { DocumentAccess } from '../../access/document-access.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import { globalId } from '../../documents/document-model.js';
import { readableWhere } from '../../documents/read/read-rights.js';
import type { ExpectedRevisions, RequestedWrite, WriteOperation } from '../../documents/write/intent.js';
import { isDocumentId } from '../../util/ids.js';
import { readOnce } from '../../util/read-once.js';
import { whenKnown } from '../../util/when-known.js';
import type { ApiRequest, Service } from '../api.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { authorizeDocuments } from '../security/authorize.js';
import { documentIdOf, documentsOf } from './addressed-document.js';
import { expectedByHeader } from './write-headers.js';

/** A write that is admitted, but not checked for its form. */
export interface AdmittedWrite extends WriteRequest {
  /** Null where the service has no authentication. */
  readonly access: DocumentAccess | null;
}

/**
 * Admits a read of one document, or of a list.
 *
 * @throws ServiceError UNAUTHENTICATED, FORBIDDEN
 */
export function admitRead(
  request: ApiRequest,
  service: Service,
  descriptor: DocumentDescriptor,
): DocumentAccess | null | Promise<DocumentAccess | null> {
  return whenKnown(authorizeDocuments(request, service), (access) => {
    if (access === null) return null;
    return whenKnown(readableWhere(access, descriptor, addressedId(request, descriptor)), () => access);
  });
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
): Promise<AdmittedWrite> {
  const access = await authorizeDocuments(request, service);
  const write = writeRequest(request, { descriptor, kind, access });
  if (access !== null) await documentsOf(service, descriptor).admit(write, request.context);
  return write;
}

/** A write whose body is not JSON alone. */
export interface WriteWithBody {
  readonly descriptor: DocumentDescriptor;
  readonly kind: 'create' | 'update';
  /** Reads the data, once, when they are needed. */
  readonly body: () => Promise<unknown>;
}

/** As {@link admitWrite}, of a request whose data are in a part of its body. */
export async function admitWriteWith(
  request: ApiRequest,
  service: Service,
  { descriptor, kind, body }: WriteWithBody,
): Promise<AdmittedWrite> {
  const access = await authorizeDocuments(request, service);
  const write = { ...writeRequest(request, { descriptor, kind, access }), data: body, body };
  if (access !== null) await documentsOf(service, descriptor).admit(write, request.context);
  return write;
}

/** The document of a state transition, and the revision that the client expects. */
export interface AdmittedTransition {
  readonly id: string;
  readonly expected: ExpectedRevisions;
  readonly access: DocumentAccess | null;
}

/**
 * Admits a state transition of a document, which requesters may do who may update it; `If-Match` binds it to
 * a revision.
 */
export async function admitTransition(
  request: ApiRequest,
  service: Service,
  descriptor: DocumentDescriptor,
): Promise<AdmittedTransition> {
  const { ifMatch, access } = await admitWrite(request, service, descriptor, 'transition');
  const id = documentIdOf(request, descriptor);
  refuseParameters(request.search);
  return { id, expected: expectedByHeader(ifMatch), access };
}

/** What a request is about to write. Nothing of it is checked yet. */
export interface WriteRequest extends RequestedWrite {
  /** The value of `X-Draft`. */
  readonly draft: string | undefined;
  readonly ifMatch: string | undefined;
  /** Reads the body, once. */
  body(): Promise<unknown>;
}

interface RequestedKind {
  readonly descriptor: DocumentDescriptor;
  readonly kind: WriteOperation | 'transition';
  readonly access: DocumentAccess | null;
}

/**
 * Reads a write from its request. A transition (publishing, discarding a draft, restoring a version) needs
 * the right to update the document (docs/spec/contract.md#draft-writes), but its body, if there is one, is
 * not the data of the document.
 */
function writeRequest(request: ApiRequest, { descriptor, kind, access }: RequestedKind): AdmittedWrite {
  const draft = request.header('x-draft');
  const ifMatch = request.header('if-match');
  const body = readOnce(() => request.body());
  const addressed = descriptor.kind === 'global' ? globalId : (request.params['id'] ?? '');
  return {
    operation: kind === 'transition' ? 'update' : kind,
    id: kind === 'create' ? null : addressed,
    data: kind === 'create' || kind === 'update' ? body : null,
    isDraft: draft === 'true',
    expectsRevision: ifMatch !== undefined,
    refusesFields: true,
    draft,
    ifMatch,
    body,
    access,
  };
}

/** A write whose document, form and data do not come from the address, headers and body of one request. */
export interface GatheredWrite {
  /** The document that it changes; null where it creates one. */
  readonly id: string | null;
  readonly data: () => Promise<unknown>;
  readonly isDraft: boolean;
  readonly expectsRevision: boolean;
}

/** A write as `admit` decides on it. */
export function requestedWriteOf(write: GatheredWrite): RequestedWrite {
  return { ...write, operation: write.id === null ? 'create' : 'update', refusesFields: true };
}
