import type { RequestOrigin } from '../audit/audit-log.js';
import type { AuthServices } from '../auth-services.js';
import { decoySubject, pretendMail } from '../links/decoy-subject.js';
import { linkAddress } from '../links/link-address.js';
import { allowingMail } from '../registration/mail-allowance.js';

export interface PasswordResetRequest {
  readonly email: string;
  /** Where the page leads after the reset; checked. */
  readonly redirectTo: string | null;
  readonly origin: RequestOrigin;
}

/**
 * Mails a link, if there is an account with this address; costs the same if not. A request over the limit of
 * such mails to an address leaves the last mailed link good: else a stranger could keep a user from ever
 * resetting.
 */
export async function requestPasswordReset(
  auth: AuthServices,
  { email, redirectTo, origin }: PasswordResetRequest,
): Promise<void> {
  const { driver, users, links, mail, audit, options } = auth;
  await allowingMail(auth, { purpose: 'reset-password', email }, (mayMail) =>
    driver.briefTransaction(async (connection) => {
      const user = await users.findByEmail(connection, email);
      const receiver = mayMail ? user : null;
      const { token } = await links.issue(connection, {
        purpose: 'reset-password',
        subject: receiver?.id ?? decoySubject,
        ...(redirectTo !== null && { extra: { redirectTo } }),
      });
      if (receiver) {
        await mail.enqueue(connection, {
          kind: 'resetPassword',
          to: receiver.email,
          userName: receiver.name ?? receiver.email,
          link: linkAddress(options, 'resetPassword', { token, redirectTo }),
        });
      } else {
        await pretendMail(auth, connection);
      }
      await audit.record(connection, {
        type: 'password.reset.requested',
        outcome: receiver ? 'success' : 'failure',
        userId: user?.id ?? null,
        email,
        reason: user ? (mayMail ? null : 'mail limit') : 'unknown email',
        origin,
      });
    }),
  );
}
