import { expect, test } from 'vitest';
import { nearestName, nearTo } from './near-miss.js';

const names = ['title', 'createdAt', 'author', 'seo', 'equals', 'not_equals'];

test.each([
  ['titel', 'title'],
  ['Title', 'title'],
  ['createdat', 'createdAt'],
  ['created_at', 'createdAt'],
  ['autor', 'author'],
  ['so', 'seo'],
  ['notequals', 'not_equals'],
])('%s may mean %s', (name, nearest) => {
  expect(nearestName(name, names)).toBe(nearest);
  expect(nearTo(name, names)).toEqual({ near: nearest });
});

test.each(['', 'x', 'zzz', 'body', '__proto__', 't'.repeat(100_000)])('%.20s is near to nothing', (name) => {
  expect(nearTo(name, names)).toEqual({});
});

test.each([
  ['category', 'categories'],
  ['classes', 'class'],
  ['box', 'boxes'],
  ['Posts', 'post'],
])('%s may mean %s, whatever the distance: only the number differs', (name, nearest) => {
  expect(nearestName(name, ['tags', nearest])).toBe(nearest);
});
