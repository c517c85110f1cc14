import type { JsonObject } from '../util/json.js';
import type { Requester } from './requester.js';
import type { Roles } from './roles.js';

/** From this rank on a user may see and manage others (auth.md, section 5). */
const administratorRank = 90;

/** Which users a requester may see: all, none, or those that meet a filter. */
export type UsersReadDecision = 'all' | 'none' | { readonly where: JsonObject };

/**
 * Who may see which users where the config says nothing (auth.md, section 5): administrators see lower ranks and themselves, a
 * `super_admin` everybody, all others their own record only. A key is nobody's record: it sees lower ranks, and with scopes nobody.
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
