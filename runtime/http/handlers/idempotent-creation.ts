/**
 * Creations with an `Idempotency-Key` (docs/spec/contract.md#idempotency): a request that is sent again gets
 * the response of the first, and creates nothing.
 */
import type { DocumentAccess } from '../../access/document-access.js';
import { withoutHidden } from '../../access/hidden-plan.js';
import { rightsKey } from '../../access/rights-key.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { StoredDocument } from '../../documents/document-model.js';
import type { FoundResponse } from '../../documents/idempotency/idempotency-table.js';
import { createOnce, DoneBefore, type Once } from '../../documents/idempotency/once.js';
import type { DocumentResult } from '../../documents/operation.js';
import { headOf } from '../../documents/read/head-of.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import { collectionOf } from './addressed-document.js';
import { callOf, findKept, replayed } from './idempotent-call.js';
import { createdReply } from './reply.js';

/** A creation of an admitted request. */
export interface KeyedCreation {
  readonly descriptor: CollectionDescriptor;
  readonly isDraft: boolean;
  /** As in the header. */
  readonly key: string;
  /** Of what was sent, `X-Draft` included. */
  readonly fingerprint: string;
  /** Creates the document, with this in its transaction. */
  readonly write: (once: Once) => Promise<DocumentResult>;
}

/** Creates a document, or returns the response of the request that has created it. */
export async function createOnceOnly(
  request: ApiRequest,
  service: Service,
  creation: KeyedCreation,
): Promise<Reply> {
  const { descriptor, key, fingerprint } = creation;
  const { access } = request.context;
  const call = callOf(request, { key, route: descriptor.slug, fingerprint });
  const rights = access === null ? null : rightsKey(access.requester);
  const once = createOnce({ call, clock: service.operations.clock, rights });
  try {
    return createdReply(await creation.write(once), descriptor.slug, request);
  } catch (error) {
    if (!(error instanceof DoneBefore)) throw error;
    const found = await findKept(service, call);
    const document = await visibleNow(request, service, { creation, found });
    return replayed(createdReply(document, descriptor.slug, request));
  }
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
  { creation: { descriptor, isDraft }, found, access }: KeptCreation & { readonly access: DocumentAccess },
): Promise<boolean> {
  const isSame = found.rights === rightsKey(access.requester);
  // Who never could read the document got what they had sent, and gets no more now.
  if (isSame && access.verdict(descriptor, 'read') === 'denied') return true;
  const { allowed, where } = await access.read(descriptor, found.document);
  if (!allowed) return false;
  if (isSame && where === null) return true;
  try {
    const shape = { depth: 0, select: null, draft: isDraft ? true : null };
    await collectionOf(service, descriptor).read(found.document, { document: descriptor, shape }, context);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}
