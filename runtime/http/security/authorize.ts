import type { DocumentAccess } from '../../access/document-access.js';
import type { Requester, UserRequester } from '../../access/requester.js';
import { decideRoute, type RouteRule } from '../../access/rules.js';
import type { AuthServices } from '../../auth/auth-services.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import { whenKnown } from '../../util/when-known.js';
import type { ApiRequest, Service } from '../api.js';

/**
 * Decides access to a built-in route. Every handler calls this or `authorizeDocuments` before anything else:
 * the dispatcher sends no response of a handler that did not. Operations that the handler calls are bound by
 * the requester's rights.
 *
 * @throws ServiceError UNAUTHENTICATED or FORBIDDEN.
 */
export async function authorize(request: ApiRequest, service: Service, rule: RouteRule): Promise<Requester> {
  const requester = await request.requester();
  request.decided();
  decideRoute(rule, requester);
  if (rule.kind !== 'public' && service.auth === null) {
    throw new ServiceError('NOT_FOUND', reason('service.noAuthentication'));
  }
  grantAccess(request, service, requester);
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
  throw new ServiceError('FORBIDDEN', reason('access.sessionRequired'));
}

/**
 * For routes open to all requests whatever credential they carry: login, refresh, link tokens. The credential
 * is not read, so an expired session does not keep its owner from logging in; nor does a credential exempt a
 * write from the check of its origin.
 *
 * @throws ServiceError FORBIDDEN for a cross-site write.
 */
export function authorizeAnybody(request: ApiRequest): void {
  request.decided();
  request.refuseForged();
}

/** Returns the services of authentication, on routes that exist only with it. */
export function authOf(service: Service): AuthServices {
  if (service.auth !== null) return service.auth;
  throw new ServiceError('NOT_FOUND', reason('service.noAuthentication'));
}

/**
 * Identifies the requester of documents, and binds the operations of the request to their rights. What they
 * may do is decided by `handlers/document-admission.ts`.
 *
 * @returns The rights; null where the service has no authentication and everything is open.
 * @throws ServiceError UNAUTHENTICATED
 */
export function authorizeDocuments(
  request: ApiRequest,
  service: Service,
): DocumentAccess | null | Promise<DocumentAccess | null> {
  if (service.contract.auth === undefined) {
    request.decided();
    return null;
  }
  return whenKnown(request.requester(), (requester) => {
    request.decided();
    const access = grantAccess(request, service, requester);
    if (access !== null) return access;
    throw new Error('There is authentication, but nothing that decides on documents.');
  });
}

function grantAccess(request: ApiRequest, service: Service, requester: Requester): DocumentAccess | null {
  const access = service.access?.forRequest(requester, () => request.context.req) ?? null;
  if (access !== null) request.grant(access);
  return access;
}
