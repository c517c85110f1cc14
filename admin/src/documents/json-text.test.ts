import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatJson, parseJsonText } from './json-text.js';

test('what JSON is, is read, and nothing is null', () => {
  expect(parseJsonText('{ "a": [1, -2.5e3, true, null, "\\u00e4\\n"] }')).toEqual({
    value: { a: [1, -2500, true, null, 'ä\n'] },
  });
  expect(parseJsonText(' \n')).toEqual({ value: null });
});

test.each([
  ['{\n  "a": 1,\n}', 3, 1],
  ['{\n  a: 1\n}', 2, 3],
  ['[1,\n 2\n 3]', 3, 2],
  ['[01]', 1, 2],
  ['["x]', 1, 2],
  ['{"a" 1}', 1, 6],
  ['{"a": 1', 1, 8],
  ['[] []', 1, 4],
  ["{'a': 1}", 1, 2],
  ['tru', 1, 1],
  ['[1]]', 1, 4],
])('the place where %j stops being JSON is found', (text, line, column) => {
  expect(parseJsonText(text)).toEqual({ fault: { line, column } });
});

test('whatever was formatted is read again', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = formatJson(value as never);
      expect(parseJsonText(text)).toEqual({ value: JSON.parse(text || 'null') });
    }),
  );
});

test('the place is the first that no longer fits, for any text that was cut', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.nat(), (value, cut) => {
      const text = JSON.stringify([value]);
      const part = text.slice(0, cut % text.length);
      if (part.trim() !== '') expect(parseJsonText(part)).toHaveProperty('fault.line', 1);
    }),
  );
});
