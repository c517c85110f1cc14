import { createRoles, type Roles } from '../access/roles.js';
import type { Issue } from '../errors/service-error.js';
import { type Driver, UniqueViolation } from '../storage/driver.js';
import { lockRole } from '../storage/locks.js';
import type { Passwords } from './passwords/passwords.js';
import { parseEmail } from './users/email-address.js';
import type { UserRecord, UserStore } from './users/user-store.js';

export type BootstrapCode =
  | 'ADMIN_EXISTS'
  | 'EMAIL_TAKEN'
  | 'INVALID_EMAIL'
  | 'UNKNOWN_ROLE'
  | 'WEAK_PASSWORD';

/**
 * Why the first administrator was not made. The message is for the terminal or the log; it never holds the
 * password.
 */
export class BootstrapError extends Error {
  override readonly name = 'BootstrapError';
  readonly code: BootstrapCode;
  /** For a weak password: every rule that it breaks. Empty otherwise. */
  readonly details: readonly Issue[];

  constructor(code: BootstrapCode, message: string, details: readonly Issue[] = []) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

export interface BootstrapServices {
  readonly driver: Driver;
  readonly users: UserStore;
  readonly passwords: Passwords;
  /** Default: the built-in roles. */
  readonly roles?: Roles;
}

export interface FirstAdmin {
  readonly email: string;
  readonly password: string;
  /** Default `super_admin`. */
  readonly role?: string;
}

/**
 * Makes the first administrator, verified from the start
 * (docs/spec/service.md#bootstrapping-the-first-admin), while there is no `super_admin`. Of several
 * calls at the same time, in one process or more, one succeeds: the write transaction checks again whether
 * there is an administrator.
 *
 * @throws BootstrapError
 */
export async function bootstrapAdmin(options: BootstrapServices & FirstAdmin): Promise<UserRecord> {
  const { driver, users, passwords, roles = createRoles(), role = 'super_admin' } = options;
  if (await hasAdmin(options)) throw adminExists();
  if (!roles.has(role)) {
    throw new BootstrapError(
      'UNKNOWN_ROLE',
      `There is no role ${JSON.stringify(role)}; roles are ${roles.names.join(', ')}.`,
    );
  }
  const email = parseEmail(options.email);
  if (email === null) {
    throw new BootstrapError('INVALID_EMAIL', `${JSON.stringify(options.email)} is not an email address.`);
  }
  const details = passwords.check(options.password, 'password', email);
  if (details.length > 0) throw weakPassword(details);

  const passwordHash = await passwords.hash(options.password);
  try {
    return await driver.transaction(async (connection) => {
      await lockRole(connection, 'super_admin');
      if ((await users.countByRole(connection, 'super_admin')) > 0) throw adminExists();
      return users.insert(connection, { email, name: null, role, emailVerified: true, passwordHash });
    });
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    // Promoting the account could hand the service to a stranger who registered with this address first.
    throw new BootstrapError(
      'EMAIL_TAKEN',
      `There is a user with the email ${email} already, and it is no super_admin. Choose another email.`,
    );
  }
}

/**
 * The same for `SVC_ADMIN_EMAIL` and `SVC_ADMIN_PASSWORD`, at every start: null when there is nothing to do.
 * The server does not start while they are invalid, since no user could log in.
 *
 * @throws BootstrapError with the names of the variables.
 */
export async function bootstrapFromEnvironment(
  services: BootstrapServices,
  firstAdmin: FirstAdmin | null,
): Promise<UserRecord | null> {
  if (firstAdmin === null) return null;
  try {
    return await bootstrapAdmin({ ...services, ...firstAdmin });
  } catch (error) {
    if (!(error instanceof BootstrapError)) throw error;
    if (error.code === 'ADMIN_EXISTS') return null;
    const variable = error.code === 'WEAK_PASSWORD' ? 'SVC_ADMIN_PASSWORD' : 'SVC_ADMIN_EMAIL';
    throw new BootstrapError(error.code, `${variable}: ${error.message}`, error.details);
  }
}

async function hasAdmin({ driver, users }: BootstrapServices): Promise<boolean> {
  return (await users.countByRole(driver, 'super_admin')) > 0;
}

function adminExists(): BootstrapError {
  return new BootstrapError(
    'ADMIN_EXISTS',
    'There is a super_admin already; further users are made by an administrator.',
  );
}

function weakPassword(details: readonly Issue[]): BootstrapError {
  const reasons = details.map(({ message }) => message).join(' ');
  return new BootstrapError('WEAK_PASSWORD', `The password is not strong enough. ${reasons}`, details);
}
