/**
 * What is common to reads that differ only in their values: fields, operators, sort, kind of page and what is
 * returned. Plain JSON. It contains no value of a filter and no cursor.
 */
import type { ListPlan, PagePaging, ReadShape, SelectNode, StatusNode, TestNode, WhereNode } from './plan.js';
import { conjuncts } from './visible.js';

/** A filter as in a request, with {@link leftOut} in place of each value. */
export type FilterPattern = {
  readonly [key: string]: FilterPattern | readonly FilterPattern[] | TestPattern;
};

/**
 * Operators; only `exists`, `_status` and `_pending` keep what they are compared with, since the SQL depends
 * on it.
 */
export type TestPattern = Readonly<Record<string, string | boolean>>;

export interface ReadPattern {
  readonly kind: 'list' | 'document';
  /** The filter of the request. */
  readonly where: FilterPattern | null;
  /** What the access rules of the requester added to it. */
  readonly rule: FilterPattern | null;
  /** As in a request. Empty for a document. */
  readonly sort: string;
  /** `cursor`, or the power of ten up to which the page's number is: 1, 10, 100, and so on. */
  readonly page: 'cursor' | number;
  readonly limit: number;
  readonly count: ListPlan['count'];
  readonly depth: number;
  /** Paths; null: all fields. */
  readonly select: readonly string[] | null;
  readonly draft: boolean | null;
}

/** In place of a value. */
export const leftOut = '…';

/**
 * The pattern of a list.
 *
 * @param rule - the condition that the access rules of the requester added
 */
export function patternOfList(plan: ListPlan, rule: WhereNode | null): ReadPattern {
  const { where, paging, count } = plan;
  const sort = plan.search?.isRanked === true ? plan.sort.slice(1) : plan.sort;
  return {
    kind: 'list',
    where: where === null ? null : filterPattern(where),
    rule: rule === null ? null : filterPattern(rule),
    sort: sort
      .slice(0, Math.max(1, sort.length - 1))
      .map(({ path, direction }) => `${path}_${direction}`)
      .join(),
    page: paging.kind === 'cursor' ? 'cursor' : magnitude(paging),
    limit: paging.limit,
    count,
    ...shapePattern(plan.shape),
  };
}

/** The pattern of the read of one document. */
export function patternOfDocument(shape: ReadShape): ReadPattern {
  const list = { where: null, rule: null, sort: '', page: 1, limit: 1, count: 'none' } as const;
  return { kind: 'document', ...list, ...shapePattern(shape) };
}

function shapePattern({ depth, select, draft }: ReadShape): Pick<ReadPattern, 'depth' | 'select' | 'draft'> {
  return { depth, select: select === null ? null : selectedPaths(select, ''), draft };
}

function magnitude({ page }: PagePaging): number {
  return 10 ** Math.ceil(Math.log10(page));
}

function selectedPaths({ fields }: SelectNode, parent: string): readonly string[] {
  return [...fields].flatMap(([name, inner]) =>
    inner === null ? [`${parent}${name}`] : selectedPaths(inner, `${parent}${name}.`),
  );
}

/** The pattern of a filter. The order of its conditions makes no difference. */
export function filterPattern(where: WhereNode): FilterPattern {
  return allOf(conjuncts(where).flatMap((node) => nodePatterns(node, '')));
}

/** @param parent - path of the relation that leads to the documents of the node, with a dot */
function nodePatterns(node: WhereNode, parent: string): readonly FilterPattern[] {
  switch (node.kind) {
    case 'and':
      return node.nodes.flatMap((inner) => nodePatterns(inner, parent));
    case 'or': {
      const alternatives = node.nodes.map((inner) => allOf(nodePatterns(inner, parent)));
      return [{ OR: distinct(alternatives) }];
    }
    case 'condition':
      return [{ [`${parent}${node.target.field.path}`]: testPattern(node.tests) }];
    case 'status': {
      return [{ [`${parent}${node.target.field.path}`]: { equals: statePattern(node) } }];
    }
    case 'search':
    case 'no-pending-draft':
    case 'unreferenced':
      return [];
    case 'rows':
      return branchPatterns(node.branches, parent);
    case 'related':
      return branchPatterns(node.branches, `${parent}${node.target.field.path}.`);
  }
}

function statePattern({ published, changed, draft }: StatusNode): string | boolean {
  if (published !== draft) return published ? 'published' : 'draft';
  return published === changed ? leftOut : changed;
}

/** Every branch has the same condition: that of the first with such a field is shown. */
function branchPatterns(
  branches: readonly { readonly node: WhereNode | null }[],
  parent: string,
): readonly FilterPattern[] {
  for (const { node } of branches) if (node !== null) return nodePatterns(node, parent);
  return [];
}

function testPattern(tests: readonly TestNode[]): TestPattern {
  const entries = tests.map(({ operator, operand }): [string, string | boolean] => [
    operator,
    operand.kind === 'exists' ? operand.value : leftOut,
  ]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One object where no field is named twice, otherwise a list. */
function allOf(patterns: readonly FilterPattern[]): FilterPattern {
  const own = distinct(patterns);
  const keys = own.flatMap((pattern) => Object.keys(pattern));
  return new Set(keys).size === keys.length ? Object.assign({}, ...own) : { AND: own };
}

function distinct(patterns: readonly FilterPattern[]): readonly FilterPattern[] {
  const byText = new Map(patterns.map((pattern) => [JSON.stringify(pattern), pattern]));
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pattern]) => pattern);
}
