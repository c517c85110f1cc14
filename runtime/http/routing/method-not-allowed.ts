import { ServiceError } from '../../errors/service-error.js';
import type { Route } from './routing-table.js';

/** A request to a route that does not support its method. */
export interface AskedRoute {
  readonly method: string;
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Returns 405 with the methods that the route supports. */
export function methodNotAllowed(requested: AskedRoute): ServiceError {
  const { method, route } = requested;
  const message = `${route.pattern} does not take ${method.slice(0, 30)}; it takes ${route.allow.join(', ')}.`;
  return new ServiceError('METHOD_NOT_ALLOWED', isForManyUsers(requested) ? oneByOne : message, {
    allow: route.allow,
  });
}

const oneByOne =
  'There is no request for many users at once, since each has a password, a role and sessions of its own: ' +
  'create them one by one with POST /api/users, and change or delete them with PATCH and DELETE /api/users/:id.';

/**
 * Whether it is a bulk request, which other collections support. A collection `users` of the config supports
 * it too, and never gets here.
 */
function isForManyUsers({ method, route: { pattern }, params }: AskedRoute): boolean {
  return pattern === '/api/users'
    ? method === 'PATCH' || method === 'DELETE'
    : pattern === '/api/users/:id' && method === 'POST' && params['id'] === 'bulk';
}
