/** The documents of a page, in order. */

import type { SortValues } from '../cursor.js';
import type { ListPlan, RowKind, WhereNode } from '../plan.js';
import type { Parameter } from '../sql/parameter.js';
import { quoteIdentifier } from '../sql/quote.js';
import type { SqlDialect } from '../sql/sql-dialect.js';
import { conjuncts } from '../visible.js';
import { type AccessPath, accessPathOf, columnsBefore, fixedColumns } from './access-path.js';
import {
  columnOf,
  compileOrder,
  type KeysetRange,
  keysetRangesAfter,
  keysetRangesKey,
  orderBy,
} from './order.js';
import { remembered } from './remembered.js';
import type { Shape } from './shape.js';
import { byIndexes, inOrderOf, root, type SqlContext } from './statement.js';
import { whereSql } from './where.js';

/** The SQL of a page, for some columns of its documents. */
export interface Page {
  /** Equal for pages with equal SQL. */
  readonly key: string;
  readonly sql: (columns: readonly PageColumn[]) => string;
  readonly parameters: readonly Parameter[];
}

/**
 * A column of the documents, an expression that is the same for all of them, or one on their row, and its
 * name in the result.
 */
export type PageColumn =
  | { readonly column: string; readonly as: string }
  | { readonly sql: string; readonly as: string }
  | { readonly ofRow: (rows: RowKind, alias: string) => string; readonly as: string };

/** From this offset on, pages first find their rows in the index, and fetch documents only for the page. */
export const deepOffset = 100;

export function pageOf(plan: ListPlan, shape: Shape, lookahead: boolean): Page {
  const { paging, sort, where } = plan;
  const { dialect } = shape;
  const order = sortKey(sort);
  const limit = lookahead ? paging.limit + 1 : paging.limit;
  const read = paging.kind === 'page' ? byOffset(paging, limit) : behindCursor(sort, paging.after, limit);
  const key = `${read.key} ${order} ${shape.key}`;
  const accessPath = rememberedAccessPath(plan, shape);
  const once = read.parameters(shape.parameters);
  return {
    key,
    sql: (columns) => {
      const selected = columns.map((one) => columnSql(one, root));
      const reading = { read, accessPath, dialect };
      return read.isDeep || isSortedWhole(plan, dialect)
        ? keysFirstSql(plan, { columns: selected, reading })
        : readSql(plan, { columns: selected, reading });
    },
    parameters:
      accessPath === null || where === null ? once : [...accessPath.parameters(where), ...once, ...once],
  };
}

/**
 * Whether a page is sorted by the database, which would move the text of each document that is found. Its
 * rows are found first then, as those of a deep page are. It depends on what the keys of statements contain.
 */
export function isSortedWhole({ collection, sort, where }: ListPlan, dialect: SqlDialect): boolean {
  if (!dialect.sortsWholeRows) return false;
  const fixed = where === null ? [] : conjuncts(where).flatMap(fixedColumns);
  return columnsBefore(collection, sort, new Set(fixed)) === null;
}

/** The cached access path of a list; null if the choice is left to the database. */
export function rememberedAccessPath(plan: ListPlan, { key, dialect }: Shape): AccessPath | null {
  const { collection, where, sort } = plan;
  if (where === null || !dialect.hasAccessPaths) return null;
  return remembered({ dialect, document: collection }, `approach ${sortKey(sort)} ${key}`, () =>
    accessPathOf(plan, dialect),
  );
}

export function columnSql(column: PageColumn, alias: string, rows: RowKind = 'published'): string {
  return `${valueSql(column, alias, rows)} AS ${quoteIdentifier(column.as)}`;
}

export function valueSql(column: PageColumn, alias: string, rows: RowKind): string {
  if ('sql' in column) return column.sql;
  return 'ofRow' in column ? column.ofRow(rows, alias) : `${alias}.${quoteIdentifier(column.column)}`;
}

const sortKeys = new WeakMap<ListPlan['sort'], string>();

