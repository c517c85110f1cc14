/** What differs between the databases' SQL. Everything else in this folder is plain SQL. */
import type { Position } from '../../fields/shapes.js';
import type { SortTerm } from '../plan.js';
import type { Parameter } from './statement.js';

export type DialectName = 'sqlite' | 'postgres';

/**
 * What a value is to the database. In SQLite dates are text and booleans are numbers; PostgreSQL has types of its own for columns of both.
 * Inside JSON a date or timestamp is text everywhere.
 */
export type ValueKind = 'text' | 'number' | 'boolean' | 'date' | 'timestamp';

/** The columns of a point, or the expressions of one inside JSON. */
export interface PointColumns {
  readonly longitude: string;
  readonly latitude: string;
}

/** What an estimated count is made of. */
export interface Estimate {
  readonly table: string;
  /** A statement that counts exactly: what small tables are asked. */
  readonly exact: string;
  /** The condition on a row, on whose placeholders those of `exact` follow; null where every row is meant. */
  readonly condition: string | null;
}

/**
 * The words of one database: frozen functions that answer SQL. Placeholders are `?` in all of them. Where a function has a counterpart for
 * parameters, the two fit together; otherwise there are as many placeholders in every dialect.
 */
export interface Dialect {
  readonly name: DialectName;
  /** Ends a subquery that is to be planned in one way only. */
  readonly plannedOnce: string;
  /** How many tables a statement may name; null: any number. */
  readonly mostTables: number | null;

  // JSON

  /** A column of text that is JSON, as JSON. */
  jsonText(column: string): string;
  /** A value inside the JSON of a row; NULL where there is none. */
  jsonScalar(json: string, keys: readonly string[], kind: ValueKind): string;
  /** The longitude and latitude of a point inside JSON. */
  jsonPosition(json: string, keys: readonly string[]): PointColumns;
  /** JSON inside JSON. */
  jsonPart(json: string, keys: readonly string[]): string;
  /** The members of a JSON list, as a table to select from. */
  jsonMembers(json: string, alias: string): string;
  /** The present member of {@link Dialect.jsonMembers}. */
  memberOf(alias: string, kind: ValueKind): string;
  /** The same where members are objects or lists: JSON. */
  memberJson(alias: string): string;
  /** Whether JSON is `null`, missing or an empty list. */
  isEmptyJson(json: string): string;
  /** Whether JSON is a list with something in it. */
  hasRows(json: string): string;

  // Values from one parameter: a JSON list, however long

  isAmong(value: string, kind: ValueKind): string;
  /** For values other than NULL. */
  isNotAmong(value: string, kind: ValueKind): string;
  /** Two texts are one of the pairs in the list. */
  isPairAmong(one: string, other: string): string;
  /** The texts of the list as a table with the columns `key` (the place, from 0) and `value`. */
  listedTexts(alias: string): string;
  /** The objects or lists in the list, in the same way; `value ->> 'name'` and `value ->> 0` are texts inside them. */
  listedJson(alias: string): string;

  /** What stands for `-Infinity` and `Infinity` in such a list: JSON has no words for them. */
  readonly infinities: readonly [negative: string, positive: string];

  // Comparisons

  /** Not equal, where NULL is equal to nothing but NULL. */
  differs(value: string): string;
  isFalse(column: string): string;
  /** Which way of searching serves the needle of `contains`: equal ways have equal SQL. */
  searchFor(needle: string): string;
  contains(text: string, search: string): string;
  containsParameters(needle: string, search: string): readonly Parameter[];
  /** Degrees as radians. */
  radians(degrees: string): string;
  isWithinPolygon(point: PointColumns): string;
  polygonParameter(rings: readonly (readonly Position[])[]): Parameter;

  // Lists

  /**
   * Rows `d` of a table beside each row of a list: those that `find` finds, which selects the columns it is given from the table as `r0`, and
   * may name the list's row. Beside one for which it finds nothing stands a row of nulls.
   */
  besideEach(list: string, table: string, find: (columns: string) => string): string;
  /** What stands behind `LIMIT`: a parameter. */
  readonly rowLimit: string;
  /** A term of `ORDER BY`. Nulls come last in both directions. */
  orderTerm(expression: string, term: Pick<SortTerm, 'direction' | 'nullable'>): string;
  /** What names a row for another part of the same statement at the least cost. */
  rowKey(alias: string): string;
  /** The value of a column in a condition that must not decide by which index the rows are found. */
  withoutIndex(column: string): string;
  /** A condition that many rows meet, so that every more selective one should decide by which index the rows are found. */
  metByMany(condition: string): string;
  /** `JOIN`, by which the first table is read first even where the planner would not see why. */
  readonly joinInOrder: string;
  /** Whether statements look which of two ways to a page is the short one, since the planner cannot know (see `approach.ts`). */
  readonly hasApproaches: boolean;
  /** Whether a subquery's order, and that of the parts of a `UNION ALL`, is kept by what is around it. */
  readonly keepsInnerOrder: boolean;
  /** Whether a page is read fastest as one row of bytes (see `list.ts`). */
  readonly hasBytesPage: boolean;
  /** The text of a column that goes out as it is: as bytes, where the driver need not make a string of them. */
  textBytes(column: string): string;
  estimate(estimate: Estimate): string;
}

/** A name of the schema as an identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A constant of the schema (a slug, a block's name) as a text literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
