import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListField } from '../columns.js';
import {
  type Condition,
  conditionsIn,
  emptyFilter,
  type Group,
  replacedAt,
  treeOf,
  whereOf,
} from './filter-tree.js';

const field = { label: '', sortable: false, canUpdate: true };
const fields: readonly ListField[] = [
  { ...field, name: 'title', path: 'title', type: 'text', operators: ['equals', 'contains'] },
  { ...field, name: 'age', path: 'age', type: 'number', operators: ['equals', 'gt', 'within'] },
];

const condition = (path: string, operator: string, operand: Condition['operand']): Condition => ({
  kind: 'condition',
  path,
  operator,
  operand,
});

test('conditions and groups become a filter', () => {
  const tree: Group = {
    ...emptyFilter,
    items: [
      condition('title', 'contains', 'a'),
      { kind: 'group', join: 'OR', items: [condition('age', 'gt', 3), condition('age', 'within', [1, 2])] },
    ],
  };
  const where = {
    AND: [{ title: { contains: 'a' } }, { OR: [{ age: { gt: 3 } }, { age: { within: [1, 2] } }] }],
  };
  expect(whereOf(tree)).toEqual(where);
  expect(treeOf(where, fields)).toEqual(tree);
});

test('what is not filled in yet filters nothing', () => {
  const open = condition('title', 'contains', undefined);
  expect(whereOf({ ...emptyFilter, items: [open] })).toBeNull();
  expect(whereOf({ ...emptyFilter, items: [open, condition('age', 'gt', 0)] })).toEqual({ age: { gt: 0 } });
});

test('two operators on one field are two conditions', () => {
  expect(conditionsIn(treeOf({ age: { gt: 1, equals: 2 } }, fields) ?? emptyFilter)).toHaveLength(2);
});

test.each([
  { 'author.name': { equals: 'x' } },
  { title: 'plain' },
  { title: { gt: 'x' } },
  { AND: 'x' },
  { OR: [1] },
])('a filter that cannot be edited is left alone: %j', (where) => {
  expect(treeOf(where, fields)).toBeNull();
});

test('a line deep inside is replaced and taken out', () => {
  const inner: Group = {
    kind: 'group',
    join: 'OR',
    items: [condition('age', 'gt', 1), condition('age', 'gt', 2)],
  };
  const tree: Group = { ...emptyFilter, items: [condition('title', 'equals', 'x'), inner] };
  expect(whereOf(replacedAt(tree, [1, 0], null))).toEqual({
    AND: [{ title: { equals: 'x' } }, { age: { gt: 2 } }],
  });
  expect(whereOf(replacedAt(tree, [1], condition('age', 'gt', 9)))).toEqual({
    AND: [{ title: { equals: 'x' } }, { age: { gt: 9 } }],
  });
});

const anyCondition = fc.oneof(
  fc.string().map((text) => condition('title', 'contains', text)),
  fc.integer().map((value) => condition('age', 'gt', value)),
);
const anyGroup = fc.letrec<{ group: Group; item: Condition | Group }>((tie) => ({
  item: fc.oneof({ depthSize: 'small', withCrossShrink: true }, anyCondition, tie('group')),
  group: fc.record({
    kind: fc.constant('group' as const),
    join: fc.constantFrom('AND' as const, 'OR' as const),
    items: fc.array(tie('item'), { minLength: 1, maxLength: 4 }),
  }),
})).group;

test('what a filter says survives the way through the editor', () => {
  fc.assert(
    fc.property(anyGroup, (group) => {
      const where = whereOf(group);
      expect(whereOf(treeOf(where, fields) ?? emptyFilter)).toEqual(where);
    }),
  );
});
