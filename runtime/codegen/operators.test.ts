import { expect, test } from 'vitest';
import type { FieldDescriptor } from './descriptors.js';
import { isSortable, operatorsOf } from './operators.js';

const base = { name: 'field', path: 'field' } as const;
const column = { ...base, column: 'field' } as const;
const equality = ['equals', 'not_equals', 'in', 'not_in', 'exists'];
const order = ['gt', 'gte', 'lt', 'lte'];
const list = ['contains', 'not_contains', 'in', 'not_in', 'exists'];
const text = [...equality, 'contains', 'not_contains', ...order];
const relation = { ...column, type: 'relationship', to: ['posts'], onDelete: 'set null' } as const;

const table: readonly (readonly [field: FieldDescriptor, operators: readonly string[], sorts: boolean])[] = [
  [{ ...column, type: 'text' }, text, true],
  [{ ...column, type: 'textarea' }, text, true],
  [{ ...column, type: 'email' }, text, true],
  [{ ...column, type: 'url' }, text, true],
  [{ ...column, type: 'slug', unique: true }, text, true],
  [{ ...column, type: 'number' }, [...equality, ...order, 'within'], true],
  [{ ...column, type: 'date' }, [...equality, ...order, 'within'], true],
  [{ ...column, type: 'date', time: true }, [...equality, ...order, 'within'], true],
  [{ ...column, type: 'boolean' }, equality, true],
  [{ ...column, type: 'select', options: ['a'] }, equality, true],
  [{ ...column, type: 'text', hasMany: true }, list, false],
  [{ ...column, type: 'number', hasMany: true }, list, false],
  [{ ...column, type: 'select', options: ['a'], hasMany: true }, list, false],
  [relation, equality, false],
  [{ ...relation, polymorphic: true }, equality, false],
  [{ ...relation, hasMany: true }, list, false],
  [{ ...base, type: 'point', columns: ['x', 'y'] }, ['within', 'exists'], false],
  [{ ...column, type: 'json' }, ['exists'], false],
  [{ ...column, type: 'richText' }, ['exists'], false],
  [{ ...column, type: 'array', fields: [] }, ['exists'], false],
  [{ ...column, type: 'blocks', blocks: [] }, ['exists'], false],
  [{ ...base, type: 'group', fields: [] }, [], false],
  [{ ...base, type: 'join', collection: 'posts', on: 'author', limit: 10, sort: 'id' }, [], false],
];

test.each(
  table.map((row) => [`${row[0].type}${'hasMany' in row[0] ? ' with hasMany' : ''}`, ...row] as const),
)('%s', (_, field, operators, sorts) => {
  expect([...operatorsOf(field)].sort()).toEqual([...operators].sort());
  expect(isSortable(field)).toBe(sorts);
});

test('fields inside rows do not sort', () => {
  expect(isSortable({ ...base, type: 'text' })).toBe(false);
});
