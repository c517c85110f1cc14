/** How well a secret is kept from being guessed. */

/** As many as the hash has (RFC 7518, section 3.2): a shorter key of HS256 can be searched for. */
export const shortestSecret = 32;

/** Samples of documentation and tutorials that are long enough, without marks and in lower case. */
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

/** Words that a person is asked to replace, and what somebody put behind them to make them long enough. */
const placeholder =
  /^(?:changeme|changethis|replaceme|replacethis|djangoinsecure|insertsecret|yoursecrethere)/;

/** Longest piece that a repetition is looked for with: random text repeats nothing. */
const longestPiece = 16;

/** What is wrong with a secret, without showing any of it; null for a good one. */
export function secretFault(secret: string): string | null {
  const bytes = Buffer.byteLength(secret);
  if (bytes < shortestSecret) {
    return `has ${bytes} ${bytes === 1 ? 'byte' : 'bytes'}, and ${shortestSecret} are the least`;
  }
  if (new Set(secret).size === 1) return 'is one character repeated, which anybody can guess';
  const plain = secret.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (samples.has(plain) || placeholder.test(plain)) return 'is a sample that everybody knows';
  if (isRepetition(secret.toLowerCase())) return 'repeats a few characters, which anybody can guess';
  return null;
}

/** `secretsecretsecret...`: every character is the one a piece before. */
function isRepetition(text: string): boolean {
  for (let piece = 1; piece <= longestPiece; piece += 1) {
    if (text.slice(piece) === text.slice(0, -piece)) return true;
  }
  return false;
}

/** How a good secret is made. */
export const secretAdvice =
  "make one with: node -p \"require('node:crypto').randomBytes(32).toString('base64url')\"";
