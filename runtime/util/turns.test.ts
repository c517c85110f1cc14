import { expect, test } from 'vitest';
import { createAccountQueue } from './account-queue.js';

test('work on one account keeps its order, also after one that failed', async () => {
  const queue = createAccountQueue();
  const order: number[] = [];
  const works = [1, 2, 3].map((number) =>
    queue.inTurn('ann', async () => {
      order.push(number);
      if (number === 2) throw new Error('two');
      return number;
    }),
  );
  expect(await Promise.allSettled(works)).toMatchObject([
    { value: 1 },
    { reason: { message: 'two' } },
    { value: 3 },
  ]);
  expect(order).toEqual([1, 2, 3]);
});

test('a turn that comes too late is not taken', async () => {
  const queue = createAccountQueue(0);
  const first = queue.inTurn('ann', () => new Promise((resolve) => setImmediate(resolve, 'first')));
  const second = queue.inTurn('ann', async () => 'second');
  const other = queue.inTurn('ben', async () => 'other');
  expect(await first).toBe('first');
  await expect(second).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 });
  expect(await other).toBe('other');
  expect(await queue.inTurn('ann', async () => 'third')).toBe('third');
});
