/**
 * The form of dates in documents: `YYYY-MM-DD`, and timestamps in UTC with milliseconds. Both sort as text.
 */

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const timestampPattern =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const storedTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Whether a text is a calendar day in the form `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const match = datePattern.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= (daysOfMonth[month - 1] ?? 0) + (leap ? 1 : 0);
}

/**
 * A timestamp with its zone as UTC with milliseconds: `2026-01-01T01:00:00+01:00` is
 * `2026-01-01T00:00:00.000Z`. Finer fractions are cut off. Null where the text is no timestamp, or is outside
 * the years 0000 to 9999: only those sort as text.
 */
export function toTimestamp(text: string): string | null {
  const match = timestampPattern.exec(text);
  if (match?.[1] === undefined || !isDate(match[1])) return null;
  const stored = new Date(text.replace(/(\.\d{3})\d+/, '$1')).toISOString();
  return storedTimestamp.test(stored) ? stored : null;
}

/** As {@link toTimestamp}, but a day means its beginning in UTC. */
export function dayOrTimestamp(text: string): string | null {
  return toTimestamp(text) ?? (isDate(text) ? `${text}T00:00:00.000Z` : null);
}
