import type { UserRequester } from '../../access/requester.js';
import type { AuthServices } from '../../auth/auth-services.js';
import { findSession, isAlive } from '../../auth/sessions/session-service.js';
import type { SessionRow } from '../../auth/sessions/session-store.js';

/** A user and one of their sessions, as a token names them. */
export interface SessionClaims {
  readonly userId: string;
  readonly sessionId: string;
}

export interface FoundRequester {
  readonly requester: UserRequester;
  /** The row of the session. */
  readonly row: SessionRow;
}

/** The user of a session, with the role of now; null once the session has ended or the user is gone. */
export async function findRequester(
  { sessions, users, driver, roles, clock }: AuthServices,
  claims: SessionClaims,
): Promise<FoundRequester | null> {
  const now = clock();
  const row = await findSession(sessions, claims.sessionId, now);
  if (row === null || row.userId !== claims.userId || !isAlive(row, now)) return null;
  const user = await users.find(driver, row.userId);
  if (user === null) return null;
  const session = {
    id: row.id,
    expiresAt: new Date(row.expiresAt).toISOString(),
    authenticatedAt: new Date(row.authTime).toISOString(),
  };
  return {
    row,
    requester: { kind: 'user', user, role: user.role, rank: roles.rankOf(user.role), session },
  };
}
