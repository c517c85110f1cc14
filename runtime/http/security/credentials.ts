/** The credentials of a request: docs/spec/auth.md#credential-order. */
import { anonymous, type Requester } from '../../access/requester.js';
import type { AuthServices } from '../../auth/auth-services.js';
import { isTouchDue } from '../../auth/sessions/session-service.js';
import type { SessionRow } from '../../auth/sessions/session-store.js';
import { type Reason, reason } from '../../errors/reasons/reason.js';
import { badInput, issueAt, ServiceError } from '../../errors/service-error.js';
import { readCookie } from './cookies.js';
import { findRequester } from './session-requester.js';

/** The credential of a request, before any lookup. */
export type Credential =
  | { readonly kind: 'none' }
  | { readonly kind: 'apiKey'; readonly key: string }
  | { readonly kind: 'token'; readonly token: string }
  /** Present, but of a form that cannot be valid. */
  | { readonly kind: 'unusable'; readonly why: Reason };

type Header = (name: string) => string | undefined;

const none: Credential = Object.freeze({ kind: 'none' });

/** The prefix of every API key. */
export const keyPrefix = 'svc_sec_';

/**
 * Returns the credential of a request: an API key first, then a bearer token, then the cookie.
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
    return { kind: 'unusable', why: reason('credential.malformed') };
  }
  if (bearer.startsWith(keyPrefix)) return { kind: 'apiKey', key: bearer };
  return { kind: 'token', token: bearer };
}

/**
 * Whether there is a credential that no page of another site can make a browser add: a request that acts by
 * it alone needs no CSRF check.
 */
export function hasHeaderCredential(header: Header): boolean {
  if (header('x-api-key') !== undefined) return true;
  // Browsers add Basic by themselves.
  const authorization = header('authorization');
  return authorization !== undefined && bearerToken(authorization) !== null;
}

/** Whether an API key is present, valid or not. */
export function carriesApiKey(header: Header): boolean {
  if (header('x-api-key') !== undefined) return true;
  return bearerToken(header('authorization') ?? '')?.startsWith(keyPrefix) ?? false;
}

/** The scheme's case does not matter (RFC 9110, section 11.1). */
function bearerToken(authorization: string): string | null {
  return /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? null;
}

function twoKeys(): ServiceError {
  return badInput(reason('key.twoKeys'), [issueAt('X-API-Key', reason('key.differs'))]);
}

/**
 * Browsers drop the access cookie after its 15 minutes and keep the refresh cookie: that is an expired
 * credential, not an anonymous request. An anonymous response would show a signed-in user only public data,
 * and no client would know to refresh.
 */
function fromCookies(cookies: string | undefined, mode: { readonly https: boolean }): Credential {
  if (cookies === undefined) return none;
  const session = readCookie(cookies, 'session', mode);
  if (session.kind === 'value') return { kind: 'token', token: session.value };
  if (session.kind === 'ambiguous')
    return {
      kind: 'unusable',
      why: reason('session.duplicateCookie'),
    };
  return readCookie(cookies, 'refresh', mode).kind === 'absent'
    ? none
    : { kind: 'unusable', why: reason('session.expired') };
}

/** Verifies credentials. */
export interface Authenticator {
  /** @throws ServiceError UNAUTHENTICATED */
  authenticate(credential: Credential): Requester | Promise<Requester>;
}

export interface AuthenticatorOptions {
  readonly auth: AuthServices;
  /**
   * Called when the time of a session's last request could not be written, which is no reason to refuse the
   * request.
   */
  readonly touchFailed: (error: unknown) => void;
}

export function createAuthenticator({ auth, touchFailed }: AuthenticatorOptions): Authenticator {
  const { accessTokens, sessions, apiKeys, clock } = auth;
  /** Sessions whose last request time is being written: parallel requests of one page need one write. */
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
        throw unauthenticated(credential.why);
    }
  }

  async function byKey(key: string): Promise<Requester> {
    const requester = key.startsWith(keyPrefix) ? await apiKeys.authenticate(key) : null;
    if (requester !== null) return requester;
    throw unauthenticated(reason('key.invalid'));
  }

  async function byToken(token: string): Promise<Requester> {
    const verified = accessTokens.verify(token);
    const claims = verified instanceof Promise ? await verified : verified;
    if (claims === null) {
      // The message names neither address: one may be that of an internal machine.
      const isForeign = await accessTokens.isOfOtherAddress(token);
      throw unauthenticated(reason(isForeign ? 'session.otherAddress' : 'session.expired'));
    }
    const found = await findRequester(auth, claims);
    if (found === null) throw ended();
    touch(found.row, clock());
    return found.requester;
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
  return unauthenticated(reason('session.ended'));
}

function unauthenticated(why: Reason): ServiceError {
  return new ServiceError('UNAUTHENTICATED', why);
}
