import { ServiceError } from '../../errors/service-error.js';
import type { ApiRequest } from '../api.js';
import { carriesApiKey } from '../security/credentials.js';

/**
 * Refuses API keys on endpoints that read no credential but must not be called with a key.
 *
 * @throws ServiceError UNAUTHENTICATED for an invalid key, else FORBIDDEN.
 */
export async function refuseApiKey(request: ApiRequest): Promise<void> {
  if (!carriesApiKey((name) => request.header(name))) return;
  await request.requester();
  throw new ServiceError('FORBIDDEN', 'This needs a user: API keys may not do it.');
}
