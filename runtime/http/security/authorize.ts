import { denial } from '../../access/decide.js';
import type { DocumentAccess } from '../../access/document-access.js';
import type { Requester, UserRequester } from '../../access/requester.js';
import { decideRoute, type RouteRule } from '../../access/rules.js';
import { type DocumentOperation, nameOf } from '../../access/scopes.js';
import { isUnseenDraft, withoutTelling } from '../../access/unseen-draft.js';
import type { AuthServices } from '../../auth/auth-services.js';
import type { CollectionDescriptor, DocumentDescriptor } from '../../codegen/descriptors.js';
import { notFound } from '../../documents/read/find-stored.js';
import {
  concernsFixedFields,
  refuseFixedFields,
  withinFieldRights,
} from '../../documents/write/fixed-fields.js';
import { ServiceError } from '../../errors/service-error.js';
import { isDocumentId } from '../../util/ids.js';
import { isJsonObject, type JsonObject } from '../../util/json.js';
import type { ApiRequest, Service } from '../api.js';
import { documentIdOf, documentsOf } from '../handlers/addressed-document.js';

/**
 * Decides access to a built-in route. Every handler calls this or `authorizeDocument` before anything else:
 * the dispatcher sends no response of a handler that did not. Operations that the handler calls are bound by
 * the requester's rights.
 *
 * @throws ServiceError UNAUTHENTICATED or FORBIDDEN.
 */
export async function authorize(request: ApiRequest, service: Service, rule: RouteRule): Promise<Requester> {
  const requester = await request.requester();
  request.decided();
  decideRoute(rule, requester);
  if (rule.kind !== 'public' && service.auth === null) {
    throw new ServiceError('NOT_FOUND', 'This service has no authentication.');
  }
  grantAccess(request, service, requester);
  return requester;
}

/** As {@link authorize}, for routes that need a user with a session. */
export async function authorizeUser(
  request: ApiRequest,
  service: Service,
  rule: Extract<RouteRule, { kind: 'session' | 'rank' }>,
): Promise<UserRequester> {
  const requester = await authorize(request, service, rule);
  if (requester.kind === 'user') return requester;
  throw new ServiceError('FORBIDDEN', 'This needs a session.');
}

/**
 * For routes open to all requests whatever credential they carry: login, refresh, link tokens. The credential
 * is not read, so an expired session does not keep its owner from logging in; nor does a credential exempt a
 * write from the check of its origin.
 *
 * @throws ServiceError FORBIDDEN for a cross-site write.
 */
export function authorizeAnybody(request: ApiRequest): void {
  request.decided();
  request.refuseForged();
}

/** Returns the services of authentication, on routes that exist only with it. */
export function authOf(service: Service): AuthServices {
  if (service.auth !== null) return service.auth;
  throw new ServiceError('NOT_FOUND', 'This service has no authentication.');
}

/** A request whose access was granted. */
export interface DocumentRequest {
  /** Null where the service has no authentication. */
  readonly access: DocumentAccess | null;
  /** The JSON body, read only once. */
  body(): Promise<unknown>;
}

/**
 * Decides access to an operation on documents of a collection or global, before parameters, headers and the
 * body are checked. Role lists and scopes are decided before the document is read. Callbacks of writes
 * receive the document, and the body if there is one, so both are read for them.
 *
 * @throws ServiceError UNAUTHENTICATED, FORBIDDEN, NOT_FOUND for a document that the requester may not see;
 * any error of a body that the decision needs.
 */
export function authorizeDocument(
  request: ApiRequest,
  service: Service,
  descriptor: DocumentDescriptor,
  operation: DocumentOperation,
): Promise<DocumentRequest> {
  return decideOn(request, service, descriptor, { operation, hasData: operation !== 'delete' });
}

/**
 * As {@link authorizeDocument}, for state transitions of a document: publishing, discarding a draft,
 * restoring a version. They need the right to update the document (docs/spec/contract.md#draft-writes), but
 * their body, if there is one, is not its data: callbacks get the stored document as `data`, as on delete.
 */
export function authorizeStep(
  request: ApiRequest,
  service: Service,
  descriptor: DocumentDescriptor,
): Promise<DocumentRequest> {
  return decideOn(request, service, descriptor, { operation: 'update', hasData: false });
}

interface Decision {
  readonly operation: DocumentOperation;
  /** Whether the body is data of the document. */
  readonly hasData: boolean;
}

async function decideOn(
  request: ApiRequest,
  service: Service,
  descriptor: DocumentDescriptor,
  { operation, hasData }: Decision,
): Promise<DocumentRequest> {
  const body = readOnce(request);
  if (service.contract.auth === undefined) {
    request.decided();
    return { access: null, body };
  }
  const requester = await request.requester();
  request.decided();
  const access = grantAccess(request, service, requester);
  if (access === null) throw new Error('There is authentication, but nothing that decides on documents.');
  if (operation === 'read') await decideRead(request, descriptor, access);
  else await decideWrite({ request, service, descriptor, operation, hasData, access, body });
  return { access, body };
}

/** A bulk write on a collection that the requester may be allowed to do. */
export interface ManyRequest extends DocumentRequest {
  /**
   * The same rights without cached decisions. A callback is called once for each revision of a document, so
   * several writes of it in one request would share one decision.
   */
  afresh(): DocumentAccess | null;
}

/**
 * Decides access to a bulk request as far as possible without a look at each write: refuses a requester who
 * may do none of them. Each write is decided separately.
 *
 * @throws ServiceError UNAUTHENTICATED, FORBIDDEN.
 */
