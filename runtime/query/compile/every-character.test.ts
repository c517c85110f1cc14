import { expect, test } from 'vitest';
import { equalCharacters, fold, foldCharacter, minBytes } from './letter-case.js';

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

test('no character has fewer bytes than the least of those that are equal to it', () => {
  for (let code = 1; code <= 0x1ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const bytes = Buffer.byteLength(foldCharacter(character));
    expect(minBytes(character)).toBeLessThanOrEqual(bytes);
  }
});
