import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printJson } from './print-json.js';

test('what fits stands on one line, what does not is broken', () => {
  const long = 'x'.repeat(60);
  expect(printJson({ a: [1, 2], b: {}, c: [] })).toBe('{ "a": [1, 2], "b": {}, "c": [] }\n');
  expect(printJson({ a: { b: long }, c: [long] })).toBe(
    `{\n  "a": { "b": "${long}" },\n  "c": ["${long}"]\n}\n`,
  );
});

test('a line is at most 110 columns, its comma included, unless it is one text', () => {
  const item = { k: 'x'.repeat(40) };
  const lines = printJson({ a: [item, item, item], b: [item, item] }).split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(110);
  for (let length = 80; length < 110; length += 1) {
    const flat = `[{ "k": "${'x'.repeat(length)}" }, 0]`;
    expect(printJson(JSON.parse(flat)) === `${flat}\n`).toBe(flat.length < 110);
  }
});

test('it is the value again', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(printJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('properties that are undefined are left out', () => {
  expect(printJson({ a: undefined, b: null })).toBe('{ "b": null }\n');
});
