/** Methods of routes; `HEAD` and `OPTIONS` follow from them. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call a route of a service with authentication:
 * - `none`: everyone, without rate limit (health checks);
 * - `page`: everyone, with any session; an API key must always be valid;
 * - `link`: the same, except API keys with scopes;
 * - `form`: as `link`, for routes that change something, which pages of other sites may not call;
 * - `public`: everyone, but a credential that is presented must be valid;
 * - `documents`: requesters that the rules of a collection or global admit;
 * - `user`: users with a session and API keys;
 * - `session`: users with a session;
 * - `refresh`: requesters with a refresh token.
 */
export type Guard =
  | 'none'
  | 'page'
  | 'link'
  | 'form'
  | 'public'
  | 'documents'
  | 'user'
  | 'session'
  | 'refresh';

/** A route of the service itself. */
export interface ServiceRoute {
  readonly method: Method;
  /** `/api/auth/sessions/:id` */
  readonly path: string;
  readonly guard: Guard;
}

/** The ids of a table of routes, in its order. */
export function routeIds<Id extends string>(table: Readonly<Record<Id, ServiceRoute>>): readonly Id[] {
  return Object.keys(table) as Id[];
}

/** A table of routes, by the ids of their operations in the OpenAPI document. */
export type ServiceRoutes = Readonly<Record<string, ServiceRoute>>;

/** Returns the paths of the routes with one of these guards. */
export function pathsGuardedBy(
  guards: readonly Guard[],
  tables: readonly ServiceRoutes[],
): ReadonlySet<string> {
  const routes = tables.flatMap((table) => Object.values(table));
  return new Set(routes.filter(({ guard }) => guards.includes(guard)).map(({ path }) => path));
}
