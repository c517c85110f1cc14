import type { RateLimits } from '../../config/auth-options.js';

/** `tries`: writes that were only tried, in a limit of their own as large as that of requests. */
export type LimitedKind = keyof RateLimits | 'mailAddress' | 'tries';

/**
 * Counts requests in fixed windows. `key` is an address (IPv6 by /64), an API key's id, a session's, a
 * user's, or null for requests that are not counted.
 */
export interface RateLimiter {
  /**
   * Counts one, or as many as said. @throws ServiceError RATE_LIMITED with `retryAfter` when the limit is
   * passed.
   */
  consume(kind: LimitedKind, key: string | null, by?: number): Promise<void> | void;
  /**
   * Counts a request to a route of the config that has a limit of its own.
   *
   * @throws ServiceError RATE_LIMITED
   */
  consumeRoute(id: string, key: string | null): Promise<void> | void;
  /** Whether one more would pass, without counting it: failed logins are counted when they have failed. */
  check(kind: LimitedKind, key: string | null): Promise<void> | void;
  /** As `consume`, but returns false instead of throwing: mails to one address are dropped in silence. */
  tryConsume(kind: LimitedKind, key: string | null): Promise<boolean>;
  /** Counts one mail less, which could not be stored. */
  giveBackMail(key: string): Promise<void>;
  /** As `check`, but returns false instead of throwing. */
  hasLeft(kind: LimitedKind, key: string | null): Promise<boolean>;
}
