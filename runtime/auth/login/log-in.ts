import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import { isServiceError } from '../../errors/to-response.js';
import type { CountedOrigin } from '../audit/audit-log.js';
import type { AuthServices } from '../auth-services.js';
import { linkAddress } from '../links/link-address.js';
import { type HashLine, lineOfKnown, lineOfStranger } from '../passwords/hash-line.js';
import { countedWhile } from '../sessions/counted-while.js';
import type { SessionRow } from '../sessions/session-store.js';
import { type SessionRequest, startSession } from '../sessions/start-session.js';
import type { UserRecord } from '../users/user-store.js';
import { checkPassword, type PasswordMatch } from './check-password.js';
import { emailKey } from './email-key.js';

const hour = 3_600_000;

export interface Login extends SessionRequest {
  /** In its stored form. */
  readonly email: string;
  readonly password: string;
  readonly origin: CountedOrigin;
  readonly device?: string | null;
}

/** A user with the session that was started. */
export interface LoggedIn {
  readonly user: UserRecord;
  readonly session: SessionRow;
}

/**
 * Checks email and password and starts a session. Notes failures and success.
 *
 * @throws ServiceError INVALID_CREDENTIALS, EMAIL_NOT_VERIFIED, ACCOUNT_LOCKED, RATE_LIMITED or UNAVAILABLE.
 */
export async function logIn(auth: AuthServices, login: Login): Promise<LoggedIn> {
  const { email, remember, presented, origin } = login;
  const { user, hash } = await verifiedUser(auth, login);
  const start = { userId: user.id, amr: 'pwd', remember, presented, origin };
  const session = await startSession(auth, start);
  // A change of password ends every session, but cannot end one that begins a moment later.
  if ((await auth.users.passwordHash(auth.driver, user.id)) !== hash) {
    await auth.sessions.revoke(session.id);
    await auth.audit.record(auth.driver, {
      ...{ type: 'login.failure', outcome: 'failure', userId: user.id, email, origin },
      reason: 'the password was changed during the login',
    });
    throw new ServiceError('INVALID_CREDENTIALS', reason('login.passwordChanged'));
  }
  await auth.audit.record(auth.driver, {
    ...{ type: 'login.success', outcome: 'success', userId: user.id, actorId: user.id },
    ...{ email, sessionId: session.id, origin },
  });
  return { user, session };
}

/** Checks email and password. Returns the user with the hash that is stored now. */
async function verifiedUser(
  auth: AuthServices,
  login: Login,
): Promise<{ readonly user: UserRecord; readonly hash: string }> {
  const { device, origin, password } = login;
  const line = typeof device === 'string' ? lineOfKnown(`device:${device}`) : lineOfStranger(origin);
  const match = await checkPassword(auth, { ...login, line, reason: 'login' });
  const { user } = match;
  if (auth.options.emailVerification && !user.emailVerified) {
    await remindOfVerification(auth, user, login);
    throw new ServiceError('EMAIL_NOT_VERIFIED', reason('login.emailNotVerified'));
  }
  return { user, hash: match.rehash ? await rehash(auth, match, { password, line }) : match.hash };
}

/**
 * Sends the link again, at most once an hour. The previous one stays valid: the user did not request this
 * mail.
 */
async function remindOfVerification(
  auth: AuthServices,
  user: UserRecord,
  { email, origin }: Login,
): Promise<void> {
  const { audit, driver, links, mail, options, sessions, clock } = auth;
  const name = `verify-reminder:${emailKey(options.secret, email)}`;
  const use = { name, life: hour, now: clock() };
  await countedWhile(sessions.counters, use, (count) =>
    driver.transaction(async (connection) => {
      await audit.record(connection, {
        type: 'login.failure',
        outcome: 'failure',
        userId: user.id,
        email,
        origin,
        reason: 'email not verified',
      });
      if (count > 1) return;
      const { token } = await links.issue(connection, {
        purpose: 'verify-email',
        subject: user.id,
        keepOlder: true,
      });
      await mail.enqueue(connection, {
        kind: 'verifyEmail',
        to: user.email,
        userName: user.name ?? user.email,
        link: linkAddress(options, 'verifyEmail', { token }),
      });
    }),
  );
}

/**
 * Stores the password with the parameters of today; unless it was changed meanwhile. Returns the hash that is
 * stored now.
 */
async function rehash(
  { passwords, users, driver }: AuthServices,
  { user, hash: before }: PasswordMatch,
  { password, line }: { readonly password: string; readonly line: HashLine },
): Promise<string> {
  try {
    const hash = await passwords.hash(password, line);
    const isReplaced = await driver.briefTransaction((connection) =>
      users.replacePasswordHash(connection, user.id, { from: before, to: hash }),
    );
    return isReplaced ? hash : before;
  } catch (error) {
    // The server is busy hashing; the next login does it.
    if (isServiceError(error) && error.code === 'UNAVAILABLE') return before;
    throw error;
  }
}
