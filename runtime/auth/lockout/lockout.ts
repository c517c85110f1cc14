/** How an attempt ended. */
export type Attempted<T> =
  | { readonly succeeded: true; readonly value: T }
  | {
      readonly succeeded: false;
      readonly value: T;
      /** Notes the failure; `locks` where it locks the account. */
      readonly note: (locks: boolean) => Promise<void>;
    };

/**
 * The lock of accounts after failed logins in a row (docs/spec/auth.md#lockout), by HMAC of the email,
 * whether or not a user has it.
 */
export interface Lockout {
  /**
   * Runs one attempt; attempts on one account run one after the other, and a place is reserved before
   * `attempt` hashes. An attempt that throws, or whose failure cannot be noted, does not count.
   *
   * @returns The value of the attempt.
   * @throws ServiceError ACCOUNT_LOCKED with `retryAfter`, without running `attempt`, while the account is
   * locked.
   */
  guard<T>(email: string, attempt: () => Promise<Attempted<T>>, device?: string | null): Promise<T>;
  /**
   * When the lock of an account ends, in milliseconds since 1970; null while it is not locked. A known device
   * has failures of its own.
   */
  lockedUntil(email: string): Promise<number | null>;
  /** Ends a lock and forgets the failures. */
  unlock(email: string): Promise<void>;
}
