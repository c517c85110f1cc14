import fc from 'fast-check';
import { rgbaToThumbHash } from 'thumbhash';
import { expect, test } from 'vitest';
import { draws } from '../../../tests/support/draws.js';
import { thumbhashOf } from './thumbhash.js';

const images = fc
  .record({
    width: fc.integer({ min: 1, max: 24 }),
    height: fc.integer({ min: 1, max: 24 }),
    isOpaque: fc.boolean(),
  })
  .chain(({ width, height, isOpaque }) =>
    fc.uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 }).map((rgba) => {
      if (isOpaque) for (let at = 3; at < rgba.length; at += 4) rgba[at] = 255;
      return { width, height, rgba };
    }),
  );

test('every placeholder is that of the reference', () => {
  fc.assert(
    fc.property(images, ({ width, height, rgba }) => {
      const expected = Buffer.from(rgbaToThumbHash(width, height, rgba)).toString('hex');
      expect(thumbhashOf(rgba, { width, height }).toString('hex')).toBe(expected);
    }),
    { numRuns: draws(300) },
  );
});

test('an image that is transparent everywhere has one', () => {
  expect(thumbhashOf(new Uint8Array(400), { width: 10, height: 10 }).toString('hex')).toBe(
    Buffer.from(rgbaToThumbHash(10, 10, new Uint8Array(400))).toString('hex'),
  );
});
