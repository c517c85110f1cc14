import type { KeyRequester, Requester } from '../access/requester.js';
import type { AuthServices } from '../auth/auth-services.js';
import { ServiceError } from '../errors/service-error.js';
import { isServiceError } from '../errors/to-response.js';
import {
  carriesApiKey,
  createAuthenticator,
  hasHeaderCredential,
  presentedCredential,
} from './credentials.js';
import { createCsrfCheck } from './csrf.js';
import type { Route } from './routing-table.js';
import type { ServedRequest } from './served-request.js';

/** What stands in front of the handlers of a service with authentication. */
export interface RequestGuard {
  /**
   * Counts a request and lets it pass. Without a promise wherever nothing has to be waited for.
   *
   * @throws ServiceError RATE_LIMITED or FORBIDDEN.
   */
  admit(request: ServedRequest, route: Route | null): Promise<void> | void;
  /** Who sends a request. @throws ServiceError UNAUTHENTICATED or BAD_USER_INPUT. */
  authenticate(request: ServedRequest): Requester | Promise<Requester>;
  /** Notes a refusal in the audit log. */
  refused(request: ServedRequest, route: Route | null, error: unknown): Promise<void>;
}

export interface RequestGuardOptions {
  readonly auth: AuthServices;
  readonly logError: (fields: object, message: string) => void;
}

/** In process (`app.fetch`) there is no address; such calls share one counter, since "never unlimited" has no exception. */
const inProcess = 'in-process';

export function createRequestGuard({ auth, logError }: RequestGuardOptions): RequestGuard {
  const { limiter, options } = auth;
  const checkCsrf = createCsrfCheck(options);
  const authenticator = createAuthenticator({
    auth,
    touchFailed: (error) => logError({ err: error }, 'the last request of a session could not be noted'),
  });

  function authenticate(request: ServedRequest): Requester | Promise<Requester> {
    return authenticator.authenticate(presentedCredential((name) => request.header(name), options));
  }

  function admit(request: ServedRequest, route: Route | null): Promise<void> | void {
    // Probes come every second from one address, and a probe that is refused takes the instance out of service.
    if (route !== null && (route.pattern === '/metrics' || route.pattern.startsWith('/health/'))) return;
    const counted = count(request, route);
    if (counted instanceof Promise) return counted.then(() => refuseForged(request));
    refuseForged(request);
  }

  /** By the pattern, not the path, which may spell `/api/%61uth`. */
  function count(request: ServedRequest, route: Route | null): Promise<void> | void {
    const counted = carriesApiKey((name) => request.header(name))
      ? countByKey(request, route)
      : limiter.consume('api', addressOf(request));
    if (isSafe(request.exchange.method) || !isCounted(route)) return counted;
    if (counted instanceof Promise) return counted.then(() => limiter.consume('auth', addressOf(request)));
    return limiter.consume('auth', addressOf(request));
  }

  /**
   * A key has limits of its own, wherever it is used from. One that is not valid counts for the address that tries it, and is refused
   * on every route (auth.md, section 1: it never falls back).
   */
  async function countByKey(request: ServedRequest, route: Route | null): Promise<void> {
    const requester = await requesterOrNull(request);
    const key = requester?.kind === 'apiKey' ? requester : null;
    await limiter.consume('api', key === null ? addressOf(request) : `key:${key.key.id}`);
    if (key !== null) refuseBeyondScopes(key, route);
    // Throws what is wrong with it.
    else await request.requester();
  }

  function refuseForged(request: ServedRequest): void {
    if (isSafe(request.exchange.method)) return;
    const header = (name: string): string | undefined => request.header(name);
    if (!hasHeaderCredential(header)) checkCsrf(header);
  }

  async function refused(request: ServedRequest, route: Route | null, error: unknown): Promise<void> {
    if (!isServiceError(error) || error.code !== 'FORBIDDEN') return;
    // Whatever is in the way of finding out who it was, the refusal is the answer.
    const requester = await requesterOrNull(request).catch(() => null);
    const userId = requester?.kind === 'user' ? requester.user.id : null;
    auth.audit.denied({
      userId,
      actorId: requester?.kind === 'apiKey' ? `key:${requester.key.id}` : userId,
      sessionId: requester?.kind === 'user' ? requester.session.id : null,
      reason: `${request.exchange.method} ${route?.pattern ?? ''}`,
      origin: request.origin,
    });
  }

  return { admit, authenticate, refused };
}

/** auth.md, section 7. Documents and users are for their handlers to decide on. */
const openToScopedKeys: ReadonlySet<string> = new Set(['/api/auth/me', '/api/auth/config']);

function refuseBeyondScopes({ scopes }: KeyRequester, route: Route | null): void {
  if (scopes === null || !route?.pattern.startsWith('/api/auth/') || openToScopedKeys.has(route.pattern))
    return;
  throw new ServiceError('FORBIDDEN', 'The scopes of this API key do not let it do this.');
}

async function requesterOrNull(request: ServedRequest): Promise<Requester | null> {
  try {
    return await request.requester();
  } catch (error) {
    // The handler that needs to know who asks gets the same error, and answers with it.
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

function addressOf(request: ServedRequest): string {
  return request.exchange.remoteAddress ?? inProcess;
}

/** The endpoints of authentication, and the pages that do the same by forms. */
function isCounted(route: Route | null): boolean {
  return route !== null && (route.pattern.startsWith('/api/auth/') || route.pattern.startsWith('/admin/'));
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}
