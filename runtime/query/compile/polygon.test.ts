import { expect, test } from 'vitest';
import type { Position } from '../../fields/shapes.js';
import { isInPolygon } from './polygon.js';

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
  expect(isInPolygon(position, [square, hole])).toBe(inside);
  // The direction of a ring means nothing.
  expect(isInPolygon(position, [reversed, hole])).toBe(inside);
});

test('a point between the doubles of a slanting edge is on it', () => {
  const triangle: readonly Position[] = [
    [0, 0],
    [0.3, 0.1],
    [0, 0.1],
    [0, 0],
  ];
  for (const share of [0.1, 1 / 3, 0.7, 0.9])
    expect(isInPolygon([0.3 * share, 0.1 * share], [triangle])).toBe(true);
  expect(isInPolygon([0.15 + 1e-8, 0.05], [triangle])).toBe(false);
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
  expect(isInPolygon([8, 3], [arrow])).toBe(false);
  expect(isInPolygon([3, 3], [arrow])).toBe(true);
  expect(isInPolygon([5, 3], [arrow])).toBe(true);
});
