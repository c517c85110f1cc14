import { expect, test } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.js';

const tooLate = (): Error => new Error('too late');

test('work under one key keeps its order, also after one that failed', async () => {
  const mutex = createKeyedMutex({ tooLate });
  const order: number[] = [];
  const works = [1, 2, 3].map((number) =>
    mutex.runExclusive('ann', async () => {
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

test('who has waited too long is told, and those behind still have their turn', async () => {
  const mutex = createKeyedMutex({ timeout: 1, tooLate });
  const begun: string[] = [];
  let end = (): void => undefined;
  const first = mutex.runExclusive('ann', () => new Promise<void>((resolve) => (end = resolve)));
  const second = mutex.runExclusive('ann', async () => begun.push('second'));
  expect(await mutex.runExclusive('ben', async () => 'other')).toBe('other');
  await expect(second).rejects.toThrow('too late');
  const third = mutex.runExclusive('ann', async () => begun.push('third'));
  end();
  await Promise.all([first, third]);
  expect(begun).toEqual(['third']);
});
