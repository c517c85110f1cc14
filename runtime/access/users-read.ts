import type { JsonObject } from '../util/json.js';
import type { Requester } from './requester.js';
import type { Roles } from './roles.js';

/** From this rank on a user may see and manage others (docs/spec/auth.md#users). */
const administratorRank = 90;

/** Which users a requester may see: all, none, or those that meet a filter. */
export type UsersReadDecision = 'all' | 'none' | { readonly where: JsonObject };

/**
 * Who may see which users if the config has no rule (docs/spec/auth.md#users): administrators see lower
 * ranks and themselves, a `super_admin` all users, all others their own account only. A key has no account:
 * it sees lower ranks, and no users if it has scopes.
 */
export function usersReadDecision(requester: Requester, roles: Roles): UsersReadDecision {
  if (requester.kind === 'anonymous' || requester.role === null) return 'none';
  if (requester.kind === 'apiKey' && requester.scopes !== null) return 'none';
  if (requester.kind === 'user' && requester.role === 'super_admin') return 'all';
  const own: JsonObject | null = requester.kind === 'user' ? { id: { equals: requester.user.id } } : null;
  if (requester.rank < administratorRank) return own === null ? 'none' : { where: own };
  const atLeastAsHigh = roles.names.filter((name) => roles.rankOf(name) >= requester.rank);
  // Not a list of the lower ones: a role that the config no longer has is lower than any.
  const lower: JsonObject = { role: { not_in: atLeastAsHigh } };
  return { where: own === null ? lower : { OR: [lower, own] } };
}
