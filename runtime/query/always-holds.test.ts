import { expect, test } from 'vitest';
import { describeConfig } from '../codegen/describe-config.js';
import { defineConfig } from '../config/index.js';
import { alwaysHolds } from './always-holds.js';
import { parseWhere } from './parse/where.js';
import { createQueryScope } from './scope.js';

const contract = describeConfig(
  defineConfig({
    collections: [
      {
        slug: 'items',
        fields: [
          { name: 'code', type: 'text', required: true },
          { name: 'title', type: 'text' },
          { name: 'tags', type: 'text', hasMany: true },
          { name: 'meta', type: 'group', fields: [{ name: 'id', type: 'text' }] },
          { name: 'lines', type: 'array', fields: [{ name: 'item', type: 'text', required: true }] },
          { name: 'parent', type: 'relationship', to: 'items' },
          { name: 'any', type: 'relationship', to: ['items', 'items2'] },
        ],
      },
      { slug: 'items2', fields: [{ name: 'title', type: 'text' }] },
    ],
  }),
);
const scope = createQueryScope(contract);
const items = contract.collections[0] as (typeof contract.collections)[number];

function holds(where: object, areComplete: boolean): boolean {
  const node = parseWhere(where, { collection: items, scope });
  if (node === null) throw new Error('An empty filter.');
  return alwaysHolds(node, areComplete);
}

test.each([
  { id: { not_in: [] } },
  { id: { exists: true, not_in: [] } },
  { id: { exists: true, not_equals: 'none' } },
  { id: { not_equals: null } },
  { id: { exists: true, not_contains: 'zzz' } },
  { id: { not_in: ['x', 'y'] } },
  { id: { gt: '!', lt: 'z' } },
  { createdAt: { exists: true } },
  { title: { not_in: [] } },
  { tags: { not_in: [] } },
  { any: { not_in: [] } },
  { 'parent.title': { not_in: [] } },
  { 'parent.parent.title': { not_in: [] } },
  { 'lines.item': { not_in: [] } },
  // Documents of items2 have no code.
  { 'any.code': { not_in: [] } },
  { AND: [{ title: { not_in: [] } }, { id: { contains: '' } }] },
  { OR: [{ title: 'x' }, { id: { gte: '' } }] },
  { _status: { not_in: [] } },
  { _status: { in: ['published', 'draft'] } },
])('%j holds for every document', (where) => {
  expect(holds(where, false)).toBe(true);
});

test.each([
  { title: 'x' },
  { id: { not_equals: '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10' } },
  { id: { not_in: ['x', '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10'] } },
  { id: { not_contains: '7a41' } },
  { id: { gt: '0' } },
  { title: { exists: true } },
  { title: { contains: '' } },
  { id: { in: [] } },
  { id: { exists: false } },
  { id: { exists: true, not_in: ['01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10'] } },
  { 'meta.id': { exists: true } },
  { 'parent.id': { exists: true } },
  { 'parent.title': { not_in: ['x'] } },
  { 'lines.item': { exists: true } },
  { AND: [{ title: { not_in: [] } }, { title: 'x' }] },
  { _status: 'published' },
  { any: { in: [] } },
  { any: { not_in: [{ collection: 'items', id: 'x' }] } },
  { id: { contains: 'x' } },
  { id: { not_contains: '' } },
  { id: { gte: 'x' } },
  { id: { lte: '' } },
  { id: '' },
  { createdAt: { within: ['2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'] } },
])('%j asks for something', (where) => {
  expect(holds(where, true)).toBe(false);
});

test('that a required field is there holds for every document but drafts', () => {
  expect(holds({ code: { exists: true } }, true)).toBe(true);
  expect(holds({ code: { exists: true } }, false)).toBe(false);
});

test('that no draft is pending holds for some documents only', () => {
  expect(alwaysHolds({ kind: 'no-pending-draft', pending: 'items__pending' }, true)).toBe(false);
});
