import { createHash } from 'node:crypto';
import type { RateLimit } from '../../config/auth-config.js';
import type { RateLimits } from '../../config/auth-options.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import { addressKey } from '../../util/address-key.js';
import type { Clock } from '../../util/clock.js';
import type { CounterStore } from '../sessions/session-store.js';
import type { LimitedKind, RateLimiter } from './rate-limiter.js';
import {
  type Counted,
  type RequestWindows,
  type ReturnableWindows,
  windowsByPortions,
  windowsInStore,
} from './request-windows.js';

export interface RateLimiterOptions {
  /** Null: none. */
  readonly limits: RateLimits | null;
  /** Of routes of the config, by id. Default: none has one. */
  readonly routeLimits?: Readonly<Record<string, RateLimit>>;
  readonly counters: CounterStore;
  readonly clock: Clock;
}

/**
 * docs/spec/auth.md#mails-to-one-address: how many mails of one purpose strangers can have sent to one
 * address.
 */
const mailsToOneAddress: RateLimit = { max: 3, windowSeconds: 3_600 };

/** Rate limits by address or API key, counted in the session store by all instances together. */
export function createRateLimiter({
  limits,
  routeLimits = {},
  counters,
  clock,
}: RateLimiterOptions): RateLimiter {
  if (limits === null) return unlimited;
  const limitOf: Readonly<Record<LimitedKind, RateLimit>> = {
    ...limits,
    mailAddress: mailsToOneAddress,
    tries: limits.api,
  };
  const stored = (kind: LimitedKind): ReturnableWindows =>
    windowsInStore({ kind, limit: limitOf[kind], counters, clock });
  const mailAddresses = stored('mailAddress');
  const windowsOf: Readonly<Record<LimitedKind, RequestWindows>> = {
    // It is consulted at every request.
    api: windowsByPortions({ kind: 'api', limit: limits.api, counters, clock }),
    auth: stored('auth'),
    failedLogins: stored('failedLogins'),
    mail: stored('mail'),
    tokens: stored('tokens'),
    mailAddress: mailAddresses,
    tries: stored('tries'),
  };

  const windowsOfRoutes = new Map(
    Object.entries(routeLimits).map(([id, limit]) => [
      id,
      { limit, windows: windowsInStore({ kind: `route:${id}`, limit, counters, clock }) },
    ]),
  );

  const add = (kind: LimitedKind, key: string, by?: number): Promise<Counted> =>
    windowsOf[kind].add(countedKey(kind, key), by);
  const look = (kind: LimitedKind, key: string): Promise<Counted> =>
    windowsOf[kind].look(countedKey(kind, key));

  async function refuseOver(kind: LimitedKind, key: string, by?: number): Promise<void> {
    const counted = await add(kind, key, by);
    if (counted.count > limitOf[kind].max) throw rateLimited(counted);
  }

  return {
    consume(kind, key, by) {
      return key === null ? undefined : refuseOver(kind, key, by);
    },

    async consumeRoute(id, key) {
      const own = windowsOfRoutes.get(id);
      if (own === undefined || key === null) return;
      const counted = await own.windows.add(addressKey(key));
      if (counted.count > own.limit.max) throw rateLimited(counted);
    },

    async check(kind, key) {
      if (key === null) return;
      const counted = await look(kind, key);
      if (counted.count >= limitOf[kind].max) throw rateLimited(counted);
    },

    async tryConsume(kind, key) {
      return key === null || (await add(kind, key)).count <= limitOf[kind].max;
    },

    giveBackMail: (key) => mailAddresses.takeBack(countedKey('mailAddress', key)),

    async hasLeft(kind, key) {
      return key === null || (await look(kind, key)).count < limitOf[kind].max;
    },
  };
}

const unlimited: RateLimiter = {
  consume: () => undefined,
  consumeRoute: () => undefined,
  check: () => undefined,
  tryConsume: async () => true,
  giveBackMail: async () => undefined,
  hasLeft: async () => true,
};

/** The store need not know to whom mails went. */
function countedKey(kind: LimitedKind, key: string): string {
  return kind === 'mailAddress' ? createHash('sha256').update(key).digest('hex') : addressKey(key);
}

function rateLimited({ left }: Counted): ServiceError {
  const retryAfter = Math.max(1, Math.ceil(left / 1000));
  return new ServiceError('RATE_LIMITED', reason('rateLimit.exceeded', { seconds: retryAfter }), {
    retryAfter,
  });
}
