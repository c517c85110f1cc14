import { denial } from '../access/decide.js';
import type { DocumentAccess } from '../access/document-access.js';
import type { Requester, UserRequester } from '../access/requester.js';
import { decideRoute, type RouteRule } from '../access/rules.js';
import { type DocumentOperation, nameOf } from '../access/scopes.js';
import { isUnseenDraft, withoutTelling } from '../access/unseen-draft.js';
import type { AuthServices } from '../auth/auth-services.js';
import type { DocumentDescriptor } from '../codegen/descriptors.js';
import { notFound } from '../documents/find-stored.js';
import { concernsFixedFields, refuseFixedFields, withinFieldRights } from '../documents/fixed-fields.js';
import { ServiceError } from '../errors/service-error.js';
import { isDocumentId } from '../util/ids.js';
import { isJsonObject, type JsonObject } from '../util/json.js';
import type { ApiRequest, Service } from './api.js';
import { collectionOf, documentIdOf, globalOf } from './handlers/addressed-document.js';

/**
 * Decides on a route of the service itself. Every handler asks here, or `authorizeDocument`, before anything else: the
 * dispatcher sends no answer of a handler that did not. Operations that the handler calls are bound by the requester's rights.
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
 * For routes that anybody may call whatever credential they carry: login, refresh, link tokens. The credential is not looked at, so
 * that an expired session does not keep its owner from logging in.
 */
export function authorizeAnybody(request: ApiRequest): void {
  request.decided();
}

/** The services of authentication, on routes that exist only with it. */
export function authOf(service: Service): AuthServices {
  if (service.auth !== null) return service.auth;
  throw new ServiceError('NOT_FOUND', 'This service has no authentication.');
}

/** A request that may do what it asks for. */
export interface DocumentRequest {
  /** Null where the service has no authentication. */
  readonly access: DocumentAccess | null;
  /** The JSON body, which is read once however often it is asked for. */
  body(): Promise<unknown>;
}

/**
 * Decides on an operation on a collection's or global's documents, before parameters, headers and the body are looked at. Role lists and
 * scopes decide before the document is looked up; callbacks of writes get it, and the body where there is one, so both are read for
 * them.
 *
 * @throws ServiceError UNAUTHENTICATED, FORBIDDEN, NOT_FOUND for a document that the sender may not see; whatever is wrong with a body
 * that a decision needs.
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
 * As {@link authorizeDocument}, for steps in the life of a document: publishing, discarding a draft, restoring a version. They need the right
 * to update the document (contract, section 6), but their body, where they have one, is no data of it: callbacks get the stored
 * document as `data`, as on delete.
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
  /** The body is data of the document. */
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

/** The id of the document that a request is about; undefined for lists, and for what can be no id. */
function addressedId(request: ApiRequest, descriptor: DocumentDescriptor): string | undefined {
  if (descriptor.kind === 'global') return 'global';
  const { id } = request.params;
  return id !== undefined && isDocumentId(id) ? id : undefined;
}

interface WriteRequest extends DocumentRequest {
  readonly request: ApiRequest;
  readonly service: Service;
  readonly descriptor: DocumentDescriptor;
  readonly operation: Exclude<DocumentOperation, 'read'>;
  readonly hasData: boolean;
  readonly access: DocumentAccess;
}

async function decideWrite(write: WriteRequest): Promise<void> {
  const { descriptor, operation, hasData, access, body } = write;
  const verdict = access.verdict(descriptor, operation);
  if (verdict === 'denied') throw denial(access.requester, operation, nameOf(descriptor));
  if (operation !== 'create') await refuseUnseen(write);
  if (hasData && operation !== 'delete' && access.fields.fixesIn(descriptor)) {
    const data = await body();
    if (isJsonObject(data)) await refuseFixed(write, data);
  }
  if (verdict === 'ask') await askCallback(write);
}

/**
 * Changes and deletions stay inside of what a `read` callback shows: one that shows nothing leaves nothing to change. (A list
 * of roles that may write without reading stands as it is.) The decision is remembered, so that the transaction waits for nobody.
 */
async function refuseUnseen({ request, descriptor, operation, access }: WriteRequest): Promise<void> {
  const { allowed } = await access.read(descriptor, addressedId(request, descriptor));
  if (allowed || access.verdict(descriptor, 'read') !== 'ask') return;
  throw denial(access.requester, operation, nameOf(descriptor));
}

/** Fields that must not be changed: what can be refused at once, and what only the stored document tells from no change. */
async function refuseFixed(write: WriteRequest, data: JsonObject): Promise<void> {
  const { request, descriptor, operation, access } = write;
  const { fields } = descriptor;
  refuseFixedFields(fields, data, operation === 'create' ? 'create' : 'update', access.fields);
  // Compared with a document that the client does not know yet, its values would look like changes: first comes the conflict.
  const expectsRevision = request.header('if-match') !== undefined || Object.hasOwn(data, '_revision');
  // A draft is compared with the merged document, in its transaction.
  const isDraft = request.header('x-draft') === 'true';
  if (operation !== 'update' || expectsRevision || isDraft) return;
  if (!concernsFixedFields(fields, data, access.fields)) return;
  const document = await findDocument(write, addressed(write));
  withinFieldRights(descriptor, data, document, access);
}

function addressed({ request, descriptor }: WriteRequest): string {
  return descriptor.kind === 'global' ? 'global' : documentIdOf(request, descriptor);
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

/** A body that is no object is refused after the decision. */
function dataOf(body: unknown): { readonly data?: JsonObject } {
  return isJsonObject(body) ? { data: body } : {};
}

function findDocument({ request, service, descriptor }: WriteRequest, id: string): Promise<JsonObject> {
  return descriptor.kind === 'global'
    ? globalOf(service, descriptor).find(request.context)
    : collectionOf(service, descriptor).find(id, request.context);
}
