/** Constraints of readers for the collections of the zoo, and the lists bounded by them. */
import fc from 'fast-check';
import type { CollectionDescriptor } from '../../runtime/codegen/descriptors.js';
import { parseWhere } from '../../runtime/query/parse/where.js';
import type { ListPlan, WhereNode } from '../../runtime/query/plan.js';
import type { QueryScope } from '../../runtime/query/scope.js';
import { both, seeing } from '../../runtime/query/visible.js';
import type { JsonObject } from '../../runtime/util/json.js';
import { filterOf } from './requests.js';

/** A constraint for each collection of the zoo, by slug. */
export type Policies = Readonly<Record<string, JsonObject>>;

/** Any constraints. */
export const policies: fc.Arbitrary<Policies> = fc.record({
  animals: filterOf('animals'),
  people: filterOf('people'),
  parks: filterOf('parks'),
});

/** The list, bounded by these constraints as the product does it. */
export function boundBy(policyOf: Policies, plan: ListPlan, scope: QueryScope): ListPlan {
  const visible = new Map<CollectionDescriptor, WhereNode>();
  for (const [slug, policy] of Object.entries(policyOf)) {
    const collection = scope.collections.get(slug);
    if (collection === undefined) throw new Error(`The zoo has no ${slug}.`);
    const node = parseWhere(policy, { collection, scope, trusted: true });
    if (node !== null) visible.set(collection, node);
  }
  const asked = plan.where === null ? null : seeing(plan.where, visible);
  return { ...plan, where: both(asked, visible.get(plan.collection) ?? null) };
}
