/** The SQL of SQLite. */

import { settled } from '../../../query/compile/polygon.js';
import { root } from '../../../query/compile/statement.js';
import { quoteIdentifier, quoteLiteral } from '../../../query/sql/quote.js';
import type { Estimate, SqlDialect, ValueKind } from '../../../query/sql/sql-dialect.js';
import { bucketText, count, dateBucket, mean, membersBeside, sum } from './aggregate.js';
import { containsParameters, containsSql, searchFor } from './contains.js';
import { withinPolygonFunction } from './functions.js';
import { sqliteSearch } from './search.js';

export const sqliteSql: SqlDialect = Object.freeze<SqlDialect>({
  // Such a statement blocks everything else for some ten milliseconds.
  maxShortCost: 30_000,
  plannedOnce: '',
  askedOnce: (condition) => condition,
  maxTables: null,

  jsonText: (column) => column,
  jsonScalar: (json, keys, kind) => asScalar(`json_extract(${json}, ${quoteLiteral(jsonPath(keys))})`, kind),
  jsonPosition: (json, keys) => {
    const at = (index: number) => `json_extract(${json}, ${quoteLiteral(`${jsonPath(keys)}[${index}]`)})`;
    return { longitude: at(0), latitude: at(1) };
  },
  jsonPart: (json, keys) => `${json} -> ${quoteLiteral(jsonPath(keys))}`,
  jsonMembers: (json, alias) => `json_each(${json}) ${alias}`,
  memberOf: (alias, kind) => asScalar(`${alias}.value`, kind),
  memberJson: (alias) => `${alias}.value`,
  isEmptyJson: (json) => `coalesce(${json}, 'null') IN ('null', '[]')`,
  hasRows: (json) => `coalesce(json_array_length(${json}), 0) > 0`,

  isAmong: (value, kind) => `${value} IN (${valueList(kind)})`,
  isNotAmong: (value, kind) => `${value} NOT IN (${valueList(kind)})`,
  isPairAmong: (one, other) =>
    `(${one}, ${other}) IN (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?))`,
  listedTexts: (alias) => `json_each(?) ${alias}`,
  listedJson: (alias) => `json_each(?) ${alias}`,
  infinities: ['-9e999', '9e999'],

  differs: (value) => `${value} IS NOT ?`,
  isFalse: (column) => `${column} = 0`,
  // Of a text, SQLite would count all characters: four times as slow.
  withoutFirst: (text) => `substr(CAST(${text} AS BLOB), 2)`,
  searchFor,
  contains: containsSql,
  containsParameters,
  radians: (degrees) => `radians(${degrees})`,
  isWithinPolygon: ({ longitude, latitude }) => `${withinPolygonFunction}(${longitude}, ${latitude}, ?)`,
  polygonParameter: (rings) => JSON.stringify(rings.map((ring) => ring.map(settled))),

  search: sqliteSearch,

  besideEach: (list, table, find) => `${list} LEFT JOIN ${table} d ON d.rowid IN (${find(`${root}.rowid`)})`,
  // With a bare parameter, SQLite plans the whole statement again on every run: half of a list's time.
  rowLimit: '(? + 0)',
  orderTerm: (expression, { direction, nullable }) => {
    // SQLite sorts NULL before all values: a descending index has it last already.
    if (direction === 'desc') return `${expression} DESC`;
    return nullable ? `${expression} ASC NULLS LAST` : `${expression} ASC`;
  },
  rowKey: (alias) => `${alias}.rowid`,
  withoutIndex: (column) => `+${column}`,
  metByMany: (condition) => `likelihood(${condition}, 0.0625)`,
  joinInOrder: 'CROSS JOIN',
  hasAccessPaths: true,
  keepsInnerOrder: true,
  sortsWholeRows: true,
  hasBytesPage: true,
  textBytes: (column) => `CAST(${column} AS BLOB)`,
  estimate: estimateSql,

  membersBeside: (json, alias, kind) => membersBeside(json, alias, (value) => asScalar(value, kind)),
  dateBucket,
  bucketText,
  count,
  sum,
  mean,
});

/**
 * The JSON path of keys below a row's object. Field names contain only letters, digits and `_`; quotes keep
 * it safe anyway.
 */
function jsonPath(keys: readonly string[]): string {
  return `$${keys.map((key) => `."${key}"`).join('')}`;
}

/** Large integers in JSON are 64-bit integers in SQLite; in JavaScript and in columns they are doubles. */
function asScalar(expression: string, kind: ValueKind): string {
  return kind === 'number' || kind === 'boolean' ? `CAST(${expression} AS REAL)` : expression;
}

/** A subquery of values for `IN`. */
function valueList(kind: ValueKind): string {
  return `SELECT ${asScalar('"value"', kind)} FROM json_each(?)`;
}

/** Number of rows that an estimate samples. */
const sampled = 200;
/** Tables whose row numbers span less than this are counted exactly. */
const smallTable = 2000;

/**
 * Estimates how many rows meet a condition, in a fraction of a millisecond at any size. SQLite numbers rows
 * in insertion order, so rows at even distances are a fair sample, including the gaps of deletions. No slug
 * and no field starts with `_`, so the names here neither hide a collection nor clash with a column.
 */
function estimateSql({ table, exact, condition }: Estimate): string {
  const name = quoteIdentifier(table);
  const span = `_span(_low, _high) AS (SELECT (SELECT min(rowid) FROM ${name}), (SELECT max(rowid) FROM ${name}))`;
  const sample = `_sample(_n) AS (VALUES (0) UNION ALL SELECT _n + 1 FROM _sample WHERE _n < ${sampled - 1})`;
  const rows = `_sample CROSS JOIN ${name} ${root} ON ${root}.rowid = _low + (_high - _low) * _n / ${sampled - 1}`;
  const share = `CAST(round(count(*) * (_high - _low + 1) / ${sampled}.0) AS INTEGER)`;
  const filter = condition === null ? '' : ` WHERE ${condition}`;
  const estimate = `SELECT ${share} FROM ${rows}${filter}`;
  const total = `CASE WHEN _high - _low >= ${smallTable} THEN (${estimate}) ELSE (${exact}) END`;
  return `WITH RECURSIVE ${span}, ${sample} SELECT ${total} AS total FROM _span`;
}
