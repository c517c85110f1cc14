import type { AuthServices } from '../../auth/auth-services.js';
import type { SessionRow } from '../../auth/sessions/session-store.js';
import type { ApiRequest } from '../api.js';
import { readCookie } from '../security/cookies.js';
import { presentedCredential } from '../security/credentials.js';

/**
 * Returns the session of a request, for endpoints that end it: by the refresh cookie, which outlives the
 * access token, else by that token. Null unless a signature proves that the session was issued to this
 * client.
 */
export async function presentedSession(auth: AuthServices, request: ApiRequest): Promise<SessionRow | null> {
  return (await byRefreshCookie(auth, request)) ?? (await byAccessToken(auth, request));
}

async function byRefreshCookie(auth: AuthServices, request: ApiRequest): Promise<SessionRow | null> {
  const cookie = readCookie(request.header('cookie'), 'refresh', auth.options);
  if (cookie.kind !== 'value') return null;
  const claims = auth.refreshTokens.read(cookie.value);
  const session = claims === null ? null : await auth.sessions.get(claims.sessionId);
  return session !== null && auth.refreshTokens.isGenuine(cookie.value, session) ? session : null;
}

async function byAccessToken(auth: AuthServices, request: ApiRequest): Promise<SessionRow | null> {
  const credential = presentedCredential((name) => request.header(name), auth.options);
  if (credential.kind !== 'token') return null;
  const claims = await auth.accessTokens.verify(credential.token);
  const session = claims === null ? null : await auth.sessions.get(claims.sessionId);
  return session !== null && session.userId === claims?.userId ? session : null;
}
