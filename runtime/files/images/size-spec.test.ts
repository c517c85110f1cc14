import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draws } from '../../../tests/support/draws.js';
import { cutAround, type SizeSpec, scaled, scaleOf, sizeOf, sizeType } from './size-spec.js';

function spec(change: Partial<SizeSpec>): SizeSpec {
  return { name: 'size', fit: 'inside', format: 'webp', quality: 80, ...change };
}

test.each([
  [{ width: 400 }, 400, 300],
  [{ height: 300 }, 400, 300],
  [{ width: 400, height: 400 }, 400, 300],
  [{ width: 400, height: 400, fit: 'cover' }, 400, 400],
  [{ width: 5000 }, 4000, 3000],
  [{ width: 5000, height: 1000, fit: 'cover' }, 4000, 1000],
  [{ width: 5000, height: 5000, fit: 'cover' }, 4000, 3000],
  [{ width: 1 }, 1, 1],
] as const)('%o of 4000 x 3000 is %d x %d', (change, width, height) => {
  expect(sizeOf({ width: 4000, height: 3000 }, spec(change))).toEqual({ width, height });
});

test('the longer side of a line is kept, and the shorter one does not vanish', () => {
  expect(sizeOf({ width: 10_000, height: 2 }, spec({ width: 100 }))).toEqual({ width: 100, height: 1 });
});

test('a long page is made smaller than the width says, as no format takes a longer side', () => {
  expect(sizeOf({ width: 400, height: 17_000 }, spec({ width: 400 }))).toEqual({
    width: 385,
    height: 16_383,
  });
});

test.each([
  [0, 0],
  [50, 150],
  [60, 190],
  [100, 300],
])('a cut around %d %% begins at %d and stays inside', (focalX, left) => {
  const cut = cutAround({ width: 400, height: 100 }, { width: 100, height: 100 }, { focalX, focalY: 50 });
  expect(cut).toEqual({ left, top: 0, width: 100, height: 100 });
});

test('what is cut is always there, and nothing is enlarged', () => {
  const side = fc.integer({ min: 1, max: 20_000 });
  const cases = fc.record({
    source: fc.record({ width: side, height: side }),
    width: fc.option(side, { nil: undefined }),
    height: fc.option(side, { nil: undefined }),
    fit: fc.constantFrom('cover' as const, 'inside' as const),
  });
  fc.assert(
    fc.property(cases, ({ source, ...change }) => {
      const size = sizeOf(source, spec(change));
      const whole = scaled(source, scaleOf(source, spec(change)));
      expect(size.width).toBeLessThanOrEqual(Math.min(source.width, whole.width + 1));
      expect(size.height).toBeLessThanOrEqual(Math.min(source.height, whole.height + 1));
      expect(Math.min(size.width, size.height)).toBeGreaterThan(0);
    }),
    { numRuns: draws(1000) },
  );
});

test('a size has the type of its format, or that of its source', () => {
  expect(sizeType('image/png', spec({ format: 'same' }))).toBe('image/png');
  expect(sizeType('image/png', spec({ format: 'avif' }))).toBe('image/avif');
});
