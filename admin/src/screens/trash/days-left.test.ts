import { expect, test } from 'vitest';
import { daysLeft } from './days-left.js';

const now = Date.parse('2026-03-01T12:00:00.000Z');

test.each([
  ['2026-03-01T12:00:00.000Z', 30],
  ['2026-02-28T12:00:00.000Z', 29],
  ['2026-03-01T11:59:00.000Z', 30],
  ['2026-02-28T11:59:00.000Z', 29],
  ['2026-01-30T13:00:00.000Z', 0],
  ['2026-01-01T00:00:00.000Z', 0],
])('deleted at %s of 30 days: %i days are left', (deletedAt, days) => {
  expect(daysLeft(deletedAt, 30, now)).toBe(days);
});
