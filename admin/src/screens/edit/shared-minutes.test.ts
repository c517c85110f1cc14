import { expect, test } from 'vitest';
import { sharedMinutes } from './shared-minutes.js';

test('of neighbours in one minute both are told apart, others are left alone', () => {
  const times = [
    '2026-11-22T16:40:00.000Z',
    '2026-11-22T16:39:59.999Z',
    '2026-11-22T16:39:00.000Z',
    '2026-11-22T16:38:59.000Z',
    '2026-11-21T16:38:59.000Z',
  ];
  expect([...sharedMinutes(times)]).toEqual(times.slice(1, 3));
  expect(sharedMinutes([]).size).toBe(0);
});
