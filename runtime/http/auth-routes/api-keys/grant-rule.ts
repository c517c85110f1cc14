import type { UserRequester } from '../../../access/requester.js';
import type { AuthServices } from '../../../auth/auth-services.js';
import { reason } from '../../../errors/reasons/reason.js';
import { badInputAt, ServiceError } from '../../../errors/service-error.js';

/** The rights of a key: either a role or scopes. */
export interface KeyGrant {
  readonly role: string | null;
  readonly scopes: readonly string[] | null;
}

/**
 * Checks that a requester gives a key no more rights than their own (docs/spec/contract.md#roles-and-ranks).
 *
 * @throws ServiceError BAD_USER_INPUT for an unknown role or scope, FORBIDDEN for one beyond the requester's
 * rights.
 */
export function checkGrant(auth: AuthServices, requester: UserRequester, { role, scopes }: KeyGrant): void {
  if (role !== null) checkRole(auth, requester, role);
  if (scopes !== null) auth.apiKeys.checkScopes(scopes, requester.role);
}

function checkRole({ roles }: AuthServices, requester: UserRequester, role: string): void {
  if (!roles.has(role)) throw badInputAt('role', reason('value.notAllowed', { values: roles.names }));
  if (roles.rankOf(role) <= requester.rank) return;
  throw new ServiceError('FORBIDDEN', reason('key.roleTooHigh', { role, own: requester.role }));
}
