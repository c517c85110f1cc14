import { expect, test } from 'vitest';
import { describeConfig } from '../codegen/describe-config.js';
import { defineConfig } from '../config/index.js';
import { filterBudget, filterCost } from './cost.js';
import { parseWhere } from './parse/where.js';
import { createQueryScope } from './scope.js';

const contract = describeConfig(
  defineConfig({
    collections: [
      {
        slug: 'items',
        drafts: false,
        fields: [
          { name: 'code', type: 'text', index: true },
          { name: 'title', type: 'text' },
          { name: 'sale', type: 'boolean', index: true },
          { name: 'place', type: 'point' },
          { name: 'lines', type: 'array', fields: [{ name: 'item', type: 'text' }] },
          { name: 'parent', type: 'relationship', to: 'items' },
          { name: 'related', type: 'relationship', to: 'items', hasMany: true },
        ],
      },
    ],
  }),
);
const scope = createQueryScope(contract);
const items = contract.collections[0] as (typeof contract.collections)[number];
const square = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];

test.each<[where: object, weight: number]>([
  [{}, 0],
  [{ title: 'x' }, 1],
  [{ title: { gt: 'a', lt: 'b' } }, 2],
  [{ title: { in: Array.from({ length: 500 }, (_, at) => `${at}`) } }, 201],
  [{ title: { contains: 'ten chars.' } }, 43],
  [{ place: { within: [0, 0, 1, 1] } }, 5],
  [{ place: { within: { type: 'Polygon', coordinates: [square] } } }, 5.5],
  [{ related: { contains: 'x' } }, 10],
  [{ 'parent.parent.title': 'x' }, 81],
  [{ 'lines.item': 'x' }, 10],
  [{ 'related.title': 'x' }, 110],
  [{ 'related.related.title': 'x' }, 201],
  [{ 'related.related.related.title': { exists: false } }, 256],
  // The conditions inside a list run once per document.
  [{ 'related.title': { contains: 'a', not_contains: 'b' } }, 50 + 82.4],
])('%j weighs %d', (where, weight) => {
  expect(filterCost(parseWhere(where, { collection: items, scope }))).toBeCloseTo(weight);
});

test('parts and alternatives that are asked once weigh once', () => {
  const one = { 'related.related.title': { not_equals: 'x' } };
  const weight = filterCost(parseWhere(one, { collection: items, scope }));
  const again = [one, { OR: [one, { AND: [one] }] }, one];
  expect(filterCost(parseWhere({ AND: again }, { collection: items, scope }))).toBe(weight);
  expect(filterCost(parseWhere({ OR: again }, { collection: items, scope }))).toBe(weight);
  const other = { 'related.related.code': 'x' };
  expect(filterCost(parseWhere({ OR: [one, other] }, { collection: items, scope }))).toBe(weight + 1);
  expect(filterCost(parseWhere({ AND: [one, other] }, { collection: items, scope }))).toBe(2 * weight);
  expect(filterCost(parseWhere({ ...one, ...other }, { collection: items, scope }))).toBe(weight + 1);
});

test('what the config asks for may cost what it costs', () => {
  const dear = {
    AND: Array.from({ length: 20 }, (_, at) => ({ 'related.related.title': { not_equals: `${at}` } })),
  };
  expect(() => parseWhere(dear, { collection: items, scope })).toThrow('the filter costs too much');
  expect(filterCost(parseWhere(dear, { collection: items, scope, trusted: true }))).toBeGreaterThan(
    filterBudget,
  );
});
