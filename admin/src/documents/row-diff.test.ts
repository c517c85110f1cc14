import { expect, test } from 'vitest';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { diffRows } from './row-diff.js';

const row = (id: string, text = id): { id: string; text: string } => ({ id, text });
const field = {
  name: 'rows',
  type: 'array',
  fields: [
    { name: 'text', type: 'text' },
    { name: 'parts', type: 'array', fields: [{ name: 'word', type: 'text' }] },
  ],
} as unknown as AdminFieldMeta;
const told = (before: object[], after: object[], list = field): string[] =>
  diffRows(list, before as never, after as never).map(
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

/** Rows without ids or with new ids, as in lists that were not written by a form. */
const bare = (texts: string): { text: string }[] => [...texts].map((text) => ({ text }));
const renewed = (texts: string): object[] =>
  bare(texts).map((each, index) => ({ ...each, id: `new ${index}` }));
const named = (texts: string): object[] =>
  bare(texts).map((each, index) => ({ ...each, id: `old ${index}` }));

test.each([
  ['no ids', bare, bare],
  ['ids on one side', named, bare],
  ['new ids for all rows', named, renewed],
])('one row among others is one change: %s', (_, before, after) => {
  expect(told(before('abcd'), after('abcd'))).toEqual([]);
  expect(told(before('abcd'), after('xabcd'))).toEqual(['added -→1']);
  expect(told(before('abcd'), after('abxcd'))).toEqual(['added -→3']);
  expect(told(before('abcd'), after('acd'))).toEqual(['removed 2→-']);
  expect(told(before('abcd'), after('abxd'))).toEqual(['changed 3→3']);
  expect(told(before('abcd'), after('yabxd'))).toEqual(['added -→1', 'changed 3→4']);
});

test('a block in the place of one of another type is another row', () => {
  const blocks = { ...field, type: 'blocks', blocks: [] } as unknown as AdminFieldMeta;
  const [quote, image] = [
    { blockType: 'quote', text: 'a' },
    { blockType: 'image', url: '/a' },
  ];
  expect(told([quote], [image], blocks)).toEqual(['added -→1', 'removed 1→-']);
});

test('rows in rows that only have new ids, and keys in another order, are no change', () => {
  const before = [{ id: '1', text: 'a', parts: [{ id: '2', word: 'b' }] }];
  const after = [{ parts: [{ word: 'b', id: '3' }], text: 'a', id: '4' }];
  expect(told(before, after)).toEqual([]);
});
