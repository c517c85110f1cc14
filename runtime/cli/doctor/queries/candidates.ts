/** Indexes that may make a list quick. */
import type { CollectionDescriptor, FieldDescriptor } from '../../../codegen/descriptors.js';
import { fieldTypeOf } from '../../../fields/index.js';
import { isRelation } from '../../../fields/relation.js';
import { columnsBefore, fixedColumns } from '../../../query/compile/access-path.js';
import { documentsNamed } from '../../../query/effort/condition-weight.js';
import type { ListPlan, SortTerm, WhereNode } from '../../../query/plan.js';
import { conjuncts } from '../../../query/visible.js';

export interface Candidate {
  /** Slug of its collection: that of the list, or one that a filter leads to. */
  readonly collection: string;
  /** Paths, as in `indexes` of the config. */
  readonly fields: readonly string[];
  /** Whether it must give the order of the list, too. */
  readonly givesOrder: boolean;
}

/** Whether an index of the collection leads to the page in its order. */
export function isServed({ collection, where, sort }: ListPlan): boolean {
  if (where !== null && documentsNamed(where, collection.indexes) !== null) return true;
  const fixed = new Set(fixedIn(where).flatMap(fixedColumns));
  const before = columnsBefore(collection, openTerms(sort, fixed), fixed);
  return (
    before !== null &&
    conditionsIn(where).length === fixed.size &&
    [...fixed].every((name) => before.has(name))
  );
}

/** Candidates for the page of a list, the best first. */
export function candidatesForPage(plan: ListPlan): readonly Candidate[] {
  const { collection, where, sort } = plan;
  const fixed = fixedIn(where).flatMap(ownPath);
  const ranges = conditionsIn(where).filter(isRange).flatMap(ownPath);
  const fixedNames = new Set(fixedIn(where).flatMap(fixedColumns));
  const open = openTerms(sort, fixedNames);
  const ordered = isOrderable(open)
    ? open.filter(({ column }) => column !== 'id').map(({ path }) => path)
    : null;
  const own = (fields: readonly string[], givesOrder: boolean): Candidate => ({
    ...{ collection: collection.slug, fields: [...new Set(fields)], givesOrder },
  });
  return usable(collection, [
    ...(ordered === null || fixed.length === 0 ? [] : [own([...fixed, ...ordered], true)]),
    ...(ordered !== null && fixed.length === 0 && ranges.every((path) => path === ordered[0])
      ? [own(ordered, true)]
      : []),
    ...ranges.map((path) => own([...fixed, path], false)),
    ...(fixed.length === 0 ? [] : [own(fixed, false)]),
    ...(ordered === null || fixed.length > 0 ? [] : [own(ordered, true)]),
    ...conditionsIn(where).flatMap(relatedCandidates),
  ]);
}

/** Candidates for its count: an index with all that the filter compares. */
export function candidatesForCount({ collection, where }: ListPlan): readonly Candidate[] {
  const paths = [...fixedIn(where), ...conditionsIn(where).filter(isRange)].flatMap(ownPath);
  if (paths.length === 0) return [];
  return usable(collection, [
    { collection: collection.slug, fields: [...new Set(paths)], givesOrder: false },
  ]);
}

/** Sorts that no index gives: in two directions, or with nulls at several places. */
export function isOrderable(sort: readonly SortTerm[]): boolean {
  const named = sort.filter(({ column }) => column !== 'id');
  return (
    named.every(({ direction }) => direction === named[0]?.direction) &&
    !named.slice(1).some(({ nullable }) => nullable)
  );
}

/** The terms of a sort by which documents that meet the filter differ. */
export function openTerms(sort: readonly SortTerm[], fixed: ReadonlySet<string>): readonly SortTerm[] {
  return sort.filter(({ column }) => !fixed.has(column));
}

export function conditionsIn(where: WhereNode | null): readonly WhereNode[] {
  // All published documents have one status.
  return where === null ? [] : conjuncts(where).filter(({ kind }) => kind !== 'status');
}

export function fixedIn(where: WhereNode | null): readonly WhereNode[] {
  return conditionsIn(where).filter((node) => fixedColumns(node).length > 0);
}

const rangeOperators: ReadonlySet<string> = new Set(['gt', 'gte', 'lt', 'lte', 'in', 'within']);

export function isRange(node: WhereNode): boolean {
  return (
    node.kind === 'condition' &&
    node.target.keys === null &&
    isIndexable(node.target.field) &&
    fixedColumns(node).length === 0 &&
    node.tests.some(({ operator, operand }) => rangeOperators.has(operator) && operand.kind !== 'area')
  );
}

function ownPath(node: WhereNode): readonly string[] {
  if (node.kind !== 'condition' && node.kind !== 'related') return [];
  const { field } = node.target;
  return isIndexable(field) ? [field.path] : [];
}

/** As the config allows it in `indexes`. */
function isIndexable(field: FieldDescriptor): boolean {
  if (isRelation(field)) return field.hasMany !== true && field.polymorphic !== true;
  const type = fieldTypeOf(field);
  return type.isOrdered && !type.isList(field) && 'column' in field && field.column !== undefined;
}

/** A filter through a relation may begin with the related documents. */
function relatedCandidates(node: WhereNode): readonly Candidate[] {
  if (node.kind !== 'related') return [];
  return node.branches.flatMap(({ collection, node: inner }) => {
    const fields = fixedIn(inner).flatMap(ownPath);
    if (fields.length === 0) return [];
    return usable(collection, [{ collection: collection.slug, fields, givesOrder: false }]);
  });
}

/** Without those whose columns an index has already. */
function usable(
  { indexes, fields }: CollectionDescriptor,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const columnOf = (path: string): string => columnsByPath(fields).get(path) ?? path;
  const seen = new Set<string>();
  return candidates.filter(({ fields: paths }) => {
    const columns = paths.map(columnOf);
    const key = columns.join();
    if (columns.length === 0 || seen.has(key)) return false;
    seen.add(key);
    return !indexes.some((index) => columns.every((name, at) => index.columns[at] === name));
  });
}

function columnsByPath(fields: readonly FieldDescriptor[]): ReadonlyMap<string, string> {
  return new Map(
    fields.flatMap((field): (readonly [string, string])[] => {
      if (field.type === 'group') return [...columnsByPath(field.fields)];
      return 'column' in field && field.column !== undefined ? [[field.path, field.column]] : [];
    }),
  );
}
