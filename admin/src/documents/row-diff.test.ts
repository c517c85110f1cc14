import { expect, test } from 'vitest';
import { diffRows } from './row-diff.js';

const row = (id: string, text = id): { id: string; text: string } => ({ id, text });
const told = (before: object[], after: object[]): string[] =>
  diffRows(before as never, after as never).map(
    ({ kind, from, to }) => `${kind} ${from ?? '-'}→${to ?? '-'}`,
  );

test('rows are known by their ids', () => {
  expect(told([row('a'), row('b'), row('c')], [row('a'), row('b', 'new'), row('d')])).toEqual([
    'changed 2→2',
    'added -→3',
    'removed 3→-',
  ]);
});

test('of rows in another order only those that were moved are named', () => {
  expect(told([row('a'), row('b'), row('c')], [row('c'), row('a'), row('b')])).toEqual(['moved 3→1']);
  expect(told([row('a'), row('b')], [row('x'), row('a'), row('b')])).toEqual(['added -→1']);
});
