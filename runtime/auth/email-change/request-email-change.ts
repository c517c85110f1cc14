import { reason } from '../../errors/reasons/reason.js';
import { badInputAt, ServiceError } from '../../errors/service-error.js';
import type { Connection } from '../../storage/driver.js';
import type { CountedOrigin } from '../audit/audit-log.js';
import type { AuthServices } from '../auth-services.js';
import { pretendMail } from '../links/decoy-subject.js';
import { linkAddress } from '../links/link-address.js';
import { checkPassword } from '../login/check-password.js';
import { lineOfKnown } from '../passwords/hash-line.js';
import { allowingMail, allowingNotice, withinMailLimit } from '../registration/mail-allowance.js';
import { findSession, isAlive } from '../sessions/session-service.js';
import type { UserRecord } from '../users/user-store.js';

/** A signed-in user's request for another address. */
export interface EmailChangeRequest {
  readonly user: Pick<UserRecord, 'id' | 'email'>;
  readonly currentPassword: string;
  /** In its stored form. */
  readonly newEmail: string;
  /** Continues when the change is confirmed; the user's other sessions end then. */
  readonly sessionId: string;
  readonly origin: CountedOrigin;
}

/**
 * Asks for another address after checking the password. The account keeps its address until a link that is
 * mailed to the new one is used; the old one gets a notice (OWASP, Authentication Cheat Sheet, "Change of
 * email address"). An address in use gets the same response after the same work, and only its owner is told.
 *
 * @throws ServiceError BAD_USER_INPUT for the address that the account has, RATE_LIMITED for more than three
 * requests an hour, UNAUTHENTICATED where the session has ended meanwhile, else as a login.
 */
export async function requestEmailChange(auth: AuthServices, request: EmailChangeRequest): Promise<void> {
  const { newEmail, origin } = request;
  const { email } = request.user;
  if (newEmail === email) throw badInputAt('newEmail', reason('email.unchanged'));
  const { user, hash } = await checkPassword(auth, {
    ...{ email, line: lineOfKnown(`user:${request.user.id}`), password: request.currentPassword },
    ...{ origin, reason: 'change of email' },
  });
  await withinMailLimit(auth, { purpose: 'change-email-notice', email }, () =>
    allowingMail(auth, { purpose: 'change-email', email: newEmail }, (mayMail) =>
      allowingNotice(auth, newEmail, (mayTell) =>
        auth.driver.transaction((connection) =>
          storeChange(auth, connection, { ...request, user, hash, mayMail, mayTell }),
        ),
      ),
    ),
  );
}

interface AllowedRequest extends EmailChangeRequest {
  readonly user: UserRecord;
  /** The stored hash that the password was compared with. */
  readonly hash: string;
  readonly mayMail: boolean;
  /** Whether the owner of an address in use has not been told of another attempt. */
  readonly mayTell: boolean;
}

async function storeChange(
  auth: AuthServices,
  connection: Connection,
  request: AllowedRequest,
): Promise<void> {
  await checkStillAllowed(auth, connection, request);
  const { user, newEmail, sessionId, origin, mayMail, mayTell } = request;
  const { links, users, mail, audit, options } = auth;
  const { token } = await links.issue(connection, {
    purpose: 'change-email',
    subject: user.id,
    extra: { from: user.email, to: newEmail, sessionId },
  });
  const owner = await users.findByEmail(connection, newEmail);
  if (owner === null && mayMail) {
    const link = linkAddress(options, 'changeEmail', { token });
    // The old address must not be the name of the new one.
    const to = { to: newEmail, userName: user.name ?? newEmail };
    await mail.enqueue(connection, { kind: 'changeEmail', ...to, link });
  } else if (owner !== null && mayTell) {
    const to = { to: owner.email, userName: owner.name ?? owner.email };
    await mail.enqueue(connection, { kind: 'addressTaken', ...to, link: linkAddress(options, 'login') });
  } else {
    await pretendMail(auth, connection);
  }
  await mail.enqueue(connection, {
    ...{ kind: 'emailChangeRequested', to: user.email, userName: user.name ?? user.email },
    link: linkAddress(options, 'login'),
  });
  await audit.record(connection, {
    ...{ type: 'email.change.requested', outcome: 'success', userId: user.id, actorId: user.id, sessionId },
    ...{ email: newEmail, origin },
  });
}

/**
 * A new password voids the links that are open. A request whose password was checked before, and which waited
 * since, must not add one afterwards; nor must a session that the user has ended meanwhile.
 */
async function checkStillAllowed(
  { users, sessions, clock }: AuthServices,
  connection: Connection,
  { user, hash, sessionId }: AllowedRequest,
): Promise<void> {
  if ((await users.lockPasswordHash(connection, user.id)) !== hash) {
    throw new ServiceError('INVALID_CREDENTIALS', reason('password.changedNow'));
  }
  const now = clock();
  const session = await findSession(sessions, sessionId, now);
  if (session === null || session.userId !== user.id || !isAlive(session, now)) {
    throw new ServiceError('UNAUTHENTICATED', reason('session.ended'));
  }
}
