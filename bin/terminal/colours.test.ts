import { expect, test } from 'vitest';
import { coloursFor } from './colours.js';

test('a terminal gets colours', () => {
  expect(coloursFor({ isTTY: true }, {}).red('no')).toBe('\u001b[31mno\u001b[39m');
});

test.each([
  ['a pipe', false, {}],
  ['NO_COLOR', true, { NO_COLOR: '1' }],
  ['a dumb terminal', true, { TERM: 'dumb' }],
])('%s gets plain text', (_what, isTTY, env) => {
  const colours = coloursFor({ isTTY }, env);
  expect([colours.on, colours.red('no'), colours.bold('no')]).toEqual([false, 'no', 'no']);
});

test('an empty NO_COLOR means nothing, as no-color.org says', () => {
  expect(coloursFor({ isTTY: true }, { NO_COLOR: '' }).on).toBe(true);
});
