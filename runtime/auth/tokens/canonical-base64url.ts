/**
 * The bytes of a base64url text in its one canonical form, or null. Decoders also take padding, white space,
 * the other alphabet and stray bits in the last letter (RFC 4648, section 3.5): such a text would be a second
 * spelling of the same credential.
 */
export function decodeBase64url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
}
