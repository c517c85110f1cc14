import type { AuthServices } from '../../../auth/auth-services.js';
import { badInput, type ErrorDetail } from '../../../errors/service-error.js';
import type { JsonObject } from '../../../util/json.js';

/** What no request may set of any user. */
const neverSet = ['id', 'createdAt', 'updatedAt', '_status', 'emailVerified'] as const;

/** What only a new user is given: the email and the password have ways of their own to change (auth.md, section 2). */
export const neverChanged: readonly string[] = [...neverSet, 'password', 'email'];
export const neverGiven: readonly string[] = [...neverSet, '_revision'];

/** @throws ServiceError BAD_USER_INPUT that names every key which the request may not set. */
export function refuseFixed(body: JsonObject, keys: readonly string[]): void {
  const details: ErrorDetail[] = keys
    .filter((path) => Object.hasOwn(body, path))
    .map((path) => ({ path, message: 'This field cannot be set here.' }));
  const [first] = details;
  if (first !== undefined) throw badInput(`${first.path}: ${first.message}`, details);
}

/** The role that a body names: null where it names none. @throws ServiceError BAD_USER_INPUT for what is no role. */
export function readRole(body: JsonObject, { roles }: AuthServices): string | null {
  if (!Object.hasOwn(body, 'role')) return null;
  const { role } = body;
  if (typeof role === 'string' && roles.has(role)) return role;
  const message = `Must be one of ${roles.names.join(', ')}.`;
  throw badInput(`role: ${message}`, [{ path: 'role', message }]);
}

/** Name and own fields: the body without what makes the account. */
export function readFields(body: JsonObject): JsonObject {
  const { email: _email, password: _password, role: _role, ...fields } = body;
  return fields;
}

/** What a new user logs in with, as far as the body has it. */
export function accountPart(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([key]) => key === 'email' || key === 'password'));
}
