import { expect, test } from 'vitest';
import { loadOnce } from './load-once.js';

test('what is asked for at the same time and later is loaded once', async () => {
  let loads = 0;
  const loaded = loadOnce(async () => ++loads);
  expect(await Promise.all([loaded(), loaded()])).toEqual([1, 1]);
  expect(await loaded()).toBe(1);
});

test('what failed to load is loaded again', async () => {
  let loads = 0;
  const loaded = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error('too many open files');
    return loads;
  });
  await expect(loaded()).rejects.toThrow('too many open files');
  expect(await loaded()).toBe(2);
});
