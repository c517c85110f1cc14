/**
 * What zod's `email` takes, which the email fields of documents use too: ASCII only. Checked before
 * lower-casing, since marks such as the Kelvin sign become ASCII letters by it, and two addresses would be
 * one.
 */
const syntax =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** RFC 5321, section 4.5.3.1.3, without the angle brackets around a path. */
const longest = 254;

/**
 * The form in which an email is stored and compared: trimmed, lower case. Null for what is no email address.
 */
export function parseEmail(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length > longest || !syntax.test(trimmed)) return null;
  return trimmed.toLowerCase();
}
