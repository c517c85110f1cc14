import { randomInt } from 'node:crypto';

/** Consonants only: no word is spelt by chance, and patterns that allow letters alone are met. */
const letters = 'bcdfghjklmnpqrstvwxz';
/** 64 million: two of a thousand equal titles meet once in a hundred times, and are then drawn again. */
const length = 6;

/** A hyphen and random letters: `-kqxbwd`. */
export function randomSuffix(): string {
  return `-${Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('')}`;
}
