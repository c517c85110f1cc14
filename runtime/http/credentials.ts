/** Who sends a request: auth.md, section 1, "Credential order". */
import { anonymous, type Requester } from '../access/requester.js';
import type { AuthServices } from '../auth/auth-services.js';
import { isAlive, isTouchDue } from '../auth/sessions/session-service.js';
import type { SessionRow } from '../auth/sessions/session-store.js';
import { badInput, ServiceError } from '../errors/service-error.js';
import { readCookie } from './cookies.js';

/** What a request presents, before anything is looked up. */
export type Credential =
  | { readonly kind: 'none' }
  | { readonly kind: 'apiKey'; readonly key: string }
  | { readonly kind: 'token'; readonly token: string }
  /** Presented, but of no form that could be valid. */
  | { readonly kind: 'unusable'; readonly message: string };

type Header = (name: string) => string | undefined;

const none: Credential = Object.freeze({ kind: 'none' });

/** How every API key begins. */
export const keyPrefix = 'svc_sec_';

/**
 * Finds the credential of a request: an API key stands alone, then a bearer token, then the cookie.
 *
 * @throws ServiceError BAD_USER_INPUT for two different keys.
 */
export function presentedCredential(header: Header, mode: { readonly https: boolean }): Credential {
  const apiKey = header('x-api-key');
  const authorization = header('authorization');
  const bearer = authorization === undefined ? null : bearerToken(authorization);
  if (apiKey !== undefined) {
    if (bearer?.startsWith(keyPrefix) && bearer !== apiKey) throw twoKeys();
    return { kind: 'apiKey', key: apiKey };
  }
  if (authorization === undefined) return fromCookies(header('cookie'), mode);
  if (bearer === null) {
    return { kind: 'unusable', message: 'Authorization must be "Bearer" and an API key or a token.' };
  }
  if (bearer.startsWith(keyPrefix)) return { kind: 'apiKey', key: bearer };
  return { kind: 'token', token: bearer };
}

/** A credential that no page of another site can have a browser add: such requests need no test for forgery. */
export function hasHeaderCredential(header: Header): boolean {
  if (header('x-api-key') !== undefined) return true;
  // Basic is what browsers do add by themselves.
  const authorization = header('authorization');
  return authorization !== undefined && bearerToken(authorization) !== null;
}

/** Whether an API key is presented, valid or not. */
export function carriesApiKey(header: Header): boolean {
  if (header('x-api-key') !== undefined) return true;
  return bearerToken(header('authorization') ?? '')?.startsWith(keyPrefix) ?? false;
}

/** The scheme's case does not matter (RFC 9110, section 11.1). */
function bearerToken(authorization: string): string | null {
  return /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? null;
}

function twoKeys(): ServiceError {
  return badInput('X-API-Key and Authorization carry different API keys; send one of them.', [
    { path: 'X-API-Key', message: 'Differs from the key in Authorization.' },
  ]);
}

/**
 * Browsers drop the access cookie when its 15 minutes are over and keep the refresh cookie: that is an expired credential, not
 * a stranger. Answering it as anonymous would show a signed-in user what everybody sees, and no client would know to refresh.
 */
function fromCookies(cookies: string | undefined, mode: { readonly https: boolean }): Credential {
  if (cookies === undefined) return none;
  const session = readCookie(cookies, 'session', mode);
  if (session.kind === 'value') return { kind: 'token', token: session.value };
  if (session.kind === 'ambiguous')
    return {
      kind: 'unusable',
      message: 'The session cookie is there twice; clear the cookies of this site.',
    };
  return readCookie(cookies, 'refresh', mode).kind === 'absent'
    ? none
    : { kind: 'unusable', message: expired };
}

const expired = 'The session token has expired; refresh it with POST /api/auth/refresh, or log in again.';

/** Neither address is named: one may be that of a machine inside. */
const ofOtherAddress =
  'The session token was issued under another address: log in again. Where several instances serve one address, set SVC_BASE_URL to it on each of them.';

/** Looks credentials up. */
export interface Authenticator {
  /** @throws ServiceError UNAUTHENTICATED */
  authenticate(credential: Credential): Requester | Promise<Requester>;
}

export interface AuthenticatorOptions {
  readonly auth: AuthServices;
  /** Told when the time of a session's last request could not be written: no reason to refuse the request. */
  readonly touchFailed: (error: unknown) => void;
}

export function createAuthenticator({ auth, touchFailed }: AuthenticatorOptions): Authenticator {
  const { accessTokens, sessions, users, apiKeys, driver, roles, clock } = auth;
  /** Sessions whose last request is being written: parallel requests of one page need one write. */
  const touching = new Set<string>();

  function authenticate(credential: Credential): Requester | Promise<Requester> {
    switch (credential.kind) {
      case 'none':
        return anonymous;
      case 'apiKey':
        return byKey(credential.key);
      case 'token':
        return byToken(credential.token);
      case 'unusable':
        throw unauthenticated(credential.message);
    }
  }

  async function byKey(key: string): Promise<Requester> {
    const requester = key.startsWith(keyPrefix) ? await apiKeys.authenticate(key) : null;
    if (requester !== null) return requester;
    throw unauthenticated('The API key is unknown, disabled or expired.');
  }

  async function byToken(token: string): Promise<Requester> {
    const verified = accessTokens.verify(token);
    const claims = verified instanceof Promise ? await verified : verified;
    if (claims === null) {
      throw unauthenticated((await accessTokens.isOfOtherAddress(token)) ? ofOtherAddress : expired);
    }
    const session = await sessions.get(claims.sessionId);
    const now = clock();
    if (session === null || session.userId !== claims.userId || !isAlive(session, now)) throw ended();
    const user = await users.find(driver, session.userId);
    if (user === null) throw ended();
    touch(session, now);
    return {
      kind: 'user',
      user,
      role: user.role,
      rank: roles.rankOf(user.role),
      session: {
        id: session.id,
        expiresAt: new Date(session.expiresAt).toISOString(),
        authenticatedAt: new Date(session.authTime).toISOString(),
      },
    };
  }

  function touch(session: SessionRow, now: number): void {
    if (!isTouchDue(session, now) || touching.has(session.id)) return;
    touching.add(session.id);
    void sessions
      .touch(session.id, now)
      .catch(touchFailed)
      .finally(() => touching.delete(session.id));
  }

  return { authenticate };
}

function ended(): ServiceError {
  return unauthenticated('The session has ended; log in again.');
}

function unauthenticated(message: string): ServiceError {
  return new ServiceError('UNAUTHENTICATED', message);
}
