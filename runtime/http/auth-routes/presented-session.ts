import type { AuthServices } from '../../auth/auth-services.js';
import type { SessionRow } from '../../auth/sessions/session-store.js';
import type { ApiRequest } from '../api.js';
import { readCookie } from '../cookies.js';

/**
 * The session that the cookies of a request name, for endpoints that end it: by the refresh token, which outlives the access
 * token, else by that. Null unless a signature proves that the session was given to this browser.
 */
export async function presentedSession(auth: AuthServices, request: ApiRequest): Promise<SessionRow | null> {
  return (await byRefreshToken(auth, request)) ?? (await byAccessToken(auth, request));
}

async function byRefreshToken(auth: AuthServices, request: ApiRequest): Promise<SessionRow | null> {
  const cookie = readCookie(request.header('cookie'), 'refresh', auth.options);
  const claims = cookie.kind === 'value' ? auth.refreshTokens.read(cookie.value) : null;
  if (cookie.kind !== 'value' || claims === null) return null;
  const session = await auth.sessions.get(claims.sessionId);
  return session !== null && auth.refreshTokens.isGenuine(cookie.value, session) ? session : null;
}

async function byAccessToken(auth: AuthServices, request: ApiRequest): Promise<SessionRow | null> {
  const cookie = readCookie(request.header('cookie'), 'session', auth.options);
  const claims = cookie.kind === 'value' ? await auth.accessTokens.verify(cookie.value) : null;
  if (claims === null) return null;
  const session = await auth.sessions.get(claims.sessionId);
  return session !== null && session.userId === claims.userId ? session : null;
}
