/**
 * The page of a merged list: published rows without a pending draft, and pending rows, each in the order of an index, merged by the
 * sort. SQLite reads the two like a zip: it takes from each no more than the page needs.
 */
import type { DraftRows, ListPlan } from '../plan.js';
import type { Approach } from './approach.js';
import { type Dialect, identifier } from './dialect.js';
import { orderBy } from './order.js';
import {
  behindCursor,
  columnSql,
  deepOffset,
  foundSql,
  type Page,
  type PageColumn,
  type Read,
  readSql,
  rememberedApproach,
  sortColumns,
  sortKey,
} from './page.js';
import { type Shape, shapeOf } from './shape.js';
import { byIndexes, type Parameter, root } from './statement.js';

export function mergedPageOf(plan: ListPlan, { drafts, lookahead, dialect }: MergedRead): Page {
  const { paging, sort } = plan;
  const limit = lookahead ? paging.limit + 1 : paging.limit;
  // An offset beyond the integers of the database is beyond every table.
  const offset =
    paging.kind === 'page' ? Math.min((paging.page - 1) * paging.limit, Number.MAX_SAFE_INTEGER - limit) : 0;
  const read = paging.kind === 'page' ? fromStart(offset + limit) : behindCursor(sort, paging.after, limit);
  const arms = [armOf(publishedPlan(plan), dialect), armOf({ ...publishedPlan(plan), ...drafts }, dialect)];
  const isDirect =
    dialect.keepsInnerOrder &&
    arms.every(({ approach }) => approach === null) &&
    (read.stretches?.length ?? 1) === 1;
  const isDeep = offset >= deepOffset;
  const merging: Merging = { plan, drafts, arms, read, isDirect, dialect };
  return {
    key: `merged ${isDeep} ${read.key} ${sortKey(sort)} ${arms.map(({ shape }) => shape.key).join(' / ')}`,
    sql: (columns) => (isDeep ? deepSql(merging, columns) : mergedSql(merging, columns)),
    parameters: [...arms.flatMap((arm) => armParameters(arm, merging)), limit, offset],
  };
}

export interface MergedRead {
  readonly drafts: DraftRows;
  readonly lookahead: boolean;
  readonly dialect: Dialect;
}

/** The list of the published rows alone. */
function publishedPlan({ drafts: _, ...plan }: ListPlan): ListPlan {
  return plan;
}

/** The rows of one table, read until there are enough for the page whatever the other table holds. */
function fromStart(rows: number): Read {
  return {
    key: 'start',
    isDeep: false,
    hasOffset: false,
    hasKeys: true,
    stretches: null,
    parameters: (filter) => [...filter, rows],
  };
}

interface Arm {
  readonly plan: ListPlan;
  readonly shape: Shape;
  readonly approach: Approach | null;
}

interface Merging {
  readonly plan: ListPlan;
  readonly drafts: DraftRows;
  readonly arms: readonly Arm[];
  readonly read: Read;
  /** Each table is read by one statement whose order an index may give, so that nothing need be sorted. */
  readonly isDirect: boolean;
  readonly dialect: Dialect;
}

function armOf(plan: ListPlan, dialect: Dialect): Arm {
  const shape = shapeOf(plan.where, dialect);
  return { plan, shape, approach: rememberedApproach(plan, shape) };
}

function armParameters({ plan, shape, approach }: Arm, { read, isDirect }: Merging): readonly Parameter[] {
  if (isDirect) return [...shape.parameters, ...(read.stretches?.[0]?.parameters ?? [])];
  const once = read.parameters(shape.parameters);
  return approach === null || plan.where === null
    ? once
    : [...approach.parameters(plan.where), ...once, ...once];
}

function mergedSql(merging: Merging, columns: readonly PageColumn[]): string {
  const selected = columns.map((one) => columnSql(one, root));
  return mergedSelect(merging, selected);
}

function mergedSelect(merging: Merging, columns: readonly string[]): string {
  const { plan, arms, read, isDirect, dialect } = merging;
  const parts = arms.map((arm, at) => {
    const selected = [...columns, `${at} AS "pending"`];
    if (!isDirect) {
      return `SELECT * FROM (${readSql(arm.plan, selected, { read, approach: arm.approach, dialect })}) a${at}`;
    }
    const condition = read.stretches?.[0]?.condition ?? null;
    return foundSql(arm.plan, [...selected, ...sortColumns(plan.sort)], condition, byIndexes(dialect));
  });
  return `${parts.join(' UNION ALL ')} ORDER BY ${orderBy(plan.sort, dialect, (_, at) => `k${at}`)} LIMIT ${dialect.rowLimit} OFFSET ?`;
}

/** Deep pages find their rows in the indexes first, and fetch documents for the page alone. */
function deepSql(merging: Merging, columns: readonly PageColumn[]): string {
  const { plan, drafts, dialect } = merging;
  const found = mergedSelect(merging, [`${dialect.rowKey(root)} AS k`]);
  const selected = columns.map((one) => {
    if ('sql' in one) return columnSql(one, root);
    const name = identifier(one.column);
    return `CASE p."pending" WHEN 0 THEN ${root}.${name} ELSE d.${name} END AS ${identifier(one.as)}`;
  });
  const published = `LEFT JOIN ${identifier(plan.collection.table)} ${root} ON p."pending" = 0 AND ${dialect.rowKey(root)} = p.k`;
  const pending = `LEFT JOIN ${identifier(drafts.collection.table)} d ON p."pending" = 1 AND ${dialect.rowKey('d')} = p.k`;
  const order = dialect.keepsInnerOrder
    ? ''
    : ` ORDER BY ${orderBy(plan.sort, dialect, (_, at) => `p.k${at}`)}`;
  return `SELECT ${selected.join(', ')}, p."pending" AS "pending" FROM (${found}) p ${published} ${pending}${order}`;
}
