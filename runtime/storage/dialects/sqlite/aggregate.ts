/** Groups of rows and their numbers in SQLite, where dates are texts. */
import type { DateGroup } from '../../../query/aggregate-plan.js';
import type { MembersBeside } from '../../../query/sql/sql-dialect.js';
import { meanFunction, sumFunction } from './functions.js';

export function membersBeside(json: string, alias: string, scalar: (value: string) => string): MembersBeside {
  // Compared with each other, the members of one long list would take minutes.
  const distinct = `SELECT json_group_array(DISTINCT ${alias}_.value) FROM json_each(${json}) ${alias}_`;
  return {
    join: `LEFT JOIN json_each((${distinct})) ${alias}`,
    value: scalar(`${alias}.value`),
  };
}

export function dateBucket(date: string, _kind: 'date' | 'timestamp', { by, offset }: DateGroup): string {
  if (by === 'week') {
    const shift = offset === 0 ? '' : `${modifier(offset)}, `;
    // The Thursday of a week is in the year that the week is counted in.
    return withinCalendar(date, `date(${date}, ${shift}'-3 days', 'weekday 4')`);
  }
  if (offset === 0) return partOf(date, by);
  const shifted = `strftime('%Y-%m-%dT%H', ${date}, ${modifier(offset)})`;
  return withinCalendar(date, partOf(shifted, by));
}

/** Of a text `2024-02-29T13...`. */
function partOf(date: string, by: Exclude<DateGroup['by'], 'week'>): string {
  switch (by) {
    case 'year':
      return `substr(${date}, 1, 4)`;
    case 'quarter':
      return `substr(${date}, 1, 5) || substr('010101040404070707101010', 2 * CAST(substr(${date}, 6, 2) AS INTEGER) - 1, 2)`;
    case 'month':
      return `substr(${date}, 1, 7)`;
    case 'day':
      return `substr(${date}, 1, 10)`;
    case 'hour':
      return `substr(${date}, 1, 13)`;
  }
}

function modifier(minutes: number): string {
  return `'${minutes < 0 ? '-' : '+'}${Math.abs(minutes)} minutes'`;
}

function withinCalendar(date: string, bucket: string): string {
  return `CASE WHEN ${date} >= '0000-01-05' AND ${date} < '9999-12-31' THEN ${bucket} END`;
}

export function bucketText(bucket: string): string {
  return bucket;
}

export function count(of: string): string {
  return `count(${of})`;
}

export function sum(value: string, isWhole: boolean): string {
  return `${sumFunction}(${summed(value, isWhole)})`;
}

export function mean(value: string, isWhole: boolean): string {
  return `${meanFunction}(${summed(value, isWhole)})`;
}

/** `total` adds doubles with compensation; `sum` of whole numbers would fail beyond 64 bits. */
function summed(value: string, isWhole: boolean): string {
  return `total(${value}), max(abs(${value})), count(${value}), ${isWhole ? 1 : 0}`;
}
