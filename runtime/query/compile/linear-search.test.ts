import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSearch } from './linear-search.js';

test('it finds what includes finds', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\u{1f600}'), maxLength: 40 });
  const needle = fc.string({ unit: fc.constantFrom('a', 'b', '\u{1f600}'), maxLength: 6 });
  fc.assert(
    fc.property(text, needle, (hay, part) => {
      expect(createSearch(part)(hay)).toBe(hay.includes(part));
    }),
    { seed: 7, numRuns: 2000 },
  );
});

test('a needle made to be slow is not', () => {
  const needle = `${'a'.repeat(100_000)}z${'a'.repeat(100_000)}`;
  const start = performance.now();
  expect(createSearch(needle)('a'.repeat(900_000))).toBe(false);
  // The search of the engine takes half a minute.
  expect(performance.now() - start).toBeLessThan(5_000);
});
