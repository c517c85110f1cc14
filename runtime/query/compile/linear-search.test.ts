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

test('it finds in repetitive texts what includes finds', () => {
  const a = (count: number): string => 'a'.repeat(count);
  const texts = [0, 10, 33, 50, 64].flatMap((before) =>
    [0, 5, 40].map((after) => `${a(before)}b${a(after)}`),
  );
  const needles = [8, 9, 20, 33].flatMap((before) => [0, 3, 9].map((after) => `${a(before)}b${a(after)}`));
  const periodic = ['aab', 'aabaaac', 'abcabcabd'].flatMap((part) => [
    part.repeat(40),
    `${part.repeat(40)}aa`,
  ]);
  const parts = ['aabaabaabaaa', 'aabaaacaabaaacaa', 'abcabcabdabcabcabcabd', 'abcabcabdabcabcabdabcabcabda'];
  for (const text of [...texts, ...periodic, a(100)])
    for (const needle of [...needles, ...parts, a(50), a(100), a(101)])
      expect(`${createSearch(needle)(text)} ${needle} ${text}`).toBe(
        `${text.includes(needle)} ${needle} ${text}`,
      );
});

test('a search is used for many texts', () => {
  const search = createSearch(`${'a'.repeat(20)}b`);
  const texts = [`${'a'.repeat(80)}b`, 'a'.repeat(80), '', `${'a'.repeat(19)}b`, `b${'a'.repeat(60)}b`];
  expect(texts.map(search)).toEqual([true, false, false, false, true]);
});

test('a needle made to be slow is not', () => {
  const needle = `${'a'.repeat(100_000)}z${'a'.repeat(100_000)}`;
  const start = performance.now();
  expect(createSearch(needle)('a'.repeat(900_000))).toBe(false);
  // The search of the engine takes half a minute.
  expect(performance.now() - start).toBeLessThan(5_000);
});
