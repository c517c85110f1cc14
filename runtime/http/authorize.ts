import type { Requester, UserRequester } from '../access/requester.js';
import { decideRoute, type RouteRule } from '../access/rules.js';
import type { AuthServices } from '../auth/auth-services.js';
import { ServiceError } from '../errors/service-error.js';
import type { ApiRequest, Service } from './api.js';

/**
 * Decides on a route of the service itself. Every handler asks here, or `authorizeDocument`, before anything else: the
 * dispatcher sends no answer of a handler that did not.
 *
 * @throws ServiceError UNAUTHENTICATED or FORBIDDEN.
 */
export async function authorize(request: ApiRequest, service: Service, rule: RouteRule): Promise<Requester> {
  const requester = await request.requester();
  request.decided();
  decideRoute(rule, requester);
  if (rule.kind !== 'public' && service.auth === null) {
    throw new ServiceError('NOT_FOUND', 'This service has no authentication.');
  }
  return requester;
}

/** As {@link authorize}, for routes that need a user with a session. */
export async function authorizeUser(
  request: ApiRequest,
  service: Service,
  rule: Extract<RouteRule, { kind: 'session' | 'rank' }>,
): Promise<UserRequester> {
  const requester = await authorize(request, service, rule);
  if (requester.kind === 'user') return requester;
  throw new ServiceError('FORBIDDEN', 'This needs a session.');
}

/**
 * For routes that anybody may call whatever credential they carry: login, refresh, link tokens. The credential is not looked at, so
 * that an expired session does not keep its owner from logging in.
 */
export function authorizeAnybody(request: ApiRequest): void {
  request.decided();
}

/** The services of authentication, on routes that exist only with it. */
export function authOf(service: Service): AuthServices {
  if (service.auth !== null) return service.auth;
  throw new ServiceError('NOT_FOUND', 'This service has no authentication.');
}
