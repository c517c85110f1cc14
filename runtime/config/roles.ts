import type { RoleConfig } from './auth-config.js';
import type { Registered } from './register.js';

/** The built-in roles with their ranks; a higher rank outranks a lower one. */
export const roleRanks: Readonly<Record<BuiltInRole, number>> = Object.freeze({
  super_admin: 100,
  admin: 90,
  editor: 70,
  author: 50,
  customer: 30,
  guest: 10,
});

/** Name of a built-in role. */
export type BuiltInRole = 'super_admin' | 'admin' | 'editor' | 'author' | 'customer' | 'guest';

/**
 * Marks a list made by {@link atLeast} with the requested role, so that roles of the config can be added to
 * it.
 */
export const atLeastMark: unique symbol = Symbol.for('svc.atLeast') as never;

/** Name of a role: built-in, or from `auth.roles`. Until `svc generate` has run, any text is accepted. */
export type RoleName = BuiltInRole | Registered<'roles', string & {}>;

/**
 * Returns the roles that rank at least as high as `role`, for an access list. Roles of `auth.roles` are added
 * by their rank when the config is read, if the list is used as it is. A list that is spread into another
 * list, or used in a callback, contains the built-in roles only.
 *
 * @example
 * ```ts
 * access: { read: atLeast('customer'), update: atLeast('editor') }
 * ```
 */
export function atLeast(role: RoleName): readonly RoleName[] {
  const list = namesFrom(role, roleRanks);
  // For a role of the config, whose rank is not known yet, the list holds only the role itself until the
  // config is read.
  const names = list.length > 0 ? list : [role];
  Object.defineProperty(names, atLeastMark, { value: role });
  return Object.freeze(names);
}

/** The role that {@link atLeast} was called with for this list; null for any other list. */
export function atLeastOf(list: readonly unknown[]): string | null {
  const role: unknown = (list as { readonly [atLeastMark]?: unknown })[atLeastMark];
  return typeof role === 'string' ? role : null;
}

/**
 * Ranks of the built-in roles and those of a config, from highest to lowest. Of equal ranks, the first
 * declared one leads.
 */
export function ranksOf(roles: readonly RoleConfig[] = []): Readonly<Record<string, number>> {
  const all = [...Object.entries(roleRanks), ...roles.map(({ name, rank }) => [name, rank] as const)];
  return Object.fromEntries(all.sort(([, a], [, b]) => b - a));
}

/** The roles that an access list includes, from highest to lowest rank, without duplicates. */
export function rolesOfList(
  list: readonly string[],
  ranks: Readonly<Record<string, number>>,
): readonly string[] {
  const role = atLeastOf(list);
  if (role !== null) return namesFrom(role, ranks);
  return Object.keys(ranks).filter((name) => list.includes(name));
}

/** Names of the roles that rank at least as high as `role`; empty for an unknown role. */
function namesFrom(role: string, ranks: Readonly<Record<string, number>>): string[] {
  const rank = Object.hasOwn(ranks, role) ? ranks[role] : undefined;
  return rank === undefined ? [] : namesOfRank(rank, ranks);
}

/** Names of the roles with at least this rank, from highest to lowest. */
export function namesOfRank(rank: number, ranks: Readonly<Record<string, number>>): string[] {
  return Object.entries(ranks)
    .filter(([, other]) => other >= rank)
    .map(([name]) => name);
}
