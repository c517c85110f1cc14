import { expect, test } from 'vitest';
import { filterOf, planOf, sizes } from '../../../tests/query/support/sized-posts.js';
import { english } from '../../errors/reasons/english.js';
import { say } from '../../errors/reasons/say.js';
import { costliestOfCount, costliestOfPage } from './costliest-part.js';

const sizeOf = sizes(10_000);

test.each<[string, object | undefined, string]>([
  ['page=900', undefined, 'a page so deep in the list'],
  ['sort=rank', undefined, 'the sort by "rank"'],
  ['', { rank: 1 }, 'the filter by "rank"'],
  ['', { rank: 1, body: { contains: 'x' } }, 'the filter by "body"'],
  ['', { body: { contains: 'x' }, rank: 1 }, 'the filter by "body"'],
  ['', { OR: [{ rank: 1 }, { AND: [{ code: 'x' }, { tags: { contains: 'x' } }] }] }, 'the filter by "tags"'],
  ['', { _status: 'draft' }, 'the filter by "_status"'],
  ['', { 'items.label': 'x' }, 'the filter by "items.label"'],
  ['', { 'author.name': 'x', rank: 1 }, 'the filter by "author.name"'],
  // The posts that may be owners have no name.
  ['', { 'owner.name': 'x' }, 'the filter by "owner.name"'],
  // A list of values costs once what a single value costs among few rows.
  ['', { code: { in: ['x', 'y'] }, rank: { gt: 1, lt: 2 } }, 'the filter by "code"'],
])('the most expensive part of the page %j %j is %s', (search, where, expected) => {
  expect(say(english, costliestOfPage(planOf(search, where), sizeOf))).toBe(expected);
});

test('the most expensive part of a count is its filter, if it has one', () => {
  expect(say(english, costliestOfCount(planOf(''), sizeOf))).toBe('the count');
  expect(say(english, costliestOfCount(planOf('', { rank: 1 }), sizeOf))).toBe(
    'the count with the filter by "rank"',
  );
});

test('what is computed once counts as often as it runs', () => {
  const where = { rank: { gt: 1 }, code: { in: ['v', 'w', 'x', 'y', 'z'] } };
  const few = sizes(1);
  expect(say(english, costliestOfPage(planOf('', where), few))).toBe('the filter by "code"');
});

test('the drafts that replace published documents are named by the status', () => {
  const pending = { kind: 'no-pending-draft', pending: 'posts__pending' } as const;
  const both = { ...planOf(''), where: { kind: 'and', nodes: [filterOf({ rank: 1 }), pending] } as const };
  expect(say(english, costliestOfPage(both, sizeOf))).toBe('the filter by "_status"');
  const none = { ...planOf(''), where: { kind: 'or', nodes: [] } as const };
  expect(say(english, costliestOfPage(none, sizeOf))).toBe('the filter by "id"');
});
