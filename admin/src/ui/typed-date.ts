/** A date or time as people of a language write it: the order of day and month, and what separates them. */

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

const parts: ReadonlySet<string> = new Set(['year', 'month', 'day', 'hour', 'minute', 'second']);

/** @param shape - `day`: without a time. `seconds`: of a time whose seconds are not 0. */
function formatOf(language: string, shape: 'day' | 'minutes' | 'seconds'): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' },
    ...(shape !== 'day' && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    ...(shape === 'seconds' && { second: '2-digit' }),
  });
}

/** Returns the text of `2026-11-21` or `2026-11-21T18:00`, in a 24-hour clock. */
export function typedText(language: string, local: string): string {
  if (local === '') return '';
  const [day = '', time = ''] = local.split('T');
  const shape = time === '' ? 'day' : time.length > 5 ? 'seconds' : 'minutes';
  const date = new Date(`${day}T${time === '' ? '00:00' : time}Z`);
  return Number.isNaN(date.getTime()) ? '' : formatOf(language, shape).format(date);
}

/** Returns an example of what is typed: `31/12/2026, 18:30`. */
export function exampleText(language: string, hasTime: boolean): string {
  return typedText(language, hasTime ? '2026-12-31T18:30' : '2026-12-31');
}

/**
 * Returns a typed text as `2026-11-21` or `2026-11-21T18:00`; null if it is no date. It is in the order of
 * the language, with any separators, or begins with the year. A missing time is midnight.
 */
export function localOfText(language: string, text: string, hasTime: boolean): string | null {
  const numbers = text.match(/\d+/g) ?? [];
  const order: readonly Part[] = /^\s*\d{4}\D/.test(text)
    ? ['year', 'month', 'day', 'hour', 'minute', 'second']
    : formatOf(language, 'seconds')
        .formatToParts(0)
        .map(({ type }) => type)
        .filter((type): type is Part => parts.has(type));
  const max = hasTime ? 6 : 3;
  if (numbers.length < 3 || numbers.length > max || numbers.length === 4) return null;
  const found = new Map(order.map((part, index) => [part, Number(numbers[index] ?? 0)]));
  const value = (part: Part): number => found.get(part) ?? 0;
  const isAfternoon = /\bp\.?m/i.test(text) && value('hour') < 12;
  const hour = isAfternoon
    ? value('hour') + 12
    : /\ba\.?m/i.test(text) && value('hour') === 12
      ? 0
      : value('hour');
  const year = value('year') < 100 ? value('year') + 2000 : value('year');
  const date = new Date(
    Date.UTC(2000, value('month') - 1, value('day'), hour, value('minute'), value('second')),
  );
  date.setUTCFullYear(year, value('month') - 1, value('day'));
  const isReal =
    date.getUTCMonth() === value('month') - 1 &&
    date.getUTCDate() === value('day') &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === value('minute') &&
    year >= 1 &&
    year <= 9999;
  if (!isReal) return null;
  const iso = date.toISOString();
  if (!hasTime) return iso.slice(0, 10);
  return iso.slice(0, value('second') > 0 ? 19 : 16);
}
