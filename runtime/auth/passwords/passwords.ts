import type { ErrorDetail } from '../../errors/service-error.js';

/** Checks, hashes and verifies passwords. All of them normalise to NFC first. */
export interface Passwords {
  /** Every rule that the password fails, as details with the path `path`; empty when it is good. */
  check(password: string, path: string, email: string | null): readonly ErrorDetail[];
  /** Argon2id in PHC form. @throws ServiceError UNAVAILABLE when too many wait for the hash gate. */
  hash(password: string): Promise<string>;
  /**
   * A null hash costs the same time and answers false: unknown users must not be told by the clock.
   * `rehash` asks for a new hash, since its parameters have changed.
   */
  verify(
    hash: string | null,
    password: string,
  ): Promise<{ readonly matches: boolean; readonly rehash: boolean }>;
}
