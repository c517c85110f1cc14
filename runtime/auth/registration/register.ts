import { ServiceError } from '../../errors/service-error.js';
import { UniqueViolation } from '../../storage/driver.js';
import { createIdSource } from '../../util/ids.js';
import type { JsonObject } from '../../util/json.js';
import type { AuthServices } from '../auth-services.js';
import { linkAddress } from '../links/link-address.js';
import { checkNewPassword } from '../passwords/new-password.js';
import type { UserRecord } from '../users/user-store.js';
import { mailVerification } from '../verification/mail-verification.js';
import { mailWelcome } from '../verification/mail-welcome.js';
import { allowsMail, allowsNotice } from './mail-allowance.js';

/** A checked request to register. */
export interface Registration {
  /** In its stored form. */
  readonly email: string;
  readonly password: string;
  readonly name: string | null;
  /** Values of the config's own fields, already validated. */
  readonly fields: JsonObject;
  /** `defaultRegistrationRole` of the system settings. */
  readonly role: string;
}

/**
 * Makes an account that is not verified yet. Where emails are verified, a taken address gets an answer of the same shape after the
 * same work, and its owner a mail: whoever asks does not learn who has an account (OWASP, Authentication Cheat Sheet).
 *
 * @throws ServiceError BAD_USER_INPUT for a weak password, CONFLICT for a taken address where emails are not verified.
 */
export async function register(auth: AuthServices, registration: Registration): Promise<UserRecord> {
  const { email, password } = registration;
  checkNewPassword(auth.passwords, { password, path: 'password', email });
  const passwordHash = await auth.passwords.hash(password);
  const mayMail = auth.options.emailVerification && (await allowsMail(auth, email));
  try {
    return await insertAccount(auth, { ...registration, passwordHash, mayMail });
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    if (!isEmailTaken(error)) throw takenValue(error);
    if (!auth.options.emailVerification) throw takenEmail();
    if (mayMail) await tellOwner(auth, email);
    return inventedUser(auth, registration);
  }
}

interface NewAccount extends Registration {
  readonly passwordHash: string;
  readonly mayMail: boolean;
}

function insertAccount(auth: AuthServices, account: NewAccount): Promise<UserRecord> {
  const { email, name, role, fields, passwordHash, mayMail } = account;
  return auth.driver.transaction(async (connection) => {
    const user = await auth.users.insert(connection, {
      email,
      name,
      role,
      emailVerified: false,
      passwordHash,
      fields,
    });
    if (!auth.options.emailVerification) await mailWelcome(auth, connection, user);
    else if (mayMail) await mailVerification(auth, connection, user);
    return user;
  });
}

function isEmailTaken({ columns }: UniqueViolation): boolean {
  return columns.some((column) => column.endsWith('.email'));
}

function takenEmail(): ServiceError {
  return new ServiceError('CONFLICT', 'There is an account with this email already; log in instead.', {
    details: [{ path: 'email', message: 'is taken' }],
  });
}

/** A unique field of the config. */
function takenValue({ columns }: UniqueViolation): ServiceError {
  const paths = columns.map((column) => column.slice(column.indexOf('.') + 1));
  return new ServiceError('CONFLICT', `Another user has this ${paths.join(', ')} already.`, {
    details: paths.map((path) => ({ path, message: 'is taken' })),
  });
}

async function tellOwner(auth: AuthServices, email: string): Promise<void> {
  if (!(await allowsNotice(auth, email))) return;
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
}

/** What a new user would look like; nothing behind it. */
function inventedUser({ clock }: AuthServices, { email, name, role, fields }: Registration): UserRecord {
  const now = new Date(clock()).toISOString();
  return {
    ...fields,
    id: createIdSource(clock)(),
    email,
    name,
    role,
    emailVerified: false,
    createdAt: now,
    updatedAt: now,
  };
}

/** @throws ServiceError FORBIDDEN with the words of service.md. */
export function requireOpenRegistration(isOpen: boolean): void {
  if (!isOpen) throw new ServiceError('FORBIDDEN', 'User registration is disabled by the administrator.');
}
