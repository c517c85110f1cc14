import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { CountedOrigin } from '../audit/audit-log.js';
import type { AuthServices } from '../auth-services.js';
import { linkAddress } from '../links/link-address.js';
import { checkPassword } from '../login/check-password.js';
import { lineOfKnown } from '../passwords/hash-line.js';
import { checkNewPassword } from '../passwords/new-password.js';
import { endSessions, endSessionsBeforeCommit, sessionStoreResponds } from '../sessions/end-sessions.js';
import type { UserRecord } from '../users/user-store.js';

export interface PasswordChange {
  readonly user: Pick<UserRecord, 'id' | 'email'>;
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly sessionId: string;
  readonly origin: CountedOrigin;
}

/**
 * Changes a password after checking the current one, ends every session of the user and voids open links for
 * a reset or a change of the address. The caller starts a new session.
 *
 * @throws ServiceError BAD_USER_INPUT for a weak password, else as a login.
 */
export async function changePassword(auth: AuthServices, change: PasswordChange): Promise<UserRecord> {
  const { email } = change.user;
  const { newPassword, origin } = change;
  // Before the current password is checked: a weak new password must not cost an attempt.
  checkNewPassword(auth.passwords, { password: newPassword, path: 'newPassword', email });
  const line = lineOfKnown(`user:${change.user.id}`);
  const match = await checkPassword(auth, {
    email,
    line,
    password: change.currentPassword,
    origin,
    reason: 'change of password',
  });
  const hash = await auth.passwords.hash(newPassword, line);
  const { id: userId } = match.user;
  const end = { userId, actorId: userId, reason: 'the password was changed', origin };
  await sessionStoreResponds(auth);
  await auth.driver.transaction(async (connection) => {
    // It was changed between the check and now, perhaps to keep an intruder out.
    const replaced = { from: match.hash, to: hash };
    if (!(await auth.users.replacePasswordHash(connection, match.user.id, replaced)))
      throw changedMeanwhile();
    await auth.links.voidAll(connection, match.user.id, 'reset-password');
    await auth.links.voidAll(connection, match.user.id, 'change-email');
    await auth.mail.enqueue(connection, {
      kind: 'passwordChanged',
      to: match.user.email,
      userName: match.user.name ?? match.user.email,
      link: linkAddress(auth.options, 'login'),
    });
    await auth.audit.record(connection, {
      type: 'password.changed',
      outcome: 'success',
      userId: match.user.id,
      actorId: match.user.id,
      sessionId: change.sessionId,
      origin,
    });
    await endSessionsBeforeCommit(auth, connection, end);
  });
  // Those that the old password opened in between.
  await endSessions(auth, end);
  return match.user;
}

function changedMeanwhile(): ServiceError {
  return new ServiceError('INVALID_CREDENTIALS', reason('password.changedNow'));
}
