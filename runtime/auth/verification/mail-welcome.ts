import type { Connection } from '../../storage/driver.js';
import type { AuthServices } from '../auth-services.js';
import { linkAddress } from '../links/link-address.js';
import type { UserRecord } from '../users/user-store.js';

/**
 * Queues `welcome`: the email is verified, or the account is active without that
 * (docs/spec/service.md#events).
 */
export async function mailWelcome(
  { mail, options }: AuthServices,
  connection: Connection,
  user: UserRecord,
): Promise<void> {
  await mail.enqueue(connection, {
    kind: 'welcome',
    to: user.email,
    userName: user.name ?? user.email,
    link: linkAddress(options, 'login'),
  });
}
