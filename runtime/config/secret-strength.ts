/** Whether a secret is hard to guess. */

/**
 * In bytes: the output size of the hash (RFC 7518, section 3.2). A shorter key of HS256 can be found by brute
 * force.
 */
export const minSecretLength = 32;

/** Examples from documentation and tutorials that are long enough, in lower case and without punctuation. */
const samples: ReadonlySet<string> = new Set([
  'astringsecretatleast256bitslong',
  'yoursupersecretjwttokenwithatleast32characterslong',
  'supersecretjwttokenwithatleast32characterslong',
  'my32characterultrasecureandultralongsecret',
  'complexpasswordatleast32characterslong',
  'yoursecretkeyatleast32characterslong',
  'yoursecretkeymustbeatleast32characterslong',
  'yoursecretkeymin32characterslong',
  'thisisasecretvaluewithatleast32characters',
  'atleast32randombytes',
  'atleast32bytesfromtheenvironment',
  '09d25e094faa6ca2556c818166b7a9563b93f7099f6f0f4caa6cf63b88e8d3e7',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'abcdefghijklmnopqrstuvwxyz123456',
  '0123456789abcdefghijklmnopqrstuvwxyz',
]);

/** Placeholders that must be replaced, also with a suffix that makes them long enough. */
const placeholder =
  /^(?:changeme|changethis|replaceme|replacethis|djangoinsecure|insertsecret|yoursecrethere)/;

/** Max length of the piece in the search for repetitions. Random text does not repeat. */
const maxPieceLength = 16;

/** Returns what is wrong with a secret, without showing any part of it; null for a good one. */
export function secretIssue(secret: string): string | null {
  const bytes = Buffer.byteLength(secret);
  if (bytes < minSecretLength) {
    return `has ${bytes} ${bytes === 1 ? 'byte' : 'bytes'}, and ${minSecretLength} is the minimum`;
  }
  if (new Set(secret).size === 1) return 'is one character repeated, which is easy to guess';
  const plain = secret.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (samples.has(plain) || placeholder.test(plain)) return 'is a well-known sample';
  if (isRepetition(secret.toLowerCase())) return 'repeats a few characters, which is easy to guess';
  return null;
}

/** `secretsecretsecret...`: every character equals the one a piece earlier. */
function isRepetition(text: string): boolean {
  for (let piece = 1; piece <= maxPieceLength; piece += 1) {
    if (text.slice(piece) === text.slice(0, -piece)) return true;
  }
  return false;
}

/** How to create a good secret. */
export const secretAdvice =
  "make one with: node -p \"require('node:crypto').randomBytes(32).toString('base64url')\"";
