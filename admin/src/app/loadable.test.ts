import { expect, test } from 'vitest';
import { loadable } from './loadable.js';

test('a part is loaded once, and is there from then on', async () => {
  let loads = 0;
  const part = loadable(async () => ++loads);
  expect(part.loaded()).toBeUndefined();
  expect(await Promise.all([part.load(), part.load()])).toEqual([1, 1]);
  expect(part.loaded()).toBe(1);
  expect(await part.load()).toBe(1);
});

test('a failed load is retried', async () => {
  let loads = 0;
  const part = loadable(async () => {
    loads += 1;
    if (loads === 1) throw new Error('offline');
    return loads;
  });
  await expect(part.load()).rejects.toThrow('offline');
  expect(part.loaded()).toBeUndefined();
  expect(await part.load()).toBe(2);
});
