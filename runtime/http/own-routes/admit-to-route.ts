import { askCallback, late } from '../../access/decide.js';
import type { Requester } from '../../access/requester.js';
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
 * credential, 403 with one that does not suffice. The scopes of an API key open documents, no routes.
 *
 * @throws ServiceError UNAUTHENTICATED or FORBIDDEN.
 */
export async function admitToRoute(
  request: ApiRequest,
  service: Service,
  { route, descriptor }: AskedRoute,
): Promise<Requester> {
  await authorizeDocuments(request, service);
  const requester = await request.requester();
  const { access = 'anyone' } = descriptor;
  if (access === 'anyone') return requester;
  if (requester.kind === 'apiKey' && requester.scopes !== null)
    throw new ServiceError('FORBIDDEN', reason('access.keyScopesDeniedRoute'));
  const isAdmitted = access === 'callback' ? await callbackAdmits(route, request) : holds(access, requester);
  if (isAdmitted) return requester;
  throw denial(requester);
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
