/**
 * The cost of a list, before it is read. A statement that may take long must not block others; one that is
 * certainly short must not be delayed. So this is an upper bound where a requester can choose what makes a
 * list expensive, and an expected value where an index leads to its documents.
 */
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { isRelation } from '../../fields/relation.js';
import { columnsBefore, fixedColumns } from '../compile/access-path.js';
import type { ListPlan, SortTerm, WhereNode } from '../plan.js';
import { conjuncts } from '../visible.js';
import { documentsNamed, filterWeight } from './condition-weight.js';
import type { SizeOf, TableSize } from './table-size.js';

/** Cost in rows, as in `condition-weight.ts`. */
export type Effort = number;

/**
 * Up to this number, a statement sorts documents itself instead of reading them in the order of the list
 * (`access-path.ts`).
 */
const few = 1000;
/** A row that an index gives in order and that is skipped. */
const passedBy = 0.2;
/** A row that is counted in an index, and one that is counted without being read. */
const countedInIndex = 0.1;
const countedBlindly = 0.02;
/** Estimates count small tables exactly (`dialects/sqlite/sql.ts`), and read fewer rows of large ones. */
const estimatedAmong = 2000;
/** A row that is read and sorted. */
export const sorted = 1.5;

/** Max cost of a page. */
export function pageEffort(plan: ListPlan, sizeOf: SizeOf): Effort {
  const { where, paging } = plan;
  const depth = paging.kind === 'page' ? paging.page * paging.limit : paging.limit;
  if (where === null) {
    if (isOrdered(plan)) return depth * passedBy;
    return sizeOfList(plan, sizeOf).rows * sorted;
  }
  const size = sizeOfList(plan, sizeOf);
  const weight = filterWeight(where, { size, sizeOf });
  return rowsOfPage(plan, where, { size, depth }) * (sorted + weight.perRow) + weight.once;
}

/** Max cost of a count. */
export function countEffort(plan: ListPlan, sizeOf: SizeOf): Effort {
  const { where, collection } = plan;
  const size = sizeOfList(plan, sizeOf);
  if (plan.count === 'estimated' && where !== null) {
    const { perRow, once } = filterWeight(where, { size, sizeOf });
    return Math.min(size.rows, estimatedAmong) * (1 + perRow) + once;
  }
  if (where === null) return size.rows * countedBlindly;
  const named = documentsNamed(where, collection.indexes);
  const weight = filterWeight(where, { size, sizeOf });
  if (named !== null) return named * (1 + weight.perRow) + weight.once;
  if (isInOneIndex(where, collection)) return size.rows * countedInIndex + weight.once;
  return size.rows * (1 + weight.perRow) + weight.once;
}

/** Pending drafts are read in addition to the published documents. */
export function sizeOfList({ collection, drafts }: ListPlan, sizeOf: SizeOf): TableSize {
  const size = sizeOf(collection.table);
  if (drafts === undefined) return size;
  return { ...size, rows: size.rows + sizeOf(drafts.collection.table).rows };
}

interface PageBounds {
  readonly size: TableSize;
  /** Number of documents up to the end of the page. */
  readonly depth: number;
}

/** The number of rows on which a filter is evaluated until the page is full. */
function rowsOfPage(plan: ListPlan, where: WhereNode, { size, depth }: PageBounds): number {
  const { rows } = size;
  if (rows <= few) return rows;
  const { collection, sort } = plan;
  const named = documentsNamed(where, collection.indexes);
  if (named !== null) return Math.min(named, rows);
  const conditions = conjuncts(where).filter(({ kind }) => kind !== 'no-pending-draft');
  const fixed = new Set(conditions.flatMap(fixedColumns));
  const before = columnsBefore(
    collection,
    sort.filter(({ column }) => !fixed.has(column)),
    fixed,
  );
  if (before === null) return rows;
  if (conditions.every((node) => isBefore(node, before, sort))) return Math.min(depth, rows);
  // More than a few documents meet it: the list is read in its order until the page is full.
  if (conditions.every((node) => leads(node, collection))) return Math.min(rows, few + (rows / few) * depth);
  return rows;
}

/** Whether the index that gives the order leads to the rows that meet a condition. */
function isBefore(node: WhereNode, before: ReadonlySet<string>, [first]: readonly SortTerm[]): boolean {
  if (fixedColumns(node).some((column) => before.has(column))) return true;
  return before.size === 0 && first !== undefined && isStretchOf(node, first.column);
}

/** Whether the documents that meet a condition are contiguous in an index that starts with the column. */
function isStretchOf(node: WhereNode, column: string): boolean {
  if (node.kind !== 'condition' || node.target.keys !== null) return false;
  const { field } = node.target;
  const isOwn = 'column' in field && field.column === column && !('collectionColumn' in field);
  return (
    isOwn &&
    node.tests.every(({ operator, operand }) => keysetRanges.has(operator) && operand.kind !== 'area')
  );
}

const keysetRanges: ReadonlySet<string> = new Set(['equals', 'gt', 'gte', 'lt', 'lte', 'within']);

/** Whether an index leads to exactly the documents that meet a condition. */
function leads(node: WhereNode, { indexes }: CollectionDescriptor): boolean {
  if (node.kind !== 'condition' || node.target.keys !== null || node.tests.length !== 1) return false;
  const { field } = node.target;
  const operator = node.tests[0]?.operator;
  if ('hasMany' in field && field.hasMany) {
    return isRelation(field) && (operator === 'contains' || operator === 'in');
  }
  if (operator !== 'equals' && operator !== 'in') return false;
  return 'column' in field && indexes.some(({ columns }) => columns[0] === field.column);
}

/** Whether documents are counted in an index or in the table of a list, without being read themselves. */
function isInOneIndex(where: WhereNode, collection: CollectionDescriptor): boolean {
  const conditions = conjuncts(where);
  const [only] = conditions;
  if (conditions.length === 1 && only !== undefined) {
    if (leads(only, collection)) return true;
    return collection.indexes.some(
      ({ columns }) => columns[0] !== undefined && isStretchOf(only, columns[0]),
    );
  }
  const fixed = conditions.map((node) => fixedColumns(node)[0]);
  return collection.indexes.some(({ columns }) => {
    const first = new Set(columns.slice(0, conditions.length));
    return fixed.every((column) => column !== undefined && first.has(column));
  });
}

const ordered = new WeakMap<CollectionDescriptor, WeakMap<readonly SortTerm[], boolean>>();
const noColumns: ReadonlySet<string> = new Set();

/** Whether an index gives the order of a list without a filter. Sorts are parsed once per text. */
export function isOrdered({ collection, sort }: ListPlan): boolean {
  let known = ordered.get(collection);
  if (known === undefined) {
    known = new WeakMap();
    ordered.set(collection, known);
  }
  let is = known.get(sort);
  if (is === undefined) {
    is = columnsBefore(collection, sort, noColumns) !== null;
    known.set(sort, is);
  }
  return is;
}
