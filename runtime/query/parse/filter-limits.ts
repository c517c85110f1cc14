/**
 * Limits on the cost of a request's filter. All are checked on the filter alone, before any query runs (OWASP
 * ASVS 5.0, 2.4.1 and API Security Top 10, API4: unrestricted resource consumption).
 */

import { reason } from '../../errors/reasons/reason.js';
import { inputIssue } from '../../fields/input-issue.js';
import { filterBudget, filterCost, positionsOf } from '../cost.js';
import type { TestNode, WhereNode } from '../plan.js';

/** Max length of the text of `contains`, in code points. docs/spec/contract.md#operators. */
export const maxNeedleLength = 1_000;
/**
 * Max number of positions in all polygons of a filter: two of the largest, since an area across the
 * antimeridian is two.
 */
export const maxPositions = 2_000;

/** Adds up the cost of the conditions while a filter is parsed. */
export interface FilterLimits {
  /**
   * Adds a condition.
   *
   * @throws ServiceError BAD_USER_INPUT if it is too expensive by itself.
   */
  add(node: WhereNode, place: string): void;
  /**
   * Checks the cost of all conditions together.
   *
   * @throws ServiceError BAD_USER_INPUT if it is over the budget.
   */
  checkWhole(where: WhereNode | null): void;
}

/** For filters of the config: constraints and joins have no limits. */
export const noFilterLimits: FilterLimits = { add: () => undefined, checkWhole: () => undefined };

export function createFilterLimits(): FilterLimits {
  const conditions: { readonly node: WhereNode; readonly place: string }[] = [];
  let positions = 0;

  function add(node: WhereNode, place: string): void {
    conditions.push({ node, place });
    const tests = testsOf(node);
    for (const { operator, operand } of tests) {
      if (operand.kind === 'needle' && isTooLong(operand.text)) {
        throw inputIssue(`${place}.${operator}`, reason('filter.textTooLong', { max: maxNeedleLength }));
      }
    }
    // A path with branches has the same tests for each collection.
    const own = tests.reduce((most, { operand }) => Math.max(most, positionsOf(operand)), 0);
    positions += own;
    if (own > 0 && positions > maxPositions) {
      throw inputIssue(`${place}.within`, reason('filter.tooManyPositions', { max: maxPositions }));
    }
  }

  function checkWhole(where: WhereNode | null): void {
    // Parts that are evaluated once cost once, so the whole may cost less than the sum.
    if (filterCost(where) <= filterBudget) return;
    const weights = conditions.map(({ node, place }) => ({ place, weight: filterCost(node) }));
    const [costliest] = weights.sort((one, other) => other.weight - one.weight);
    throw inputIssue(costliest?.place ?? 'where', reason('filter.tooCostly'));
  }

  return { add, checkWhole };
}

function testsOf(node: WhereNode): readonly TestNode[] {
  switch (node.kind) {
    case 'condition':
      return node.tests;
    case 'related':
    case 'rows':
      return node.branches.flatMap((branch) => (branch.node === null ? [] : testsOf(branch.node)));
    default:
      return [];
  }
}

/** In code points, like `maxLength`. */
function isTooLong(text: string): boolean {
  if (text.length <= maxNeedleLength) return false;
  return text.length > 2 * maxNeedleLength || Array.from(text).length > maxNeedleLength;
}
