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

test('a needle made to be slow takes steps in proportion to the lengths', () => {
  const needle = `${'a'.repeat(100_000)}z${'a'.repeat(100_000)}`;
  const text = 'a'.repeat(900_000);
  // The attempts at the beginning compare the whole needle, and their number is limited.
  expect(stepsOf(() => createSearch(needle)(text))).toBeLessThan(40 * (text.length + needle.length));
  expect(stepsOf(() => 'aaab'.repeat(9).includes('aaab'.repeat(8)))).toBe(32);
});

/** Counts the characters that are read or compared, for searches of the engine as in its worst case. */
function stepsOf(search: () => boolean): number {
  const { charCodeAt, includes, indexOf, startsWith } = String.prototype;
  let steps = 0;
  const whole = (text: string, part: string, from = 0): number => {
    const found = indexOf.call(text, part, from);
    steps += ((found === -1 ? text.length : found) - from + 1) * part.length;
    return found;
  };
  const counting = {
    charCodeAt(this: string, at: number): number {
      steps += 1;
      return charCodeAt.call(this, at);
    },
    includes(this: string, part: string, from?: number): boolean {
      return whole(this, part, from) !== -1;
    },
    indexOf(this: string, part: string, from?: number): number {
      return whole(this, part, from);
    },
    startsWith(this: string, part: string, from?: number): boolean {
      steps += part.length;
      return startsWith.call(this, part, from);
    },
  };
  try {
    Object.assign(String.prototype, counting);
    search();
  } finally {
    Object.assign(String.prototype, { charCodeAt, includes, indexOf, startsWith });
  }
  return steps;
}
