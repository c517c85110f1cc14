import { expect, test } from 'vitest';
import { pageLanguage } from './page-language.js';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT, en;q=0.5', 'de'],
  ['DE-de', 'de'],
  ['en-GB, de;q=0.9', 'en'],
  ['en;q=0.3, de;q=0.8', 'de'],
  ['fr, de;q=0.7, en;q=0.5', 'de'],
  ['de;q=0, en;q=0.1', 'en'],
  ['de;q=0', 'en'],
  ['de;q=high', 'en'],
  ['*', 'en'],
  ['fr', 'en'],
  ['de, en', 'de'],
  ['en, de', 'en'],
  ['den, deutsch', 'en'],
])('Accept-Language %j: %s', (header, language) => {
  expect(pageLanguage(header)).toBe(language);
});
