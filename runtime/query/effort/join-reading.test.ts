import { expect, test } from 'vitest';
import { collection, filterOf, planOf, sizes } from '../../../tests/query/support/sized-posts.js';
import type { JoinField } from '../../codegen/descriptors.js';
import { english } from '../../errors/reasons/english.js';
import { say } from '../../errors/reasons/say.js';
import { type PlannedJoin, workOfJoin } from './join-reading.js';

const target = collection('posts');
const field = collection('people').fields.find(({ name }) => name === 'written') as JoinField;
const author = target.fields.find(({ name }) => name === 'author');
const column = author !== undefined && 'column' in author ? author.column : undefined;

function isLong(join: Partial<PlannedJoin>, posts = 10_000): boolean {
  const planned = { field, column, target, where: null, sort: planOf('').sort, ...join };
  return workOfJoin(planned, { dialect: { maxShortCost: 15_000 }, sizeOf: sizes(posts) }).isLong();
}

test('a join in the order of an index leads to its first documents', () => {
  expect(isLong({ sort: planOf('sort=id').sort }, 1_000_000)).toBe(false);
});

test('a join without such an index may read all documents', () => {
  const sort = planOf('sort=rank').sort;
  expect(isLong({ sort }, 10_000)).toBe(false);
  expect(isLong({ sort }, 10_001)).toBe(true);
  expect(isLong({ column: undefined, sort: planOf('sort=id').sort }, 10_001)).toBe(true);
});

test('a filter makes every document count, with its own cost', () => {
  const where = filterOf({ rank: { in: [1, 2, 3] } });
  const sort = planOf('sort=id').sort;
  expect(isLong({ where, sort }, 5_998)).toBe(false);
  expect(isLong({ where, sort }, 5_999)).toBe(true);
});

test('a join is named by its field', () => {
  const join = { field, column, target, where: null, sort: planOf('').sort };
  const { costliest } = workOfJoin(join, { dialect: { maxShortCost: 1 }, sizeOf: sizes(1) });
  expect(say(english, costliest())).toBe('the join "written"');
});
