import type { Connection } from '../../storage/driver.js';
import type { AuditEvent } from '../audit/audit-log.js';
import type { AuthServices } from '../auth-services.js';

/** Why all sessions of a user end, for the audit log. */
export interface SessionsEnd extends Pick<AuditEvent, 'actorId' | 'origin'> {
  readonly userId: string;
  readonly reason: string;
  /** A session that continues. */
  readonly keepId?: string;
}

/** What {@link endSessions} needs; `driver` is the connection of the transaction that it is a part of. */
export interface SessionsEnder extends Pick<AuthServices, 'sessions' | 'audit'> {
  readonly driver: Connection;
}

/**
 * Ends all sessions of a user, or all but one, for what else happened to the account, and notes it: a user
 * who is logged out must be able to find out why.
 */
export async function endSessions(
  { sessions, audit, driver }: SessionsEnder,
  { reason, keepId, ...event }: SessionsEnd,
): Promise<void> {
  const { userId } = event;
  const ended =
    keepId === undefined ? await sessions.revokeAll(userId) : await sessions.revokeOthers(userId, keepId);
  if (ended === 0) return;
  await audit.record(driver, {
    ...{
      type: 'session.revoked',
      outcome: 'success',
      reason: `${keepId === undefined ? 'all' : 'others'} (${ended}), ${reason}`,
    },
    ...event,
  });
}

/**
 * Waits for the session store, before a transaction that ends sessions: one that does not respond would hold
 * the only writer of SQLite for as long as it is waited for.
 *
 * @throws ServiceError UNAVAILABLE
 */
export function sessionStoreResponds({ sessions }: Pick<AuthServices, 'sessions'>): Promise<void> {
  return sessions.check();
}

/**
 * Ends sessions in a transaction that changes the account, as its last step: a session store that is away
 * undoes the change, and a crash before the commit leaves no old session beside the new account. Sessions
 * that begin before the commit are ended by {@link endSessions} after it. A commit that fails does not bring
 * back sessions that are in another store.
 */
export async function endSessionsBeforeCommit(
  { sessions, audit }: Pick<AuthServices, 'sessions' | 'audit'>,
  connection: Connection,
  end: SessionsEnd,
): Promise<void> {
  // Statements that nobody waited for are sent with this one: what they refuse ends no session.
  await connection.get('SELECT 1 AS "sent"', []);
  await endSessions({ sessions, audit, driver: connection }, end);
}
