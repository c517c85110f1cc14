import { randomBytes } from 'node:crypto';
import type { PasswordPolicy } from '../../config/auth-options.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInput, issueAt } from '../../errors/service-error.js';
import {
  type Argon2Parameters,
  argon2Defaults,
  dummyArgon2Hash,
  hashBytes,
  readArgon2Hash,
  saltBytes,
  writeArgon2Hash,
} from './argon2-hash.js';
import { ownLine } from './hash-line.js';
import { createHashSemaphore, type HashSemaphoreOptions } from './hash-semaphore.js';
import { failedRules, isTooLong } from './password-rules.js';
import type { Passwords } from './passwords.js';

export interface PasswordsOptions {
  readonly policy: PasswordPolicy;
  /** For tests, which hash often. Default: what OWASP recommends. */
  readonly hashing?: Argon2Parameters;
  /** Hashes at once. Default: see {@link createHashSemaphore}. */
  readonly concurrency?: number;
}

/** Passwords: the policy, and argon2id behind a semaphore. Nothing here runs for long on the event loop. */
export function createPasswords({
  policy,
  hashing = argon2Defaults,
  concurrency,
}: PasswordsOptions): Passwords {
  const limits: HashSemaphoreOptions = concurrency === undefined ? {} : { concurrency };
  const semaphore = createHashSemaphore(limits);
  const dummy = dummyArgon2Hash(hashing);

  return {
    check(password, path, email) {
      return failedRules(password, policy, email).map((rule) => issueAt(path, rule));
    },

    async hash(password, line = ownLine) {
      if (isTooLong(password)) throw badInput(reason('password.tooLong'));
      const { argon2id, hash } = await import('argon2');
      const salt = randomBytes(saltBytes);
      const work = (): Promise<Buffer> =>
        hash(password.normalize('NFC'), {
          type: argon2id,
          memoryCost: hashing.memoryKiB,
          timeCost: hashing.timeCost,
          parallelism: hashing.parallelism,
          hashLength: hashBytes,
          salt,
          raw: true,
        });
      const bytes = await semaphore.pass(work, line);
      return writeArgon2Hash(hashing, salt, bytes);
    },

    async verify(stored, password, line = ownLine) {
      // No password was ever stored that is longer, so that this tells nothing about the user.
      if (isTooLong(password)) return { matches: false, rehash: false };
      const known = stored === null ? null : readArgon2Hash(stored);
      const { verify } = await import('argon2');
      const digest = stored === null || known === null ? dummy : stored;
      const isSame = await semaphore.pass(() => verify(digest, password.normalize('NFC')), line);
      const matches = known !== null && isSame;
      return { matches, rehash: matches && !known.isLike(hashing) };
    },
  };
}
