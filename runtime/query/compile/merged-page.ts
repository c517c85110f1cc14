/**
 * The page of a merged list: published rows without a pending draft, and pending rows, each in the order of
 * an index, merged by the sort. SQLite reads both as a merge join: it takes from each only as many rows as
 * the page needs.
 */

import type { DraftRows, ListPlan, RowKind } from '../plan.js';
import type { Parameter } from '../sql/parameter.js';
import { quoteIdentifier } from '../sql/quote.js';
import type { SqlDialect } from '../sql/sql-dialect.js';
import type { AccessPath } from './access-path.js';
import { orderBy } from './order.js';
import {
  behindCursor,
  columnSql,
  deepOffset,
  foundSql,
  isSortedWhole,
  keysOf,
  type Page,
  type PageColumn,
  type Read,
  readSql,
  rememberedAccessPath,
  sortColumns,
  sortKey,
  valueSql,
} from './page.js';
import { type Shape, shapeOf } from './shape.js';
import { byIndexes, root } from './statement.js';

export function mergedPageOf(plan: ListPlan, { drafts, lookahead, dialect }: MergedRead): Page {
  const { paging, sort } = plan;
  const limit = lookahead ? paging.limit + 1 : paging.limit;
  // An offset larger than the database's integers is larger than every table.
  const offset =
    paging.kind === 'page' ? Math.min((paging.page - 1) * paging.limit, Number.MAX_SAFE_INTEGER - limit) : 0;
  const read = paging.kind === 'page' ? fromStart(offset + limit) : behindCursor(sort, paging.after, limit);
  const branches = [
    branchOf(publishedPlan(plan), dialect),
    branchOf({ ...publishedPlan(plan), ...drafts }, dialect),
  ];
  const isDirect =
    dialect.keepsInnerOrder &&
    branches.every(({ accessPath }) => accessPath === null) &&
    (read.keysetRanges?.length ?? 1) === 1;
  const isDeep = offset >= deepOffset;
  const merging: Merging = { plan, drafts, branches, read, isDirect, dialect };
  return {
    key: `merged ${isDeep} ${read.key} ${sortKey(sort)} ${branches.map(({ shape }) => shape.key).join(' / ')}`,
    sql: (columns) =>
      isDeep || isSortedWhole(publishedPlan(plan), dialect)
        ? keysFirstSql(merging, columns)
        : mergedSql(merging, columns),
    parameters: [...branches.flatMap((branch) => branchParameters(branch, merging)), limit, offset],
  };
}

export interface MergedRead {
  readonly drafts: DraftRows;
  readonly lookahead: boolean;
  readonly dialect: SqlDialect;
}

/** The list of the published rows alone. */
function publishedPlan({ drafts: _, ...plan }: ListPlan): ListPlan {
  return plan;
}

/**
 * The rows of one table, read from the start until there are enough for the page, whatever the other table
 * contains.
 */
function fromStart(rows: number): Read {
  return {
    key: 'start',
    isDeep: false,
    hasOffset: false,
    hasKeys: true,
    keysetRanges: null,
    parameters: (filter) => [...filter, rows],
  };
}

interface Branch {
  readonly plan: ListPlan;
  readonly shape: Shape;
  readonly accessPath: AccessPath | null;
}

interface Merging {
  readonly plan: ListPlan;
  readonly drafts: DraftRows;
  readonly branches: readonly Branch[];
  readonly read: Read;
  /** Each table is read by one statement whose order an index can give, so that no sort is needed. */
  readonly isDirect: boolean;
  readonly dialect: SqlDialect;
}

function branchOf(plan: ListPlan, dialect: SqlDialect): Branch {
  const shape = shapeOf(plan.where, dialect);
  return { plan, shape, accessPath: rememberedAccessPath(plan, shape) };
}

function branchParameters(
  { plan, shape, accessPath }: Branch,
  { read, isDirect }: Merging,
): readonly Parameter[] {
  if (isDirect) return [...shape.parameters, ...(read.keysetRanges?.[0]?.parameters ?? [])];
  const once = read.parameters(shape.parameters);
  return accessPath === null || plan.where === null
    ? once
    : [...accessPath.parameters(plan.where), ...once, ...once];
}

function mergedSql(merging: Merging, columns: readonly PageColumn[]): string {
  return mergedSelect(merging, (rows) => columns.map((one) => columnSql(one, root, rows)));
}

function mergedSelect(merging: Merging, columnsOf: (rows: RowKind) => readonly string[]): string {
  const { plan, branches, read, isDirect, dialect } = merging;
  const parts = branches.map((branch, at) => {
    const selected = [...columnsOf(at === 0 ? 'published' : 'pending'), `${at} AS "pending"`];
    if (!isDirect) {
      return `SELECT * FROM (${readSql(branch.plan, { columns: selected, reading: { read, accessPath: branch.accessPath, dialect } })}) a${at}`;
    }
    const condition = read.keysetRanges?.[0]?.condition ?? null;
    return foundSql(branch.plan, {
      columns: [...selected, ...sortColumns(plan.sort)],
      condition,
      context: byIndexes(dialect),
    });
  });
  return `${parts.join(' UNION ALL ')} ORDER BY ${orderBy(plan.sort, dialect, (_, at) => `k${at}`)} LIMIT ${dialect.rowLimit} OFFSET ?`;
}

/** Deep pages first find their rows in the indexes, and fetch documents only for the page. */
function keysFirstSql(merging: Merging, columns: readonly PageColumn[]): string {
  const { plan, drafts, dialect } = merging;
  const found = mergedSelect(merging, () => [`${dialect.rowKey(root)} AS k`]);
  const selected = columns.map((one) => {
    if ('sql' in one) return columnSql(one, root);
    const [published, pending] = [valueSql(one, root, 'published'), valueSql(one, 'd', 'pending')];
    return `CASE p."pending" WHEN 0 THEN ${published} ELSE ${pending} END AS ${quoteIdentifier(one.as)}`;
  });
  const published = `LEFT JOIN ${quoteIdentifier(plan.collection.table)} ${root} ON p."pending" = 0 AND ${dialect.rowKey(root)} = p.k`;
  const pending = `LEFT JOIN ${quoteIdentifier(drafts.collection.table)} d ON p."pending" = 1 AND ${dialect.rowKey('d')} = p.k`;
  const order = dialect.keepsInnerOrder
    ? ''
    : ` ORDER BY ${orderBy(plan.sort, dialect, (_, at) => `p.k${at}`)}`;
  const keys = plan.paging.kind === 'cursor' ? keysOf(plan.sort) : [];
  return `SELECT ${[...selected, 'p."pending" AS "pending"', ...keys].join(', ')} FROM (${found}) p ${published} ${pending}${order}`;
}
