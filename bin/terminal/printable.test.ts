import { expect, test } from 'vitest';
import { printable } from './printable.js';

const red = '\u001b[31mred\u001b[39m';

test('colours stay on a terminal and go elsewhere', () => {
  expect(printable(red, true)).toBe(red);
  expect(printable(red, false)).toBe('red');
});

test.each([
  ['moves the cursor', 'a\u001b[2Kb'],
  ['names a window', 'a\u001b]0;title\u0007b'],
  ['goes back to the beginning of the line', 'a\rb'],
  ['is an escape of eight bits', 'a\u009b2Jb'],
])('what %s is not passed on', (_what, text) => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left
  expect(printable(text, true)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
});

test('text in any language, tabs and new lines are left as they are', () => {
  const text = 'Grüße\t日本\n👩‍💻';
  expect(printable(text, false)).toBe(text);
});
