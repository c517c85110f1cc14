import type { AdminWidgetMeta } from '../../../../../runtime/codegen/admin-meta.js';

type DatePart = NonNullable<AdminWidgetMeta['groupBy']['by']>;

/** The time of a group of dates: from its begin up to its end, which is not part of it. */
interface GroupRange {
  readonly begin: Date;
  readonly end: Date;
}

const day = 86_400_000;

/**
 * Returns the time of a group of `aggregate` by its key, such as `2024-Q1`, as if its offset were UTC; null
 * for a text that is no key.
 */
export function rangeOf(key: string, by: DatePart): GroupRange | null {
  const numbers = key.match(/\d+/g)?.map(Number) ?? [];
  const [year = Number.NaN, second = 1, third = 1, fourth = 0] = numbers;
  if (Number.isNaN(year)) return null;
  const months = (month: number, count: number): GroupRange => ({
    begin: new Date(Date.UTC(year, month, 1)),
    end: new Date(Date.UTC(year, month + count, 1)),
  });
  switch (by) {
    case 'year':
      return months(0, 12);
    case 'quarter':
      return months((second - 1) * 3, 3);
    case 'month':
      return months(second - 1, 1);
    case 'week':
      return lasting(firstMonday(year) + (second - 1) * 7 * day, 7 * day);
    case 'day':
      return lasting(Date.UTC(year, second - 1, third), day);
    case 'hour':
      return lasting(Date.UTC(year, second - 1, third, fourth), day / 24);
  }
}

function lasting(begin: number, length: number): GroupRange {
  return { begin: new Date(begin), end: new Date(begin + length) };
}

/** The Monday of the week of 4 January, which is the first one in ISO 8601. */
function firstMonday(year: number): number {
  const fourth = Date.UTC(year, 0, 4);
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * day;
}
