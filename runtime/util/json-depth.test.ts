import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nestsDeeper, valueNestsDeeper } from './json-depth.js';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('text and values', () => {
  test('of any JSON are measured alike', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.integer({ min: 0, max: 9 }), (value, limit) => {
        const expected = depthOf(value) > limit;
        expect(nestsDeeper(Buffer.from(JSON.stringify(value)), limit)).toBe(expected);
        expect(valueNestsDeeper(value, limit)).toBe(expected);
      }),
    );
  });

  test.each([
    ['{"a":"[[[["}', 1],
    ['{"a":"\\"[[["}', 1],
    ['{"a":"\\\\","b":[]}', 2],
    ['["\\\\\\"[","]]]"]', 1],
    ['[[],[],[[]]]', 3],
    ['"[["', 0],
  ])('%s nests %i levels', (json, depth) => {
    expect(nestsDeeper(Buffer.from(json), depth)).toBe(false);
    if (depth > 0) expect(nestsDeeper(Buffer.from(json), depth - 1)).toBe(true);
  });
});

test('a million brackets are found out without recursion', () => {
  expect(nestsDeeper(Buffer.alloc(1_000_000, '['), 64)).toBe(true);
  let value: unknown = null;
  for (let level = 0; level < 100_000; level += 1) value = [value];
  expect(valueNestsDeeper(value, 64)).toBe(true);
});

test('text that ends within a string ends the search', () => {
  expect(nestsDeeper(Buffer.from('{"never closed [[[[[[[[\\'), 5)).toBe(false);
});
