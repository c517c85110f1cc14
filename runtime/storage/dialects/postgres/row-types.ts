import type { CustomTypesConfig } from 'pg';
import type { SqlValue } from '../../driver.js';
import { isoDate } from './year-nought.js';

type Parser = (text: string) => SqlValue;

/** PostgreSQL types by their OIDs in `pg_type`, which are the same on every server. */
const parsers: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [16, (text) => (text === 't' ? 1 : 0)], // boolean
  [17, (text) => Buffer.from(text.slice(2), 'hex')], // bytea
  [20, Number], // bigint: nothing of ours is beyond 2^53
  [21, Number], // smallint
  [23, Number], // integer
  [26, Number], // oid
  [700, Number], // real
  [701, Number], // double precision
  [1082, isoDate], // date
  [1114, (text) => isoTimestamp(`${text}+00`)], // timestamp
  [1184, isoTimestamp], // timestamp with time zone
  [1700, Number], // numeric
]);

const asText: Parser = (text) => text;

/**
 * Makes rows look like those of SQLite: text, numbers (1 and 0 for booleans), null and bytes. It is set for
 * each connection, so that other users of `pg` in the process keep their own parsers.
 */
export const rowTypes: CustomTypesConfig = {
  getTypeParser: ((type: number) => parsers.get(type) ?? asText) as CustomTypesConfig['getTypeParser'],
};

/**
 * Converts `2026-01-31 12:00:00.5+00` to `2026-01-31T12:00:00.500Z`. Sessions run in UTC, so the offset is
 * always zero.
 */
function isoTimestamp(text: string): string {
  const parts = timestamp.exec(text);
  if (parts === null) return new Date(text).toISOString();
  const [, date, time, fraction = '', era = ''] = parts;
  return `${isoDate(`${date}${era}`)}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

const timestamp = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00( BC)?$/;
