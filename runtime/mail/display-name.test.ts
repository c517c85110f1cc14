import { expect, test } from 'vitest';
import { displayName } from './display-name.js';

test.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['  Ada \t\n Lovelace ', 'Ada Lovelace'],
  ["Conan O'Brien, Jr.", "Conan O'Brien, Jr."],
  ['J.R.R. Tolkien', 'J.R.R. Tolkien'],
  ['李', '李'],
  ['👩‍👩‍👧', '👩‍👩‍👧'],
  ['\u202eevil', 'evil'],
  ['broken \ud800 half', 'broken half'],
  ['win at evil.com', 'win at evil.\u200bcom'],
  ['http://10.0.0.1/', 'http:\u200b//10.0.0.1/'],
  ['mailto me@evil.co.uk', 'mailto me@evil.\u200bco.\u200buk'],
  ['', 'ada@example.com'],
  ['\r\n', 'ada@example.com'],
  ['ada@example.com', 'ada@example.com'],
])('the name %j is shown as %j', (name, shown) => {
  expect(displayName(name, 'ada@example.com')).toBe(shown);
});
