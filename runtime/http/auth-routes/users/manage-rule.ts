/** Who may do what with users: auth.md, section 5, and contract.md, section 7. */
import type { Requester } from '../../../access/requester.js';
import type { Roles } from '../../../access/roles.js';
import { ServiceError } from '../../../errors/service-error.js';

/** Whoever is not anonymous. */
export type KnownRequester = Exclude<Requester, { readonly kind: 'anonymous' }>;

/** Whether a record is the requester's own. A key is nobody's: it does not stand for its creator. */
export function isSelf(requester: Requester, id: string): boolean {
  return requester.kind === 'user' && requester.user.id === id;
}

/** Whether a requester is a super_admin in person: keys never change roles, whatever theirs is (auth.md, section 3). */
export function isSuperAdmin(requester: Requester): boolean {
  return requester.kind === 'user' && requester.role === 'super_admin';
}

/** Whether a requester stands above a role. A super_admin stands over all; a key of theirs, only over lower ranks. */
export function standsOver(requester: KnownRequester, role: string, roles: Roles): boolean {
  return isSuperAdmin(requester) || roles.rankOf(role) < requester.rank;
}

/** @throws ServiceError FORBIDDEN */
export function requireOver(requester: KnownRequester, role: string, roles: Roles): void {
  if (standsOver(requester, role, roles)) return;
  throw new ServiceError(
    'FORBIDDEN',
    `${nameOf(requester)} may manage only users of lower rank than ${requester.role ?? 'any'}.`,
  );
}

/** @throws ServiceError FORBIDDEN */
export function requireGrant(requester: KnownRequester, role: string, roles: Roles): void {
  if (standsOver(requester, role, roles)) return;
  throw new ServiceError(
    'FORBIDDEN',
    `${nameOf(requester)} may not give the role ${role}: it is not below ${requester.role ?? 'any'}.`,
  );
}

function nameOf(requester: KnownRequester): string {
  return requester.kind === 'apiKey' ? 'This API key' : 'You';
}
