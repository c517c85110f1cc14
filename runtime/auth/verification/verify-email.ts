import type { RequestOrigin } from '../audit/audit-log.js';
import type { AuthServices } from '../auth-services.js';
import { invalidToken } from '../links/invalid-token.js';
import type { UserRecord } from '../users/user-store.js';
import { mailWelcome } from './mail-welcome.js';

/**
 * Uses a mailed token: its holder reads the mails of this address.
 *
 * @throws ServiceError INVALID_TOKEN
 */
export function verifyEmail(auth: AuthServices, token: string, origin: RequestOrigin): Promise<UserRecord> {
  const { driver, links, users, audit } = auth;
  return driver.transaction(async (connection) => {
    const link = await links.consume(connection, 'verify-email', token);
    const before = link && (await users.find(connection, link.subject));
    if (!before) throw invalidToken();
    if (before.emailVerified) return before;
    const user = await users.update(connection, before.id, { emailVerified: true });
    if (!user) throw invalidToken();
    await mailWelcome(auth, connection, user);
    await audit.record(connection, { type: 'email.verified', outcome: 'success', userId: user.id, origin });
    return user;
  });
}
