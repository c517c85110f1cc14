import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffWords } from './word-diff.js';

test('words that changed are named, words around them stay together', () => {
  expect(diffWords('The old house burns.', 'The new house burns down.')).toEqual([
    { kind: 'same', text: 'The ' },
    { kind: 'removed', text: 'old' },
    { kind: 'added', text: 'new' },
    { kind: 'same', text: ' house burns' },
    { kind: 'added', text: ' down' },
    { kind: 'same', text: '.' },
  ]);
});

test('neighbouring words that changed are one change', () => {
  expect(diffWords('The bridge is open', 'A title of mine')).toEqual([
    { kind: 'removed', text: 'The bridge is open' },
    { kind: 'added', text: 'A title of mine' },
  ]);
});

test('the same text is one part, and an empty text none', () => {
  expect(diffWords('Straße 🎉', 'Straße 🎉')).toEqual([{ kind: 'same', text: 'Straße 🎉' }]);
  expect(diffWords('', '')).toEqual([]);
});

test('both texts can be read from the parts, whatever they are', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'ä', ' ', '\n', '.', '🎉')).map((parts) => parts.join(''));
  fc.assert(
    fc.property(words, words, (before, after) => {
      const parts = diffWords(before, after);
      const without = (kind: string): string =>
        parts.map((part) => (part.kind === kind ? '' : part.text)).join('');
      expect(without('added')).toBe(before);
      expect(without('removed')).toBe(after);
    }),
  );
});

test('texts too long to compare count as replaced, in time', () => {
  const before = 'a '.repeat(5000);
  expect(diffWords(before, 'b '.repeat(5000)).map(({ kind }) => kind)).toContain('removed');
});
