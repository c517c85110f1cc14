import type { Issue } from '../../errors/service-error.js';
import type { HashLine } from './hash-line.js';

/** Checks, hashes and verifies passwords. All of them normalise to NFC first. */
export interface Passwords {
  /** Every rule that the password fails, as details with the path `path`; empty when it is good. */
  check(password: string, path: string, email: string | null): readonly Issue[];
  /**
   * Argon2id in PHC form.
   *
   * @param line - where to wait for the hash. Default: with what the service hashes for itself.
   * @throws ServiceError UNAVAILABLE when too many wait for a hash.
   */
  hash(password: string, line?: HashLine): Promise<string>;
  /**
   * A null hash takes the same time and returns false: timing must not reveal unknown users. `rehash` asks
   * for a new hash, since its parameters have changed.
   */
  verify(
    hash: string | null,
    password: string,
    line?: HashLine,
  ): Promise<{ readonly matches: boolean; readonly rehash: boolean }>;
}
