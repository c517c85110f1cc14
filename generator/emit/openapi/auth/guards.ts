import type { SecurityRequirementObject } from 'openapi3-ts/oas31';
import type { ErrorName } from '../errors.js';

/**
 * Who may call a route of a service with authentication:
 * - `none`: everybody, and nobody counts how often (health checks);
 * - `page`: everybody, whatever session they carry; an API key must be valid everywhere;
 * - `link`: the same, but for API keys with scopes;
 * - `form`: as `link`, for routes that change something, which pages of other sites may not call;
 * - `public`: everybody, but a credential that is presented must be valid;
 * - `documents`: whom the rules of a collection or global let in;
 * - `user`: users with a session and API keys;
 * - `session`: users with a session;
 * - `refresh`: whoever has a refresh token.
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

/** What a guard answers those that it does not let in. */
export function guardErrors(guard: Guard): readonly ErrorName[] {
  return errors[guard];
}

const session: readonly SecurityRequirementObject[] = [
  { sessionCookie: [] },
  { localSessionCookie: [] },
  { bearer: [] },
];
const key: readonly SecurityRequirementObject[] = [...session, { apiKey: [] }];

/** An empty requirement stands for a request without a credential. */
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

/** The credentials that a guard takes. */
export function guardSecurity(guard: Guard): readonly SecurityRequirementObject[] {
  return security[guard];
}
