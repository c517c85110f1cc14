import { randomBytes } from 'node:crypto';
import type { SessionRow, SessionStore } from './session-store.js';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Times in milliseconds. */
export interface SessionLimits {
  readonly absolute: number;
  /** Without `remember`. */
  readonly absoluteBrief: number;
  readonly idle: number;
  readonly maxPerUser: number;
  /** The time of the last request is written no more often than this. */
  readonly touchEvery: number;
  /** How long the previous refresh token still returns its successor: for two tabs, or a lost response. */
  readonly rotationGrace: number;
  readonly userAgentLength: number;
}

/**
 * How long sessions live and what they may do (docs/spec/auth.md#sessions; OWASP ASVS 5, 7.3: an absolute and
 * an idle limit).
 */
export const sessionLimits: SessionLimits = Object.freeze({
  absolute: 30 * day,
  absoluteBrief: 12 * hour,
  idle: 7 * day,
  maxPerUser: 50,
  touchEvery: minute,
  rotationGrace: 30 * second,
  userAgentLength: 256,
});

/** A session that is about to begin. */
export interface NewSession {
  readonly userId: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** How the user proved who they are: `pwd`, `magic-link`. */
  readonly amr: string;
  readonly remember: boolean;
  readonly now: number;
  /** When they did, where that was not now: a session that replaces another one. */
  readonly authTime?: number;
}

/** The row of a new session: a random id of 192 bits, and the salt of its refresh tokens. */
export function newSession({ userId, ip, userAgent, amr, remember, now, authTime }: NewSession): SessionRow {
  return {
    id: randomBytes(24).toString('base64url'),
    userId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + (remember ? sessionLimits.absolute : sessionLimits.absoluteBrief),
    ip,
    userAgent: userAgent === null ? null : userAgent.slice(0, sessionLimits.userAgentLength),
    counter: 0,
    salt: randomBytes(16).toString('base64url'),
    rotatedAt: now,
    amr,
    authTime: authTime ?? now,
    remember,
  };
}

/** Between the clocks of two instances (docs/spec/auth.md#access-tokens). */
const clockTolerance = 5 * second;

/**
 * A session without times in the future: where the clock was set back, it ends no later than a session that
 * begins now, and has been idle from now on (docs/spec/auth.md#clocks).
 */
export function steadied(session: SessionRow, now: number): SessionRow {
  const latest = now + (session.remember ? sessionLimits.absolute : sessionLimits.absoluteBrief);
  const { expiresAt, createdAt, lastSeenAt, rotatedAt, authTime } = session;
  if (expiresAt <= latest && Math.max(createdAt, lastSeenAt, rotatedAt, authTime) <= now) return session;
  return {
    ...session,
    expiresAt: Math.min(expiresAt, latest),
    createdAt: Math.min(createdAt, now),
    lastSeenAt: Math.min(lastSeenAt, now),
    rotatedAt: Math.min(rotatedAt, now),
    authTime: Math.min(authTime, now),
  };
}

/** A session as {@link steadied}; the new times are stored, or the end would keep moving. */
export async function findSession(store: SessionStore, id: string, now: number): Promise<SessionRow | null> {
  const session = await store.get(id);
  if (session === null) return null;
  const steady = steadied(session, now);
  const ahead = Math.max(
    session.expiresAt - steady.expiresAt,
    session.lastSeenAt - steady.lastSeenAt,
    session.rotatedAt - steady.rotatedAt,
  );
  if (ahead > clockTolerance) await store.steady(id, { ...steady, now });
  return steady;
}

/** Whether neither the absolute nor the idle limit has been reached. */
export function isAlive(session: Pick<SessionRow, 'expiresAt' | 'lastSeenAt'>, now: number): boolean {
  return now < session.expiresAt && now - session.lastSeenAt < sessionLimits.idle;
}

/** Whether a request at `now` is to be noted in the session. */
export function isTouchDue(session: Pick<SessionRow, 'lastSeenAt'>, now: number): boolean {
  return now - session.lastSeenAt >= sessionLimits.touchEvery;
}

/** What {@link SessionStore.purge} takes as `idleSince`. */
export function idleSince(now: number): number {
  return now - sessionLimits.idle;
}
