/** Differences between the SQL of the databases. Everything else in this folder is plain SQL. */
import type { ValueKind } from '../../fields/field-type.js';
import type { Position } from '../../fields/shapes.js';
import type { DateGroup } from '../aggregate-plan.js';
import type { SortTerm } from '../plan.js';
import type { Parameter } from './parameter.js';
import type { SearchSql } from './search-sql.js';

export type { ValueKind };

/** The columns of a point, or the expressions of one inside JSON. */
export interface PointColumns {
  readonly longitude: string;
  readonly latitude: string;
}

/** The parts of an estimated count. */
export interface Estimate {
  readonly table: string;
  /** A statement that counts exactly, used for small tables. */
  readonly exact: string;
  /** The condition on a row; null for every row. Its placeholders precede those of `exact`. */
  readonly condition: string | null;
}

/**
 * The SQL dialect of one database: frozen functions that return SQL. Placeholders are `?` in all of them. If
 * a function has a counterpart for parameters, the two belong together; otherwise every dialect has the same
 * number of placeholders.
 */
export interface SqlDialect {
  /**
   * Max cost of a statement that is not run as a long read: see `effort/list-effort.ts`.
   */
  readonly maxShortCost: number;
  /** Suffix of a subquery that makes the database plan it in one way only. */
  readonly plannedOnce: string;
  /** A condition on a set, which is computed once per statement and not evaluated again for each row. */
  askedOnce(condition: string): string;
  /** Max number of tables in a statement; null: no limit. */
  readonly maxTables: number | null;

  // JSON

  /** A text column that contains JSON, as JSON. */
  jsonText(column: string): string;
  /** A value inside the JSON of a row; NULL if there is none. */
  jsonScalar(json: string, keys: readonly string[], kind: ValueKind): string;
  /** The longitude and latitude of a point inside JSON. */
  jsonPosition(json: string, keys: readonly string[]): PointColumns;
  /** JSON inside JSON. */
  jsonPart(json: string, keys: readonly string[]): string;
  /** The members of a JSON list, as a table to select from. */
  jsonMembers(json: string, alias: string): string;
  /** The current member of {@link SqlDialect.jsonMembers}. */
  memberOf(alias: string, kind: ValueKind): string;
  /** The current member as JSON, for members that are objects or lists. */
  memberJson(alias: string): string;
  /** Whether JSON is `null`, missing or an empty list. */
  isEmptyJson(json: string): string;
  /** Whether JSON is a list with at least one entry. */
  hasRows(json: string): string;

  // Values from one parameter: a JSON list of any length

  isAmong(value: string, kind: ValueKind): string;
  /** For values other than NULL. */
  isNotAmong(value: string, kind: ValueKind): string;
  /** Whether two texts are one of the pairs in the list. */
  isPairAmong(one: string, other: string): string;
  /** The texts of the list as a table with the columns `key` (the index, from 0) and `value`. */
  listedTexts(alias: string): string;
  /**
   * The objects or lists in the list, in the same form; `value ->> 'name'` and `value ->> 0` are texts inside
   * them.
   */
  listedJson(alias: string): string;

  /** Replacements of `-Infinity` and `Infinity` in such a list, which JSON cannot express. */
  readonly infinities: readonly [negative: string, positive: string];

  // Comparisons

  /** Not equal; NULL is equal only to NULL. */
  differs(value: string): string;
  isFalse(column: string): string;
  /** The kind of search for the search text of `contains`. The same kind gives the same SQL. */
  searchFor(needle: string): string;
  contains(text: string, search: string): string;
  containsParameters(needle: string, search: string): readonly Parameter[];
  /** A text of JSON without its first character. */
  withoutFirst(text: string): string;
  /** Converts degrees to radians. */
  radians(degrees: string): string;
  isWithinPolygon(point: PointColumns): string;
  polygonParameter(rings: readonly (readonly Position[])[]): Parameter;

  /** Searches in an index of terms. */
  readonly search: SearchSql;

  // Lists

  /**
   * Left lateral join: rows `d` of a table next to each row of a list. `find` gets columns, selects them from
   * the table as `r0`, and may refer to the list's row. If it finds nothing, the columns of `d` are null.
   */
  besideEach(list: string, table: string, find: (columns: string) => string): string;
  /** The operand of `LIMIT`: a parameter. */
  readonly rowLimit: string;
  /** A term of `ORDER BY`. Nulls come last in both directions. */
  orderTerm(expression: string, term: Pick<SortTerm, 'direction' | 'nullable'>): string;
  /** Identifies a row for another part of the same statement, at the lowest cost. */
  rowKey(alias: string): string;
  /** The value of a column, in a condition that must not make the planner choose an index. */
  withoutIndex(column: string): string;
  /** A condition that many rows meet. The planner should prefer the index of any more selective condition. */
  metByMany(condition: string): string;
  /**
   * `JOIN` that makes the database read the first table first, even if the planner would choose otherwise.
   */
  readonly joinInOrder: string;
  /**
   * Whether statements choose the shorter of two ways to a page, since the planner cannot know it (see
   * `access-path.ts`).
   */
  readonly hasAccessPaths: boolean;
  /** Whether an outer query keeps the order of a subquery and of the parts of a `UNION ALL`. */
  readonly keepsInnerOrder: boolean;
  /** Whether a sort moves all selected columns of every row, those of rows outside of the page too. */
  readonly sortsWholeRows: boolean;
  /** Whether a page is read fastest as one row of bytes (see `list.ts`). */
  readonly hasBytesPage: boolean;
  /**
   * The text of a column that is sent unchanged: as bytes, if this saves the driver from creating a string.
   */
  textBytes(column: string): string;
  estimate(estimate: Estimate): string;

  // Groups of rows and their numbers

  /** A left join of the distinct members of a JSON list to their row; NULL if the list has none. */
  membersBeside(json: string, alias: string, kind: ValueKind): MembersBeside;
  /**
   * The part of a date that rows are grouped by. Parts have the order of their dates. NULL on the first and
   * last days of the calendar, where an offset or a week may lead out of it.
   */
  dateBucket(date: string, kind: 'date' | 'timestamp', group: DateGroup): string;
  /**
   * A bucket as a text that begins with its first day, or the Thursday of its week: `2024`, `2024-02`,
   * `2024-02-29T13`, with anything after it.
   */
  bucketText(bucket: string): string;
  /** A count, as a number that compares with numbers. */
  count(of: string): string;
  /** The sum of values, rounded as in `rounded-sum.ts`; 0 if there are none. `isWhole`: of whole numbers. */
  sum(value: string, isWhole: boolean): string;
  /** The mean of values, likewise; NULL if there are none. */
  mean(value: string, isWhole: boolean): string;
}

/** The members of a list beside the row that has them. */
export interface MembersBeside {
  readonly join: string;
  /** The current member. */
  readonly value: string;
}
