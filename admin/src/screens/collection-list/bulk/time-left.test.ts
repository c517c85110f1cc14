import { expect, test } from 'vitest';
import { timeLeft } from './time-left.js';

test('the time that is left follows the speed so far, in steps', () => {
  expect(timeLeft({ begunAt: 0, tried: 500, total: 2000 }, 2000)).toBeNull();
  expect(timeLeft({ begunAt: 0, tried: 0, total: 2000 }, 9000)).toBeNull();
  expect(timeLeft({ begunAt: 0, tried: 500, total: 2000 }, 4000)).toBe(15);
  expect(timeLeft({ begunAt: 0, tried: 100, total: 2000 }, 10_000)).toBe(210);
  expect(timeLeft({ begunAt: 0, tried: 1999, total: 2000 }, 10_000)).toBe(5);
});
