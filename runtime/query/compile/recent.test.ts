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

test('texts in any order are found as long as they are kept', () => {
  const made: string[] = [];
  const recent = createRecent(2, (text) => {
    made.push(text);
    return made.length;
  });
  expect(['a', 'a', 'b', 'a', 'b', 'a', 'a'].map(recent)).toEqual([1, 1, 2, 1, 2, 1, 1]);
  // A third text takes the place of the first.
  expect(['c', 'b', 'c', 'a', 'c'].map(recent)).toEqual([3, 2, 3, 4, 3]);
  expect(made).toEqual(['a', 'b', 'c', 'a']);
});
