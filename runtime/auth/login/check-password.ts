import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import { isServiceError } from '../../errors/to-response.js';
import type { CountedOrigin } from '../audit/audit-log.js';
import type { AuthServices } from '../auth-services.js';
import { linkAddress } from '../links/link-address.js';
import type { Attempted } from '../lockout/lockout.js';
import type { HashLine } from '../passwords/hash-line.js';
import { countedWhile } from '../sessions/counted-while.js';
import type { UserRecord } from '../users/user-store.js';
import { emailKey } from './email-key.js';

const day = 86_400_000;
/** docs/spec/auth.md#lockout: a stranger who keeps an account locked must not fill its owner's inbox. */
const lockMailsPerDay = 3;

/** An attempt to log in with a password. */
export interface PasswordAttempt {
  /** In its stored form. */
  readonly email: string;
  readonly password: string;
  readonly origin: CountedOrigin;
  /** The id of a browser that has logged in as this user before. */
  readonly device?: string | null;
  /** Where the hash waits: strangers with those of their network. */
  readonly line: HashLine;
  /** What a failure is called in the audit log. */
  readonly reason: string;
}

/** A password that was right. */
export interface PasswordMatch {
  readonly user: UserRecord;
  /** The stored hash that it was compared with. */
  readonly hash: string;
  /** Its parameters are not those of today. */
  readonly rehash: boolean;
}

/**
 * Compares a password with that of an account, behind the limits for failures and the lock. An unknown
 * address takes the same path, hash included, so that neither the response nor its timing reveals who has an
 * account (OWASP, Authentication Cheat Sheet).
 *
 * @throws ServiceError INVALID_CREDENTIALS, ACCOUNT_LOCKED, RATE_LIMITED or UNAVAILABLE.
 */
export async function checkPassword(auth: AuthServices, attempt: PasswordAttempt): Promise<PasswordMatch> {
  const address = attempt.origin.countedAs;
  await auth.limiter.check('failedLogins', address);
  const verification = await guarded(auth, attempt);
  if (verification.matches) return verification.match;
  // More failures at once than the limit allows.
  if (!verification.withinLimit) await auth.limiter.check('failedLogins', address);
  throw wrongPassword(attempt);
}

type Verification = { readonly matches: true; readonly match: PasswordMatch } | WrongPassword;

interface WrongPassword {
  readonly matches: false;
  /** Whether the address may fail again, known when the failure is noted. */
  withinLimit: boolean;
}

async function guarded(auth: AuthServices, attempt: PasswordAttempt): Promise<Verification> {
  const { email, origin, device = null } = attempt;
  try {
    return await auth.lockout.guard(email, () => verify(auth, attempt), device);
  } catch (error) {
    if (isServiceError(error) && error.code === 'ACCOUNT_LOCKED') {
      await auth.audit.record(auth.driver, {
        type: 'login.locked',
        outcome: 'failure',
        email,
        origin,
        reason: `${attempt.reason} while locked`,
      });
    }
    throw error;
  }
}

async function verify(auth: AuthServices, attempt: PasswordAttempt): Promise<Attempted<Verification>> {
  const { users, passwords, driver, limiter } = auth;
  const user = await users.findByEmail(driver, attempt.email);
  const hash = await users.passwordHash(driver, user?.id ?? '');
  const { matches, rehash } = await passwords.verify(hash, attempt.password, attempt.line);
  if (matches && user !== null && hash !== null) {
    return { succeeded: true, value: { matches: true, match: { user, hash, rehash } } };
  }
  const value: WrongPassword = { matches: false, withinLimit: true };
  return {
    succeeded: false,
    value,
    async note(locked) {
      await noteFailure(auth, attempt, { user, locked });
      value.withinLimit = await limiter.tryConsume('failedLogins', attempt.origin.countedAs);
    },
  };
}

interface Failure {
  readonly user: UserRecord | null;
  readonly locked: boolean;
}

/** The log, and with the failure that locks the account the mail to its owner, in one transaction. */
async function noteFailure(
  auth: AuthServices,
  { email, origin, reason }: PasswordAttempt,
  { user, locked }: Failure,
): Promise<void> {
  const { audit, driver, mail } = auth;
  const event = { outcome: 'failure', userId: user?.id ?? null, email, origin } as const;
  const note = (mayMail: boolean): Promise<void> =>
    driver.transaction(async (connection) => {
      await audit.record(connection, { ...event, type: 'login.failure', reason });
      if (!locked) return;
      await audit.record(connection, {
        ...event,
        type: 'login.locked',
        reason: 'too many failures in a row',
      });
      if (user === null || !mayMail) return;
      await mail.enqueue(connection, {
        kind: 'accountLocked',
        to: user.email,
        userName: user.name ?? user.email,
        link: linkAddress(auth.options, 'login'),
      });
    });
  if (!locked) return note(false);
  const name = `lock-mail:${emailKey(auth.options.secret, email)}`;
  const use = { name, life: day, now: auth.clock() };
  await countedWhile(auth.sessions.counters, use, (count) => note(count <= lockMailsPerDay));
}

function wrongPassword({ reason: purpose }: PasswordAttempt): ServiceError {
  const isChange = purpose !== 'login';
  return new ServiceError('INVALID_CREDENTIALS', reason(isChange ? 'password.wrong' : 'login.wrong'));
}
