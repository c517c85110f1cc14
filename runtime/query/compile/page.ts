/** The documents of a page, in order. */
import type { SortValues } from '../cursor.js';
import type { ListPlan, WhereNode } from '../plan.js';
import { conjuncts } from '../visible.js';
import { type Approach, approachOf } from './approach.js';
import { columnOf, compileOrder, type Stretch, stretchesBehind, stretchesKey } from './order.js';
import { remembered } from './remembered.js';
import type { Shape } from './shape.js';
import { identifier, metByMany, rowKey } from './sqlite.js';
import { byIndexes, type Parameter, root, type Writing } from './statement.js';
import { whereSql } from './where.js';

/** A page's SQL for some columns of its documents. */
export interface Page {
  /** Equal for pages with equal SQL. */
  readonly key: string;
  readonly sql: (columns: readonly PageColumn[]) => string;
  readonly parameters: readonly Parameter[];
}

/** A column of the documents, and its name in the answer. */
export interface PageColumn {
  readonly column: string;
  readonly as: string;
}

/** Deeper pages find their rows in the index first, and fetch documents for the page alone. */
export const deepOffset = 100;

export function pageOf(plan: ListPlan, shape: Shape, lookahead: boolean): Page {
  const { paging, sort, where, collection } = plan;
  const order = sortKey(sort);
  const limit = lookahead ? paging.limit + 1 : paging.limit;
  const read = paging.kind === 'page' ? byOffset(paging, limit) : behindCursor(sort, paging.after, limit);
  const key = `${read.key} ${order} ${shape.key}`;
  const approach =
    where === null ? null : remembered(collection, `approach ${order} ${shape.key}`, () => approachOf(plan));
  const once = read.parameters(shape.parameters);
  return {
    key,
    sql: (columns) => {
      const selected = columns.map((one) => columnSql(one, root));
      return read.isDeep ? deepSql(plan, selected, read, approach) : readSql(plan, selected, read, approach);
    },
    parameters:
      approach === null || where === null ? once : [...approach.parameters(where), ...once, ...once],
  };
}

export function columnSql({ column, as }: PageColumn, alias: string): string {
  return `${alias}.${identifier(column)} AS ${identifier(as)}`;
}

const sortKeys = new WeakMap<ListPlan['sort'], string>();

/** Sorts are parsed once for each text, so that the same sort is the same list of terms. */
export function sortKey(sort: ListPlan['sort']): string {
  let key = sortKeys.get(sort);
  if (key === undefined) {
    key = sort.map(({ column, direction }) => `${column} ${direction}`).join();
    sortKeys.set(sort, key);
  }
  return key;
}

// --- by offset, or behind a cursor

/** Which part of the list a page is. */
export interface Read {
  readonly key: string;
  readonly isDeep: boolean;
  readonly hasOffset: boolean;
  readonly hasKeys: boolean;
  /** Null: the list as a whole. */
  readonly stretches: readonly Stretch[] | null;
  /** The parameters of one reading, with those of the filter. */
  readonly parameters: (filter: readonly Parameter[]) => readonly Parameter[];
}

function byOffset(paging: { readonly page: number; readonly limit: number }, limit: number): Read {
  // An offset beyond the integers of the database is beyond every table.
  const offset = Math.min((paging.page - 1) * paging.limit, Number.MAX_SAFE_INTEGER);
  const isDeep = offset >= deepOffset;
  return {
    key: isDeep ? 'deep' : 'page',
    isDeep,
    hasOffset: true,
    hasKeys: false,
    stretches: null,
    parameters: (filter) => [...filter, limit, offset],
  };
}

export function behindCursor(sort: ListPlan['sort'], after: SortValues | null, limit: number): Read {
  const shared = { isDeep: false, hasOffset: false, hasKeys: true };
  if (after === null) {
    return { ...shared, key: 'first', stretches: null, parameters: (filter) => [...filter, limit] };
  }
  const stretches = stretchesBehind(sort, after, root);
  return {
    ...shared,
    key: `after${stretchesKey(after)}`,
    stretches,
    parameters: (filter) => {
      const each = stretches.flatMap((stretch) => [...filter, ...stretch.parameters, limit]);
      return stretches.length === 1 ? each : [...each, limit];
    },
  };
}

// --- SQL

function deepSql(plan: ListPlan, columns: readonly string[], read: Read, approach: Approach | null): string {
  const found = readSql(plan, [`${rowKey(root)} AS k`], read, approach);
  const table = identifier(plan.collection.table);
  return `SELECT ${columns.join(', ')} FROM (${found}) p CROSS JOIN ${table} ${root} ON ${rowKey(root)} = p.k`;
}

export function readSql(
  plan: ListPlan,
  columns: readonly string[],
  read: Read,
  approach: Approach | null,
): string {
  if (approach === null) return oneWay(plan, columns, read, { writing: byIndexes, limit: '?' });
  const isFew = '(SELECT few FROM way)';
  const sought = oneWay(plan, columns, read, {
    writing: byIndexes,
    limit: `CASE WHEN ${isFew} THEN ? ELSE 0 END`,
  });
  const walked = oneWay(plan, columns, read, {
    writing: () => ({ aliases: 0, inOrder: approach.inOrder }),
    limit: `CASE WHEN ${isFew} THEN 0 ELSE ? END`,
  });
  const way = `WITH way(few) AS MATERIALIZED (SELECT ${approach.isFew})`;
  return `${way} SELECT * FROM (${sought}) UNION ALL SELECT * FROM (${walked})`;
}

interface Way {
  readonly writing: () => Writing;
  readonly limit: string;
}

/** The values that documents are sorted by: `k0`, `k1`, ... */
export function sortColumns(sort: ListPlan['sort']): readonly string[] {
  return sort.map((term, index) => `${columnOf(term, root)} AS k${index}`);
}

/** One stretch after the other; the outer limit ends reading as soon as the page is full. */
function oneWay(plan: ListPlan, columns: readonly string[], read: Read, { writing, limit }: Way): string {
  const keys = read.hasKeys ? sortColumns(plan.sort) : [];
  const select = (condition: string | null): string =>
    `${selectSql(plan, [...columns, ...keys], condition, writing())} LIMIT ${limit}`;
  if (read.stretches === null) return `${select(null)}${read.hasOffset ? ' OFFSET ?' : ''}`;
  const parts = read.stretches.map(({ condition }) => select(condition));
  if (parts.length === 1) return parts[0] ?? '';
  return `${parts.map((part) => `SELECT * FROM (${part})`).join(' UNION ALL ')} LIMIT ${limit}`;
}

function selectSql(
  plan: ListPlan,
  columns: readonly string[],
  condition: string | null,
  writing: Writing,
): string {
  return `${foundSql(plan, columns, condition, writing)} ORDER BY ${compileOrder(plan.sort, root)}`;
}

/** The documents in any order. */
export function foundSql(
  { collection, where }: ListPlan,
  columns: readonly string[],
  condition: string | null,
  writing: Writing,
): string {
  const conditions = [
    ...(where === null ? [] : filterSql(where, writing)),
    ...(condition === null ? [] : [condition]),
  ];
  const filter = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return `SELECT ${columns.join(', ')} FROM ${identifier(collection.table)} ${root}${filter}`;
}

function filterSql(where: WhereNode, writing: Writing): readonly string[] {
  const nodes = conjuncts(where);
  return nodes.map((node) => {
    const sql = whereSql(node, root, writing);
    return nodes.length > 1 && writing.inOrder === null && isMetByMany(node) ? metByMany(sql) : sql;
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
