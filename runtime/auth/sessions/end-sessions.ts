import type { AuditEvent } from '../audit/audit-log.js';
import type { AuthServices } from '../auth-services.js';

/** Why all sessions of a user end, for the audit log. */
export interface SessionsEnd extends Pick<AuditEvent, 'actorId' | 'origin'> {
  readonly userId: string;
  readonly reason: string;
}

/**
 * Ends all sessions of a user for what else happened to the account, and notes it: a user who is logged out
 * must be able to find out why.
 */
export async function endSessions(
  { sessions, audit, driver }: Pick<AuthServices, 'sessions' | 'audit' | 'driver'>,
  { reason, ...event }: SessionsEnd,
): Promise<void> {
  const ended = await sessions.revokeAll(event.userId);
  if (ended === 0) return;
  await audit.record(driver, {
    ...{ type: 'session.revoked', outcome: 'success', reason: `all (${ended}), ${reason}` },
    ...event,
  });
}
