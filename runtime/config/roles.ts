import type { RoleConfig } from './auth-config.js';

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

/** Marks a list made by {@link atLeast} with the role it was asked for, so that roles of the config can join it. */
export const atLeastMark: unique symbol = Symbol.for('svc.atLeast') as never;

/** Name of a role: a built-in one or one of `auth.roles`. */
export type RoleName = BuiltInRole | (string & {});

/**
 * The roles that rank at least as high as `role`, for an access list. Roles of `auth.roles` join it by their rank when the
 * config is read, as long as the list is used as it is: one that is spread into another list, or asked in a callback, holds
 * the built-in roles only.
 *
 * @example
 * ```ts
 * access: { read: atLeast('customer'), update: atLeast('editor') }
 * ```
 */
export function atLeast(role: RoleName): readonly string[] {
  const list = namesFrom(role, roleRanks);
  // A role of the config has its rank there. Until the config is read the list holds the role alone.
  const names = list.length > 0 ? list : [role];
  Object.defineProperty(names, atLeastMark, { value: role });
  return Object.freeze(names);
}

/** The role that a list was made for by {@link atLeast}; null for any other list. */
export function atLeastOf(list: readonly unknown[]): string | null {
  const role: unknown = (list as { readonly [atLeastMark]?: unknown })[atLeastMark];
  return typeof role === 'string' ? role : null;
}

/** Ranks of the built-in roles and those of a config, from the highest down; of equal ranks the first to be named. */
export function ranksOf(roles: readonly RoleConfig[] = []): Readonly<Record<string, number>> {
  const all = [...Object.entries(roleRanks), ...roles.map(({ name, rank }) => [name, rank] as const)];
  return Object.fromEntries(all.sort(([, a], [, b]) => b - a));
}

/** The roles that an access list stands for, from the highest rank down, each once. */
export function rolesOfList(
  list: readonly string[],
  ranks: Readonly<Record<string, number>>,
): readonly string[] {
  const role = atLeastOf(list);
  if (role !== null) return namesFrom(role, ranks);
  return Object.keys(ranks).filter((name) => list.includes(name));
}

/** Names of the roles that rank at least as high as one of them; none for an unknown role. */
function namesFrom(role: string, ranks: Readonly<Record<string, number>>): string[] {
  const rank = Object.hasOwn(ranks, role) ? ranks[role] : undefined;
  return rank === undefined ? [] : namesOfRank(rank, ranks);
}

/** Names of the roles with at least this rank, from the highest down. */
export function namesOfRank(rank: number, ranks: Readonly<Record<string, number>>): string[] {
  return Object.entries(ranks)
    .filter(([, other]) => other >= rank)
    .map(([name]) => name);
}