/** Sorts are parsed once per text, so the same sort is the same list of terms. */
export function sortKey(sort: ListPlan['sort']): string {
  let key = sortKeys.get(sort);
  if (key === undefined) {
    key = sort.map(({ column, direction }) => `${column} ${direction}`).join();
    sortKeys.set(sort, key);
  }
  return key;
}

// --- by offset, or after a cursor

/** The part of the list that a page reads. */
export interface Read {
  readonly key: string;
  readonly isDeep: boolean;
  readonly hasOffset: boolean;
  readonly hasKeys: boolean;
  /** Null: the list as a whole. */
  readonly keysetRanges: readonly KeysetRange[] | null;
  /** The parameters of one read, including those of the filter. */
  readonly parameters: (filter: readonly Parameter[]) => readonly Parameter[];
}

function byOffset(paging: { readonly page: number; readonly limit: number }, limit: number): Read {
  // An offset larger than the database's integers is larger than every table.
  const offset = Math.min((paging.page - 1) * paging.limit, Number.MAX_SAFE_INTEGER);
  const isDeep = offset >= deepOffset;
  return {
    key: isDeep ? 'deep' : 'page',
    isDeep,
    hasOffset: true,
    hasKeys: false,
    keysetRanges: null,
    parameters: (filter) => [...filter, limit, offset],
  };
}

export function behindCursor(sort: ListPlan['sort'], after: SortValues | null, limit: number): Read {
  const shared = { isDeep: false, hasOffset: false, hasKeys: true };
  if (after === null) {
    return { ...shared, key: 'first', keysetRanges: null, parameters: (filter) => [...filter, limit] };
  }
  const keysetRanges = keysetRangesAfter(sort, after, root);
  return {
    ...shared,
    key: `after${keysetRangesKey(after)}`,
    keysetRanges,
    parameters: (filter) => {
      const each = keysetRanges.flatMap((keysetRange) => [...filter, ...keysetRange.parameters, limit]);
      return keysetRanges.length === 1 ? each : [...each, limit];
    },
  };
}

// --- SQL

/** How a page's part of the list is read. */
export interface Reading {
  readonly read: Read;
  readonly accessPath: AccessPath | null;
  readonly dialect: SqlDialect;
}

function keysFirstSql(
  plan: ListPlan,
  { columns, reading }: { readonly columns: readonly string[]; readonly reading: Reading },
): string {
  const { dialect, read } = reading;
  const [key, table] = [dialect.rowKey(root), quoteIdentifier(plan.collection.table)];
  const sorted = dialect.keepsInnerOrder || read.hasKeys ? [] : sortColumns(plan.sort);
  const found = readSql(plan, { columns: [`${key} AS k`, ...sorted], reading });
  const selected = [...columns, ...(read.hasKeys ? keysOf(plan.sort) : [])];
  const order = dialect.keepsInnerOrder
    ? ''
    : ` ORDER BY ${orderBy(plan.sort, dialect, (_, at) => `p.k${at}`)}`;
  return `SELECT ${selected.join(', ')} FROM (${found}) p ${dialect.joinInOrder} ${table} ${root} ON ${key} = p.k${order}`;
}

export function readSql(
  plan: ListPlan,
  { columns, reading }: { readonly columns: readonly string[]; readonly reading: Reading },
): string {
  const { accessPath, dialect } = reading;
  if (accessPath === null)
    return oneWay(plan, { columns, ...reading, context: byIndexes, limit: dialect.rowLimit });
  const isFew = '(SELECT _few FROM _way)';
  const sought = oneWay(plan, {
    columns,
    ...reading,
    context: byIndexes,
    limit: `CASE WHEN ${isFew} THEN ? ELSE 0 END`,
  });
  const walked = oneWay(plan, {
    columns,
    ...reading,
    context: () => inOrderOf(accessPath.inOrder, dialect),
    limit: `CASE WHEN ${isFew} THEN 0 ELSE ? END`,
  });
  const way = `WITH _way(_few) AS MATERIALIZED (SELECT ${accessPath.isFew})`;
  return `${way} SELECT * FROM (${sought}) UNION ALL SELECT * FROM (${walked})`;
}

