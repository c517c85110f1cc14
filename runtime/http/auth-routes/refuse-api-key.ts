import { ServiceError } from '../../errors/service-error.js';
import type { ApiRequest } from '../api.js';
import { carriesApiKey } from '../credentials.js';

/**
 * For endpoints that look at no credential but must not be reached with an API key.
 *
 * @throws ServiceError UNAUTHENTICATED for a key that is not valid, else FORBIDDEN.
 */
export async function refuseApiKey(request: ApiRequest): Promise<void> {
  if (!carriesApiKey((name) => request.header(name))) return;
  await request.requester();
  throw new ServiceError('FORBIDDEN', 'This needs a user: API keys may not do it.');
}
