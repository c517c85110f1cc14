import { askCallback, late } from '../../access/decide.js';
import type { Requester } from '../../access/requester.js';
import { grantsOf } from '../../access/scopes.js';
import type { RouteDescriptor } from '../../codegen/descriptors.js';
import type { RouteConfig } from '../../config/route-config.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Service } from '../api.js';
import { authorizeDocuments } from '../security/authorize.js';

interface AskedRoute {
  readonly route: RouteConfig;
  readonly descriptor: RouteDescriptor;
}

/**
 * Decides who may call a route of the config, before anything of the request is read: 401 without a
 * credential, 403 with one that does not suffice, 429 beyond the limit of the route. A scope `routes:<id>` of
 * an API key replaces the rule of the route.
 *
 * @throws ServiceError UNAUTHENTICATED, FORBIDDEN or RATE_LIMITED.
 */
export async function admitToRoute(
  request: ApiRequest,
  service: Service,
  { route, descriptor }: AskedRoute,
): Promise<Requester> {
  await authorizeDocuments(request, service);
  const requester = await request.requester();
  await assertAccess(request, requester, { route, descriptor });
  // Counted only now, so that nobody can use up the limit of others by requests that are refused.
  if (route.rateLimit !== undefined && service.auth !== null)
    await service.auth.limiter.consumeRoute(route.id, countedAs(requester, request));
  return requester;
}

async function assertAccess(
  request: ApiRequest,
  requester: Requester,
  { route, descriptor }: AskedRoute,
): Promise<void> {
  const { access = 'anyone' } = descriptor;
  if (access === 'anyone') return;
  if (requester.kind === 'apiKey' && requester.scopes !== null) {
    if (grantsOf(requester.scopes).coversRoute(route.id)) return;
    throw new ServiceError('FORBIDDEN', reason('access.keyScopesDeniedRoute'));
  }
  const isAdmitted = access === 'callback' ? await callbackAdmits(route, request) : holds(access, requester);
  if (!isAdmitted) throw denial(requester);
}

/** A user is counted with all sessions, a key from any address. */
function countedAs(requester: Requester, request: ApiRequest): string | null {
  switch (requester.kind) {
    case 'user':
      return `user:${requester.user.id}`;
    case 'apiKey':
      return `key:${requester.key.id}`;
    case 'anonymous':
      return request.origin.countedAs;
  }
}

function holds(roles: readonly string[], requester: Requester): boolean {
  return requester.kind !== 'anonymous' && requester.role !== null && roles.includes(requester.role);
}

async function callbackAdmits({ id, access }: RouteConfig, request: ApiRequest): Promise<boolean> {
  if (typeof access !== 'function') return false;
  const answer = await askCallback(`routes.${id}.access`, {
    callback: access,
    access: { req: request.context.req },
  });
  if (typeof answer === 'boolean') return answer;
  if (answer === late) return false;
  throw new Error(`The access callback routes.${id}.access must return true or false.`);
}

function denial(requester: Requester): ServiceError {
  return requester.kind === 'anonymous'
    ? new ServiceError('UNAUTHENTICATED', reason('access.loginRequired'))
    : new ServiceError('FORBIDDEN', reason('access.roleTooLow', { role: requester.role ?? '' }));
}
