import { expect, test } from 'vitest';
import { equalCharacters, fold, foldCharacter, minBytes } from './letter-case.js';

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

test('characters are equal to each other or not, whichever is asked', () => {
  for (let code = 0; code <= 0x1ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const folded = foldCharacter(character);
    if (folded === character) continue;
    // Otherwise folding twice could give a third character.
    expect(foldCharacter(folded)).toBe(folded);
    expect(equalCharacters(character)).toContain(folded);
  }
});

test('the case of characters is that of the flags i and u of a RegExp, but for the Turkish letters', () => {
  const differing: string[] = [];
  for (let code = 0; code <= 0x1ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (!/\p{Changes_When_Casemapped}/u.test(character)) continue;
    const pattern = new RegExp(
      `^[${[...equalCharacters(character)].map((one) => `\\u{${one.codePointAt(0)?.toString(16)}}`).join('')}]$`,
      'iu',
    );
    const folded = foldCharacter(character);
    if (!pattern.test(folded) || !new RegExp(`^\\u{${code.toString(16)}}$`, 'iu').test(folded))
      differing.push(character);
  }
  expect(differing).toEqual(['İ', 'ı']);
});

test('folding keeps the length of a text, and is that of its characters', () => {
  for (let code = 1; code <= 0x1ffff; code += 1) {
    const character = String.fromCodePoint(code);
    const folded = fold(`é${character}x`);
    expect(folded.length).toBe(character.length + 2);
    expect(folded).toBe(`é${foldCharacter(character)}x`);
  }
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
  for (let code = 1; code <= 0x1ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const bytes = Buffer.byteLength(foldCharacter(character));
    expect(minBytes(character)).toBeLessThanOrEqual(bytes);
  }
});
