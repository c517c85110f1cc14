import type { SessionRow } from './session-store.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Absolute life of a session in milliseconds, whatever happens in it: 30 days (NIST SP 800-63B, section 7.2, at AAL1), or a working
 * day in a browser that shall forget it.
 */
export const sessionLife = (remember: boolean): number => (remember ? 30 * day : 12 * hour);

/** A session in which nothing happens for so many milliseconds is over (ASVS 5, 7.3.1). */
export const idleLife: number = 7 * day;

/** The oldest sessions of a user drop out beyond this number. */
export const mostSessions = 50;

/** The time of the last request is written at most once in so many milliseconds: a write for each read would be too dear. */
export const touchEvery: number = minute;

/** Whether a session that was not revoked is still good. */
export function isAlive(session: SessionRow, now: number): boolean {
  return now < session.expiresAt && now - session.lastSeenAt < idleLife;
}
