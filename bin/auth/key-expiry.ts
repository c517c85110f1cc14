import { UsageError } from '../command-error.js';

const day = 86_400_000;

/** docs/spec/auth.md#further-endpoints: a key is valid for a year by default. */
const defaultDays = 365;

/**
 * When a key expires: a date (its last moment, UTC), a timestamp, a number of days such as `30d`, or `never`.
 * Milliseconds since 1970; null for never.
 *
 * @throws UsageError
 */
export function keyExpiry(option: string | undefined, now: number): number | null {
  if (option === undefined) return now + defaultDays * day;
  if (option === 'never') return null;
  const days = /^([1-9]\d{0,4})d$/.exec(option)?.[1];
  if (days !== undefined) return now + Number(days) * day;
  const time = timeOf(option);
  if (time === null) {
    throw new UsageError(
      `--expires takes a date such as 2027-11-21, days such as 30d, or never; not ${JSON.stringify(option)}`,
    );
  }
  if (time <= now) throw new UsageError(`--expires ${option} is in the past`);
  return time;
}

function timeOf(text: string): number | null {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  if (!isDate && !/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(text)) return null;
  const time = Date.parse(isDate ? `${text}T23:59:59.999Z` : text);
  return Number.isNaN(time) ? null : time;
}
