import { expect, test } from 'vitest';
import { exampleText, localOfText, typedText } from './typed-date.js';

test.each([
  ['en-GB', '2026-11-05T23:45', '05/11/2026, 23:45'],
  ['en-US', '2026-11-05T23:45', '11/05/2026, 23:45'],
  ['de', '2026-11-05T23:45:12', '05.11.2026, 23:45:12'],
  ['de', '2026-11-05', '05.11.2026'],
])('%s writes %s as %s, and reads it again', (language, local, text) => {
  expect(typedText(language, local)).toBe(text);
  expect(localOfText(language, text, local.includes('T'))).toBe(local);
});

test('other ways to write a date are read', () => {
  expect(localOfText('de', '5.1.26', false)).toBe('2026-01-05');
  expect(localOfText('de', '5. 1. 2026', false)).toBe('2026-01-05');
  expect(localOfText('en-US', '1/5/2026 6:30 pm', true)).toBe('2026-01-05T18:30');
  expect(localOfText('en-US', '1/5/2026 12:05 AM', true)).toBe('2026-01-05T00:05');
  expect(localOfText('de', '2026-01-05T18:30', true)).toBe('2026-01-05T18:30');
  expect(localOfText('de', '2026-01-05 18:30:07', true)).toBe('2026-01-05T18:30:07');
  expect(localOfText('de', '5.1.2026', true)).toBe('2026-01-05T00:00');
});

test('what is no date is refused', () => {
  for (const text of [
    '',
    'tomorrow',
    '31.2.2026',
    '1.13.2026',
    '5.1.',
    '5.1.2026 18',
    '5.1.2026 25:00',
    '5.1.2026 1:2:3:4',
  ])
    expect(localOfText('de', text, true), text).toBeNull();
  expect(localOfText('de', '5.1.2026 18:30', false)).toBeNull();
});

test('an example shows the order', () => {
  expect(exampleText('en-US', false)).toBe('12/31/2026');
  expect(exampleText('de', true)).toBe('31.12.2026, 18:30');
});
