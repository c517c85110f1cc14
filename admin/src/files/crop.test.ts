import { expect, test } from 'vitest';
import { croppedPoint, movedBox, placedBox, shapedBox, turnedBox, turnedBy, turnedSides } from './crop.js';

const sides = { width: 400, height: 300 };
const box = { x: 100, y: 50, width: 200, height: 100 };

test('a box turns with its image, and back', () => {
  const right = turnedBox(box, sides, 1);
  expect(right).toEqual({ x: 150, y: 100, width: 100, height: 200 });
  expect(turnedBox(right, turnedSides(sides, 90), -1)).toEqual(box);
  expect([turnedBy(0, -1), turnedBy(270, 1), turnedBy(90, 1)]).toEqual([270, 0, 180]);
});

test('a shape is cut out of the middle', () => {
  expect(shapedBox(box, 1)).toEqual({ x: 150, y: 50, width: 100, height: 100 });
  expect(shapedBox(box, 4)).toEqual({ x: 100, y: 75, width: 200, height: 50 });
  expect(shapedBox(box, null)).toBe(box);
});

test.each([
  ['whole', 500, -500, null, { x: 200, y: 0, width: 200, height: 100 }],
  ['bottomRight', 500, 20, null, { x: 100, y: 50, width: 300, height: 120 }],
  ['topLeft', -20, 10, null, { x: 80, y: 60, width: 220, height: 90 }],
  ['topLeft', 500, 500, null, { x: 299, y: 149, width: 1, height: 1 }],
  // The shape stays, also at the edge of the image.
  ['bottomRight', 20, 0, 2, { x: 100, y: 50, width: 220, height: 110 }],
  ['bottomRight', 0, 20, 2, { x: 100, y: 50, width: 240, height: 120 }],
  ['topRight', 500, 0, 2, { x: 100, y: 0, width: 300, height: 150 }],
] as const)('the handle %s moves by %i and %i', (handle, across, down, ratio, expected) => {
  expect(movedBox(box, { handle, across, down, sides, ratio })).toEqual(expected);
});

test('typed numbers stay inside of the image', () => {
  expect(placedBox({ x: 390, y: -5, width: 900, height: 10 }, sides, null)).toEqual({
    ...{ x: 0, y: 0, width: 400, height: 10 },
  });
});

test('a focal point keeps its place in the picture', () => {
  expect(croppedPoint({ x: 50, y: 50 }, sides, 0, { x: 0, y: 0, width: 400, height: 300 })).toEqual({
    ...{ x: 50, y: 50 },
  });
  expect(croppedPoint({ x: 50, y: 50 }, sides, 0, box)).toEqual({ x: 50, y: 100 });
  expect(croppedPoint({ x: 25, y: 0 }, sides, 90, { x: 0, y: 0, width: 300, height: 400 })).toEqual({
    ...{ x: 100, y: 25 },
  });
});
