/** Sorting, and what comes behind a cursor in a sort. */
import type { SortValues } from '../cursor.js';
import type { SortTerm } from '../plan.js';
import { type Dialect, identifier } from './dialect.js';
import type { Parameter } from './statement.js';

/** The terms of `ORDER BY`. Nulls come last in both directions. */
export function compileOrder(sort: readonly SortTerm[], alias: string, dialect: Dialect): string {
  return orderBy(sort, dialect, (term) => columnOf(term, alias));
}

/** The same where the values of the terms stand in other columns. */
export function orderBy(
  sort: readonly SortTerm[],
  dialect: Dialect,
  expressionOf: (term: SortTerm, at: number) => string,
): string {
  return sort.map((term, at) => dialect.orderTerm(expressionOf(term, at), term)).join(', ');
}

export function columnOf(term: SortTerm, alias: string): string {
  return `${alias}.${identifier(term.column)}`;
}

/** A stretch of the order behind a cursor. Its rows lie side by side in an index on the sort's columns. */
export interface Stretch {
  readonly condition: string;
  readonly parameters: readonly Parameter[];
}

/**
 * The rows behind a cursor, as stretches in their order: read one after the other until the page is full. One condition
 * with OR would say the same, but no index could be entered at its place: a page would cost what all pages before it cost.
 */
export function stretchesBehind(
  sort: readonly SortTerm[],
  values: SortValues,
  alias: string,
): readonly Stretch[] {
  const isOneDirection = sort.every(({ direction }) => direction === sort[0]?.direction);
  const isWithoutNull =
    values.every((value) => value !== null) && !sort.slice(1).some(({ nullable }) => nullable);
  if (isOneDirection && isWithoutNull) return inOneDirection(sort, values, alias);
  return sort.flatMap((_, back) => behindTerm(sort, values, { place: sort.length - 1 - back, alias }));
}

/** The part of a statement's key that the stretches add: where the values are null. */
export function stretchesKey(values: SortValues): string {
  return values.map((value) => (value === null ? '0' : '1')).join('');
}

/** A comparison of row values enters an index at its exact place. Only the first column may be null, and such rows come last. */
function inOneDirection(sort: readonly SortTerm[], values: SortValues, alias: string): readonly Stretch[] {
  const [first] = sort;
  const columns = sort.map((term) => columnOf(term, alias)).join(', ');
  const comparison = first?.direction === 'desc' ? '<' : '>';
  const placeholders = values.map(() => '?').join(', ');
  const behind: Stretch = { condition: `(${columns}) ${comparison} (${placeholders})`, parameters: values };
  if (first === undefined || !first.nullable) return [behind];
  return [behind, { condition: `${columnOf(first, alias)} IS NULL`, parameters: [] }];
}

interface Place {
  readonly place: number;
  readonly alias: string;
}

/** Equal in all terms before `place`, behind in that one: the values first, then the nulls. */
function behindTerm(
  sort: readonly SortTerm[],
  values: SortValues,
  { place, alias }: Place,
): readonly Stretch[] {
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
  const stretch: Stretch = {
    condition: [...equal, behind].join(' AND '),
    parameters: [...parameters, value],
  };
  if (!term.nullable) return [stretch];
  return [stretch, { condition: [...equal, `${expression} IS NULL`].join(' AND '), parameters }];
}
