import { expect, test } from 'vitest';
import { collection, filterOf, scope } from '../../../tests/query/support/sized-posts.js';
import { sqliteSql } from '../../storage/dialects/sqlite/sql.js';
import { rowsInView } from '../merged-view.js';
import { parseWhere } from '../parse/where.js';
import type { WhereNode } from '../plan.js';
import { seeing } from '../visible.js';
import { shapeOf } from './shape.js';
import { byIndexes } from './statement.js';
import { whereSql } from './where.js';

const filters: readonly object[] = [
  { rank: 1 },
  { rank: { gt: 1 } },
  { rank: { gt: 1, lt: 2 } },
  { rank: { in: [1, 2] } },
  { rank: { within: [1, 2] } },
  { rank: { exists: true } },
  { rank: { exists: false } },
  { code: 'x' },
  { body: { contains: 'short' } },
  { body: { contains: 'x'.repeat(40) } },
  { rank: 1, code: 'x' },
  { OR: [{ rank: 1 }, { code: 'x' }] },
  { place: { within: [0, 0, 1, 1] } },
  { place: { within: [1, 0, 0, 1] } },
  { place: { within: { center: [0, 0], radius: 5 } } },
  { owner: { collection: 'people', id: 'x' } },
  { owner: { in: [{ collection: 'people', id: 'x' }] } },
  { 'author.name': 'x' },
  { 'author.name': { not_equals: 'x' } },
  { 'owner.name': 'x' },
  { 'related.name': 'x' },
  { 'related.name': { exists: false } },
  { 'items.label': 'x' },
  { 'items.label': { not_equals: 'x' } },
  { 'items.buyers.name': 'x' },
];

const [posts, people] = [collection('posts'), collection('people')];
const visible = parseWhere({ mail: { exists: true, not_equals: 'x' } }, { collection: people, scope });
if (visible === null) throw new Error('The filter has a condition.');

const parsed = filters.map(filterOf);
const nodes: readonly WhereNode[] = [
  ...parsed,
  ...parsed
    .filter(({ kind }) => kind === 'related')
    .map((node) => seeing(node, new Map([[people, visible]]))),
  ...parsed.flatMap((node) => rowsInView(posts, node, new Set([posts])).where ?? []),
  ...parsed.flatMap((node) => rowsInView(posts, node, new Set([posts])).drafts?.where ?? []),
];

test('a filter has a parameter for each placeholder of its SQL', () => {
  for (const node of nodes) {
    const sql = whereSql(node, { row: 'r0', context: byIndexes(sqliteSql) });
    expect([sql.split('?').length - 1, sql]).toEqual([shapeOf(node, sqliteSql).parameters.length, sql]);
  }
});

test('filters with different SQL have different keys', () => {
  const sqlOf = new Map<string, string>();
  for (const node of nodes) {
    // Pending rows are remembered for a collection of their own, as `rowsInView` gives it.
    const isPending = JSON.stringify(node).includes('pending');
    const key = `${isPending} ${shapeOf(node, sqliteSql).key}`;
    const sql = whereSql(node, { row: 'r0', context: byIndexes(sqliteSql) });
    expect(sqlOf.get(key) ?? sql).toBe(sql);
    sqlOf.set(key, sql);
  }
});

test('a row without a pending draft has a part in the key', () => {
  const node = filterOf({ rank: 1 });
  const settled = rowsInView(posts, node, new Set([posts])).where;
  const alone = shapeOf({ kind: 'and', nodes: [node] }, sqliteSql);
  expect(shapeOf(settled, sqliteSql).key).not.toBe(alone.key);
});

test('values are no part of a key', () => {
  for (const [one, other] of [
    [{ rank: 1 }, { rank: 2 }],
    [{ rank: { in: [1] } }, { rank: { in: [1, 2, 3] } }],
    [{ body: { contains: 'one' } }, { body: { contains: 'other' } }],
    [{ place: { within: [0, 0, 1, 1] } }, { place: { within: [2, 2, 3, 3] } }],
  ] as const)
    expect(shapeOf(filterOf(one), sqliteSql).key).toBe(shapeOf(filterOf(other), sqliteSql).key);
});

test('only a collection whose drafts are seen has rows of them', () => {
  const node = filterOf({ rank: 1 });
  expect(rowsInView(posts, node, new Set([people])).drafts).toBeNull();
  expect(rowsInView(posts, node, new Set())).toEqual({ where: node, drafts: null });
  expect(rowsInView(posts, null, new Set([posts]))).toMatchObject({
    where: { kind: 'no-pending-draft', pending: 'posts__pending' },
    drafts: { document: { table: 'posts__pending' }, where: null },
  });
});
