import { expect, test } from 'vitest';
import { collection, filterOf, scope, sizes } from '../../../tests/query/support/sized-posts.js';
import { parseWhere } from '../parse/where.js';
import { seeing } from '../visible.js';
import { documentsNamed, filterWeight, type Weight } from './condition-weight.js';

const sizeOf = sizes(10_000);
const weigh = (where: object): Weight => filterWeight(filterOf(where), { size: sizeOf('posts'), sizeOf });
const square = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];

test.each<[string, object, Weight]>([
  ['a number', { rank: 1 }, { perRow: 0.3, once: 0 }],
  ['two tests of a number', { rank: { gt: 1, lt: 5 } }, { perRow: 0.6, once: 0 }],
  ['two conditions', { rank: 1, code: 'x' }, { perRow: 0.6, once: 0 }],
  ['alternatives', { OR: [{ rank: 1 }, { code: 'x' }, { body: 'y' }] }, { perRow: 0.9, once: 0 }],
  ['the status', { _status: 'draft' }, { perRow: 0.2, once: 0 }],
  ['a list of values, built once', { rank: { in: [1, 2, 3] } }, { perRow: 1, once: 3 }],
  ['a box', { place: { within: [0, 0, 1, 1] } }, { perRow: 2, once: 0 }],
  [
    'a polygon by its corners',
    { place: { within: { type: 'Polygon', coordinates: [square] } } },
    { perRow: 1 + 5 / 15, once: 0 },
  ],
  [
    'a text in a short field',
    { title: { contains: 'x'.repeat(16) } },
    { perRow: 0.3 + (100 / 500) * 2, once: 0 },
  ],
  [
    'a text in a long field',
    { body: { contains: 'x'.repeat(16) } },
    { perRow: 0.3 + (1_000 / 500) * 2, once: 0 },
  ],
  [
    'the longest text of LIKE',
    { body: { contains: 'x'.repeat(32) } },
    { perRow: 0.3 + (1_000 / 500) * 3, once: 0 },
  ],
  ['a longer text', { body: { contains: 'x'.repeat(33) } }, { perRow: 0.5 + 1_000 / 150, once: 0 }],
  ['a list in JSON', { tags: { contains: 'x' } }, { perRow: 1 + 1_000 / 100 + 0.3, once: 0 }],
  ['a list of relations', { related: { contains: 'x' } }, { perRow: 3 + 0.3, once: 0 }],
  ['rows', { 'items.label': 'x' }, { perRow: 1 + 1_000 / 100 + 5 * 1.3, once: 0 }],
  ['a list of values in rows', { 'items.label': { in: ['x', 'y'] } }, { perRow: 11 + 5 * 2, once: 2 }],
  ['a related document', { 'author.name': 'x' }, { perRow: 3 + 3 + 0.3, once: 200 * 1.3 }],
  [
    'a related document or none',
    { 'author.name': { exists: false } },
    { perRow: 3 + 2 * (3 + 0.3), once: 0 },
  ],
  ['a related document that is named', { 'author.mail': 'x' }, { perRow: 3 + 3 + 0.3, once: 1.3 }],
  ['some that are named', { 'author.mail': { in: ['x', 'y'] } }, { perRow: 3 + 3 + 1, once: 2 + 2 * 2 }],
  ['many related documents', { 'related.name': 'x' }, { perRow: 3 + 3 * (3 + 0.3), once: 200 * 1.3 }],
  [
    'related documents of two collections, one of which has the field',
    { 'owner.name': 'x' },
    { perRow: 6 + 6.3, once: 200 * 1.3 },
  ],
  ['relations in rows', { 'items.buyers.name': 'x' }, { perRow: 11 + 5 * (3 + 5 * 3.3), once: 200 * 1.3 }],
])('a filter costs what its conditions cost: %s', (_, where, { perRow, once }) => {
  const weight = weigh(where);
  expect(weight.perRow).toBeCloseTo(perRow, 9);
  expect(weight.once).toBeCloseTo(once, 9);
});

test('a filter that hides related documents costs what both filters cost', () => {
  const people = collection('people');
  const visible = parseWhere({ mail: { exists: true } }, { collection: people, scope });
  if (visible === null) throw new Error('The filter has a condition.');
  const seen = seeing(filterOf({ 'author.name': 'x' }), new Map([[people, visible]]));
  const weight = filterWeight(seen, { size: sizeOf('posts'), sizeOf });
  expect(weight.perRow).toBeCloseTo(3 + 3 + 0.6, 9);
  expect(weight.once).toBeCloseTo(200 * 1.6, 9);
});

test('a pending draft is looked up for each row', () => {
  const node = { kind: 'no-pending-draft', pending: 'posts__pending' } as const;
  expect(filterWeight(node, { size: sizeOf('posts'), sizeOf })).toEqual({ perRow: 3, once: 0 });
});

test('a list of relations has one member at least', () => {
  const empty = sizes(0);
  const weight = filterWeight(filterOf({ 'related.name': { exists: false } }), {
    size: empty('posts'),
    sizeOf: empty,
  });
  expect(weight.perRow).toBeCloseTo(3 + 2 * (3 + 0.3), 9);
});

test.each<[object, number | null]>([
  [{ id: 'x' }, 1],
  [{ code: 'x' }, 1],
  [{ code: { in: ['x', 'y', 'z'] } }, 3],
  [{ code: 'x', rank: 1 }, 1],
  [{ rank: 1, code: { in: ['x', 'y', 'z'] }, id: { in: ['1', '2'] } }, 2],
  [{ code: { gt: 'x' } }, null],
  [{ code: { not_equals: 'x' } }, null],
  [{ code: { not_in: ['x', 'y'] } }, null],
  [{ rank: 1 }, null],
  [{ section: 'x' }, null],
  // The index on both is unique, one of them alone is not.
  [{ body: 'x' }, null],
  [{ OR: [{ code: 'x' }, { rank: 1 }] }, null],
  [{ 'author.mail': 'x' }, null],
  [{ 'items.label': 'x' }, null],
  [{ place: { within: [0, 0, 1, 1] } }, null],
])('%j names %j documents', (where, expected) => {
  expect(documentsNamed(filterOf(where), collection('posts').indexes)).toBe(expected);
});
