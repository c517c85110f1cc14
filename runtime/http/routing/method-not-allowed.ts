import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { Route } from './routing-table.js';

/** A request to a route that does not support its method. */
export interface RequestedRoute {
  readonly method: string;
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Returns 405 with the methods that the route supports. */
export function methodNotAllowed(requested: RequestedRoute): ServiceError {
  const { method, route } = requested;
  const why = isForManyUsers(requested)
    ? reason('user.notInBulk')
    : reason('method.notAllowed', {
        route: route.pattern,
        method: method.slice(0, 30),
        allowed: route.allow,
      });
  return new ServiceError('METHOD_NOT_ALLOWED', why, {
    allow: route.allow,
  });
}

/**
 * Whether it is a bulk request, which other collections support. A collection `users` of the config supports
 * it too, and never gets here.
 */
function isForManyUsers({ method, route: { pattern }, params }: RequestedRoute): boolean {
  return pattern === '/api/users'
    ? method === 'PATCH' || method === 'DELETE'
    : pattern === '/api/users/:id' && method === 'POST' && params['id'] === 'bulk';
}
