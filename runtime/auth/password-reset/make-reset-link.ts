import type { RequestOrigin } from '../audit/audit-log.js';
import type { AuthServices } from '../auth-services.js';
import { linkAddress } from '../links/link-address.js';
import { withinMailLimit } from '../registration/mail-allowance.js';
import type { UserRecord } from '../users/user-store.js';

export interface ResetLinkRequest {
  readonly user: UserRecord;
  /** Whether the link is mailed to the user instead of shown. */
  readonly isMailed: boolean;
  /** The administrator. */
  readonly actorId: string;
  readonly sessionId: string;
  readonly origin: RequestOrigin;
}

/**
 * Makes a link by which a user sets a new password, for an administrator. Older ones end. The password stays
 * as it is until the link is used, which ends every session. One that is shown is good as long as its
 * administrator exists and outranks the user.
 *
 * @throws ServiceError RATE_LIMITED for a mail over the limit of mails to an address
 */
export async function makeResetLink(
  auth: AuthServices,
  request: ResetLinkRequest,
): Promise<{ readonly link: string; readonly expiresAt: number }> {
  const make = () => issueResetLink(auth, request);
  if (!request.isMailed) return make();
  return withinMailLimit(auth, { purpose: 'reset-password', email: request.user.email }, make);
}

async function issueResetLink(
  { driver, links, mail, audit, options }: AuthServices,
  { user, isMailed, actorId, sessionId, origin }: ResetLinkRequest,
): Promise<{ readonly link: string; readonly expiresAt: number }> {
  return driver.briefTransaction(async (connection) => {
    const { token, expiresAt } = await links.issue(connection, {
      purpose: 'reset-password',
      subject: user.id,
      ...(!isMailed && { extra: { issuer: actorId } }),
    });
    const link = linkAddress(options, 'resetPassword', { token });
    if (isMailed) {
      await mail.enqueue(connection, {
        ...{ kind: 'resetPassword', to: user.email, userName: user.name ?? user.email, link },
      });
    }
    await audit.record(connection, {
      ...{ type: 'password.reset.requested', outcome: 'success', userId: user.id, actorId, sessionId },
      reason: isMailed ? 'mailed by an administrator' : 'shown to an administrator',
      origin,
    });
    return { link, expiresAt };
  });
}
