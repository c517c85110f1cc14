import { expect, test } from 'vitest';
import { roundedMean, roundedSum, type Summed } from './rounded-sum.js';

const of = (sum: number, greatest: number, count = 3, isWhole = false): Summed => ({
  sum,
  greatest,
  count,
  isWhole,
});

test.each<[string, Summed, number | null]>([
  ['what binary digits add', of(0.30000000000000004, 0.2), 0.3],
  ['what is left when values cancel', of(5.551115123125783e-17, 0.3), 0],
  ['digits beyond those of the greatest value', of(1.5, 1e15), 0],
  ['the last digit of the greatest value', of(600, 1e14), 1000],
  ['a large sum to 12 digits', of(1234567890123.4, 1e12), 1234567890120],
  [
    'a half as it is written, which the double is below',
    of(123.4567890125, 123.4567890125, 1),
    123.456789013,
  ],
  ['a half of nines', of(9.999999999995, 9.999999999995, 2), 10],
  ['a negative sum away from zero', of(-0.0000000000015, 1), -0.0],
  ['no value', of(0, 0, 0), 0],
  ['only zeros', of(0, 0), 0],
  ['values below all that matter', of(5e-324, 5e-324), 0],
  [
    'a whole number exactly',
    of(9_007_199_254_740_991, 9_007_199_254_740_991, 1, true),
    9_007_199_254_740_991,
  ],
  [
    'whole numbers beyond 2^53 to 12 digits',
    of(18_014_398_509_481_984, 9e15, 2, true),
    18_014_398_509_500_000,
  ],
  ['nothing where the sum may be infinite', of(Number.POSITIVE_INFINITY, 1e308), null],
])('a sum keeps %s', (_, summed, expected) => {
  expect(roundedSum(summed)).toBeCloseTo(expected ?? 0, 12);
  expect(roundedSum(summed) === null).toBe(expected === null);
});

test('a mean is rounded by the magnitude of its values', () => {
  expect(roundedMean(of(1, 1))).toBe(0.333333333333);
  expect(roundedMean(of(5.551115123125783e-17, 0.3))).toBe(0);
  expect(roundedMean(of(0, 0, 0))).toBeNull();
  expect(roundedMean(of(1e308, 1e308))).toBeNull();
});
