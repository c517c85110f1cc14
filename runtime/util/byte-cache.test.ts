import { expect, test } from 'vitest';
import { ByteCache } from './byte-cache.js';

test('values are kept up to a size; the one that was not used for the longest time goes first', () => {
  const cache = new ByteCache<string>(100);
  cache.set('a', 'A', 40);
  cache.set('b', 'B', 40);
  expect(cache.get('a')).toBe('A');
  cache.set('c', 'C', 40);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['A', undefined, 'C']);
  expect(cache.bytes).toBe(80);
});

test('a value that replaces another counts once, and one above the size is not kept', () => {
  const cache = new ByteCache<string>(100);
  cache.set('a', 'A', 40);
  cache.set('a', 'B', 60);
  expect([cache.get('a'), cache.bytes]).toEqual(['B', 60]);
  cache.set('a', 'C', 101);
  expect([cache.has('a'), cache.bytes]).toEqual([false, 0]);
  cache.set('a', 'D', 100);
  cache.clear();
  expect([cache.get('a'), cache.bytes]).toEqual([undefined, 0]);
});

test('values that were dropped without having been used are counted, until others are used', () => {
  const cache = new ByteCache<number>(100);
  for (let key = 0; key < 10; key += 1) cache.set(`${key}`, key, 40);
  expect(cache.unused).toBe(8);
  expect([cache.get('9'), cache.get('9'), cache.unused]).toEqual([9, 9, 6]);
  cache.set('a', 1, 80);
  expect(cache.unused).toBe(7);
  cache.clear();
  expect(cache.unused).toBe(0);
});
