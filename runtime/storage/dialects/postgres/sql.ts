/**
 * The SQL of PostgreSQL 13 and newer. It uses no extension, and nothing that distributed servers lack.
 * Parameters are text whose type the server infers from their context; casts are added where it cannot.
 */

import { root } from '../../../query/compile/statement.js';
import { quoteLiteral } from '../../../query/sql/quote.js';
import type { SqlDialect, ValueKind } from '../../../query/sql/sql-dialect.js';
import { bucketText, count, dateBucket, mean, membersBeside, sum } from './aggregate.js';
import { containsParameters, containsSql, searchFor } from './contains.js';
import { estimateSql } from './estimate.js';
import { isWithinPolygon, polygonParameter, radians } from './geography.js';
import { postgresSearch } from './search.js';

export const postgresSql: SqlDialect = Object.freeze<SqlDialect>({
  // Such a statement uses one connection of several.
  maxShortCost: 300_000,
  // PostgreSQL plans each EXISTS twice, by row and as a hash, so one inside three others sixteen times.
  // OFFSET leaves one plan.
  plannedOnce: ' OFFSET 0',
  // Only a bare `IN` becomes a join, which would evaluate the condition for each row; any other form is a
  // hash built once.
  askedOnce: (condition) => `(${condition}) IS TRUE`,
  // Measured: planning takes about a millisecond per table of nested subqueries, and no timeout stops it.
  maxTables: 1_500,

  jsonText: (column) => `(${column}::json)`,
  jsonScalar: (json, keys, kind) => asScalar(jsonPart(json, keys), kind),
  jsonPosition: (json, keys) => {
    const at = (index: number) => asScalar(`${jsonPart(json, keys)} -> ${index}`, 'number');
    return { longitude: at(0), latitude: at(1) };
  },
  jsonPart,
  jsonMembers: (json, alias) => `json_array_elements(${listOrNothing(json)}) ${alias}(value)`,
  memberOf: (alias, kind) => asScalar(`${alias}.value`, kind),
  memberJson: (alias) => `${alias}.value`,
  isEmptyJson: (json) => `coalesce((${json})::text, 'null') IN ('null', '[]')`,
  hasRows: (json) => `coalesce(json_array_length(${listOrNothing(json)}), 0) > 0`,

  // An array that is built once can be looked up in an index, and a subquery once in a hash.
  isAmong: (value, kind) => `${value} = ANY (ARRAY(${valueList(kind)}))`,
  isNotAmong: (value, kind) => `${value} NOT IN (${valueList(kind)})`,
  isPairAmong: (one, other) =>
    `(${one}, ${other}) IN (SELECT v ->> 0, v ->> 1 FROM json_array_elements(?::json) l(v))`,
  listedTexts: (alias) => listed('json_array_elements_text', alias),
  listedJson: (alias) => listed('json_array_elements', alias),
  infinities: ['"-Infinity"', '"Infinity"'],

  differs: (value) => `${value} IS DISTINCT FROM ?`,
  isFalse: (column) => `NOT ${column}`,
  withoutFirst: (text) => `substr(${text}, 2)`,
  searchFor,
  contains: containsSql,
  containsParameters,
  radians,
  isWithinPolygon,
  polygonParameter,

  search: postgresSearch,

  besideEach: (list, _table, find) => `${list} LEFT JOIN LATERAL (${find(`${root}.*`)}) d ON TRUE`,
  rowLimit: '?',
  orderTerm: (expression, { direction, nullable }) =>
    `${expression} ${direction === 'desc' ? 'DESC' : 'ASC'}${nullable ? ' NULLS LAST' : ''}`,
  rowKey: (alias) => `${alias}."id"`,
  withoutIndex: (column) => column,
  metByMany: (condition) => condition,
  joinInOrder: 'JOIN',
  hasAccessPaths: false,
  keepsInnerOrder: false,
  sortsWholeRows: false,
  hasBytesPage: false,
  textBytes: (column) => column,
  estimate: estimateSql,

  membersBeside: (json, alias, kind) =>
    membersBeside(listOrNothing(json), alias, (value) => asScalar(value, kind)),
  dateBucket,
  bucketText,
  count,
  sum,
  mean,
});

function jsonPart(json: string, keys: readonly string[]): string {
  return `${json}${keys.map((key) => ` -> ${quoteLiteral(key)}`).join('')}`;
}

/** The list functions fail on everything but lists and NULL. */
function listOrNothing(json: string): string {
  return `CASE json_typeof(${json}) WHEN 'array' THEN ${json} END`;
}

/**
 * A scalar as a value. A cast would fail on a value of another type, and the conditions that exclude such
 * values may be evaluated later: blocks may have fields of the same name with different types.
 */
function asScalar(json: string, kind: ValueKind): string {
  const text = `(${json}) #>> '{}'`;
  if (kind === 'number')
    return `(CASE json_typeof(${json}) WHEN 'number' THEN (${text})::double precision END)`;
  if (kind === 'boolean') return `(CASE json_typeof(${json}) WHEN 'boolean' THEN (${text})::boolean END)`;
  return `((${text}) COLLATE "C")`;
}

const types: Readonly<Record<ValueKind, string>> = {
  text: 'text',
  number: 'double precision',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamptz',
};

function valueList(kind: ValueKind): string {
  // The year 0000 of ISO 8601 has another name in PostgreSQL (see `year-nought.ts`).
  const written =
    kind === 'date' || kind === 'timestamp' ? `regexp_replace(v, '^0000(.*)$', '0001\\1 BC')` : 'v';
  const value = kind === 'text' ? 'v' : `(${written})::${types[kind]}`;
  return `SELECT ${value} FROM json_array_elements_text(?::json) l(v)`;
}

function listed(elements: string, alias: string): string {
  return `(SELECT n - 1 AS "key", v AS "value" FROM ${elements}(?::json) WITH ORDINALITY l(v, n)) ${alias}`;
}
