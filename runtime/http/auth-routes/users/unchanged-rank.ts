import type { AuthServices } from '../../../auth/auth-services.js';
import { reason } from '../../../errors/reasons/reason.js';
import { ServiceError } from '../../../errors/service-error.js';
import type { Connection } from '../../../storage/driver.js';
import type { KnownRequester } from './manage-rule.js';

/**
 * Checks the requester's role again in the transaction, since it may have changed since the request began: if
 * two super_admins demote each other at once, the second is no longer one.
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
  throw new ServiceError('FORBIDDEN', reason('user.ownRoleChanged'));
}
