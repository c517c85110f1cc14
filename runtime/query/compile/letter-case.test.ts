import { expect, test } from 'vitest';
import { equalCharacters, fold, minBytes } from './letter-case.js';

test.each([
  ['k', 'Kk\u212a'],
  ['S', 'Ss\u017f'],
  ['i', 'Ii\u0130\u0131'],
  ['İ', 'Ii\u0130\u0131'],
  ['a', 'Aa'],
  ['ς', 'Σςσ'],
  ['é', 'Éé'],
  ['ß', 'ßẞ'],
  ['ǆ', 'Ǆǅǆ'],
  ['\u{10400}', '\u{10400}\u{10428}'],
  ['5', '5'],
  ['%', '%'],
  ['日', '日'],
])('equal to %s ignoring case are %s', (character, equal) => {
  expect(equalCharacters(character)).toBe(equal);
});

test('a text folds character by character, whatever stands around', () => {
  expect(fold('ΟΔΟΣ')).toBe(fold('οδος'));
  expect(fold('SILK')).toBe('silk');
  expect(fold('İSTANBUL')).toBe('istanbul');
  expect(fold('Straße')).not.toBe(fold('STRASSE'));
});

test('no text with fewer bytes than the least of a needle is equal to it', () => {
  expect(minBytes('silk')).toBe(4);
  // The Kelvin sign has three bytes, and is equal to k.
  expect(minBytes('SIL\u212a')).toBe(4);
  expect(minBytes('é\u{1f600}')).toBe(6);
});
