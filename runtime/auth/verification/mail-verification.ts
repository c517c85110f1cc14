import type { Connection } from '../../storage/driver.js';
import type { AuthServices } from '../auth-services.js';
import { linkAddress } from '../links/link-address.js';
import type { UserRecord } from '../users/user-store.js';

/**
 * Queues `verifyEmail` with a new token; older ones are void from now on. Within the transaction of what it
 * follows from.
 */
export async function mailVerification(
  { links, mail, options }: AuthServices,
  connection: Connection,
  user: UserRecord,
): Promise<void> {
  const { token } = await links.issue(connection, { purpose: 'verify-email', subject: user.id });
  await mail.enqueue(connection, {
    kind: 'verifyEmail',
    to: user.email,
    userName: user.name ?? user.email,
    link: linkAddress(options, 'verifyEmail', { token }),
  });
}
