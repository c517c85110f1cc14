import { expect, test } from 'vitest';
import { AnswerSize } from './answer-size.js';

test.each([
  ['one byte a character', 'a', 1],
  ['two bytes', 'é', 2],
  ['three bytes', '語', 3],
  ['four bytes', '😀', 4],
])('%s', (_, character, bytes) => {
  const size = new AnswerSize(100 * bytes);
  for (let count = 0; count < 10; count += 1) expect(size.add(character.repeat(10))).toBe(true);
  expect(size.add('')).toBe(true);
  expect(size.add('a')).toBe(false);
});

test('a part of the next text counts until that is there', () => {
  const size = new AnswerSize(100);
  expect(size.add('x'.repeat(40))).toBe(true);
  expect([size.addPart('y'.repeat(30)), size.addPart('y'.repeat(30))]).toEqual([true, true]);
  expect(size.add('y'.repeat(60))).toBe(true);
  expect(size.addPart('z')).toBe(false);
});
