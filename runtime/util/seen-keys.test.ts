import { expect, test } from 'vitest';
import { SeenKeys } from './seen-keys.js';

test('a key is known from its second use on, until many others were used', () => {
  const seen = new SeenKeys();
  expect([seen.note('a'), seen.note('a'), seen.note('b'), seen.note('a')]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  for (let key = 0; key < 4_000; key += 1) seen.note(`other ${key}`);
  expect(seen.note('a')).toBe(true);
  for (let key = 0; key < 10_000; key += 1) seen.note(`more ${key}`);
  expect(seen.note('a')).toBe(false);
});

test('long keys are forgotten earlier', () => {
  const seen = new SeenKeys();
  seen.note('a');
  for (let key = 0; key < 300; key += 1) seen.note(`${key}${'x'.repeat(4_000)}`);
  expect(seen.note('a')).toBe(false);
});
