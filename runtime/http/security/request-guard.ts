import type { KeyRequester, Requester } from '../../access/requester.js';
import type { AuthServices } from '../../auth/auth-services.js';
import type { AccessClaims } from '../../auth/tokens/tokens.js';
import { pathsGuardedBy, type ServiceRoutes } from '../../codegen/routes/route.js';
import * as serviceRoutes from '../../codegen/routes/service-routes.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import { isServiceError } from '../../errors/to-response.js';
import { isFilePath } from '../admin-app/is-file-path.js';
import type { ApiRequest } from '../api.js';
import type { Route } from '../routing/routing-table.js';
import type { Exchange } from '../transport/exchange.js';
import { readCookie } from './cookies.js';
import {
  carriesApiKey,
  createAuthenticator,
  hasHeaderCredential,
  presentedCredential,
} from './credentials.js';
import { createCsrfCheck } from './csrf.js';

/** What the checks need of a request. */
export interface GuardedRequest
  extends Pick<ApiRequest, 'header' | 'origin' | 'path' | 'refuseForged' | 'requester'> {
  /** By what it is counted without a session. */
  readonly countedAs: string | null;
  readonly exchange: Pick<Exchange, 'method'>;
}

/** The checks in front of the handlers of a service with authentication. */
export interface RequestGuard {
  /**
   * Counts a request for its API key, else its session, else its address, and refuses it beyond the limit.
   * Returns no promise if nothing has to be awaited.
   *
   * @throws ServiceError RATE_LIMITED or FORBIDDEN.
   */
  admit(request: GuardedRequest, route: Route | null): Promise<void> | void;
  /** Refuses a cross-site write. @throws ServiceError FORBIDDEN. */
  refuseForged(request: GuardedRequest): void;
  /** Returns the requester. @throws ServiceError UNAUTHENTICATED or BAD_USER_INPUT. */
  authenticate(request: GuardedRequest): Requester | Promise<Requester>;
  /**
   * Records a refusal in the audit log. @throws ServiceError RATE_LIMITED for sessions that have ended,
   * beyond the limit of their address.
   */
  refused(request: GuardedRequest, route: Route | null, error: unknown): Promise<void>;
}

/** What the checks need of a service. */
export interface RequestGuardOptions {
  readonly auth: AuthServices;
  readonly logError: (fields: object, message: string) => void;
}

