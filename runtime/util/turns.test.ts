import { expect, test } from 'vitest';
import { createTurns } from './turns.js';

const tooLate = (): Error => new Error('too late');

test('work under one key keeps its order, also after one that failed', async () => {
  const turns = createTurns({ tooLate });
  const order: number[] = [];
  const works = [1, 2, 3].map((number) =>
    turns.inTurn('ann', async () => {
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
  const turns = createTurns({ patience: 1, tooLate });
  const begun: string[] = [];
  let end = (): void => undefined;
  const first = turns.inTurn('ann', () => new Promise<void>((resolve) => (end = resolve)));
  const second = turns.inTurn('ann', async () => begun.push('second'));
  expect(await turns.inTurn('ben', async () => 'other')).toBe('other');
  await expect(second).rejects.toThrow('too late');
  const third = turns.inTurn('ann', async () => begun.push('third'));
  end();
  await Promise.all([first, third]);
  expect(begun).toEqual(['third']);
});
