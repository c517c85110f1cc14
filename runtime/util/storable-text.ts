/** What keeps a text from being stored as it is. */
export type TextFault = 'nulCharacter' | 'surrogate';

/**
 * Null where a text can be stored. PostgreSQL takes no NUL, and both databases store UTF-8, which has no half
 * of a surrogate pair: they would refuse the text or store another one.
 */
export function faultOfText(text: string): TextFault | null {
  if (text.includes('\0')) return 'nulCharacter';
  return /\p{Surrogate}/u.test(text) ? 'surrogate' : null;
}
