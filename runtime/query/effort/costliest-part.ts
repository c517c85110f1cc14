/** The most expensive part of a list, in words for the requester. Contains names of fields, never values. */

import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { type Reason, reason } from '../../errors/reasons/reason.js';
import type { ListPlan, WhereNode } from '../plan.js';
import { filterWeight } from './condition-weight.js';
import { isOrdered, sizeOfList } from './list-effort.js';
import type { SizeOf, TableSize } from './table-size.js';

/** Of a page: the path of a condition, the sort, or the offset. */
export function costliestOfPage(plan: ListPlan, sizeOf: SizeOf): Reason {
  const { where, sort } = plan;
  if (where !== null) {
    const path = pathOf(where, { size: sizeOfList(plan, sizeOf), sizeOf });
    return reason('cost.filter', { path });
  }
  return isOrdered(plan) ? reason('cost.deepPage') : reason('cost.sort', { path: sort[0]?.path ?? 'id' });
}

/** Of a count. */
export function costliestOfCount(plan: ListPlan, sizeOf: SizeOf): Reason {
  const { where } = plan;
  if (where === null) return reason('cost.count');
  const path = pathOf(where, { size: sizeOfList(plan, sizeOf), sizeOf });
  return reason('cost.countWithFilter', { path });
}

/** Of a filter on the rows of a collection. */
export function costliestFilter(where: WhereNode, { table }: CollectionDescriptor, sizeOf: SizeOf): Reason {
  return reason('cost.filter', { path: pathOf(where, { size: sizeOf(table), sizeOf }) });
}

/** The rows on which a condition is evaluated. */
interface Rows {
  readonly size: TableSize;
  readonly sizeOf: SizeOf;
}

function pathOf(node: WhereNode, rows: Rows): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return pathAmong(node.nodes, rows) ?? 'id';
    case 'condition':
    case 'status':
      return node.target.field.path;
    case 'unreferenced':
      return 'unused';
    case 'no-pending-draft':
      return '_status';
    case 'search':
      return 'search';
    case 'rows':
      return (
        pathAmong(
          node.branches.flatMap((branch) => branch.node ?? []),
          rows,
        ) ?? node.target.field.path
      );
    case 'related': {
      const { path } = node.target.field;
      const branch = node.branches.find((one) => one.node !== null);
      if (branch?.node == null) return path;
      const size = rows.sizeOf(branch.collection.table);
      return `${path}.${pathOf(branch.node, { ...rows, size })}`;
    }
  }
}

function pathAmong(nodes: readonly WhereNode[], rows: Rows): string | null {
  let costliest: WhereNode | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const node of nodes) {
    const { perRow, once } = filterWeight(node, { size: rows.size, sizeOf: rows.sizeOf });
    const work = rows.size.rows * perRow + once;
    if (work > most) [costliest, most] = [node, work];
  }
  return costliest === null ? null : pathOf(costliest, rows);
}
