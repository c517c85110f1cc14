import { expect, test } from 'vitest';
import type { Position } from '../../fields/shapes.js';
import { createPolygon } from './polygon.js';

const square: readonly Position[] = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
  [0, 0],
];
const hole: readonly Position[] = [
  [4, 4],
  [6, 4],
  [6, 6],
  [4, 6],
  [4, 4],
];
const reversed = [...square].reverse();

test.each<[name: string, position: Position, inside: boolean]>([
  ['the middle', [5, 2], true],
  ['a corner', [0, 0], true],
  ['another corner', [10, 10], true],
  ['an edge', [10, 5], true],
  ['the lower edge', [3, 0], true],
  ['outside', [10.001, 5], false],
  ['beside a corner, at its height', [-1, 10], false],
  ['on the line of an edge, beyond it', [11, 0], false],
  ['in the hole', [5, 5], false],
  ['on the edge of the hole', [4, 5], true],
  ['on a corner of the hole', [6, 6], true],
])('%s', (_, position, inside) => {
  expect(createPolygon([square, hole])(position)).toBe(inside);
  // The direction of a ring has no meaning.
  expect(createPolygon([reversed, hole])(position)).toBe(inside);
});

test('a point between the doubles of a slanting edge is on it', () => {
  const triangle: readonly Position[] = [
    [0, 0],
    [0.3, 0.1],
    [0, 0.1],
    [0, 0],
  ];
  for (const share of [0.1, 1 / 3, 0.7, 0.9])
    expect(createPolygon([triangle])([0.3 * share, 0.1 * share])).toBe(true);
  expect(createPolygon([triangle])([0.15 + 1e-8, 0.05])).toBe(false);
});

test('a concave outline is inside only where it is', () => {
  const arrow: readonly Position[] = [
    [0, 0],
    [10, 0],
    [5, 3],
    [10, 10],
    [0, 10],
    [0, 0],
  ];
  expect(createPolygon([arrow])([8, 3])).toBe(false);
  expect(createPolygon([arrow])([3, 3])).toBe(true);
  expect(createPolygon([arrow])([5, 3])).toBe(true);
});
