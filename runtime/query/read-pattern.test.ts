import { expect, test } from 'vitest';
import { describeConfig } from '../codegen/describe-config.js';
import { parseListQuery } from './parse/list-query.js';
import { parseWhere } from './parse/where.js';
import { filterPattern, patternOfDocument, patternOfList } from './read-pattern.js';
import { createQueryScope } from './scope.js';

const contract = describeConfig({
  collections: [
    {
      slug: 'posts',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'rank', type: 'number' },
        { name: 'author', type: 'relationship', to: 'posts' },
        { name: 'seo', type: 'group', fields: [{ name: 'title', type: 'text' }] },
        { name: 'items', type: 'array', fields: [{ name: 'label', type: 'text' }] },
      ],
    },
  ],
});
const scope = createQueryScope(contract);
const [posts] = contract.collections;
if (posts === undefined) throw new Error('There is no collection.');

test.each([
  [{ title: 'Ann' }, { title: { equals: '…' } }],
  [{ rank: { gt: 17, lt: 23 } }, { rank: { gt: '…', lt: '…' } }],
  [{ rank: { lt: 23, gt: 17 } }, { rank: { gt: '…', lt: '…' } }],
  [{ rank: { in: [1, 2, 3] } }, { rank: { in: '…' } }],
  [{ title: { exists: false } }, { title: { exists: false } }],
  [{ 'seo.title': 'Ann' }, { 'seo.title': { equals: '…' } }],
  [{ 'items.label': { contains: 'Ann' } }, { 'items.label': { contains: '…' } }],
  [{ 'author.author.title': 'Ann' }, { 'author.author.title': { equals: '…' } }],
  [{ _status: 'draft' }, { _status: { equals: 'draft' } }],
  [
    { OR: [{ title: 'Bob' }, { title: 'Ann' }, { rank: 1 }] },
    { OR: [{ rank: { equals: '…' } }, { title: { equals: '…' } }] },
  ],
  [
    { AND: [{ OR: [{ title: 'Ann' }, { rank: 1 }] }, { OR: [{ rank: 2 }, { 'seo.title': 'Bob' }] }] },
    {
      AND: [
        { OR: [{ rank: { equals: '…' } }, { 'seo.title': { equals: '…' } }] },
        { OR: [{ rank: { equals: '…' } }, { title: { equals: '…' } }] },
      ],
    },
  ],
])('the pattern of %j has no value', (filter, expected) => {
  const where = parseWhere(filter, { collection: posts, scope });
  expect(where && filterPattern(where)).toEqual(expected);
});

const patternOf = (search: string): object =>
  patternOfList(parseListQuery(search, { collection: posts, scope }), null);

test('the order of conditions makes no pattern of its own', () => {
  const one = patternOf(`where=${JSON.stringify({ title: 'Ann', rank: 1 })}`);
  expect(patternOf(`where=${JSON.stringify({ rank: 2, title: 'Bob' })}`)).toEqual(one);
});

test.each([
  ['', { page: 1, limit: 10, sort: 'createdAt_desc', count: 'exact', where: null, rule: null }],
  ['page=2&sort=rank_asc,title_desc', { page: 10, sort: 'rank_asc,title_desc' }],
  ['page=10', { page: 10 }],
  ['page=11', { page: 100 }],
  ['cursor=&limit=5', { page: 'cursor', limit: 5, count: 'none' }],
  ['depth=2&select=title,author.title', { depth: 2, select: ['title', 'author.title'] }],
])('of a list: %s', (search, expected) => {
  expect(patternOf(search)).toMatchObject(expected);
});

test('the condition of access rules is apart from that of the request', () => {
  const rule = parseWhere({ author: '019aa1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b' }, { collection: posts, scope });
  const plan = parseListQuery(`where=${JSON.stringify({ rank: 1 })}`, { collection: posts, scope });
  expect(patternOfList(plan, rule)).toMatchObject({
    where: { rank: { equals: '…' } },
    rule: { author: { equals: '…' } },
  });
});

test('of one document', () => {
  expect(patternOfDocument({ depth: 3, select: null, draft: true })).toMatchObject({
    ...{ kind: 'document', depth: 3, select: null, draft: true },
  });
});
