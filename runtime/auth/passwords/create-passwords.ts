import { randomBytes } from 'node:crypto';
import type { PasswordPolicy } from '../../config/auth-options.js';
import { badInput } from '../../errors/service-error.js';
import {
  type Argon2Parameters,
  argon2Defaults,
  dummyArgon2Hash,
  hashBytes,
  readArgon2Hash,
  saltBytes,
  writeArgon2Hash,
} from './argon2-hash.js';
import { createHashGate, type HashGateOptions } from './hash-gate.js';
import { failedRules, isTooLong } from './password-rules.js';
import type { Passwords } from './passwords.js';

export interface PasswordsOptions {
  readonly policy: PasswordPolicy;
  /** For tests, which hash often. Default: what OWASP recommends. */
  readonly hashing?: Argon2Parameters;
  /** Hashes at once. Default: see {@link createHashGate}. */
  readonly concurrency?: number;
}

/** Passwords: the policy, and argon2id behind a gate. Nothing here runs for long on the event loop. */
export function createPasswords({
  policy,
  hashing = argon2Defaults,
  concurrency,
}: PasswordsOptions): Passwords {
  const limits: HashGateOptions = concurrency === undefined ? {} : { concurrency };
  const gate = createHashGate(limits);
  const dummy = dummyArgon2Hash(hashing);

  return {
    check(password, path, email) {
      return failedRules(password, policy, email).map((message) => ({ path, message }));
    },

    async hash(password) {
      if (isTooLong(password)) throw badInput('The password is too long.');
      const { argon2id, hash } = await import('argon2');
      const salt = randomBytes(saltBytes);
      const bytes = await gate.pass(() =>
        hash(password.normalize('NFC'), {
          type: argon2id,
          memoryCost: hashing.memoryKiB,
          timeCost: hashing.timeCost,
          parallelism: hashing.parallelism,
          hashLength: hashBytes,
          salt,
          raw: true,
        }),
      );
      return writeArgon2Hash(hashing, salt, bytes);
    },

    async verify(stored, password) {
      // No password was ever stored that is longer, so that this tells nothing about the user.
      if (isTooLong(password)) return { matches: false, rehash: false };
      const known = stored === null ? null : readArgon2Hash(stored);
      const { verify } = await import('argon2');
      const digest = stored === null || known === null ? dummy : stored;
      const isSame = await gate.pass(() => verify(digest, password.normalize('NFC')));
      const matches = known !== null && isSame;
      return { matches, rehash: matches && !known.isLike(hashing) };
    },
  };
}
