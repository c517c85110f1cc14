import { reason } from '../errors/reasons/reason.js';
import { ServiceError } from '../errors/service-error.js';
import type { Requester } from './requester.js';

/**
 * Who may call a route that is no collection's or global's own:
 * - `public`: every requester, but a presented credential must be valid;
 * - `user`: a user with a session, or an API key;
 * - `session`: a user with a session; an API key is refused;
 * - `rank`: a user with a session of at least this rank.
 */
export type RouteRule =
  | { readonly kind: 'public' }
  | { readonly kind: 'user' }
  | { readonly kind: 'session' }
  | { readonly kind: 'rank'; readonly rank: number };

/**
 * The decision for routes of the service itself (docs/spec/auth.md#built-in-routes: anonymous is 401 there,
 * an API key 403).
 *
 * @throws ServiceError UNAUTHENTICATED or FORBIDDEN.
 */
export function decideRoute(rule: RouteRule, requester: Requester): void {
  if (rule.kind === 'public') return;
  if (requester.kind === 'anonymous') {
    throw new ServiceError('UNAUTHENTICATED', reason('access.loginRequired'));
  }
  if (rule.kind === 'user') return;
  if (requester.kind === 'apiKey') {
    throw new ServiceError('FORBIDDEN', reason('access.sessionRequired'));
  }
  if (rule.kind === 'rank' && requester.rank < rule.rank) {
    throw new ServiceError('FORBIDDEN', reason('access.roleTooLow', { role: requester.role }));
  }
}
