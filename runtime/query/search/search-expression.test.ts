import { expect, test } from 'vitest';
import { implies, type SearchTest } from './search-expression.js';

const of = (text: string, fields: readonly number[] = [0, 1]): SearchTest => ({
  fields,
  terms: text.replace('*', '').split(' '),
  isBeginning: text.endsWith('*'),
});

test.each([
  [of('red'), of('red'), true],
  [of('red'), of('red*'), true],
  [of('red'), of('re*'), true],
  [of('red*'), of('re*'), true],
  [of('red*'), of('red'), false],
  [of('re*'), of('red*'), false],
  [of('red'), of('blue'), false],
  [of('red fox*'), of('red'), true],
  [of('red fox*'), of('fox*'), true],
  [of('red fox*'), of('fox'), false],
  [of('a red fox'), of('red fo*'), true],
  [of('red fox'), of('fox red'), false],
  [of('red'), of('red fox'), false],
  [of('red', [1]), of('red'), true],
  [of('red'), of('red', [1]), false],
])('%j implies %j: %s', (one, other, expected) => {
  expect(implies(one, other)).toBe(expected);
});
