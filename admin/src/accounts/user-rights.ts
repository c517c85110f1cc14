/** What the signed-in person may do to a user, and why not (contract.md, section 7; auth.md, section 5). The service decides; this is so that nobody has to try. */
import type { AdminAuthMeta, AdminRole } from '../../../runtime/codegen/admin-meta.js';

/** Why not. */
export type Refusal =
  /** Only a super_admin changes roles. */
  | 'needsSuperAdmin'
  /** The user's rank is not below one's own. */
  | 'notBelow'
  /** Nobody could manage the service any more. */
  | 'lastSuperAdmin'
  /** One's own account, and one is no super_admin. */
  | 'ownAccount'
  /** The config keeps the role from it. */
  | 'notAllowed';

/** Null: it may be done. */
export interface UserRights {
  readonly edit: Refusal | null;
  readonly changeRole: Refusal | null;
  readonly remove: Refusal | null;
  /** Sessions, forced logout and unlocking. */
  readonly control: Refusal | null;
}

export interface Person {
  readonly id: string;
  readonly role: string;
}

export interface RightsOptions {
  readonly roles: readonly AdminRole[];
  /** How many super_admins there are; null while it is not known. */
  readonly superAdmins: number | null;
  /** Whether the config lets the requester change, and delete, other users at all. */
  readonly mayUpdate: boolean;
  readonly mayDelete: boolean;
}

/** @param requester - whoever is signed in. */
export function rightsOver(target: Person, requester: Person, options: RightsOptions): UserRights {
  const { roles, superAdmins, mayUpdate, mayDelete } = options;
  const isSelf = target.id === requester.id;
  const isSuper = requester.role === 'super_admin';
  const below = isSuper || rankOf(roles, target.role) < rankOf(roles, requester.role) ? null : 'notBelow';
  const over = below !== null && isSelf ? 'ownAccount' : below;
  const isLast = target.role === 'super_admin' && superAdmins !== null && superAdmins <= 1;
  return {
    edit: isSelf ? null : (over ?? (mayUpdate ? null : 'notAllowed')),
    changeRole: isSuper ? (isLast ? 'lastSuperAdmin' : null) : 'needsSuperAdmin',
    remove: over ?? (mayDelete ? (isLast ? 'lastSuperAdmin' : null) : 'notAllowed'),
    control: over,
  };
}

/** Roles that the requester may give to somebody new: lower ones than their own; a super_admin any. */
export function grantableRoles(requester: Person, roles: readonly AdminRole[]): readonly AdminRole[] {
  if (requester.role === 'super_admin') return roles;
  const own = rankOf(roles, requester.role);
  return roles.filter(({ rank }) => rank < own);
}

/**
 * The role that the form of a new account begins with: that of people who register, else `customer` as where a request names none
 * (docs/users.md), else the lowest that may be given. Nobody gets more rights because a choice was overlooked.
 */
export function startingRole({
  user,
  roles,
  settings,
}: Pick<AdminAuthMeta, 'roles' | 'settings'> & { readonly user: Person }): string {
  const names = grantableRoles(user, roles).map(({ name }) => name);
  const wanted = [settings?.defaultRegistrationRole, 'customer', names.at(-1)];
  return wanted.find((name) => name !== undefined && names.includes(name)) ?? '';
}

/** Roles that the requester may give to a key: their own and lower ones. */
export function keyRoles(requester: Person, roles: readonly AdminRole[]): readonly AdminRole[] {
  const own = rankOf(roles, requester.role);
  return roles.filter(({ rank }) => rank <= own);
}

/** 0 for a role that the config no longer has: it may do nothing. */
function rankOf(roles: readonly AdminRole[], role: string): number {
  return roles.find(({ name }) => name === role)?.rank ?? 0;
}
