import type { AuthServices } from '../../../auth/auth-services.js';
import { ServiceError } from '../../../errors/service-error.js';
import type { Connection } from '../../../storage/driver.js';
import type { KnownRequester } from './manage-rule.js';

/**
 * Somebody may have lost their role between their request and its transaction: of two super_admins who demote each other at
 * once, the second is none any more.
 *
 * @throws ServiceError FORBIDDEN
 */
export async function requireUnchangedRank(
  { users }: AuthServices,
  connection: Connection,
  requester: KnownRequester,
): Promise<void> {
  if (requester.kind !== 'user') return;
  const now = await users.find(connection, requester.user.id);
  if (now?.role === requester.role) return;
  throw new ServiceError('FORBIDDEN', 'Your own role has just changed; send the request again.');
}
