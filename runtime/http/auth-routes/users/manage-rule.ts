/** Rules for managing users: docs/spec/auth.md#users and docs/spec/contract.md#roles-and-ranks. */
import type { Requester } from '../../../access/requester.js';
import type { Roles } from '../../../access/roles.js';
import { reason } from '../../../errors/reasons/reason.js';
import { ServiceError } from '../../../errors/service-error.js';

/** A requester that is not anonymous. */
export type KnownRequester = Exclude<Requester, { readonly kind: 'anonymous' }>;

/** Whether a record is the requester's own. Never for a key: it does not act as its creator. */
export function isSelf(requester: Requester, id: string): boolean {
  return requester.kind === 'user' && requester.user.id === id;
}

/**
 * Whether a requester is a super_admin with a session: keys never change roles, whatever their own role is
 * (docs/spec/auth.md#api-keys).
 */
export function isSuperAdmin(requester: Requester): boolean {
  return requester.kind === 'user' && requester.role === 'super_admin';
}

/** Whether a requester may manage a role. A super_admin may manage all; a key of theirs, only lower ranks. */
export function standsOver(requester: KnownRequester, role: string, roles: Roles): boolean {
  return isSuperAdmin(requester) || roles.rankOf(role) < requester.rank;
}

/** @throws ServiceError FORBIDDEN */
export function requireOver(requester: KnownRequester, role: string, roles: Roles): void {
  if (standsOver(requester, role, roles)) return;
  throw new ServiceError(
    'FORBIDDEN',
    reason('user.notBelow', { by: actorOf(requester), role: requester.role ?? 'any' }),
  );
}

/** @throws ServiceError FORBIDDEN */
export function requireGrant(requester: KnownRequester, role: string, roles: Roles): void {
  if (standsOver(requester, role, roles)) return;
  throw new ServiceError(
    'FORBIDDEN',
    reason('user.roleNotBelow', { by: actorOf(requester), role, own: requester.role ?? 'any' }),
  );
}

function actorOf(requester: KnownRequester): 'user' | 'key' {
  return requester.kind === 'apiKey' ? 'key' : 'user';
}
