/** What helps a read that no further index makes quick. */

import { fixedColumns } from '../../../query/compile/access-path.js';
import type { ListPlan, WhereNode } from '../../../query/plan.js';
import type { ReadPattern } from '../../../query/read-pattern.js';
import { searchAdvice } from '../../../storage/dialects/index.js';
import { conditionsIn, fixedIn, isOrderable, isRange, openTerms } from './candidates.js';
import { type OtherAdvice, other } from './slow-query.js';

/** From this page number on, reading what is before the page counts. */
const deepPage = 100;

/** On the page of a list. */
export function adviceOnPage(plan: ListPlan, { page }: ReadPattern): readonly OtherAdvice[] {
  const fixed = new Set(fixedIn(plan.where).flatMap(fixedColumns));
  const advice = conditionsIn(plan.where)
    .filter((node) => fixedColumns(node).length === 0 && !isRange(node))
    .map(adviceOnCondition);
  if (!isOrderable(openTerms(plan.sort, fixed)))
    advice.push(
      'no index gives a sort in two directions, or one whose second field may be empty: sort by one field',
    );
  if (typeof page === 'number' && page >= deepPage)
    advice.push('a page reads everything before it: use `cursor` instead of `page`');
  return [...new Set(advice)].map(other);
}

function adviceOnCondition(node: WhereNode): string {
  switch (node.kind) {
    case 'or':
      return '`OR` has no index over all its conditions: use `in` for several values of one field, or a request for each';
    case 'rows':
      return `"${node.target.field.path}" is in rows, which have no index: every document that the other conditions leave is read`;
    case 'related':
      return `the filter leads through "${node.target.field.path}" to other documents: a field of the collection itself is quicker`;
    case 'condition': {
      const { path } = node.target.field;
      if (node.tests.some(({ operand }) => operand.kind === 'needle'))
        return `\`contains\` reads "${path}" of every document that the other conditions leave: narrow the filter (${searchAdvice}: docs/filtering.md#indexes)`;
      if (node.tests.some(({ operand }) => operand.kind === 'area'))
        return `\`within\` reads "${path}" of every document that the other conditions leave: narrow the filter`;
      const operators = node.tests.map(({ operator }) => `\`${operator}\``).join(', ');
      return `no index serves ${operators} on "${path}": every document that the other conditions leave is read`;
    }
    case 'search':
      return 'a search reads the index once for each word: rarer words find fewer documents';
    case 'and':
    case 'status':
    case 'no-pending-draft':
    case 'unreferenced':
      return 'every document that the other conditions leave is read';
  }
}

/** On the count of a list. */
export const adviceOnCount: OtherAdvice = other(
  'the number of documents costs most: use `count=estimated` or `count=none`, or `cursor`, if it need not be exact',
);

/** On relations, selected fields and the size of the response. */
export function adviceOnResponse({ depth, limit, kind }: ReadPattern): OtherAdvice {
  const ways = [
    ...(depth > 0 ? ['less `depth`, or `select` with what is shown'] : []),
    ...(kind === 'list' && limit > 100 ? ['a smaller `limit`'] : []),
    ...(depth === 0 && limit <= 100 ? ['fewer joins and `afterRead` hooks, or `select`'] : []),
  ];
  return other(`making the response costs most: ${ways.join(', and ')}`);
}
