import { randomBytes } from 'node:crypto';

/** What a hash costs. */
export interface Argon2Parameters {
  readonly memoryKiB: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
export const argon2Defaults: Argon2Parameters = Object.freeze({
  memoryKiB: 19_456,
  timeCost: 2,
  parallelism: 1,
});

export const saltBytes = 16;
export const hashBytes = 32;
const version = 19;

/**
 * The most that a stored hash may ask for, well above what was ever recommended (OWASP: 46 MiB; RFC 9106: 64
 * MiB with three passes, four lanes): who can write a hash into the database must not be able to take the
 * server's memory by a login.
 */
const maxMemoryKiB = 131_072;
const maxTimeCost = 10;
const maxParallelism = 4;

const phcPattern =
  /^\$argon2id\$v=(\d{1,2})\$m=(\d{1,10}),(?:t=(\d{1,10}),p=(\d{1,8})|p=(\d{1,8}),t=(\d{1,10}))\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/;

/** A stored hash that is safe to verify. */
export interface Argon2Hash {
  /** Made with these parameters, and with the lengths and the version of today. */
  isLike(parameters: Argon2Parameters): boolean;
}

/** Reads a hash in PHC form; null for one that is no argon2id hash, or asks for too much. */
export function readArgon2Hash(text: string): Argon2Hash | null {
  const found = phcPattern.exec(text);
  if (found === null) return null;
  const [, v, m, t1, p1, p2, t2, salt = '', hash = ''] = found;
  const memoryKiB = Number(m);
  const timeCost = Number(t1 ?? t2);
  const parallelism = Number(p1 ?? p2);
  if (memoryKiB > maxMemoryKiB || timeCost > maxTimeCost || parallelism > maxParallelism) return null;
  // RFC 9106, section 3.1: less than that is no argon2 hash.
  if (timeCost < 1 || parallelism < 1 || memoryKiB < 8 * parallelism) return null;
  return {
    isLike: (wanted) =>
      Number(v) === version &&
      memoryKiB === wanted.memoryKiB &&
      timeCost === wanted.timeCost &&
      parallelism === wanted.parallelism &&
      byteLength(salt) === saltBytes &&
      byteLength(hash) === hashBytes,
  };
}

/** In PHC form, with the parameters in the order that every implementation reads. */
export function writeArgon2Hash(parameters: Argon2Parameters, salt: Buffer, hash: Buffer): string {
  const { memoryKiB, timeCost, parallelism } = parameters;
  return `$argon2id$v=${version}$m=${memoryKiB},t=${timeCost},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

/**
 * A hash of random bytes, for users that do not exist: verifying it takes as long as verifying a real one.
 */
export function dummyArgon2Hash(parameters: Argon2Parameters): string {
  return writeArgon2Hash(parameters, randomBytes(saltBytes), randomBytes(hashBytes));
}

/** Without padding, as PHC wants it. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/** Of base64 without padding. */
function byteLength(text: string): number {
  return Math.floor((text.length * 3) / 4);
}
