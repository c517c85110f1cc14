import type { AuthServices } from '../../../auth/auth-services.js';
import type { UserRecord } from '../../../auth/users/user-store.js';
import { reason } from '../../../errors/reasons/reason.js';
import { ServiceError } from '../../../errors/service-error.js';
import type { Connection } from '../../../storage/driver.js';
import { lockRole } from '../../../storage/locks.js';

/**
 * The last super_admin can be neither deleted nor demoted (docs/spec/contract.md#roles-and-ranks). Runs in
 * the transaction of the change, so that of two concurrent demotions one is refused.
 *
 * @throws ServiceError CONFLICT
 */
export async function keepSuperAdmin(
  { users }: AuthServices,
  connection: Connection,
  user: UserRecord,
): Promise<void> {
  if (user.role !== 'super_admin') return;
  await lockRole(connection, 'super_admin');
  if ((await users.countByRole(connection, 'super_admin')) > 1) return;
  throw new ServiceError('CONFLICT', reason('user.lastSuperAdmin'));
}
