/** Sorting, and the keyset ranges after a cursor. */

import type { SortValues } from '../cursor.js';
import type { SortTerm } from '../plan.js';
import type { Parameter } from '../sql/parameter.js';
import { quoteIdentifier } from '../sql/quote.js';
import type { SqlDialect } from '../sql/sql-dialect.js';

/** The terms of `ORDER BY`. Nulls come last in both directions. */
export function compileOrder(sort: readonly SortTerm[], alias: string, dialect: SqlDialect): string {
  return orderBy(sort, dialect, (term) => columnOf(term, alias));
}

/** Like {@link compileOrder}, with the values of the terms in other columns. */
export function orderBy(
  sort: readonly SortTerm[],
  dialect: SqlDialect,
  expressionOf: (term: SortTerm, at: number) => string,
): string {
  return sort.map((term, at) => dialect.orderTerm(expressionOf(term, at), term)).join(', ');
}

export function columnOf(term: SortTerm, alias: string): string {
  return `${alias}.${quoteIdentifier(term.column)}`;
}

/** A range of the order after a cursor. Its rows are contiguous in an index on the sort columns. */
export interface KeysetRange {
  readonly condition: string;
  readonly parameters: readonly Parameter[];
}

/**
 * The rows after a cursor, as keyset ranges in their order: read one after the other until the page is full.
 * One condition with OR would mean the same, but no index could be entered at its position: a page would cost
 * as much as all previous pages.
 */
export function keysetRangesAfter(
  sort: readonly SortTerm[],
  values: SortValues,
  alias: string,
): readonly KeysetRange[] {
  const isOneDirection = sort.every(({ direction }) => direction === sort[0]?.direction);
  const isWithoutNull =
    values.every((value) => value !== null) && !sort.slice(1).some(({ nullable }) => nullable);
  if (isOneDirection && isWithoutNull) return inOneDirection(sort, values, alias);
  return sort.flatMap((_, back) => behindTerm(sort, values, { place: sort.length - 1 - back, alias }));
}

/** The part of a statement's cache key that keyset ranges add: which values are null. */
export function keysetRangesKey(values: SortValues): string {
  return values.map((value) => (value === null ? '0' : '1')).join('');
}

/**
 * A comparison of row values enters an index at the exact position. Only the first column may be null, and
 * such rows come last.
 */
function inOneDirection(
  sort: readonly SortTerm[],
  values: SortValues,
  alias: string,
): readonly KeysetRange[] {
  const [first] = sort;
  const columns = sort.map((term) => columnOf(term, alias)).join(', ');
  const comparison = first?.direction === 'desc' ? '<' : '>';
  const placeholders = values.map(() => '?').join(', ');
  const behind: KeysetRange = {
    condition: `(${columns}) ${comparison} (${placeholders})`,
    parameters: values,
  };
  if (first === undefined || !first.nullable) return [behind];
  return [behind, { condition: `${columnOf(first, alias)} IS NULL`, parameters: [] }];
}

interface Place {
  readonly place: number;
  readonly alias: string;
}

/** Equal in all terms before `place`, and after the cursor in that one: first the values, then the nulls. */
function behindTerm(
  sort: readonly SortTerm[],
  values: SortValues,
  { place, alias }: Place,
): readonly KeysetRange[] {
  const term = sort[place];
  const value = values[place] ?? null;
  if (term === undefined || value === null) return [];
  const before = values.slice(0, place);
  const equal = sort.slice(0, place).map((one, index) => {
    return before[index] === null ? `${columnOf(one, alias)} IS NULL` : `${columnOf(one, alias)} = ?`;
  });
  const parameters = before.filter((one) => one !== null);
  const expression = columnOf(term, alias);
  const behind = `${expression} ${term.direction === 'desc' ? '<' : '>'} ?`;
  const keysetRange: KeysetRange = {
    condition: [...equal, behind].join(' AND '),
    parameters: [...parameters, value],
  };
  if (!term.nullable) return [keysetRange];
  return [keysetRange, { condition: [...equal, `${expression} IS NULL`].join(' AND '), parameters }];
}
