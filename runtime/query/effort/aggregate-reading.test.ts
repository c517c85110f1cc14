import { expect, test } from 'vitest';
import { collection, scope, sizes } from '../../../tests/query/support/sized-posts.js';
import { english } from '../../errors/reasons/english.js';
import { say } from '../../errors/reasons/say.js';
import type { AggregatePlan } from '../aggregate-plan.js';
import { parseAggregateBody } from '../parse/aggregate-body.js';
import { workOfAggregate } from './aggregate-reading.js';

const posts = collection('posts');
const metrics = { n: 'count' };

function planOf(body: object): AggregatePlan {
  return parseAggregateBody({ metrics, ...body }, { collection: posts, scope });
}

function workOf(body: object, rows: number): ReturnType<typeof workOfAggregate> {
  const plan = planOf(body);
  const tables = [{ collection: posts, rows: 'published', where: plan.where, seen: new Map() }] as const;
  return workOfAggregate(plan, tables, { dialect: { maxShortCost: 30_000 }, sizeOf: sizes(rows) });
}

test.each<[object, number, boolean]>([
  [{}, 1_000, false],
  [{}, 20_000, true],
  [{ groupBy: ['category'] }, 10_000, false],
  [{ groupBy: ['category', 'tags'] }, 15_000, true],
  [{ groupBy: [{ field: 'publishedAt', by: 'week' }] }, 10_000, true],
  [{ where: { body: { contains: 'x' } } }, 10_000, true],
  // An index finds the one document.
  [{ where: { code: 'x' } }, 1_000_000, false],
])('whether %j of %i documents is a long read: %s', (body, rows, isLong) => {
  expect(workOf(body, rows).isLong()).toBe(isLong);
});

test.each<[object, string]>([
  [{}, 'the metrics of all documents'],
  [{ groupBy: ['category', 'tags'] }, 'the groups by "category", "tags"'],
  [{ groupBy: ['category'], where: { rank: 1 } }, 'the filter by "rank"'],
])('the most expensive part of %j is %s', (body, expected) => {
  expect(say(english, workOf(body, 1).costliest())).toBe(expected);
});
