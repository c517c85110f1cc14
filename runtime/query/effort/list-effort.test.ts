import { expect, test } from 'vitest';
import { collection, planOf, sizes } from '../../../tests/query/support/sized-posts.js';
import { countEffort, pageEffort } from './list-effort.js';

const time = '2026-01-01T00:00:00.000Z';
const box = { place: { within: [0, 0, 1, 1] } };

test.each<[string, string, object | undefined, number]>([
  ['the first page in the order of an index', 'limit=10', undefined, 10 * 0.2],
  ['a later page', 'limit=10&page=3', undefined, 30 * 0.2],
  ['a page by cursor', 'limit=10&cursor=', undefined, 10 * 0.2],
  ['an order without an index', 'limit=10&sort=rank', undefined, 10_000 * 1.5],
  ['a number without an index', 'limit=10', { rank: 1 }, 10_000 * 1.8],
  ['a unique value', 'limit=10', { code: 'x', rank: 1 }, 1.5 + 0.6],
  ['some ids', 'limit=10', { id: { in: ['1', '2', '3'] } }, 3 * 2.5 + 3],
  ['an indexed value, read in the order or sorted', 'limit=10', { section: 'x' }, (1_000 + 100) * 1.8],
  ['indexed values', 'limit=10', { section: { in: ['x', 'y'] } }, (1_000 + 100) * 2.5 + 2],
  ['an indexed value far down', 'limit=10&page=10000', { section: 'x' }, 10_000 * 1.8],
  ['an indexed value and another one', 'limit=10', { section: 'x', rank: 1 }, 10_000 * 2.1],
  ['two tests of an indexed value', 'limit=10', { section: { equals: 'x', gt: 'a' } }, 10_000 * 2.1],
  ['what is not', 'limit=10', { section: { not_equals: 'x' } }, 10_000 * 1.8],
  ['an indexed value in its own order', 'limit=10&sort=section', { section: 'x' }, 10 * 1.8],
  ['an indexed value in an order without an index', 'limit=10&sort=rank', { section: 'x' }, 10_000 * 1.8],
  ['a value and an order of one index', 'limit=10&sort=publishedAt_desc', { category: 'a' }, 10 * 1.8],
  ['a range of the order', 'limit=10', { createdAt: { gt: time } }, 10 * 1.8],
  ['a range between two ends', 'limit=10', { createdAt: { gte: time, lt: time } }, 10 * 2.1],
  ['a range of the order far down', 'limit=10&page=5000', { createdAt: { lte: time } }, 10_000 * 1.8],
  ['a range and a value without an index', 'limit=10', { createdAt: { gt: time }, rank: 1 }, 10_000 * 2.1],
  ['not of the order', 'limit=10', { createdAt: { not_equals: time } }, 10_000 * 1.8],
  ['a related document of a list', 'limit=10', { related: { contains: 'x' } }, (1_000 + 100) * 4.8],
  ['a related document that is not in a list', 'limit=10', { related: { not_contains: 'x' } }, 10_000 * 4.8],
  ['a member of a list in JSON', 'limit=10', { tags: { contains: 'x' } }, 10_000 * (1.5 + 11.3)],
  ['a box', 'limit=10', box, 10_000 * 3.5],
  ['a row', 'limit=10', { 'items.label': 'x' }, 10_000 * (1.5 + 17.5)],
])('a page costs: %s', (_, search, where, effort) => {
  expect(pageEffort(planOf(search, where), sizes(10_000))).toBeCloseTo(effort, 6);
});

test('few documents are read and sorted, whatever finds them', () => {
  expect(pageEffort(planOf('limit=10', { createdAt: { gt: time } }), sizes(1_000))).toBeCloseTo(1_800, 6);
  expect(pageEffort(planOf('limit=10', { createdAt: { gt: time } }), sizes(1_001))).toBeCloseTo(18, 6);
});

test.each<[string, string, object | undefined, number]>([
  ['all documents', '', undefined, 10_000 * 0.02],
  ['an estimate of all', 'count=estimated', undefined, 10_000 * 0.02],
  ['an estimate among some', 'count=estimated', { rank: { in: [1, 2] } }, 2_000 * 2 + 2],
  ['a number without an index', '', { rank: 1 }, 10_000 * 1.3],
  ['a unique value', '', { code: 'x' }, 1.3],
  ['some ids', '', { id: { in: ['1', '2', '3'] } }, 3 * 2 + 3],
  ['an indexed value', '', { section: 'x' }, 10_000 * 0.1],
  ['indexed values', '', { section: { in: ['x', 'y'] } }, 10_000 * 0.1 + 2],
  ['a range of an index', '', { section: { gt: 'x' } }, 10_000 * 0.1],
  ['what is not', '', { section: { not_equals: 'x' } }, 10_000 * 1.3],
  ['two values of one index', '', { category: 'a', publishedAt: '2026-01-01' }, 10_000 * 0.1],
  ['the second value of an index', '', { publishedAt: '2026-01-01' }, 10_000 * 1.3],
  ['one value of an index and another one', '', { category: 'a', rank: 1 }, 10_000 * 1.6],
  [
    'one value of an index and a range',
    '',
    { category: 'a', publishedAt: { gt: '2026-01-01' } },
    10_000 * 1.6,
  ],
  ['a related document of a list', '', { related: { in: ['x', 'y'] } }, 10_000 * 0.1 + 2],
  ['a member of a list in JSON', '', { tags: { contains: 'x' } }, 10_000 * (1 + 11.3)],
  ['a box', '', box, 10_000 * 3],
])('a count costs: %s', (_, search, where, effort) => {
  expect(countEffort(planOf(search, where), sizes(10_000))).toBeCloseTo(effort, 6);
});

test('an estimate of a small table counts it', () => {
  expect(countEffort(planOf('count=estimated', { rank: 1 }), sizes(100))).toBeCloseTo(130, 6);
});

test('pending drafts are read in addition', () => {
  const posts = collection('posts');
  const drafts = { collection: { ...posts, table: 'posts__pending' }, where: null };
  const plan = { ...planOf('limit=10&sort=rank'), drafts };
  expect(pageEffort(plan, sizes(10_000))).toBeCloseTo(10_500 * 1.5, 6);
  expect(countEffort(plan, sizes(10_000))).toBeCloseTo(10_500 * 0.02, 6);
});
