import type { AuthServices } from '../../../auth/auth-services.js';
import { badInput, type ErrorDetail } from '../../../errors/service-error.js';
import type { JsonObject } from '../../../util/json.js';

/** Keys that no request may set on any user. */
const neverSet = ['id', 'createdAt', 'updatedAt', '_status', 'emailVerified'] as const;

/**
 * Keys that can be set only on creation: email and password are changed by endpoints of their own
 * (docs/spec/auth.md#endpoints).
 */
export const neverChanged: readonly string[] = [...neverSet, 'password', 'email'];
export const neverGiven: readonly string[] = [...neverSet, '_revision'];

/** @throws ServiceError BAD_USER_INPUT that lists every key which the request may not set. */
export function refuseFixed(body: JsonObject, keys: readonly string[]): void {
  const details: ErrorDetail[] = keys
    .filter((path) => Object.hasOwn(body, path))
    .map((path) => ({ path, message: 'This field cannot be set here.' }));
  const [first] = details;
  if (first !== undefined) throw badInput(`${first.path}: ${first.message}`, details);
}

/**
 * Returns the role in a body: null without one. @throws ServiceError BAD_USER_INPUT for a text that is not a
 * role.
 */
export function readRole(body: JsonObject, { roles }: AuthServices): string | null {
  if (!Object.hasOwn(body, 'role')) return null;
  const { role } = body;
  if (typeof role === 'string' && roles.has(role)) return role;
  const message = `Must be one of ${roles.names.join(', ')}.`;
  throw badInput(`role: ${message}`, [{ path: 'role', message }]);
}

/** Returns name and own fields: the body without the account data. */
export function readFields(body: JsonObject): JsonObject {
  const { email: _email, password: _password, role: _role, ...fields } = body;
  return fields;
}

/** Returns the login data of a new user, as far as the body has it. */
export function accountPart(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([key]) => key === 'email' || key === 'password'));
}
