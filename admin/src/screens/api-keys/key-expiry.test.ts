import { expect, test } from 'vitest';
import { expiryOf, keyState } from './key-expiry.js';

const now = Date.UTC(2026, 10, 21);

test.each([
  ['30d', '2026-12-21T00:00:00.000Z'],
  ['90d', '2027-02-19T00:00:00.000Z'],
  ['1y', '2027-11-21T00:00:00.000Z'],
  ['never', null],
] as const)('%s ends at %s', (choice, expiresAt) => {
  expect(expiryOf(choice, '', now)).toBe(expiresAt);
});

test('a day of one own means until it is over, here', () => {
  expect(expiryOf('custom', '2027-01-31', now)).toBe(new Date(2027, 0, 31, 23, 59, 59, 999).toISOString());
  expect(expiryOf('custom', '', now)).toBeUndefined();
  expect(expiryOf('custom', '2027-13-45', now)).toBeUndefined();
});

test('the state of a key', () => {
  const at = (days: number) => new Date(now + days * 86_400_000).toISOString();
  expect(keyState({ disabled: false, expiresAt: null }, now)).toBe('active');
  expect(keyState({ disabled: false, expiresAt: at(6) }, now)).toBe('expiring');
  expect(keyState({ disabled: true, expiresAt: at(6) }, now)).toBe('disabled');
  expect(keyState({ disabled: true, expiresAt: at(-1) }, now)).toBe('expired');
});
