/** Groups of rows and their numbers in PostgreSQL. */
import type { DateGroup } from '../../../query/aggregate-plan.js';
import { tooLarge, tooSmall } from '../../../query/compile/rounded-sum.js';
import type { MembersBeside } from '../../../query/sql/sql-dialect.js';

export function membersBeside(json: string, alias: string, scalar: (value: string) => string): MembersBeside {
  const members = `SELECT DISTINCT ${scalar(`${alias}_.value`)} AS member FROM json_array_elements(${json}) ${alias}_(value)`;
  return { join: `LEFT JOIN LATERAL (${members}) ${alias} ON TRUE`, value: `${alias}.member` };
}

/** A `timestamp` of the time in the offset, cut off; of a week its Thursday. */
export function dateBucket(date: string, kind: 'date' | 'timestamp', { by, offset }: DateGroup): string {
  const utc = kind === 'date' ? `${date}::timestamp` : `(${date} AT TIME ZONE 'UTC')`;
  const time = offset === 0 ? utc : `(${utc} + interval '${offset} minutes')`;
  if (by === 'week') return withinCalendar(date, `date_trunc('week', ${time}) + interval '3 days'`);
  const bucket = `date_trunc('${by}', ${time})`;
  return offset === 0 ? bucket : withinCalendar(date, bucket);
}

/** Without an hour, so that the literals fit dates and timestamps. The year before 1 is 1 BC. */
function withinCalendar(date: string, bucket: string): string {
  return `CASE WHEN ${date} >= '0001-01-05 BC' AND ${date} < '9999-12-31' THEN ${bucket} END`;
}

/** The driver returns it as documents have it. */
export function bucketText(bucket: string): string {
  return `(${bucket} AT TIME ZONE 'UTC')`;
}

export function count(of: string): string {
  return `count(${of})::double precision`;
}

export function sum(value: string, isWhole: boolean): string {
  const { total, greatest, isTooLarge } = summed(value, isWhole);
  const result = rounded(total, `greatest(abs(${total}), ${greatest})`);
  const exact = `WHEN abs(${total}) <= ${Number.MAX_SAFE_INTEGER} THEN ${total}::double precision `;
  return `CASE WHEN count(${value}) = 0 THEN 0 WHEN ${isTooLarge} THEN NULL ${isWhole ? exact : ''}ELSE ${result} END`;
}

export function mean(value: string, isWhole: boolean): string {
  const { total, greatest, isTooLarge } = summed(value, isWhole);
  const result = rounded(
    `(${total} / count(${value}))`,
    `(greatest(abs(${total}), ${greatest}) / count(${value}))`,
  );
  return `CASE WHEN count(${value}) = 0 THEN NULL WHEN ${isTooLarge} THEN NULL ELSE ${result} END`;
}

interface Summed {
  /** Exact, of the decimals that doubles are written as, in whatever order rows are read. */
  readonly total: string;
  readonly greatest: string;
  readonly isTooLarge: string;
}

/** The server computes equal aggregates of a statement once. */
function summed(value: string, isWhole: boolean): Summed {
  // As text a double has all of its digits; a `numeric` of it has 15.
  const total = isWhole ? `sum(${value}::bigint)` : `sum(${value}::text::numeric)`;
  const greatest = `max(abs(${value}))`;
  return {
    total,
    greatest: `${greatest}::numeric`,
    isTooLarge: `${greatest} >= ${tooLarge}::double precision / count(${value})`,
  };
}

function rounded(value: string, magnitude: string): string {
  const places = `11 - floor(log(${magnitude}))::integer`;
  return `CASE WHEN ${magnitude} < ${tooSmall} THEN 0 ELSE round(${value}, ${places})::double precision END`;
}
