import { expect, test } from 'vitest';
import { equalCharacters, fold, isAscii, minBytes, staysInAscii } from './letter-case.js';

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

test.each([
  ['two units are one letter', '\u{10400}a\u{10428}', '\u{10428}a\u{10428}'],
  ['a letter without a case in two units', 'É\u{1f600}X', 'é\u{1f600}x'],
  ['half a letter stays what it is', 'É\ud801', 'é\ud801'],
  ['half a letter before another one', '\ud801ÉX', '\ud801éx'],
  ['the same letter again', 'ÉéÉ', 'ééé'],
  ['no letter', 'é', 'é'],
  ['nothing', '', ''],
])('%s', (_, text, folded) => {
  expect(fold(text)).toBe(folded);
});

test.each([
  ['', true, true],
  ['apple 42', true, true],
  ['\0\x7f', true, true],
  ['milk', true, false],
  ['STOP', true, false],
  ['taxi', true, false],
  ['caf\u00e9', false, true],
  ['\x80', false, true],
])('%j is in ASCII: %j, and so is what is equal to it: %j', (text, ascii, stays) => {
  expect([isAscii(text), staysInAscii(text)]).toEqual([ascii, stays]);
});

test('no text with fewer bytes than the least of a needle is equal to it', () => {
  expect(minBytes('silk')).toBe(4);
  // The Kelvin sign has three bytes, and is equal to k.
  expect(minBytes('SIL\u212a')).toBe(4);
  expect(minBytes('é\u{1f600}')).toBe(6);
});
