import type { Requester } from '../../access/requester.js';
import type { ApiRequest, Service } from '../api.js';
import { authorize } from '../authorize.js';

/**
 * Who asks for what the dashboard needs: a user with a session or an API key, which sees what its role or its scopes let it; without `auth` in
 * the config everybody.
 *
 * @throws ServiceError UNAUTHENTICATED
 */
export function dashboardRequester(request: ApiRequest, service: Service): Promise<Requester> {
  return authorize(request, service, { kind: service.contract.auth === undefined ? 'public' : 'user' });
}