/** Makes the checks of a service with authentication. */
export function createRequestGuard({ auth, logError }: RequestGuardOptions): RequestGuard {
  const { limiter, options } = auth;
  const checkCsrf = createCsrfCheck(options);
  const authenticator = createAuthenticator({
    auth,
    touchFailed: (error) => logError({ err: error }, 'the last request of a session could not be noted'),
  });

  function authenticate(request: GuardedRequest): Requester | Promise<Requester> {
    return authenticator.authenticate(presentedCredential((name) => request.header(name), options));
  }

  function admit(request: GuardedRequest, route: Route | null): Promise<void> | void {
    if (route !== null && isUnlimited(request, route)) return;
    const counted = countRequest(request, route);
    return counted instanceof Promise
      ? counted.then((session) => guardWrite(request, route, session))
      : guardWrite(request, route, counted);
  }

  /**
   * A refused cross-site write does not count as one of authentication: a page that a user opens must not be
   * able to use up the logins of the user's address.
   */
  function guardWrite(
    request: GuardedRequest,
    route: Route | null,
    session: string | null,
  ): Promise<void> | void {
    refuseRidden(request);
    if (!isAuthWrite(request, route)) return;
    // Requests that open a session always count for the address: otherwise a user with a session could try
    // passwords without limit.
    return limiter.consume('auth', session !== null && needsSession(route) ? session : request.countedAs);
  }

  /**
   * No page can make a browser add a header credential, so a request that acts by it alone needs no check of
   * the origin. Routes that also act on cookies request the check themselves.
   */
  function refuseRidden(request: GuardedRequest): void {
    if (!hasHeaderCredential((name) => request.header(name))) request.refuseForged();
  }

  /** Returns what the request is counted for if it has a session. */
  function countRequest(
    request: GuardedRequest,
    route: Route | null,
  ): Promise<string | null> | string | null {
    if (carriesApiKey((name) => request.header(name))) return countByKey(request, route).then(() => null);
    const claims = claimsOf(request);
    return claims instanceof Promise
      ? claims.then((found) => countBy(sessionKey(found), request))
      : countBy(sessionKey(claims), request);
  }

  /**
   * Requests with a session are counted for it, so that a user is not blocked by requests of others at the
   * same address.
   */
  function countBy(session: string | null, request: GuardedRequest): Promise<string | null> | string | null {
    const counted = limiter.consume('api', session ?? request.countedAs);
    return counted instanceof Promise ? counted.then(() => session) : session;
  }

  /**
   * Returns the claims of a request's token, by its signature alone, without a store lookup: a request
   * refused by the limit must cost nothing. Null without a token, and for one that has expired or is not
   * ours.
   */
  function claimsOf(request: GuardedRequest): AccessClaims | null | Promise<AccessClaims | null> {
    const credential = presentedCredential((name) => request.header(name), options);
    return credential.kind === 'token' ? auth.accessTokens.verify(credential.token) : null;
  }

  /** A token outlives its session by minutes: from then on its requests count for the address again. */
  async function recount(request: GuardedRequest): Promise<void> {
    if (carriesApiKey((name) => request.header(name)) || (await claimsOf(request)) === null) return;
    await limiter.consume('api', request.countedAs);
  }

  /** Whether it is a write to the endpoints of authentication, or to the pages that do the same by forms. */
  function isAuthWrite(request: GuardedRequest, route: Route | null): boolean {
    if (route === null || isSafe(request.exchange.method)) return false;
    // By the pattern, not the path, which may be written `/api/%61uth`.
    if (!isOfAuthentication(route) && !route.pattern.startsWith('/admin/')) return false;
    return route.pattern !== serviceRoutes.loginRoutes.refreshSession.path || carriesRefreshCookie(request);
  }

  /**
   * Without the cookie a refresh does nothing, and every page of a frontend may begin with one: a hundred of
   * them must not keep a user from logging in. A token in the body has 256 bits and cannot be guessed.
   */
  function carriesRefreshCookie(request: GuardedRequest): boolean {
    return readCookie(request.header('cookie'), 'refresh', options).kind !== 'absent';
  }

  /**
   * A key has limits of its own, from any address. An invalid one counts for the address that uses it, and is
   * refused on every route (docs/spec/auth.md#credential-order: it never falls back).
   */
  async function countByKey(request: GuardedRequest, route: Route | null): Promise<void> {
    const requester = await requesterUnlessRefused(request);
    const key = requester?.kind === 'apiKey' ? requester : null;
    await limiter.consume('api', key === null ? request.countedAs : `key:${key.key.id}`);
    if (key !== null) refuseBeyondScopes(key, route);
    // Throws if it is invalid.
    else await request.requester();
  }

  function refuseForged(request: GuardedRequest): void {
    if (!isSafe(request.exchange.method)) checkCsrf((name) => request.header(name));
  }

  async function refused(request: GuardedRequest, route: Route | null, error: unknown): Promise<void> {
    if (!isServiceError(error)) return;
    if (error.code === 'UNAUTHENTICATED') return recount(request);
    if (error.code === 'RATE_LIMITED') return noteLimit(request, route);
    if (error.code !== 'FORBIDDEN') return;
    // If the requester cannot be determined, the refusal is still the response.
    const requester = await requesterUnlessRefused(request).catch(() => null);
    const userId = requester?.kind === 'user' ? requester.user.id : null;
    auth.audit.denied({
      userId,
      actorId: requester?.kind === 'apiKey' ? `key:${requester.key.id}` : userId,
      sessionId: requester?.kind === 'user' ? requester.session.id : null,
      reason: `${request.exchange.method} ${route?.pattern ?? ''}`,
      origin: request.origin,
    });
  }

  /** By the token's claims: beyond a limit no user is looked up. A key was looked up to be counted. */
  async function noteLimit(request: GuardedRequest, route: Route | null): Promise<void> {
    const isKey = carriesApiKey((name) => request.header(name));
    const key = isKey ? await requesterUnlessRefused(request).catch(() => null) : null;
    const claims = isKey ? null : await claimsOf(request);
    const keyId = key?.kind === 'apiKey' ? `key:${key.key.id}` : null;
    auth.audit.limited({
      userId: claims?.userId ?? null,
      actorId: claims?.userId ?? keyId,
      sessionId: claims?.sessionId ?? null,
      reason: `${request.exchange.method} ${route?.pattern ?? ''}`,
      origin: request.origin,
    });
  }

  return { admit, refuseForged, authenticate, refused };
}

/** docs/spec/auth.md#built-in-routes. Access to documents and users is decided by their handlers. */
function refuseBeyondScopes({ scopes }: KeyRequester, route: Route | null): void {
  if (scopes === null || route === null || !isOfAuthentication(route) || openToScopedKeys.has(route.pattern))
    return;
  throw new ServiceError('FORBIDDEN', reason('access.keyScopesDeniedRoute'));
}

async function requesterUnlessRefused(request: GuardedRequest): Promise<Requester | null> {
  try {
    return await request.requester();
  } catch (error) {
    // The handler that needs the requester gets the same error, and responds with it.
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

function sessionKey(claims: AccessClaims | null): string | null {
  return claims === null ? null : `session:${claims.sessionId}`;
}

function isOfAuthentication({ pattern }: Route): boolean {
  return pattern.startsWith('/api/auth/');
}

/** Whether an endpoint of authentication reads the session; the others serve requests without one. */
function needsSession(route: Route | null): boolean {
  return route !== null && isOfAuthentication(route) && sessionPaths.has(route.pattern);
}

const serviceTables: readonly ServiceRoutes[] = Object.values(serviceRoutes);
const sessionPaths = pathsGuardedBy(['session'], serviceTables);
const openToScopedKeys = pathsGuardedBy(['user', 'page'], serviceTables);
const unlimitedPaths = pathsGuardedBy(['none'], serviceTables);

/** Files of the service's pages, by the patterns of their routes. */
const files: ReadonlySet<string> = new Set([
  ...['/admin/auth.css', '/admin/geist-latin.woff2', '/admin/geist-latin-ext.woff2'],
  ...['/admin/logo.svg', '/admin/logo-white.svg'],
]);

/**
 * Probes come every second from one address, and a refused probe takes the instance out of service. Files are
 * in memory, and refusing the style sheet of a login page protects nothing.
 */
function isUnlimited({ exchange, path }: GuardedRequest, { pattern }: Route): boolean {
  if (unlimitedPaths.has(pattern)) return true;
  if (!pattern.startsWith('/admin/') || !isSafe(exchange.method)) return false;
  return files.has(pattern) || (pattern === '/admin/*path' && isFilePath(path));
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}
