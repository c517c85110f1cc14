import type { RateLimits } from '../../config/auth-options.js';

export type LimitedKind = keyof RateLimits | 'mailAddress';

/** Counts requests in fixed windows. `key` is an address (IPv6 by /64) or an API key's id. */
export interface RateLimiter {
  /** Counts one. @throws ServiceError RATE_LIMITED with `retryAfter` when the limit is reached. */
  consume(kind: LimitedKind, key: string): Promise<void> | void;
  /** Whether one more would pass, without counting it: failed logins are counted when they have failed. */
  check(kind: LimitedKind, key: string): Promise<void> | void;
  /** As `consume`, but answers false instead of throwing: mails to one address are dropped in silence. */
  tryConsume(kind: LimitedKind, key: string): Promise<boolean>;
}
