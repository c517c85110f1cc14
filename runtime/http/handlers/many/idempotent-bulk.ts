import { DoneBefore, type Once } from '../../../documents/idempotency/once.js';
import { reason } from '../../../errors/reasons/reason.js';
import { badInputAt } from '../../../errors/service-error.js';
import type { ApiRequest, Reply, Service } from '../../api.js';
import { callOf, findKept, hashOf, keptBefore, replayed } from '../idempotent-call.js';

/** A bulk request of an admitted requester, with an `Idempotency-Key`. */
export interface KeyedBulk {
  /** The route: keys of other routes are others. */
  readonly route: string;
  /** As in the header. */
  readonly key: string;
  /** What was sent, `X-Draft` included. */
  readonly sent: readonly unknown[];
  readonly atomic: boolean;
  readonly dryRun: boolean;
}

/**
 * Runs operations once, however often they are sent (docs/spec/contract.md#idempotency). Without `atomic`
 * each has a transaction of its own: no key can tell which of them were done.
 *
 * @param run - runs the operations; a dry run writes nothing, so it gets null.
 */
export async function bulkOnceOnly(
  request: ApiRequest,
  service: Service,
  { route, key, sent, atomic, dryRun }: KeyedBulk,
  run: (once: Once | null) => Promise<Reply>,
): Promise<Reply> {
  const call = callOf(request, { key, route, fingerprint: hashOf(sent) });
  if (!atomic) throw badInputAt('Idempotency-Key', reason('idempotencyKey.notAtomic'));
  if (dryRun) return run(null);
  // The first request may have changed what the filter matches.
  const before = await keptBefore(service, call);
  if (before !== null) return replayed({ status: 200, body: before.response });
  try {
    return await run({ call, rights: null });
  } catch (error) {
    if (!(error instanceof DoneBefore)) throw error;
    // It has ids and revisions, which the requester got before; no fields.
    const { response } = await findKept(service, call);
    return replayed({ status: 200, body: response });
  }
}
