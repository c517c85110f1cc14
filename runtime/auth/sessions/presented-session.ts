import type { AuthServices } from '../auth-services.js';
import type { SessionRow } from './session-store.js';

/** The tokens that came with a request; null for those that did not. */
export interface PresentedTokens {
  /** Of the cookie. */
  readonly refreshToken: string | null;
  readonly accessToken: string | null;
}

type SessionParts = Pick<AuthServices, 'sessions' | 'accessTokens' | 'refreshTokens'>;

/**
 * Returns the session of a request, for endpoints that end it: by the refresh token, which outlives the
 * access token, else by that token. Null unless a signature proves that the session was issued to this
 * client.
 */
export async function presentedSession(
  auth: SessionParts,
  { refreshToken, accessToken }: PresentedTokens,
): Promise<SessionRow | null> {
  const session = refreshToken === null ? null : await byRefreshToken(auth, refreshToken);
  return session ?? (accessToken === null ? null : await byAccessToken(auth, accessToken));
}

async function byRefreshToken(
  { sessions, refreshTokens }: SessionParts,
  token: string,
): Promise<SessionRow | null> {
  const claims = refreshTokens.read(token);
  const session = claims === null ? null : await sessions.get(claims.sessionId);
  return session !== null && refreshTokens.isGenuine(token, session) ? session : null;
}

async function byAccessToken(
  { sessions, accessTokens }: SessionParts,
  token: string,
): Promise<SessionRow | null> {
  const claims = await accessTokens.verify(token);
  const session = claims === null ? null : await sessions.get(claims.sessionId);
  return session !== null && session.userId === claims?.userId ? session : null;
}
