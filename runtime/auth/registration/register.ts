import { reason } from '../../errors/reasons/reason.js';
import { issueAt, ServiceError } from '../../errors/service-error.js';
import { type Connection, UniqueViolation } from '../../storage/driver.js';
import { createIdSource } from '../../util/ids.js';
import type { JsonObject } from '../../util/json.js';
import type { CountedOrigin } from '../audit/audit-log.js';
import type { AuthServices } from '../auth-services.js';
import { linkAddress } from '../links/link-address.js';
import { lineOfStranger } from '../passwords/hash-line.js';
import { checkNewPassword } from '../passwords/new-password.js';
import type { UserRecord } from '../users/user-store.js';
import { mailVerification } from '../verification/mail-verification.js';
import { mailWelcome } from '../verification/mail-welcome.js';
import { allowingNotice, countMail, wouldAllowMail } from './mail-allowance.js';

/** A request to register. */
export interface Registration {
  /** In its stored form. */
  readonly email: string;
  readonly password: string;
  readonly name: string | null;
  /** Values of the config's own fields, as far as anonymous users may set them. */
  readonly fields: JsonObject;
  /** `defaultRegistrationRole` of the system settings. */
  readonly role: string;
  readonly origin: CountedOrigin;
}

/** An account to be written. */
export interface NewAccount extends Omit<Registration, 'password' | 'origin'> {
  readonly emailVerified: false;
  readonly passwordHash: string;
}

/** What belongs into the transaction that writes an account. */
export type AccountWritten = (connection: Connection, user: UserRecord) => Promise<void>;

/**
 * Writes an account: as a document of the users collection, with its validation and hooks, which this room
 * does not know.
 *
 * @throws UniqueViolation, or ServiceError CONFLICT with a detail for `email`, when the address is already in
 * use.
 */
export type WriteAccount = (account: NewAccount, written: AccountWritten) => Promise<void>;

/**
 * Makes an account that is not verified yet. Where emails are verified, an address in use gets a response of
 * the same shape after the same work, and its owner a mail: the requester does not learn who has an account
 * (OWASP, Authentication Cheat Sheet).
 *
 * @returns the built-in fields, and of the config's own those that were sent.
 * @throws ServiceError BAD_USER_INPUT for a weak password, CONFLICT for an address in use where emails are
 * not verified.
 */
export async function register(
  auth: AuthServices,
  registration: Registration,
  write: WriteAccount,
): Promise<UserRecord> {
  const { emailVerification } = auth.options;
  const { password, origin, ...account } = registration;
  checkNewPassword(auth.passwords, { password, path: 'password', email: account.email });
  const passwordHash = await auth.passwords.hash(password, lineOfStranger(origin));
  const mayMail =
    emailVerification && (await wouldAllowMail(auth, { purpose: 'verify-email', email: account.email }));
  const shown = inventedUser(auth, account);
  try {
    return await writeAccount(
      auth,
      { ...account, emailVerified: false, passwordHash },
      { write, mayMail, shown },
    );
  } catch (error) {
    if (!isEmailTaken(error)) throw error;
    if (!emailVerification) throw takenEmail();
    await tellOwner(auth, account.email);
    return shown;
  }
}

async function writeAccount(
  auth: AuthServices,
  account: NewAccount,
  { write, mayMail, shown }: { write: WriteAccount; mayMail: boolean; shown: UserRecord },
): Promise<UserRecord> {
  let answer = shown;
  await write(account, async (connection, user) => {
    if (!auth.options.emailVerification) await mailWelcome(auth, connection, user);
    else if (mayMail) await mailVerification(auth, connection, user);
    const { id, createdAt, updatedAt } = user;
    answer = { ...shown, id, createdAt, updatedAt };
  });
  // Counted now, since the notice to the owner of an address in use counts for nothing
  // (docs/spec/auth.md#mails-to-one-address).
  if (mayMail) await countMail(auth, { purpose: 'verify-email', email: account.email });
  return answer;
}

/** Whether a write of an account was refused since another one has its address. */
export function isEmailTaken(error: unknown): boolean {
  if (error instanceof UniqueViolation) return error.columns.some((column) => column.endsWith('.email'));
  return (
    error instanceof ServiceError &&
    error.code === 'CONFLICT' &&
    error.details?.some(({ path }) => path === 'email') === true
  );
}

function takenEmail(): ServiceError {
  return new ServiceError('CONFLICT', reason('registration.accountExists'), {
    details: [issueAt('email', reason('account.exists'))],
  });
}

async function tellOwner(auth: AuthServices, email: string): Promise<void> {
  await allowingNotice(auth, email, async (mayMail) => {
    if (!mayMail) return;
    await auth.driver.briefTransaction(async (connection) => {
      const owner = await auth.users.findByEmail(connection, email);
      if (!owner) return;
      await auth.mail.enqueue(connection, {
        kind: 'accountExists',
        to: owner.email,
        userName: owner.name ?? owner.email,
        link: linkAddress(auth.options, 'login'),
      });
    });
  });
}

/** A response like that of a new user; for an address in use no account is made. */
function inventedUser(
  { clock }: AuthServices,
  { email, name, role, fields }: Omit<Registration, 'password' | 'origin'>,
): UserRecord {
  const now = new Date(clock()).toISOString();
  const id = createIdSource(clock)();
  return { ...fields, id, email, name, role, emailVerified: false, createdAt: now, updatedAt: now };
}

/** @throws ServiceError FORBIDDEN with the words of docs/spec/service.md#registration. */
export function requireOpenRegistration(isOpen: boolean): void {
  if (!isOpen) throw new ServiceError('FORBIDDEN', reason('registration.disabled'));
}
