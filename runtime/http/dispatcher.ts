import { ServiceError } from '../errors/service-error.js';
import type { Reply, Service } from './api.js';
import type { Cors } from './cors.js';
import type { Route, RouteMatch } from './routing-table.js';
import type { ServedRequest } from './served-request.js';

export interface DispatcherOptions {
  readonly findRoute: (path: string) => RouteMatch | null;
  readonly cors: Cors;
  readonly service: Service;
  /** Resolves once the store is open; null from then on. */
  readonly opening: () => Promise<void> | null;
}

/** Finds a request's handler and runs it; rejects with the error to answer. */
export function createDispatcher(options: DispatcherOptions): (request: ServedRequest) => Promise<Reply> {
  const { findRoute, cors, service, opening } = options;

  return async function dispatch(request: ServedRequest): Promise<Reply> {
    const { method } = request.exchange;
    if (method === 'OPTIONS' && isPreflight(request)) return cors.preflight();
    if (method === 'OPTIONS' && request.path === '*') return allowReply(everyMethod);

    const match = findRoute(request.path);
    if (!match) throw new ServiceError('NOT_FOUND', `There is no route ${request.path.slice(0, 200)}.`);
    if (method === 'OPTIONS') return allowReply(match.route.allow);

    const handler = match.route.handlers.get(method);
    if (!handler) throw methodNotAllowed(method, match.route);

    request.params = match.params;
    const wait = match.route.needsStore ? opening() : null;
    if (wait) await wait;
    return handler(request, service);
  };
}

const everyMethod: readonly string[] = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'];

function isPreflight(request: ServedRequest): boolean {
  return (
    request.header('origin') !== undefined && request.header('access-control-request-method') !== undefined
  );
}

function allowReply(methods: readonly string[]): Reply {
  return { status: 204, headers: { Allow: methods.join(', ') }, body: null };
}

function methodNotAllowed(method: string, route: Route): ServiceError {
  const message = `${route.pattern} does not take ${method.slice(0, 30)}; it takes ${route.allow.join(', ')}.`;
  return new ServiceError('METHOD_NOT_ALLOWED', message, { allow: route.allow });
}
