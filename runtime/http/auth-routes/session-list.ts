import { isAlive } from '../../auth/sessions/session-service.js';
import type { SessionRow } from '../../auth/sessions/session-store.js';

/** A session as its user, and administrators, see it. Its id opens nothing. */
export interface ListedSession {
  readonly id: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly expiresAt: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** The session of this very request. */
  readonly current: boolean;
}

/** Sessions that could still be used, newest first. */
export function listedSessions(
  sessions: readonly SessionRow[],
  { now, currentId }: { readonly now: number; readonly currentId: string },
): readonly ListedSession[] {
  return sessions
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
