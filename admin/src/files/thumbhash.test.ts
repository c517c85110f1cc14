import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash';
import { expect, test } from 'vitest';
import { decodeThumbhash } from './thumbhash.js';

/** An image with a gradient, an edge and, if wanted, transparency. */
function hashOf(width: number, height: number, hasAlpha: boolean): Uint8Array {
  const rgba = Uint8Array.from({ length: width * height * 4 }, (_value, index) => {
    const [x, y] = [Math.floor(index / 4) % width, Math.floor(index / 4 / width)];
    return (
      [(x / width) * 255, y < height / 2 ? 40 : 220, 128, hasAlpha ? (x / width) * 255 : 255][index % 4] ?? 0
    );
  });
  return rgbaToThumbHash(width, height, rgba);
}

test.each([
  [30, 20, false],
  [20, 30, false],
  [16, 16, true],
  [40, 10, true],
])('a hash of %i by %i pixels becomes the picture of the reference', (width, height, hasAlpha) => {
  const hash = hashOf(width, height, hasAlpha);
  const expected = thumbHashToRGBA(hash);
  const decoded = decodeThumbhash(btoa(String.fromCharCode(...hash)));
  expect([decoded?.width, decoded?.height]).toEqual([expected.w, expected.h]);
  const difference = [...(decoded?.pixels ?? [])].map((value, index) =>
    Math.abs(value - (expected.rgba[index] ?? 0)),
  );
  // The reference cuts fractions off.
  expect(Math.max(...difference)).toBeLessThanOrEqual(1);
});

test('what is no hash has no picture', () => {
  expect(decodeThumbhash('%')).toBeNull();
  expect(decodeThumbhash('AAAA')).toBeNull();
  expect(decodeThumbhash('AAAAAAAAAAAA')).toBeNull();
});
