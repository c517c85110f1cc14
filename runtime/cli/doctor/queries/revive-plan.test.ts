import { expect, test } from 'vitest';
import { describeConfig } from '../../../codegen/describe-config.js';
import { operatorsOf } from '../../../codegen/operators.js';
import type { FieldConfig } from '../../../config/field-config.js';
import { filterPattern, leftOut, type ReadPattern } from '../../../query/read-pattern.js';
import { createQueryScope } from '../../../query/scope.js';
import { revivePlan } from './revive-plan.js';

const fields: readonly FieldConfig[] = [
  { name: 'title', type: 'text' },
  { name: 'tags', type: 'text', hasMany: true },
  { name: 'body', type: 'textarea' },
  { name: 'text', type: 'richText' },
  { name: 'slug', type: 'slug', from: 'title' },
  { name: 'mail', type: 'email' },
  { name: 'site', type: 'url' },
  { name: 'tint', type: 'color' },
  { name: 'rank', type: 'number' },
  { name: 'ranks', type: 'number', hasMany: true },
  { name: 'open', type: 'boolean' },
  { name: 'day', type: 'date' },
  { name: 'kind', type: 'select', options: ['one', 'two'] },
  { name: 'kinds', type: 'select', options: ['three', 'four'], hasMany: true },
  { name: 'place', type: 'point' },
  { name: 'data', type: 'json' },
  { name: 'author', type: 'relationship', to: 'posts' },
  { name: 'readers', type: 'relationship', to: 'posts', hasMany: true },
  { name: 'owner', type: 'relationship', to: ['posts', 'people'] },
  { name: 'owners', type: 'relationship', to: ['posts', 'people'], hasMany: true },
];
const contract = describeConfig({
  collections: [
    { slug: 'posts', fields },
    { slug: 'people', fields: [{ name: 'name', type: 'text' }] },
  ],
});
const scope = createQueryScope(contract);
const [posts] = contract.collections;
if (posts === undefined) throw new Error('There is no collection.');

const tests = posts.fields.flatMap((field) =>
  operatorsOf(field).map((operator) => [field.name, operator] as const),
);

function patternWith(where: ReadPattern['where']): ReadPattern {
  return {
    ...{ kind: 'list', where, rule: null, sort: 'createdAt_desc', page: 1, limit: 10, count: 'exact' },
    ...{ depth: 0, select: null, draft: null },
  };
}

test.each(tests)('a filter by "%s" with `%s` gets a plan of the same pattern', (name, operator) => {
  const pattern = { [name]: { [operator]: operator === 'exists' ? true : leftOut } };
  const { where } = revivePlan(patternWith(pattern), posts, scope);
  expect(where && filterPattern(where)).toEqual(pattern);
});

test('a field that the config has no longer is refused', () => {
  expect(() => revivePlan(patternWith({ gone: { equals: leftOut } }), posts, scope)).toThrow();
});
