import type { SecurityRequirementObject } from 'openapi3-ts/oas31';
import type { Guard } from '../../../../runtime/codegen/routes/route.js';
import type { ErrorName } from '../errors.js';

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

const cookies: readonly SecurityRequirementObject[] = [{ sessionCookie: [] }, { localSessionCookie: [] }];
const session: readonly SecurityRequirementObject[] = [{ bearer: [] }, ...cookies];
/** The header of an API key comes first: generated clients ask their user for the first one that fits. */
const key: readonly SecurityRequirementObject[] = [{ apiKey: [] }, ...session];

/** An empty requirement means a request without a credential. */
const security: Readonly<Record<Guard, readonly SecurityRequirementObject[]>> = {
  none: [],
  page: [],
  link: [],
  form: [],
  public: [...key, {}],
  documents: [...key, {}],
  user: key,
  session,
  refresh: [{ refreshCookie: [] }, { localRefreshCookie: [] }],
};

/** The credentials that a guard accepts. */
export function guardSecurity(guard: Guard): readonly SecurityRequirementObject[] {
  return security[guard];
}
