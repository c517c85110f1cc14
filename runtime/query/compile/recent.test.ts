import { expect, test } from 'vitest';
import { createRecent } from './recent.js';

test('texts that come in turn are made once, and those beyond the size make room for each other', () => {
  const made: string[] = [];
  const recent = createRecent(3, (text) => {
    made.push(text);
    return text.toUpperCase();
  });
  for (let round = 0; round < 5; round += 1) expect(['a', 'b', 'c'].map(recent)).toEqual(['A', 'B', 'C']);
  expect(made).toEqual(['a', 'b', 'c']);
  expect(['d', 'b', 'c', 'd', 'a'].map(recent)).toEqual(['D', 'B', 'C', 'D', 'A']);
  expect(made).toEqual(['a', 'b', 'c', 'd', 'a']);
});
