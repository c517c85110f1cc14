let last = { milliseconds: Number.NaN, text: '' };

/**
 * The text of a time, as `Date.prototype.toISOString` writes it. Writes of one millisecond share it: the text
 * is a hundredth of their processor time.
 *
 * @param milliseconds Since 1970, whole.
 */
export function isoTime(milliseconds: number): string {
  if (milliseconds !== last.milliseconds) {
    last = { milliseconds, text: new Date(milliseconds).toISOString() };
  }
  return last.text;
}
