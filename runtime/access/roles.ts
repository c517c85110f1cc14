import { roleRanks } from '../config/roles.js';

/** The roles of a service: the built-in ones and those of its config. */
export interface Roles {
  /** 0 for a role that does not exist (any more): it may do nothing. */
  rankOf(role: string): number;
  has(role: string): boolean;
  /** From the highest rank down. */
  readonly names: readonly string[];
}

/** @param ranks - of every role, by name. Default: the built-in ones. */
export function createRoles(ranks: Readonly<Record<string, number>> = roleRanks): Roles {
  const byName = new Map(Object.entries(ranks));
  return {
    rankOf: (role) => byName.get(role) ?? 0,
    has: (role) => byName.has(role),
    names: [...byName].sort(([, a], [, b]) => b - a).map(([name]) => name),
  };
}
