import { afterEach, expect, test, vi } from 'vitest';
import { changedTime, fromLocalInput, toLocalInput, zoneName } from './local-time.js';

afterEach(() => void vi.unstubAllEnvs());

test.each(['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns'])(
  'a time goes into an input and back without a change in %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    for (const time of ['2026-03-29T01:30:00.000Z', '2026-07-01T23:59:59.000Z', '0999-01-01T12:00:00.000Z']) {
      expect(fromLocalInput(toLocalInput(time))).toBe(time);
    }
  },
);

test('an input shows the time of the clock on the wall', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  expect(toLocalInput('2026-07-01T10:00:00.000Z')).toBe('2026-07-01T12:00');
  expect(zoneName('en', new Date('2026-07-01T10:00:00.000Z'))).toBe('Europe/Berlin (GMT+2)');
  expect([toLocalInput(null), fromLocalInput(''), fromLocalInput('2026-13-01T10:00')]).toEqual([
    '',
    null,
    null,
  ]);
});

test('milliseconds are not shown, and stay where the time is not changed', () => {
  vi.stubEnv('TZ', 'UTC');
  const stored = '2026-07-01T10:00:12.345Z';
  expect(toLocalInput(stored)).toBe('2026-07-01T10:00:12');
  expect(toLocalInput('2026-07-01T10:00:00.345Z')).toBe('2026-07-01T10:00');
  expect(changedTime(stored, '2026-07-01T10:00:12')).toBe(stored);
  expect(changedTime(stored, '2026-07-01T10:00:13')).toBe('2026-07-01T10:00:13.000Z');
  expect(changedTime(stored, '')).toBe(null);
  expect(changedTime(null, '')).toBe(null);
});
