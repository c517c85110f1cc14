import { expect, test } from 'vitest';
import { plannedParts } from './planned-parts.js';

const mebibyte = 1024 * 1024;

test.each([
  [1, 1, 1],
  [16 * mebibyte, 1, 16 * mebibyte],
  [16 * mebibyte + 1, 2, 16 * mebibyte],
  [16_000 * mebibyte, 1000, 16 * mebibyte],
  // More than a thousand of them: they are larger then.
  [16_000 * mebibyte + 1, 942, 17 * mebibyte],
  [1024 ** 4, 1000, 1049 * mebibyte],
])('%i bytes are stored in %i parts', (length, count, size) => {
  const parts = plannedParts(length);
  expect([parts.length, parts[0]]).toEqual([count, { number: 1, from: 0, to: Math.min(size, length) }]);
  expect(parts.at(-1)?.to).toBe(length);
  for (const [index, { number, from }] of parts.entries())
    expect([number, from]).toEqual([index + 1, index === 0 ? 0 : parts[index - 1]?.to]);
});
