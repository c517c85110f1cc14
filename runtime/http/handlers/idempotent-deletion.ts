import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { DoneBefore, type Once } from '../../documents/idempotency/once.js';
import { refuseDenied } from '../../documents/write/admit.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import { authorizeDocuments } from '../security/authorize.js';
import { callOf, hashOf, keptBefore, replayed } from './idempotent-call.js';
import { deletedReply } from './reply.js';
import { endOfDeletion } from './trash/permanent.js';

/** A deletion with an `Idempotency-Key`. */
export interface KeyedDeletion {
  readonly descriptor: CollectionDescriptor;
  /** As in the header. */
  readonly key: string;
  /** Admits and does it, with this in its transaction. */
  readonly remove: (once: Once) => Promise<Reply>;
}

/**
 * Deletes a document, or returns the response of the request that has deleted it: it is looked for first,
 * since the document is gone.
 */
export async function deleteOnceOnly(
  request: ApiRequest,
  service: Service,
  { descriptor, key, remove }: KeyedDeletion,
): Promise<Reply> {
  const access = await authorizeDocuments(request, service);
  refuseDenied(descriptor, { operations: ['delete'], access });
  const sent = [request.search, request.header('if-match') ?? null, request.header('x-draft') ?? null];
  const call = callOf(request, { key, route: `DELETE ${request.path}`, fingerprint: hashOf(sent) });
  const end = endOfDeletion(descriptor, request.search);
  const replay = (): Reply => replayed(deletedReply(request.params['id'] ?? '', descriptor.slug, end));
  if ((await keptBefore(service, call)) !== null) return replay();
  try {
    return await remove({ call, rights: null });
  } catch (error) {
    if (error instanceof DoneBefore) return replay();
    throw error;
  }
}
