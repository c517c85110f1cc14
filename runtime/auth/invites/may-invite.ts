import type { Roles } from '../../access/roles.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';

/** The user behind an invitation, with their current role. */
export interface Inviter {
  readonly id: string;
  readonly role: string;
}

/**
 * Whether an inviter may invite a user with this role: a lower one than their own; a super_admin any
 * (docs/spec/contract.md#roles-and-ranks).
 */
export function outranks(roles: Roles, inviter: Inviter, role: string): boolean {
  return inviter.role === 'super_admin' || roles.rankOf(role) < roles.rankOf(inviter.role);
}

/** @throws ServiceError FORBIDDEN */
export function requireOutranked(roles: Roles, inviter: Inviter, role: string): void {
  if (outranks(roles, inviter, role)) return;
  throw new ServiceError('FORBIDDEN', reason('invite.roleTooHigh', { role: inviter.role }));
}
