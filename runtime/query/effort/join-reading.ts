import type { CollectionDescriptor, JoinField } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { columnsBefore } from '../compile/access-path.js';
import type { SortTerm, WhereNode } from '../plan.js';
import { filterWeight } from './condition-weight.js';
import { sorted } from './list-effort.js';
import type { ExpectedWork, WorkedOn } from './list-reading.js';

/** A join that is read for any number of documents. */
export interface PlannedJoin {
  readonly field: JoinField;
  /** The column that refers to them, if there is one. */
  readonly column: string | undefined;
  readonly target: CollectionDescriptor;
  readonly where: WhereNode | null;
  readonly sort: readonly SortTerm[];
}

/**
 * An index that gives the order leads to the first documents of each join; otherwise all documents may be
 * read.
 */
export function workOfJoin(join: PlannedJoin, { dialect, sizeOf }: WorkedOn): ExpectedWork {
  const { field, column, target, where, sort } = join;
  return {
    isLong() {
      const isOrdered = column !== undefined && columnsBefore(target, sort, new Set([column])) !== null;
      if (where === null && isOrdered) return false;
      const size = sizeOf(target.table);
      const weight = where === null ? { perRow: 0, once: 0 } : filterWeight(where, { size, sizeOf });
      return size.rows * (sorted + weight.perRow) + weight.once > dialect.maxShortCost;
    },
    costliest: () => reason('cost.join', { path: field.path }),
  };
}
