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

test('the formats of a locale are made once', () => {
  const british = formatsOf('en', ['en-GB', 'de']);
  expect(formatsOf('en', ['fr', 'en-GB'])).toBe(british);
  expect(formatsOf('en', ['en-US'])).not.toBe(british);
});

test('what is no date is shown as it is', () => {
  expect(formatsOf('en').dateTime('soon')).toBe('soon');
  expect(formatsOf('en').relative('soon')).toBe('soon');
});

test('how long ago a time is has one form, whatever its age', () => {
  const hours = (count: number): number => count * 3_600_000;
  const told = (age: number): string => formatsOf('en').relative(moment, Date.parse(moment) + age);
  expect(told(10_000)).toBe('now');
  expect(told(hours(0.999))).toBe('1 hour ago');
  expect(told(hours(3))).toBe('3 hours ago');
  expect(told(hours(24))).toBe('yesterday');
  expect(told(hours(6 * 24))).toBe('6 days ago');
  expect(told(hours(14 * 24))).toBe('2 weeks ago');
  expect(told(hours(90 * 24))).toBe('3 months ago');
  expect(told(hours(800 * 24))).toBe('2 years ago');
  expect(told(hours(-14 * 24))).toBe('in 2 weeks');
});

test('a time is years ago only after a whole year, wherever the new year is', () => {
  const told = (from: string, to: string): string => formatsOf('en').relative(from, Date.parse(to));
  expect(told('2025-12-05T12:00:00.000Z', '2026-11-27T12:00:00.000Z')).toBe('12 months ago');
  expect(told('2026-01-08T12:00:00.000Z', '2026-12-31T12:00:00.000Z')).toBe('12 months ago');
  expect(told('2026-12-31T12:00:00.000Z', '2026-01-08T12:00:00.000Z')).toBe('in 12 months');
  expect(told('2026-01-08T12:00:00.000Z', '2026-12-10T12:00:00.000Z')).toBe('11 months ago');
  expect(told('2024-12-20T12:00:00.000Z', '2026-01-08T12:00:00.000Z')).toBe('1 year ago');
  expect(told('2024-12-15T12:00:00.000Z', '2026-11-27T12:00:00.000Z')).toBe('2 years ago');
});
