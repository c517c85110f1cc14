import type { AuthServices } from '../../auth/auth-services.js';
import { newSession, sessionLimits } from '../../auth/sessions/session-service.js';
import type { SessionRow } from '../../auth/sessions/session-store.js';
import type { UserRecord } from '../../auth/users/user-store.js';
import type { ApiRequest, Service } from '../api.js';
import { authOf } from '../security/authorize.js';
import { setCookie } from '../security/cookies.js';
import { presentedSession } from './presented-session.js';

export interface SessionWish {
  /** Whether cookies outlive the browser; it also decides how long the session may last. */
  readonly remember: boolean;
  /** The authentication method: `pwd`, `magic-link`. */
  readonly amr: string;
}

/** A session with the parts of its response. */
export interface StartedSession {
  readonly session: SessionRow;
  /** For `Reply.cookies`. */
  readonly cookies: readonly string[];
  /** To be spread into the body: empty unless `tokenInBody` is on. */
  readonly tokens: { readonly token?: string; readonly refreshToken?: string };
}

/**
 * Starts a session for an authenticated user. The session whose cookies came with the request ends: an
 * attacker who planted it must not share the new one (session fixation, ASVS 5, 7.2.4).
 */
export async function startSession(
  service: Service,
  request: ApiRequest,
  user: Pick<UserRecord, 'id'>,
  { remember, amr }: SessionWish,
): Promise<StartedSession> {
  const auth = authOf(service);
  const { ip, userAgent } = request.origin;
  const now = auth.clock();
  const session = newSession({ userId: user.id, ip, userAgent, amr, remember, now });
  const before = await presentedSession(auth, request);
  const dropped = await auth.sessions.create(session, sessionLimits.maxPerUser);
  for (const sessionId of dropped) {
    await auth.audit.record(auth.driver, {
      ...{ type: 'session.revoked', outcome: 'success', userId: user.id, actorId: user.id, sessionId },
      ...{ reason: `the oldest of more than ${sessionLimits.maxPerUser}`, origin: request.origin },
    });
  }
  if (before !== null && (await auth.sessions.revoke(before.id))) {
    await auth.audit.record(auth.driver, {
      ...{ type: 'session.revoked', outcome: 'success', userId: before.userId, actorId: user.id },
      ...{ sessionId: before.id, reason: 'replaced by a login', origin: request.origin },
    });
  }
  return { session, ...(await sessionTokens(auth, session)) };
}

/** Returns the tokens of a session, as cookies and, if the config enables it, for the body. */
export async function sessionTokens(
  auth: AuthServices,
  session: SessionRow,
): Promise<Pick<StartedSession, 'cookies' | 'tokens'>> {
  const { accessTokens, refreshTokens, options } = auth;
  const token = await accessTokens.sign({ userId: session.userId, sessionId: session.id });
  const refreshToken = refreshTokens.sign(session);
  // Rounded up, so that a new session has its full time in spite of the milliseconds that have passed.
  const left = Math.max(0, Math.ceil((session.expiresAt - auth.clock()) / 1000));
  const maxAge = (seconds: number): number | null => (session.remember ? seconds : null);
  return {
    cookies: [
      setCookie('session', token, maxAge(accessTokens.lifetimeSeconds), options),
      setCookie('refresh', refreshToken, maxAge(left), options),
    ],
    tokens: options.tokenInBody ? { token, refreshToken } : {},
  };
}

/** Returns the session as in the responses of login and refresh. */
export function sessionObject(session: Pick<SessionRow, 'id' | 'expiresAt'>): {
  readonly id: string;
  readonly expiresAt: string;
} {
  return { id: session.id, expiresAt: new Date(session.expiresAt).toISOString() };
}
