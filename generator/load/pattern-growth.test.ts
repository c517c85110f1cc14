import { expect, test } from 'vitest';
import { patternGrowth } from './pattern-growth.js';

test.each<string | RegExp>([
  '^(a+)+$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '(x+x+)+y',
  '^(\\w+\\s?)*$',
  '^([a-z]+-)*[a-z]+-?([a-z]+-?)+$',
  /^(?:\d+,?)+$/i,
  '^(a*)*$',
  '^(a{1,40}){1,40}$',
  // Syntax that the library does not analyse.
  '(?<=x(a+)+)b',
  '(?<!x\\w+\\w+)b',
  '(a+)\\1*\\1*b',
])('%s takes exponential time', (pattern) => {
  expect(patternGrowth(pattern)).toEqual({ kind: 'exponential', degree: Number.POSITIVE_INFINITY });
});

test.each<[string | RegExp, number]>([
  ['\\s+$', 2],
  ['^a*a*b$', 2],
  ['^.*foo.*bar$', 2],
  ['^[\\w.]+@[\\w.]+\\.\\w+$', 3],
  [/^https?:\/\/.+\..+$/, 2],
  ['a*a*a*a*a*b', 6],
  ['^.*a.*b|c.*c.*d$', 5],
])('%s takes polynomial time, of power %i', (pattern, degree) => {
  expect(patternGrowth(pattern)).toEqual({ kind: 'polynomial', degree });
});

test.each<string | RegExp>([
  'foo',
  '^.*$',
  '\\S',
  '[a-z]+',
  '^[a-z][a-z0-9-]*$',
  /^[A-Z]{2}-\d{4}$/,
  /^#[0-9a-f]{6}$/i,
  '^[\\w.:/+=\\-]{1,128}$',
  '^(?:[a-z0-9]+(?:-[a-z0-9]+)*)$',
  '^\\+?[0-9 ()-]{7,20}$',
  '^\\w+( \\w+)*$',
  '^[^@\\s]+@[^@\\s]+$',
  '^(?=.*[A-Z])(?=.*\\d).{8,}$',
  '^\\d{1,3}(,\\d{3})*(\\.\\d+)?$',
  /^(?<year>\d{4})\p{Script=Greek}+$/u,
  '(',
])('%s takes linear time, or is reported by another check', (pattern) => {
  expect(patternGrowth(pattern)).toBeNull();
});
