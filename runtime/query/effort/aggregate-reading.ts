/** Whether groups and their numbers may take long. All rows that meet the filter are read and sorted. */
import { reason } from '../../errors/reasons/reason.js';
import type { AggregatePlan } from '../aggregate-plan.js';
import type { AggregatedRows } from '../compile/aggregate.js';
import type { RelatedNode } from '../plan.js';
import { documentsNamed, filterWeight } from './condition-weight.js';
import { costliestFilter } from './costliest-part.js';
import { sorted } from './list-effort.js';
import type { ExpectedWork, WorkedOn } from './list-reading.js';
import type { TableSize } from './table-size.js';

/** The members of a list beside each row, whose JSON is parsed: at least, and for each byte of a row. */
const listed = 10;
const listedByte = 0.02;
/** A group or metric of a row, as a simple comparison. */
const value = 0.3;
/** A part of a date in another time than UTC. */
const shifted = 2;

export function workOfAggregate(
  plan: AggregatePlan,
  tables: readonly AggregatedRows[],
  { dialect, sizeOf }: WorkedOn,
): ExpectedWork {
  return {
    isLong: () =>
      tables.reduce((work, rows) => work + workOfTable(plan, rows, sizeOf), 0) > dialect.maxShortCost,
    costliest() {
      const [{ where, collection } = { where: null, collection: plan.collection }] = tables;
      if (where !== null && plan.where !== null) return costliestFilter(where, collection, sizeOf);
      if (plan.groups.length === 0) return reason('cost.metrics');
      return reason('cost.groups', { paths: plan.groups.map(({ path }) => path) });
    },
  };
}

function workOfTable(
  plan: AggregatePlan,
  { collection, where, seen }: AggregatedRows,
  sizeOf: WorkedOn['sizeOf'],
): number {
  const size = sizeOf(collection.table);
  const weigh = (node: RelatedNode): number => filterWeight(node, { size, sizeOf }).perRow;
  const perRow =
    sorted +
    plan.groups.reduce((sum, group) => sum + groupWeight(group, size), 0) +
    plan.metrics.length * value +
    [...seen.values()].reduce((sum, node) => sum + weigh(node), 0);
  if (where === null) return size.rows * perRow;
  const weight = filterWeight(where, { size, sizeOf });
  return rowsOf({ collection, where }, size) * (perRow + weight.perRow) + weight.once;
}

function groupWeight({ isList, date }: AggregatePlan['groups'][number], { rowBytes }: TableSize): number {
  if (isList) return Math.max(listed, rowBytes * listedByte);
  return date !== null && (date.offset !== 0 || date.by === 'week') ? shifted : value;
}

function rowsOf(
  { collection, where }: Pick<AggregatedRows, 'collection' | 'where'>,
  { rows }: TableSize,
): number {
  const named = where === null ? null : documentsNamed(where, collection.indexes);
  return named === null ? rows : Math.min(named, rows);
}
