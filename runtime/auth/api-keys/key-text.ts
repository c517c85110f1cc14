/** The text of API keys: `svc_sec_`, 43 base62 characters (256 bits), 6 characters of checksum. */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const marker = 'svc_sec_';
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** log62(2^256), rounded up. */
const secretLength = 43;
/** log62(2^32), rounded up. */
const checksumLength = 6;
const form = new RegExp(`^${marker}[0-9A-Za-z]{${secretLength + checksumLength}}$`);
/** The largest multiple of 62 that a byte can hold: larger ones would make the first digits likelier. */
const unbiased = 248;

/** A new key. */
export function makeKey(): string {
  let secret = '';
  while (secret.length < secretLength) {
    for (const byte of randomBytes(secretLength)) {
      if (byte < unbiased && secret.length < secretLength) secret += digits[byte % 62];
    }
  }
  return `${marker}${secret}${checksum(secret)}`;
}

/**
 * Whether a text has the form and the checksum of a key. The checksum keeps no secret: it tells typing
 * errors, and lets scanners of repositories recognise a key, without a look into the database.
 */
export function isKey(text: string): boolean {
  if (!form.test(text)) return false;
  const secret = text.slice(marker.length, marker.length + secretLength);
  return text.slice(marker.length + secretLength) === checksum(secret);
}

/**
 * What is kept of a key. A plain hash suffices, since no list of guesses holds 256 random bits (OWASP ASVS 5,
 * 11.4.1).
 */
export function keyHash(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** The first 12 characters, by which people recognise a key. */
export function keyPrefix(key: string): string {
  return key.slice(0, 12);
}

function checksum(secret: string): string {
  let rest = crc32(secret);
  let text = '';
  for (let place = 0; place < checksumLength; place += 1) {
    text = `${digits[rest % 62]}${text}`;
    rest = Math.floor(rest / 62);
  }
  return text;
}
