import { expect, test } from 'vitest';
import { idleSince, isAlive, isTouchDue, newSession } from './session-service.js';

const now = Date.UTC(2026, 0, 1);
const hour = 3_600_000;
const day = 24 * hour;
const request = { userId: 'ann', ip: '192.0.2.1', userAgent: 'Mozilla/5.0', amr: 'pwd', remember: true, now };

test('a new session lives for 30 days, or 12 hours without remember', () => {
  expect(newSession(request)).toEqual({
    id: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/),
    userId: 'ann',
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + 30 * day,
    ip: '192.0.2.1',
    userAgent: 'Mozilla/5.0',
    counter: 0,
    salt: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
    rotatedAt: now,
    amr: 'pwd',
    authTime: now,
    remember: true,
  });
  expect(newSession({ ...request, remember: false }).expiresAt).toBe(now + 12 * hour);
});

test('a session that replaces another one keeps when the user proved who they are', () => {
  expect(newSession({ ...request, authTime: now - hour }).authTime).toBe(now - hour);
});

test('a long user agent is cut', () => {
  expect(newSession({ ...request, userAgent: 'x'.repeat(5_000) }).userAgent).toBe('x'.repeat(256));
  expect(newSession({ ...request, userAgent: null }).userAgent).toBeNull();
});

test('no two sessions share an id or a salt', () => {
  const sessions = Array.from({ length: 100 }, () => newSession(request));
  expect(new Set(sessions.flatMap(({ id, salt }) => [id, salt])).size).toBe(200);
});

test('a session is alive until it expires or idles out', () => {
  const session = { expiresAt: now + 30 * day, lastSeenAt: now };
  expect(isAlive(session, now + 7 * day - 1)).toBe(true);
  expect(isAlive(session, now + 7 * day)).toBe(false);
  expect(isAlive({ ...session, lastSeenAt: now + 29 * day }, now + 30 * day - 1)).toBe(true);
  expect(isAlive({ ...session, lastSeenAt: now + 29 * day }, now + 30 * day)).toBe(false);
  expect(idleSince(now)).toBe(now - 7 * day);
});

test('a request is noted at most once a minute', () => {
  expect(isTouchDue({ lastSeenAt: now }, now + 59_999)).toBe(false);
  expect(isTouchDue({ lastSeenAt: now }, now + 60_000)).toBe(true);
});
