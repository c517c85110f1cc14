/**
 * The cost of a filter, computed from its plan alone. The unit is one comparison of a column, per document
 * that is read (measured: 35 ns on SQLite). The lengths of texts and lists are not known in advance; these
 * costs assume lists with ten members and texts with a few hundred characters.
 */
import type { Operand } from '../fields/operand.js';
import type { ConditionNode, RelatedNode, RowsNode, WhereNode } from './plan.js';

/**
 * The budget of one filter: a hundred plain conditions cost 100, thirty-five searches for short texts 1,500,
 * a condition through three lists of relations 256. `bench/filters.ts` measures what it allows.
 */
export const filterBudget = 1_500;

/** Members of a list of relations. */
const members = 10;
/** Rows of an `array` or `blocks`, and members of the lists inside them. */
const rows = 5;
/** A member of a list of relations, found by its id. */
const lookUp = 10;
/** The row of one related document, whose column may be stored after long texts. */
const row = 40;
/** An id, looked up in a set that was built once. */
const inMemory = 5;

interface Weight {
  /** For each evaluation of the condition on a document or row. */
  readonly each: number;
  /** For what is computed once per statement, per document of the collection. */
  readonly once: number;
}

/** The cost of a filter: comparisons per document. 0 without a filter. */
export function filterCost(where: WhereNode | null): number {
  if (where === null) return 0;
  const { each, once } = weigh(where, false);
  return each + once;
}

/**
 * `inSet`: the condition is evaluated once on all documents of its collection, after a list of relations (see
 * `compile/where.ts`).
 */
function weigh(node: WhereNode, inSet: boolean): Weight {
  switch (node.kind) {
    case 'and':
    case 'or':
      return sum(node.nodes.map((inner) => weigh(inner, inSet)));
    case 'condition':
      return { each: conditionWeight(node), once: 0 };
    case 'status':
    case 'search':
    case 'no-pending-draft':
    case 'unreferenced':
      return { each: 1, once: 0 };
    case 'related':
      return node.target.field.hasMany ? manyRelatedWeight(node, inSet) : oneRelatedWeight(node, inSet);
    case 'rows':
      return rowsWeight(node, inSet);
  }
}

function sum(weights: readonly Weight[]): Weight {
  return weights.reduce((one, other) => ({ each: one.each + other.each, once: one.once + other.once }), {
    each: 0,
    once: 0,
  });
}

/** Conditions on each member of the first list. After it, each collection is evaluated once as a whole. */
function manyRelatedWeight(node: RelatedNode, inSet: boolean): Weight {
  const { each, once } = branchesWeight(node, true);
  if (node.target.keys !== null) return { each: rows * (lookUp + each), once };
  if (inSet) return { each: inMemory, once: once + each + members * inMemory };
  const isOnce = node.branches.some((branch) => branch.node !== null && isHeavy(branch.node));
  return isOnce ? { each: members * inMemory, once: once + each } : { each: members * (lookUp + each), once };
}

/**
 * Whether conditions on related documents are too expensive to be evaluated again for each document that
 * refers to them.
 */
export function isHeavy(node: WhereNode): boolean {
  return heavyTests(node) > 1;
}

function heavyTests(node: WhereNode): number {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.nodes.reduce((count, inner) => count + heavyTests(inner), 0);
    case 'condition':
      return node.tests.filter(({ operand: { kind } }) => kind === 'needle' || kind === 'area').length;
    case 'rows':
      return node.branches.reduce(
        (count, branch) => count + (branch.node === null ? 0 : heavyTests(branch.node)),
        0,
      );
    default:
      return 0;
  }
}

function oneRelatedWeight(node: RelatedNode, inSet: boolean): Weight {
  const { each, once } = branchesWeight(node, inSet);
  return { each: row + each, once };
}

function rowsWeight(node: RowsNode, inSet: boolean): Weight {
  const { each, once } = branchesWeight(node, inSet);
  return { each: rows * (1 + each), once };
}

function branchesWeight({ branches }: RelatedNode | RowsNode, inSet: boolean): Weight {
  return sum(branches.map(({ node }) => (node === null ? { each: 0, once: 0 } : weigh(node, inSet))));
}

function conditionWeight({ target: { field }, tests }: ConditionNode): number {
  const looks = 'hasMany' in field && field.hasMany ? lookUp : 1;
  return tests.reduce((weight, { operand }) => weight + looks + operandWeight(operand), 0);
}

function operandWeight(operand: Operand): number {
  switch (operand.kind) {
    case 'needle':
      return 40 + operand.text.length / 5;
    case 'values':
      return operand.values.length / 2.5;
    case 'references':
      return operand.references.length / 2.5;
    case 'area':
      return 4 + positionsOf(operand) / 10;
    default:
      return 0;
  }
}

/** The number of positions of a polygon; 0 for everything else. */
export function positionsOf(operand: Operand): number {
  if (operand.kind !== 'area' || operand.area.kind !== 'polygon') return 0;
  return operand.area.rings.reduce((count, ring) => count + ring.length, 0);
}
