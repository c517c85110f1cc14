import { expect, test } from 'vitest';
import { formatsOf } from './formats.js';

const moment = '2026-11-21T20:05:00.000Z';

test('dates are those of the region that the browser names', () => {
  expect(formatsOf('en', ['en-GB', 'en']).day('2026-11-21')).toBe('21 Nov 2026');
  expect(formatsOf('en', ['de-DE', 'en-US']).day('2026-11-21')).toBe('Nov 21, 2026');
  expect(formatsOf('de', ['en-GB', 'de-AT']).day('2026-11-21')).toBe('21.11.2026');
});

test('a language that the browser does not name has its own', () => {
  expect(formatsOf('de', ['en-GB']).number(1234.5)).toBe('1.234,5');
  expect(formatsOf('en').day('2026-11-21')).toBe('Nov 21, 2026');
});

test('a time in UTC is written as the language does it', () => {
  expect(formatsOf('de', ['de-DE']).utcDateTime(moment)).toBe('21.11.2026, 20:05');
  expect(formatsOf('en', ['en-GB']).utcDateTime(moment)).toBe('21 Nov 2026, 20:05');
});

test('what is no date is shown as it is', () => {
  expect(formatsOf('en').dateTime('soon')).toBe('soon');
  expect(formatsOf('en').relative(moment, Date.parse(moment) + 3 * 3_600_000)).toBe('3 hours ago');
});
