import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countKeys, hasRepeatedKey, repeatedKey } from './json-keys.js';

function check(json: string): [boolean, string | null] {
  return [hasRepeatedKey(countKeys(Buffer.from(json)), JSON.parse(json)), repeatedKey(json)];
}

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"x":{"b":{},"b":[]}}', 'b'],
  ['[{"a":1},{"c" : 1,"d":2,\n"c":3}]', 'c'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['{"":1,"":2}', ''],
])('%s repeats %j', (json, key) => {
  expect(check(json)).toEqual([true, key]);
});

test.each([
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":1}]',
  '{"a":"b:c","b":"{\\"a\\":1}"}',
  '{"a":"\\\\","b":":"}',
  '1',
  '"a:"',
])('%s repeats nothing', (json) => {
  expect(check(json)).toEqual([false, null]);
});

test('what JSON.stringify writes repeats nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(check(JSON.stringify(value))).toEqual([false, null]);
    }),
  );
});
