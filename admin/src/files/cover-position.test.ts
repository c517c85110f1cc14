import { expect, test } from 'vitest';
import { coverPosition } from './cover-position.js';

const wide = { width: 400, height: 100 };
const square = { width: 50, height: 50 };

test.each([
  [50, 50, '50% 50%'],
  // The box stays inside of the image.
  [0, 0, '0% 50%'],
  [5, 90, '0% 50%'],
  [100, 0, '100% 50%'],
  // Around the point: of 200 pixels the box has 50, here those from 25 to 75.
  [25, 50, `${(25 / 150) * 100}% 50%`],
])('a box is cut around the point %i %i', (x, y, expected) => {
  expect(coverPosition(square, { image: wide, x, y })).toBe(expected);
});

test('a box of the same shape shows the whole image', () => {
  expect(coverPosition({ width: 40, height: 10 }, { image: wide, x: 90, y: 10 })).toBe('50% 50%');
});
