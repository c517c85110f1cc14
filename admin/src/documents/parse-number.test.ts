import { expect, test } from 'vitest';
import { parseNumber } from './parse-number.js';

test.each([
  ['12', 12],
  [' -1.50 ', -1.5],
  ['−3', -3],
  ['1e3', 1000],
  ['.5', 0.5],
  ['1.', 1],
  ['', null],
  ['  ', null],
  ['1,5', undefined],
  ['12a', undefined],
  ['0x10', undefined],
  ['-', undefined],
  ['1e999', undefined],
  ['Infinity', undefined],
])('%j is %j', (text, number) => {
  expect(parseNumber(text, 'en')).toBe(number);
});

test('where people write a decimal comma it is one, and never groups thousands', () => {
  expect(parseNumber('1,5', 'de')).toBe(1.5);
  expect(parseNumber('1.5', 'de')).toBe(1.5);
  expect(parseNumber('1.000,5', 'de')).toBeUndefined();
});
