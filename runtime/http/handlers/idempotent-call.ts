/** When two requests with an `Idempotency-Key` are the same (docs/spec/contract.md#idempotency). */
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FoundResponse, IdempotentCall } from '../../documents/idempotency/idempotency-table.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInputAt, issueAt, ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Reply, Service } from '../api.js';

/** Max characters of a key. */
const maxKeyLength = 255;

/** What a key belongs to, and what was sent with it. */
export interface KeyedRequest {
  /** As in the header. */
  readonly key: string;
  /** The route: keys of other routes are others. */
  readonly route: string;
  /** Of everything that was sent, by {@link hashOf} or a keyed hash. */
  readonly fingerprint: string;
}

/** @throws ServiceError BAD_USER_INPUT for a key that is malformed. */
export function callOf(request: ApiRequest, { key, route, fingerprint }: KeyedRequest): IdempotentCall {
  if (!/^[!-~]+$/.test(key) || key.length > maxKeyLength) {
    throw badInputAt('Idempotency-Key', reason('idempotencyKey.malformed', { max: maxKeyLength }));
  }
  return { id: hashOf([requesterOf(request), route, key]), body: fingerprint };
}

/** Anonymous requesters with other addresses are others, who must not get a response by guessing a key. */
function requesterOf({ context: { access }, origin }: ApiRequest): string {
  if (access === null) return 'open';
  const { requester } = access;
  if (requester.kind === 'user') return `user ${requester.user.id}`;
  return requester.kind === 'apiKey' ? `key ${requester.key.id}` : `address ${origin.countedAs ?? ''}`;
}

export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

/**
 * The response to the same request, which was done before.
 *
 * @throws ServiceError CONFLICT where another body was sent with the key; UNAVAILABLE where the
 * response has expired a moment ago.
 */
export async function findKept(service: Service, call: IdempotentCall): Promise<FoundResponse> {
  const found = await findCommitted(service, call);
  // It has expired since the request was refused.
  if (found === null) {
    throw new ServiceError('UNAVAILABLE', reason('document.tooManyChanges'), { retryAfter: 1 });
  }
  if (found.body !== call.body) {
    const why = reason('idempotencyKey.otherRequest');
    throw new ServiceError('CONFLICT', why, { details: [issueAt('Idempotency-Key', why)] });
  }
  return found;
}

/** Milliseconds between two looks, and how many there are. */
const lookPause = 10;
const maxLooks = 100;

/**
 * Where writes share a commit, a request finds that another one has its key before that one is committed:
 * then its response is there a moment later.
 */
async function findCommitted(service: Service, call: IdempotentCall): Promise<FoundResponse | null> {
  for (let looks = 1; ; looks += 1) {
    const found = await service.operations.findResponse(call);
    if (found !== null || looks >= maxLooks) return found;
    await setTimeout(lookPause);
  }
}

/**
 * The response to the same request, where it is kept: looked for before anything is decided on documents that
 * the request may have deleted.
 *
 * @throws ServiceError CONFLICT where another body was sent with the key.
 */
export async function keptBefore(service: Service, call: IdempotentCall): Promise<FoundResponse | null> {
  const found = await service.operations.findResponse(call);
  return found === null ? null : findKept(service, call);
}

/** Marks a reply as that of an earlier request. */
export function replayed(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, 'Idempotency-Replayed': 'true' } };
}
