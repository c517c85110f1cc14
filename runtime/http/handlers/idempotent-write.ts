/**
 * Writes of one document with an `Idempotency-Key` (docs/spec/contract.md#idempotency): a request that is
 * sent again gets the response of the first, and writes nothing.
 */
import type { Once } from '../../documents/idempotency/once.js';
import type { DocumentResult } from '../../documents/operation.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import type { DoneWrite, KeyedWrite } from './keyed-write.js';

/**
 * Does a write, or returns the response of the request that has done it.
 *
 * @param write - does it with `once` in its transaction; null without a key.
 * @param reply - makes the response, of a replay as well.
 */
export async function onceOnly(
  request: ApiRequest,
  service: Service,
  keyed: KeyedWrite,
  write: (once: Once | null) => Promise<DoneWrite>,
  reply: (document: DocumentResult, status: 200 | 201) => Reply,
): Promise<Reply> {
  const key = request.header('idempotency-key');
  if (key === undefined) {
    const { document, status } = await write(null);
    return reply(document, status);
  }
  const { writeOnceOnly } = await import('./idempotent-creation.js');
  return writeOnceOnly(request, service, { ...keyed, key, write, reply });
}
