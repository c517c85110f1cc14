import type { AuthServices } from '../../../auth/auth-services.js';
import type { PresentedTokens } from '../../../auth/sessions/presented-session.js';
import type { SessionRow } from '../../../auth/sessions/session-store.js';
import type { SessionRequest } from '../../../auth/sessions/start-session.js';
import type { ApiRequest } from '../../api.js';
import { readCookie, setCookie } from '../../security/cookies.js';
import { presentedCredential } from '../../security/credentials.js';

/** The tokens of a session in a response. */
export interface SessionTokens {
  /** For `Reply.cookies`. */
  readonly cookies: readonly string[];
  /** To be spread into the body: empty unless `tokenInBody` is on. */
  readonly tokens: { readonly token?: string; readonly refreshToken?: string };
}

/** Returns the tokens that came with a request: in cookies, or that of the session in a header. */
export function presentedTokens({ options }: AuthServices, request: ApiRequest): PresentedTokens {
  const cookie = readCookie(request.header('cookie'), 'refresh', options);
  const credential = presentedCredential((name) => request.header(name), options);
  return {
    refreshToken: cookie.kind === 'value' ? cookie.value : null,
    accessToken: credential.kind === 'token' ? credential.token : null,
  };
}

/** Returns what a request says about the session that it starts. */
export function sessionRequest(auth: AuthServices, request: ApiRequest, remember: boolean): SessionRequest {
  return { remember, presented: presentedTokens(auth, request), origin: request.origin };
}

/** Returns the tokens of a session, as cookies and, if the config enables it, for the body. */
export async function sessionTokens(auth: AuthServices, session: SessionRow): Promise<SessionTokens> {
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
