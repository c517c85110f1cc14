import type { RequestOrigin } from '../audit/audit-log.js';
import type { AuthServices } from '../auth-services.js';
import { invalidToken } from '../links/invalid-token.js';
import { accountFlow, type MakeAccountHooks } from '../users/account-flow.js';
import type { UserRecord } from '../users/user-store.js';
import { mailWelcome } from './mail-welcome.js';

export interface Verification {
  readonly token: string;
  readonly origin: RequestOrigin;
  readonly hooks: MakeAccountHooks;
}

/**
 * Uses a mailed token: its holder reads the mails of this address.
 *
 * @throws ServiceError INVALID_TOKEN
 */
export async function verifyEmail(
  auth: AuthServices,
  { token, origin, hooks }: Verification,
): Promise<UserRecord> {
  const { driver, links, users, audit } = auth;
  const flow = accountFlow(hooks);
  const verified = await driver.transaction(async (connection) => {
    const link = await links.consume(connection, 'verify-email', token);
    const before = link && (await users.find(connection, link.subject));
    if (!before) throw invalidToken();
    if (before.emailVerified) return before;
    const user = await users.update(connection, before.id, { emailVerified: true }, flow.begin());
    if (!user) throw invalidToken();
    await mailWelcome(auth, connection, user);
    await audit.record(connection, { type: 'email.verified', outcome: 'success', userId: user.id, origin });
    return user;
  });
  await flow.committed();
  return verified;
}
