import type { SecurityRequirementObject } from 'openapi3-ts/oas31';
import type { ErrorName } from '../errors.js';

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

const errors: Readonly<Record<Guard, readonly ErrorName[]>> = {
  none: [],
  page: ['Unauthenticated', 'RateLimited'],
  link: ['Unauthenticated', 'Forbidden', 'RateLimited'],
  form: ['Unauthenticated', 'Forbidden', 'RateLimited'],
  public: ['Unauthenticated', 'RateLimited'],
  documents: ['Unauthenticated', 'Forbidden', 'RateLimited'],
  user: ['Unauthenticated', 'Forbidden', 'RateLimited'],
  session: ['Unauthenticated', 'Forbidden', 'RateLimited'],
  refresh: ['Unauthenticated', 'Forbidden', 'RateLimited'],
};

/** The errors for requesters that a guard refuses. */
export function guardErrors(guard: Guard): readonly ErrorName[] {
  return errors[guard];
}

const session: readonly SecurityRequirementObject[] = [
  { sessionCookie: [] },
  { localSessionCookie: [] },
  { bearer: [] },
];
const key: readonly SecurityRequirementObject[] = [...session, { apiKey: [] }];

/** An empty requirement means a request without a credential. */
const security: Readonly<Record<Guard, readonly SecurityRequirementObject[]>> = {
  none: [],
  page: [],
  link: [],
  form: [],
  public: [{}, ...key],
  documents: [{}, ...key],
  user: key,
  session,
  refresh: [{ refreshCookie: [] }, { localRefreshCookie: [] }],
};

/** The credentials that a guard accepts. */
export function guardSecurity(guard: Guard): readonly SecurityRequirementObject[] {
  return security[guard];
}
