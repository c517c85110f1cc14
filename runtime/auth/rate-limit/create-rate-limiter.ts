import { createHash } from 'node:crypto';
import type { RateLimit } from '../../config/auth-config.js';
import type { RateLimits } from '../../config/auth-options.js';
import { ServiceError } from '../../errors/service-error.js';
import type { Clock } from '../../util/clock.js';
import type { CounterStore } from '../sessions/session-store.js';
import { addressKey } from './address-key.js';
import type { LimitedKind, RateLimiter } from './rate-limiter.js';
import {
  type Counted,
  type RequestWindows,
  windowsInMemory,
  windowsInStore,
  windowsSoonInStore,
} from './request-windows.js';

export interface RateLimiterOptions {
  /** Null: none. */
  readonly limits: RateLimits | null;
  readonly counters: CounterStore;
  readonly clock: Clock;
  /** Whether `api`, which is consulted at every request, is counted by all processes together. Default: each for itself. */
  readonly isShared?: boolean;
}

/** auth.md, section 1: how many mails strangers can have sent to one address. */
const mailsToOneAddress: RateLimit = { max: 3, windowSeconds: 3_600 };

/** Rate limits by address or API key, counted in the session store by all instances together. */
export function createRateLimiter({
  limits,
  counters,
  clock,
  isShared = false,
}: RateLimiterOptions): RateLimiter {
  if (limits === null) return unlimited;
  const limitOf: Readonly<Record<LimitedKind, RateLimit>> = { ...limits, mailAddress: mailsToOneAddress };
  const stored = (kind: LimitedKind): RequestWindows =>
    windowsInStore({ kind, limit: limitOf[kind], counters, clock });
  const windowsOf: Readonly<Record<LimitedKind, RequestWindows>> = {
    api: isShared
      ? windowsSoonInStore({ kind: 'api', limit: limits.api, counters, clock })
      : windowsInMemory(limits.api),
    auth: stored('auth'),
    failedLogins: stored('failedLogins'),
    mail: stored('mail'),
    tokens: stored('tokens'),
    mailAddress: stored('mailAddress'),
  };

  const add = (kind: LimitedKind, key: string): Promise<Counted> =>
    windowsOf[kind].add(countedKey(kind, key));

  return {
    async consume(kind, key) {
      const counted = await add(kind, key);
      if (counted.count > limitOf[kind].max) throw rateLimited(counted);
    },

    async check(kind, key) {
      const counted = await windowsOf[kind].look(countedKey(kind, key));
      if (counted.count >= limitOf[kind].max) throw rateLimited(counted);
    },

    async tryConsume(kind, key) {
      const { count } = await add(kind, key);
      return count <= limitOf[kind].max;
    },
  };
}

const unlimited: RateLimiter = {
  consume: () => undefined,
  check: () => undefined,
  tryConsume: async () => true,
};

/** The store need not know to whom mails went. */
function countedKey(kind: LimitedKind, key: string): string {
  return kind === 'mailAddress' ? createHash('sha256').update(key).digest('hex') : addressKey(key);
}

function rateLimited({ left }: Counted): ServiceError {
  const retryAfter = Math.max(1, Math.ceil(left / 1000));
  return new ServiceError(
    'RATE_LIMITED',
    `Too many requests. Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`,
    { retryAfter },
  );
}
