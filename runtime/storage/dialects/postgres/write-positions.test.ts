import { expect, test } from 'vitest';
import { WritePositions } from './write-positions.js';

test('a replica has what was written before the newest position that it has reached', () => {
  const positions = new WritePositions();
  expect(positions.currentAt(100n)).toBeNull();
  positions.note(1, 10n);
  positions.note(2, 20n);
  expect(positions.currentAt(9n)).toBeNull();
  expect(positions.currentAt(10n)).toBe(1);
  expect(positions.currentAt(19n)).toBe(1);
  expect(positions.currentAt(500n)).toBe(2);
});

test('where nobody writes, a replica stays up to date', () => {
  const positions = new WritePositions();
  positions.note(1, 10n);
  for (let at = 2; at < 1_000; at += 1) positions.note(at, 20n);
  expect(positions.currentAt(20n)).toBe(999);
  expect(positions.currentAt(10n)).toBe(1);
});

test('what is long ago is forgotten, and nothing claimed of it', () => {
  const positions = new WritePositions();
  for (let at = 0; at < 1_000; at += 1) positions.note(at, BigInt(at));
  expect(positions.currentAt(1n)).toBeNull();
  expect(positions.currentAt(990n)).toBe(990);
});