export async function authorizeMany(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
  operations: readonly WriteOperation[],
): Promise<ManyRequest> {
  const body = readOnce(request);
  if (service.contract.auth === undefined) {
    request.decided();
    return { access: null, body, afresh: () => null };
  }
  const requester = await request.requester();
  request.decided();
  const access = grantAccess(request, service, requester);
  if (access === null) throw new Error('There is authentication, but nothing that decides on documents.');
  const [first = 'update'] = operations;
  if (operations.every((operation) => access.verdict(descriptor, operation) === 'denied')) {
    throw denial(requester, first, nameOf(descriptor));
  }
  const afresh = (): DocumentAccess | null =>
    service.access?.forRequest(requester, () => request.context.req) ?? null;
  return { access, body, afresh };
}

function grantAccess(request: ApiRequest, service: Service, requester: Requester): DocumentAccess | null {
  const access = service.access?.forRequest(requester, () => request.context.req) ?? null;
  if (access !== null) request.grant(access);
  return access;
}

function readOnce(request: ApiRequest): () => Promise<unknown> {
  let body: Promise<unknown> | null = null;
  return () => {
    body ??= request.body();
    return body;
  };
}

async function decideRead(
  request: ApiRequest,
  descriptor: DocumentDescriptor,
  access: DocumentAccess,
): Promise<void> {
  const { allowed } = await access.read(descriptor, addressedId(request, descriptor));
  if (!allowed) throw denial(access.requester, 'read', nameOf(descriptor));
}

/** Returns the id of the addressed document; undefined for lists, and for a text that cannot be an id. */
function addressedId(request: ApiRequest, descriptor: DocumentDescriptor): string | undefined {
  if (descriptor.kind === 'global') return 'global';
  const { id } = request.params;
  return id !== undefined && isDocumentId(id) ? id : undefined;
}

type WriteOperation = Exclude<DocumentOperation, 'read'>;

interface WriteRequest extends DocumentRequest {
  readonly request: ApiRequest;
  readonly service: Service;
  readonly descriptor: DocumentDescriptor;
  readonly operation: WriteOperation;
  readonly hasData: boolean;
  readonly access: DocumentAccess;
}

async function decideWrite(write: WriteRequest): Promise<void> {
  const { descriptor, operation, hasData, access, body } = write;
  const verdict = access.verdict(descriptor, operation);
  if (verdict === 'denied') throw denial(access.requester, operation, nameOf(descriptor));
  if (operation !== 'create') {
    await refuseUnseen({ descriptor, operation, access, id: addressedId(write.request, descriptor) });
  }
  if (hasData && operation !== 'delete' && access.fields.fixesIn(descriptor)) {
    const data = await body();
    if (isJsonObject(data)) await refuseFixed(write, data);
  }
  if (verdict === 'ask') await askCallback(write);
}

/**
 * Restricts updates and deletions to documents that a `read` callback shows. (A list of roles that may write
 * without reading is not restricted.) The decision is cached, so that the transaction does not wait for a
 * callback.
 */
export async function refuseUnseen({
  descriptor,
  operation,
  access,
  id,
}: Pick<WriteRequest, 'descriptor' | 'operation' | 'access'> & {
  readonly id: string | undefined;
}): Promise<void> {
  const { allowed } = await access.read(descriptor, id);
  if (allowed || access.verdict(descriptor, 'read') !== 'ask') return;
  throw denial(access.requester, operation, nameOf(descriptor));
}

/**
 * Refuses changes to fields that must not be changed: at once where possible; where only the stored document
 * shows whether there is a change, after a comparison with it.
 */
async function refuseFixed(write: WriteRequest, data: JsonObject): Promise<void> {
  const { request, descriptor, operation, access } = write;
  const { fields } = descriptor;
  refuseFixedFields(fields, data, operation === 'create' ? 'create' : 'update', access.fields);
  // If the client expects another revision, its values would look like changes: the conflict is reported
  // first.
  const expectsRevision = request.header('if-match') !== undefined || Object.hasOwn(data, '_revision');
  // A draft is compared with the draft view, in its transaction.
  const isDraft = request.header('x-draft') === 'true';
  if (operation !== 'update' || expectsRevision || isDraft) return;
  if (!concernsFixedFields(fields, data, access.fields)) return;
  const document = await findDocument(write, addressed(write));
  if (isUnseenDraft(descriptor, document, access)) throw notFound(nameOf(descriptor), addressed(write));
  withinFieldRights(descriptor, data, { stored: document }, access);
}

function addressed({ request, descriptor }: WriteRequest): string {
  return documentIdOf(request, descriptor);
}

async function askCallback(write: WriteRequest): Promise<void> {
  const { descriptor, operation, hasData, access, body } = write;
  if (operation === 'create') {
    await access.admit(descriptor, operation, dataOf(await body()));
    return;
  }
  const id = addressed(write);
  const document = await findDocument(write, id);
  const data = hasData ? dataOf(await body()) : { data: document };
  await withoutTelling(
    access.admit(descriptor, operation, { id, document, ...data }),
    isUnseenDraft(descriptor, document, access),
    () => notFound(descriptor.slug, id),
  );
}

/** A body that is not an object is refused after the decision. */
function dataOf(body: unknown): { readonly data?: JsonObject } {
  return isJsonObject(body) ? { data: body } : {};
}

function findDocument({ request, service, descriptor }: WriteRequest, id: string): Promise<JsonObject> {
  return documentsOf(service, descriptor).find(id, request.context);
}