interface Way {
  readonly context: (dialect: SqlDialect) => SqlContext;
  readonly limit: string;
}

/** The sort values of the rows that were found first, for a cursor. */
export function keysOf(sort: ListPlan['sort']): readonly string[] {
  return sort.map((_, at) => `p.k${at} AS k${at}`);
}

/** The values that documents are sorted by: `k0`, `k1`, ... */
export function sortColumns(sort: ListPlan['sort']): readonly string[] {
  return sort.map((term, index) => `${columnOf(term, root)} AS k${index}`);
}

/** One keyset range after the other, until the page is full. */
function oneWay(
  plan: ListPlan,
  { columns, read, dialect, context, limit }: Reading & Way & { readonly columns: readonly string[] },
): string {
  const keys = read.hasKeys ? sortColumns(plan.sort) : [];
  const select = (condition: string | null): string =>
    selectSql(plan, { columns: [...columns, ...keys], condition, context: context(dialect) });
  if (read.keysetRanges === null) return `${select(null)} LIMIT ${limit}${read.hasOffset ? ' OFFSET ?' : ''}`;
  const parts = read.keysetRanges.map(({ condition }) => select(condition));
  if (parts.length === 1) return `${parts[0]} LIMIT ${limit}`;
  if (!dialect.keepsInnerOrder) return inTurn(plan, parts, dialect);
  const all = parts.map((part) => `SELECT * FROM (${part} LIMIT ${limit})`).join(' UNION ALL ');
  return `${all} LIMIT ${limit}`;
}

/**
 * For a union whose parts come in any order: a part is limited to the rows that the previous parts left open,
 * usually none.
 */
function inTurn({ sort }: ListPlan, parts: readonly string[], dialect: SqlDialect): string {
  const named = parts.map((part, at) => {
    const found = Array.from({ length: at }, (_, before) => ` - (SELECT count(*) FROM _s${before})`).join('');
    return `_s${at} AS (${part} LIMIT ${at === 0 ? '?' : `greatest(0, ?${found})`})`;
  });
  const all = parts.map((_, at) => `SELECT * FROM _s${at}`).join(' UNION ALL ');
  return `WITH ${named.join(', ')} ${all} ORDER BY ${orderBy(sort, dialect, (_, at) => `k${at}`)} LIMIT ?`;
}

function selectSql(plan: ListPlan, { columns, condition, context }: Found): string {
  return `${foundSql(plan, { columns, condition, context })} ORDER BY ${compileOrder(plan.sort, root, context.dialect)}`;
}
/** What is selected of the documents that are found. */
export interface Found {
  readonly columns: readonly string[];
  readonly condition: string | null;
  readonly context: SqlContext;
}

/** The documents in any order. */
export function foundSql({ collection, where }: ListPlan, { columns, condition, context }: Found): string {
  const conditions = [
    ...(where === null ? [] : filterSql(where, context)),
    ...(condition === null ? [] : [condition]),
  ];
  const filter = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return `SELECT ${columns.join(', ')} FROM ${quoteIdentifier(collection.table)} ${root}${filter}`;
}

function filterSql(where: WhereNode, context: SqlContext): readonly string[] {
  const nodes = conjuncts(where);
  return nodes.map((node) => {
    const sql = whereSql(node, { row: root, context });
    return nodes.length > 1 && context.inOrder === null && isMetByMany(node)
      ? context.dialect.metByMany(sql)
      : sql;
  });
}

/** A boolean or a choice from a list has few values, each in many documents. */
function isMetByMany(node: WhereNode): boolean {
  if (node.kind !== 'condition' || node.target.keys !== null || node.tests.length > 1) return false;
  const { type } = node.target.field;
  return (
    (type === 'boolean' || type === 'select') && node.tests.every(({ operator }) => operator === 'equals')
  );
}
