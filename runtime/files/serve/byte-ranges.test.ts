import { expect, test } from 'vitest';
import { parseRange, rangeApplies } from './byte-ranges.js';

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-4', { start: 2, end: 4 }],
  ['bytes=2-', { start: 2, end: 9 }],
  ['bytes=2-99', { start: 2, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['Bytes = 2 - 4', { start: 2, end: 4 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-20', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
  ['bytes=4-2', null],
  ['bytes=-', null],
  ['bytes=0-1,3-4', null],
  ['bytes=a-b', null],
  ['items=0-1', null],
  ['', null],
  [undefined, null],
])('the range %s of ten bytes is %j', (header, expected) => {
  expect(parseRange(header, 10)).toEqual(expected);
});

test('If-Range names the file by its tag, never by a date', () => {
  expect(rangeApplies(undefined, '"a"')).toBe(true);
  expect(rangeApplies('"a"', '"a"')).toBe(true);
  expect(rangeApplies('"b"', '"a"')).toBe(false);
  expect(rangeApplies('W/"a"', '"a"')).toBe(false);
  expect(rangeApplies('Wed, 21 Oct 2026 07:28:00 GMT', '"a"')).toBe(false);
});
