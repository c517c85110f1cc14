import { pathsOfQueries } from '../../codegen/routes/document-routes.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import { isServiceError } from '../../errors/to-response.js';
import type { ReplicaRouter, Reply, Service } from '../api.js';
import type { Cors } from '../security/cors.js';
import type { RequestGuard } from '../security/request-guard.js';
import type { ServedRequest } from '../served-request.js';
import { methodNotAllowed } from './method-not-allowed.js';
import type { Route, RouteMatch } from './routing-table.js';

/** Finds the handler of a request and returns its reply. */
export type Dispatch = (request: ServedRequest) => Reply | Promise<Reply>;

/** What a dispatcher needs of a service. */
export interface DispatcherOptions {
  readonly findRoute: (path: string) => RouteMatch | null;
  readonly cors: Cors;
  readonly service: Service;
  /** Resolves when the store is open; null from then on. */
  readonly opening: () => Promise<void> | null;
  /**
   * Null without authentication, and until the store is open: until then only routes that need no store work.
   */
  readonly guard: () => RequestGuard | null;
}

/**
 * Finds a request's handler and runs it; throws the error to send, or rejects with it. Returns no promise
 * where nothing has to be awaited.
 */
export function createDispatcher(options: DispatcherOptions): Dispatch {
  const { findRoute, cors, service, opening } = options;
  const queries = pathsOfQueries(service.contract);
  const ownPaths = new Set(service.contract.routes?.map(({ path }) => `/api${path}`));

  return function dispatch(request: ServedRequest): Reply | Promise<Reply> {
    const { method } = request.exchange;
    if (method === 'OPTIONS' && isPreflight(request)) return cors.preflight();
    if (method === 'OPTIONS' && request.path === '*') return allowReply(everyMethod);

    const match = findRoute(request.path);
    request.route = match?.route ?? null;
    request.isUncached = (match?.route.pattern ?? request.path).startsWith('/api/auth/');
    const wait = match?.route.needsStore ? opening() : null;
    return wait === null ? answerGuarded(request, match) : wait.then(() => answerGuarded(request, match));
  };

  function answerGuarded(request: ServedRequest, match: RouteMatch | null): Reply | Promise<Reply> {
    const guard = options.guard();
    return guard === null ? answer(request, match) : guarded(request, match, guard);
  }

  function answer(request: ServedRequest, match: RouteMatch | null): Reply | Promise<Reply> {
    const { method } = request.exchange;
    if (!match)
      throw new ServiceError('NOT_FOUND', reason('route.unknown', { path: request.path.slice(0, 200) }));
    if (method === 'OPTIONS') return allowReply(match.route.allow, match.route.optionsHeaders);

    const handler = match.route.handlers.get(method);
    if (!handler) throw methodNotAllowed({ method, ...match });

    request.params = match.params;
    const { replicas } = service;
    if (replicas === null) return handler(request, service);
    if (writesDocuments(request, queries)) return noted(request, replicas, () => handler(request, service));
    return isOwnRead(request, ownPaths)
      ? notedCalls(request, replicas, () => handler(request, service))
      : handler(request, service);
  }

  function guarded(
    request: ServedRequest,
    match: RouteMatch | null,
    guard: RequestGuard,
  ): Reply | Promise<Reply> {
    request.guard = guard;
    const route = match?.route ?? null;
    const refused = async (error: unknown): Promise<never> => {
      await guard.refused(request, route, error);
      throw error;
    };
    const checked = (reply: Reply): Reply => {
      if (!request.isDecided && handled(request, route)) throw new Error(undecided(request, route));
      if (reply.cookies?.length && !request.isOriginChecked) throw new Error(unchecked(request, route));
      return reply;
    };
    try {
      const admitted = guard.admit(request, route);
      const reply = admitted ? admitted.then(() => answer(request, match)) : answer(request, match);
      return reply instanceof Promise ? reply.then(checked).catch(refused) : checked(reply);
    } catch (error) {
      return refused(error);
    }
  }
}

/** Whether a request may change documents that are read from replicas. */
function writesDocuments({ method, route }: ServedRequest, queries: ReadonlySet<string>): boolean {
  if (method === 'GET' || route === null || !route.pattern.startsWith('/api/')) return false;
  return !route.pattern.startsWith('/api/auth/') && !queries.has(route.pattern);
}

/**
 * Returns the response of a write, after which its requester reads from the database: also when the write
 * failed because of another one, since a client that gets a conflict reads the document again.
 */
async function noted(
  request: ServedRequest,
  replicas: ReplicaRouter,
  handle: () => Reply | Promise<Reply>,
): Promise<Reply> {
  try {
    const reply = await handle();
    await replicas.wrote(request);
    return reply;
  } catch (error) {
    if (isServiceError(error) && error.code === 'CONFLICT') await replicas.wrote(request);
    throw error;
  }
}

/** Whether a request reads by a route of the config, whose code may write documents by `local`. */
function isOwnRead({ method, route }: ServedRequest, ownPaths: ReadonlySet<string>): boolean {
  return method === 'GET' && route !== null && ownPaths.has(route.pattern);
}

/** The same for a read, if its code has written. */
async function notedCalls(
  request: ServedRequest,
  replicas: ReplicaRouter,
  handle: () => Reply | Promise<Reply>,
): Promise<Reply> {
  try {
    return await handle();
  } finally {
    if (request.hasWritten) await replicas.wrote(request);
  }
}

/** Whether a handler made the response; `OPTIONS` has none. */
function handled(request: ServedRequest, route: Route | null): boolean {
  return route?.handlers.has(request.exchange.method) ?? false;
}

/** The last protection against a handler that does not decide access: its response is not sent. */
function undecided(request: ServedRequest, route: Route | null): string {
  return `${request.exchange.method} ${route?.pattern} answered before access was decided.`;
}

/**
 * The same for handlers that act on cookies: with a header credential, the guard has left the origin check to
 * the handler.
 */
function unchecked(request: ServedRequest, route: Route | null): string {
  return `${request.exchange.method} ${route?.pattern} sets cookies and has not checked the origin.`;
}

const everyMethod: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function isPreflight(request: ServedRequest): boolean {
  return (
    request.header('origin') !== undefined && request.header('access-control-request-method') !== undefined
  );
}

function allowReply(methods: readonly string[], more: Reply['headers'] = {}): Reply {
  return { status: 204, headers: { Allow: methods.join(', '), ...more }, body: null };
}
