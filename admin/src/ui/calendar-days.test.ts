import { expect, test } from 'vitest';
import { dayOfWeek, daysLater, firstDayOf, monthsLater, weeksOf } from './calendar-days.js';

test('days and months are counted over the ends of months, years and leap days', () => {
  expect(daysLater('2026-12-31', 1)).toBe('2027-01-01');
  expect(daysLater('2028-03-01', -1)).toBe('2028-02-29');
  expect(monthsLater('2026-01-31', 1)).toBe('2026-02-28');
  expect(monthsLater('2028-02-29', 12)).toBe('2029-02-28');
  expect(monthsLater('2026-01-15', -1)).toBe('2025-12-15');
});

test('a month is whole weeks, from the day that the language begins with', () => {
  const weeks = weeksOf('2026-11-21', 1);
  expect(weeks.map(([first]) => first)).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ]);
  expect(weeksOf('2027-02-10', 1)).toHaveLength(4);
  expect(dayOfWeek('2026-11-22', 1)).toBe(6);
  expect(dayOfWeek('2026-11-22', 0)).toBe(0);
  expect(firstDayOf('de-DE')).toBe(1);
  expect(firstDayOf('en-US')).toBe(0);
});
