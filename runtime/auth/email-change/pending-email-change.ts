import type { RequestOrigin } from '../audit/audit-log.js';
import type { AuthServices } from '../auth-services.js';

/** A change of an address that waits for the link in the mail to be used. */
export interface PendingEmailChange {
  readonly newEmail: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The change that a user has asked for; null where there is none, or its link has expired. */
export async function pendingEmailChange(
  { driver, links }: AuthServices,
  userId: string,
): Promise<PendingEmailChange | null> {
  const link = await links.openOf(driver, 'change-email', userId);
  const newEmail = link?.extra['to'];
  return link && newEmail !== undefined ? { newEmail, expiresAt: link.expiresAt } : null;
}

/** A user's request to end the change that waits, from one of their sessions. */
export interface EmailChangeEnd {
  readonly userId: string;
  readonly sessionId: string;
  readonly origin: RequestOrigin;
}

/** Ends the change that a user has asked for: its link is not valid any more. No error if there is none. */
export async function cancelEmailChange(
  { driver, links, audit }: AuthServices,
  { userId, sessionId, origin }: EmailChangeEnd,
): Promise<void> {
  await driver.transaction(async (connection) => {
    if ((await links.openOf(connection, 'change-email', userId)) === null) return;
    await links.voidAll(connection, userId, 'change-email');
    await audit.record(connection, {
      ...{ type: 'email.change.cancelled', outcome: 'success', userId, actorId: userId, sessionId, origin },
    });
  });
}
