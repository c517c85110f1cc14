/**
 * Creations with an `Idempotency-Key` (docs/spec/contract.md#idempotency): a request that is sent again gets
 * the response of the first, and creates nothing.
 */
import { createHash } from 'node:crypto';
import type { DocumentAccess } from '../../access/document-access.js';
import { withoutHidden } from '../../access/hidden-plan.js';
import { rightsKey } from '../../access/rights-key.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { StoredDocument } from '../../documents/document-model.js';
import type { FoundResponse, IdempotentCall } from '../../documents/idempotency/idempotency-table.js';
import { createOnce, DoneBefore } from '../../documents/idempotency/once.js';
import type { DocumentResult } from '../../documents/operation.js';
import { headOf } from '../../documents/read/head-of.js';
import type { CreateIntent } from '../../documents/write/intent.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInputAt, ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import { collectionOf } from './addressed-document.js';
import { createdReply } from './reply.js';

/** Max characters of a key. */
const maxKeyLength = 255;

/** A creation of an admitted request. */
export interface KeyedCreation {
  readonly descriptor: CollectionDescriptor;
  readonly intent: CreateIntent;
  /** As in the header. */
  readonly key: string;
}

/** Creates a document, or returns the response of the request that has created it. */
export async function createOnceOnly(
  request: ApiRequest,
  service: Service,
  creation: KeyedCreation,
): Promise<Reply> {
  const { descriptor, intent } = creation;
  const { access } = request.context;
  const call = callOf(request, creation);
  const rights = access === null ? null : rightsKey(access.requester);
  const once = createOnce({ call, clock: service.operations.clock, rights });
  try {
    const document = await collectionOf(service, descriptor).write({ ...intent, once }, request.context);
    return createdReply(document, descriptor.slug, request);
  } catch (error) {
    if (!(error instanceof DoneBefore)) throw error;
    return repeated(request, service, { creation, call });
  }
}

function callOf(request: ApiRequest, { descriptor, intent, key }: KeyedCreation): IdempotentCall {
  if (!/^[!-~]+$/.test(key) || key.length > maxKeyLength) {
    throw badInputAt('Idempotency-Key', reason('idempotencyKey.malformed', { max: maxKeyLength }));
  }
  return {
    id: hashOf([requesterOf(request), descriptor.slug, key]),
    body: hashOf([intent.isDraft, intent.data]),
  };
}

/** Anonymous requesters with other addresses are others, who must not get a response by guessing a key. */
function requesterOf({ context: { access }, origin }: ApiRequest): string {
  if (access === null) return 'open';
  const { requester } = access;
  if (requester.kind === 'user') return `user ${requester.user.id}`;
  return requester.kind === 'apiKey' ? `key ${requester.key.id}` : `address ${origin.countedAs ?? ''}`;
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

interface KeyedCall {
  readonly creation: KeyedCreation;
  readonly call: IdempotentCall;
}

/** The reply to a request that was done before. */
async function repeated(
  request: ApiRequest,
  service: Service,
  { creation, call }: KeyedCall,
): Promise<Reply> {
  const found = await service.operations.findResponse(call);
  // It has expired since the creation was refused.
  if (found === null)
    throw new ServiceError('UNAVAILABLE', reason('document.tooManyChanges'), { retryAfter: 1 });
  if (found.body !== call.body) {
    throw badInputAt('Idempotency-Key', reason('idempotencyKey.otherRequest'));
  }
  const document = await visibleNow(request, service, { creation, found });
  const reply = createdReply(document, creation.descriptor.slug, request);
  return { ...reply, headers: { ...reply.headers, 'Idempotent-Replayed': 'true' } };
}

interface KeptCreation {
  readonly creation: KeyedCreation;
  readonly found: FoundResponse;
}

/**
 * The kept response as far as the requester may see it now: rights may have changed since. Of a document that
 * they may no longer read, only that it was created.
 */
async function visibleNow(
  request: ApiRequest,
  service: Service,
  kept: KeptCreation,
): Promise<DocumentResult> {
  const { document: id, revision, response } = kept.found;
  const { access } = request.context;
  if (access === null) return { id, revision, json: response };
  const stored = JSON.parse(response) as StoredDocument;
  if (!(await mayStillRead(request, service, { ...kept, access }))) return headOf(stored);
  const hidden = access.fields.hiddenIn(kept.creation.descriptor);
  return hidden === null
    ? { id, revision, json: response }
    : shown({ id, revision }, withoutHidden(stored, hidden));
}

function shown(head: Omit<DocumentResult, 'json'>, document: StoredDocument): DocumentResult {
  return { ...head, json: JSON.stringify(document) };
}

async function mayStillRead(
  { context }: ApiRequest,
  service: Service,
  { creation: { descriptor, intent }, found, access }: KeptCreation & { readonly access: DocumentAccess },
): Promise<boolean> {
  const isSame = found.rights === rightsKey(access.requester);
  // Who never could read the document got what they had sent, and gets no more now.
  if (isSame && access.verdict(descriptor, 'read') === 'denied') return true;
  const { allowed, where } = await access.read(descriptor, found.document);
  if (!allowed) return false;
  if (isSame && where === null) return true;
  try {
    const shape = { depth: 0, select: null, draft: intent.isDraft ? true : null };
    await collectionOf(service, descriptor).read(found.document, { document: descriptor, shape }, context);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}
