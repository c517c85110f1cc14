import { expect, test } from 'vitest';
import { errorLines } from './error-lines.js';

test('a list in a message becomes a sentence of its line', () => {
  const message =
    'The database keeps values that do not fit the config:\n' +
    '  - posts.title was text and is now number\n  - posts.day was date and is now text\n' +
    'Change the config back.';
  expect(errorLines(new Error(message))).toEqual([
    'error: The database keeps values that do not fit the config: posts.title was text and is now number; posts.day was date and is now text. Change the config back.',
  ]);
});
