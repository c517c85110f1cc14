/** Makes the plan of a list from what was kept of it, with a sample in place of each value. */
import type { CollectionDescriptor, FieldDescriptor } from '../../../codegen/descriptors.js';
import { ServiceError } from '../../../errors/service-error.js';
import { parseSort } from '../../../query/parse/sort.js';
import { parseWhere } from '../../../query/parse/where.js';
import type { ListPlan, WhereNode } from '../../../query/plan.js';
import { type FilterPattern, leftOut, type ReadPattern } from '../../../query/read-pattern.js';
import type { QueryScope } from '../../../query/scope.js';
import { both } from '../../../query/visible.js';

/**
 * The plan of the first page of such a list.
 *
 * @throws ServiceError if the config no longer has a field of it.
 */
export function revivePlan(
  { where, rule, sort, limit, count, page }: ReadPattern,
  collection: CollectionDescriptor,
  scope: QueryScope,
): ListPlan {
  const revive = (pattern: FilterPattern | null): WhereNode | null =>
    pattern === null ? null : reviveFilter(pattern, collection, scope);
  return {
    collection,
    where: both(revive(where), revive(rule)),
    sort: parseSort(sort, { collection }),
    paging:
      page === 'cursor'
        ? { kind: 'cursor', limit, after: null, fingerprint: '' }
        : { kind: 'page', page: 1, limit },
    count,
    shape: { depth: 0, select: null, draft: null },
  };
}

function reviveFilter(
  pattern: FilterPattern,
  collection: CollectionDescriptor,
  scope: QueryScope,
): WhereNode | null {
  const samples = [...plainSamples, ...optionsIn(scope)];
  const fits = (filter: object): boolean => {
    try {
      parseWhere(filter, { collection, scope, trusted: true });
      return true;
    } catch (error) {
      if (error instanceof ServiceError) return false;
      throw error;
    }
  };
  const fill = (part: FilterPattern): object =>
    Object.fromEntries(
      Object.entries(part).map(([key, value]) => [
        key,
        Array.isArray(value) ? value.map(fill) : filled(key, Object.entries(value)),
      ]),
    );
  const filled = (path: string, tests: readonly (readonly [string, unknown])[]): object =>
    Object.fromEntries(
      tests.map(([operator, value]) => {
        if (value !== leftOut) return [operator, value];
        return [operator, samples.find((sample) => fits({ [path]: { [operator]: sample } })) ?? null];
      }),
    );
  return parseWhere(fill(pattern), { collection, scope, trusted: true });
}

const single: readonly unknown[] = [
  'x',
  1,
  true,
  '2024-01-01',
  '2024-01-01T00:00:00.000Z',
  'published',
  'x@example.com',
  'https://example.com',
  '#000000',
  [0, 0, 1, 1],
  [0, 1],
  ['2024-01-01', '2024-02-01'],
];
const plainSamples: readonly unknown[] = [...single, ...single.map((value) => [value])];

/** Filters of selects take nothing but their options, those of relations to several collections name one. */
function optionsIn({ collections }: QueryScope): readonly unknown[] {
  const options = new Set<unknown>();
  const visit = (field: FieldDescriptor): void => {
    if (field.type === 'select') for (const option of field.options) options.add(option);
    if (field.type === 'group' || field.type === 'array') field.fields.forEach(visit);
    if (field.type === 'blocks') for (const block of field.blocks) block.fields.forEach(visit);
  };
  for (const { fields } of collections.values()) fields.forEach(visit);
  const references = [...collections.keys()].map((collection) => ({ collection, id: 'x' }));
  const all = [...options, ...references];
  return [...all, ...all.map((value) => [value])];
}
