import { isAlive, steadied } from '../../../auth/sessions/session-service.js';
import type { SessionRow } from '../../../auth/sessions/session-store.js';

/** A session as its user and administrators see it. Its id grants no access. */
export interface ListedSession {
  readonly id: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly expiresAt: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** Whether it is the session of this request. */
  readonly current: boolean;
}

/** Returns the sessions that can still be used, newest first. */
export function listedSessions(
  sessions: readonly SessionRow[],
  { now, currentId }: { readonly now: number; readonly currentId: string },
): readonly ListedSession[] {
  return sessions
    .map((session) => steadied(session, now))
    .filter((session) => isAlive(session, now))
    .map(({ id, createdAt, lastSeenAt, expiresAt, ip, userAgent }) => ({
      id,
      createdAt: new Date(createdAt).toISOString(),
      lastSeenAt: new Date(lastSeenAt).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
      ip,
      userAgent,
      current: id === currentId,
    }));
}
