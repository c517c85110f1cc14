/**
 * What the signed-in user may do to another user, and why not (docs/spec/contract.md#roles-and-ranks,
 * docs/spec/auth.md#users). The service decides; the dashboard only avoids offering what would be refused.
 */
import type { AdminAuthMeta, AdminRole } from '../../../runtime/codegen/admin-meta.js';

/** Reason of a refusal. */
export type Refusal =
  /** Only a super_admin changes roles. */
  | 'needsSuperAdmin'
  /** The user's rank is not below the requester's. */
  | 'notBelow'
  /** There would be no super_admin left. */
  | 'lastSuperAdmin'
  /** It is the requester's own account, and the requester is no super_admin. */
  | 'ownAccount'
  /** The config does not grant it to the role. */
  | 'notAllowed';

/** Null means that it is allowed. */
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
  /** The number of super_admins; null while it is not known. */
  readonly superAdmins: number | null;
  /** Whether the config lets the requester change, or delete, other users at all. */
  readonly mayUpdate: boolean;
  readonly mayDelete: boolean;
}

/** @param requester - the signed-in user. */
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

/**
 * Returns the roles that the requester may give to a new user: lower roles than their own, or any role for a
 * super_admin.
 */
export function grantableRoles(requester: Person, roles: readonly AdminRole[]): readonly AdminRole[] {
  if (requester.role === 'super_admin') return roles;
  const own = rankOf(roles, requester.role);
  return roles.filter(({ rank }) => rank < own);
}

/**
 * The role preselected in the form of a new account: the role of users who register, else `customer` as for a
 * request without a role (docs/users.md), else the lowest role that may be given. An overlooked choice never
 * grants more rights.
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

/** Returns the roles that the requester may give to an API key: their own and lower ones. */
export function keyRoles(requester: Person, roles: readonly AdminRole[]): readonly AdminRole[] {
  const own = rankOf(roles, requester.role);
  return roles.filter(({ rank }) => rank <= own);
}

/** Returns 0 for a role that the config no longer has: it grants nothing. */
function rankOf(roles: readonly AdminRole[], role: string): number {
  return roles.find(({ name }) => name === role)?.rank ?? 0;
}
