import type { AuthServices } from '../../../auth/auth-services.js';
import { reason } from '../../../errors/reasons/reason.js';
import { badInput, badInputAt, issueAt } from '../../../errors/service-error.js';
import type { JsonObject } from '../../../util/json.js';

/** Keys that no request may set on any user. */
const neverSet = ['id', 'createdAt', 'updatedAt', '_status', '_pending', 'emailVerified'] as const;

/**
 * Keys that can be set only on creation: email and password are changed by endpoints of their own
 * (docs/spec/auth.md#endpoints).
 */
export const neverChanged: readonly string[] = [...neverSet, 'password', 'email'];
export const neverGiven: readonly string[] = [...neverSet, '_revision'];

/** @throws ServiceError BAD_USER_INPUT that lists every key which the request may not set. */
export function refuseFixed(body: JsonObject, keys: readonly string[]): void {
  const details = keys
    .filter((path) => Object.hasOwn(body, path))
    .map((path) => issueAt(path, reason('field.notSettable')));
  if (details.length > 0) throw badInput(reason('issues.first'), details);
}

/**
 * Returns the role in a body: null without one. @throws ServiceError BAD_USER_INPUT for a text that is not a
 * role.
 */
export function readRole(body: JsonObject, { roles }: AuthServices): string | null {
  if (!Object.hasOwn(body, 'role')) return null;
  const { role } = body;
  if (typeof role === 'string' && roles.has(role)) return role;
  throw badInputAt('role', reason('value.notAllowed', { values: roles.names }));
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
