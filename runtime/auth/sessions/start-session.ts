import type { RequestOrigin } from '../audit/audit-log.js';
import type { AuthServices } from '../auth-services.js';
import { type PresentedTokens, presentedSession } from './presented-session.js';
import { newSession, sessionLimits } from './session-service.js';
import type { SessionRow } from './session-store.js';

/** The request that starts a session. */
export interface SessionRequest {
  /** Whether the session continues when the browser is closed; it also decides how long it may last. */
  readonly remember: boolean;
  readonly presented: PresentedTokens;
  readonly origin: RequestOrigin;
}

/** A session for a user who has proved who they are. */
export interface SessionStart extends SessionRequest {
  readonly userId: string;
  /** The authentication method: `pwd`, `magic-link`. */
  readonly amr: string;
}

/**
 * Starts a session for an authenticated user. The session whose tokens came with the request ends: an
 * attacker who planted it must not share the new one (session fixation, ASVS 5, 7.2.4).
 */
export async function startSession(auth: AuthServices, start: SessionStart): Promise<SessionRow> {
  const { userId, remember, amr, presented, origin } = start;
  const { ip, userAgent } = origin;
  const session = newSession({ userId, ip, userAgent, amr, remember, now: auth.clock() });
  const before = await presentedSession(auth, presented);
  const dropped = await auth.sessions.create(session, sessionLimits.maxPerUser);
  for (const sessionId of dropped) {
    await auth.audit.record(auth.driver, {
      ...{ type: 'session.revoked', outcome: 'success', userId, actorId: userId, sessionId },
      ...{ reason: `the oldest of more than ${sessionLimits.maxPerUser}`, origin },
    });
  }
  if (before !== null && (await auth.sessions.revoke(before.id))) {
    await auth.audit.record(auth.driver, {
      ...{ type: 'session.revoked', outcome: 'success', userId: before.userId, actorId: userId },
      ...{ sessionId: before.id, reason: 'replaced by a login', origin },
    });
  }
  return session;
}
