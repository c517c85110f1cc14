import type { Requester } from '../../access/requester.js';
import type { ApiRequest, Service } from '../api.js';
import { authorize } from '../security/authorize.js';

/**
 * Returns the requester of a dashboard route: a user with a session, or an API key, which sees what its role
 * or its scopes allow; without `auth` in the config every request is accepted.
 *
 * @throws ServiceError UNAUTHENTICATED
 */
export function dashboardRequester(request: ApiRequest, service: Service): Promise<Requester> {
  return authorize(request, service, { kind: service.contract.auth === undefined ? 'public' : 'user' });
}
