/** What is particular to SQLite's SQL. Everything else in this folder is plain SQL. */

import { root } from './statement.js';

/** What comparisons need to know of a value: numbers and booleans are numbers, all else is text. */
export type ValueKind = 'text' | 'number';

/** A name of the schema as an identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A constant of the schema (a slug, a block's name) as a text literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The JSON path of keys below a row's object. Field names have letters, digits and `_` only; quotes keep it safe anyway. */
function jsonPath(keys: readonly string[]): string {
  return literal(`$${keys.map((key) => `."${key}"`).join('')}`);
}

/** A text, number or boolean inside JSON as a value, NULL where there is none. */
export function jsonScalar(json: string, keys: readonly string[], kind: ValueKind): string {
  return asScalar(`json_extract(${json}, ${jsonPath(keys)})`, kind);
}

/** Large whole numbers in JSON are 64-bit integers to SQLite; JavaScript, and columns, have doubles. */
function asScalar(expression: string, kind: ValueKind): string {
  return kind === 'number' ? `CAST(${expression} AS REAL)` : expression;
}

/** A longitude and latitude inside JSON. */
export function jsonPosition(json: string, keys: readonly string[]): readonly [string, string] {
  const at = (index: number) =>
    `json_extract(${json}, ${literal(`$${keys.map((key) => `."${key}"`).join('')}[${index}]`)})`;
  return [at(0), at(1)];
}

/** Any JSON inside JSON, as JSON text. */
export function jsonPart(json: string, keys: readonly string[]): string {
  return `${json} -> ${jsonPath(keys)}`;
}

/** The members of a JSON list, as a table to select from; `memberOf` is the value of its present row. */
export function jsonMembers(json: string, alias: string): string {
  return `json_each(${json}) ${alias}`;
}

export function memberOf(alias: string, kind: ValueKind): string {
  return asScalar(`${alias}.value`, kind);
}

/** The present member where members are objects or lists: JSON text. */
export function memberJson(alias: string): string {
  return `${alias}.value`;
}

/** Whether JSON text is `null`, missing or an empty list. */
export function isEmptyJson(json: string): string {
  return `coalesce(${json}, 'null') IN ('null', '[]')`;
}

/** Whether JSON text is a list with something in it. */
export function hasRows(json: string): string {
  return `coalesce(json_array_length(${json}), 0) > 0`;
}

/** Not equal, where NULL is equal to nothing but NULL. */
export function differs(value: string): string {
  return `${value} IS NOT ?`;
}

/** Texts of several rows as one, with commas, as bytes: a driver need not make a string of them. */
export function joinedBytes(column: string): string {
  return `CAST(group_concat(${column}, ',') AS BLOB)`;
}

/** Lengths in bytes of the texts of several rows, with commas. */
export function joinedSizes(column: string): string {
  return `group_concat(octet_length(${column}))`;
}

/** Values of several rows as a JSON list. */
export function jsonListOf(column: string): string {
  return `json_group_array(${column})`;
}

/** What names a row for another part of the same statement at the least cost. */
export function rowKey(alias: string): string {
  return `${alias}.rowid`;
}

/** A subquery of values for `IN`: one parameter, however many values. */
export function valueList(kind: ValueKind): string {
  return `SELECT ${asScalar('value', kind)} FROM json_each(?)`;
}

/** A subquery of pairs for a row value's `IN`. */
export function pairList(): string {
  return `SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?)`;
}

/** The value of a column in a condition that must not decide by which index the rows are found. */
export function withoutIndex(column: string): string {
  return `+${column}`;
}

/** A condition that many rows meet, so that every more selective one should decide by which index the rows are found. */
export function metByMany(condition: string): string {
  return `likelihood(${condition}, 0.0625)`;
}

/** Rows that an estimate looks at. */
const sampled = 200;
/** Tables that span fewer row numbers are counted. */
const smallTable = 2000;

/**
 * An estimate of how many rows meet a condition, in a fraction of a millisecond at any size: SQLite numbers rows as they are
 * inserted, so rows at even distances are a fair sample, and gaps that deletions left are part of it.
 */
export function estimateSql(table: string, exact: string, filter: string): string {
  const name = identifier(table);
  const span = `span(low, high) AS (SELECT (SELECT min(rowid) FROM ${name}), (SELECT max(rowid) FROM ${name}))`;
  const sample = `sample(n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM sample WHERE n < ${sampled - 1})`;
  const rows = `sample CROSS JOIN ${name} ${root} ON ${root}.rowid = low + (high - low) * n / ${sampled - 1}`;
  const share = `CAST(round(count(*) * (high - low + 1) / ${sampled}.0) AS INTEGER)`;
  const estimate = `SELECT ${share} FROM ${rows}${filter}`;
  const total = `CASE WHEN high - low >= ${smallTable} THEN (${estimate}) ELSE (${exact}) END`;
  return `WITH RECURSIVE ${span}, ${sample} SELECT ${total} AS total FROM span`;
}
