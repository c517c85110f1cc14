/**
 * The parts of a service that only a config with `auth` has. Loaded by `import()` alone: argon2, jose and
 * nodemailer would double the time that other services take to start.
 */
import { createRoles } from './access/roles.js';
import type { AuthServices } from './auth/auth-services.js';
import { bootstrapFromEnvironment } from './auth/bootstrap.js';
import { createAuthServices } from './auth/create-auth-services.js';
import { startHousekeeping } from './auth/housekeeping.js';
import type { Argon2Parameters } from './auth/passwords/argon2-hash.js';
import { openSessionStore } from './auth/sessions/open-session-store.js';
import type { SessionStore } from './auth/sessions/session-store.js';
import { capabilities } from './capabilities/index.js';
import type { ContractDescriptor } from './codegen/descriptors.js';
import type { AuthOptions } from './config/auth-options.js';
import type { MailOptions } from './config/mail-options.js';
import type { Operations } from './documents/operation.js';
import type { ServiceLog } from './http/observability/logger.js';
import type { Authentication } from './http/routing/store-holder.js';
import { createRequestGuard } from './http/security/request-guard.js';
import { createMailQueue } from './mail/create-mail-queue.js';
import type { MailLog } from './mail/mail-log.js';
import type { MailQueue } from './mail/mail-queue.js';
import { createSystemSettings } from './settings/create-system-settings.js';
import type { Driver } from './storage/driver.js';
import type { Clock } from './util/clock.js';

export interface AuthenticationOptions {
  readonly auth: AuthOptions;
  readonly mail: MailOptions;
  readonly contract: ContractDescriptor;
  /** The content database; its tables for the documents are there. */
  readonly driver: Driver;
  readonly operations: Operations;
  readonly clock: Clock;
  readonly log: ServiceLog;
  /** Where mails are written while no SMTP server is set. */
  readonly outboxFolder: string;
  readonly hashing?: Argon2Parameters;
}

/** Authentication and the resources to close afterwards. */
export interface OpenAuthentication extends Authentication {
  /** Resolves while the session store responds. */
  check(): Promise<void>;
  /** Before the content database. */
  close(): Promise<void>;
}

/**
 * Opens the session store, makes the first administrator where the environment names one, and starts sending
 * mails.
 */
export async function openAuthentication(given: AuthenticationOptions): Promise<OpenAuthentication> {
  const { auth, clock, log } = given;
  const sessions = await openSessionStore({
    sessions: auth.sessions,
    clock,
    onChange: (place, issue) => sayChange(log, place, issue),
  });
  try {
    return await connect(given, sessions);
  } catch (error) {
    await sessions.close();
    throw error;
  }
}

async function connect(given: AuthenticationOptions, sessions: SessionStore): Promise<OpenAuthentication> {
  const { auth, contract, driver, operations, clock, log, hashing } = given;
  if (operations.users === undefined) throw new Error('A service with auth has no users: run svc generate.');
  const logError = (fields: object, message: string): void => log.error(fields, message);
  const mail = mailQueueOf(given);
  const services = createAuthServices({
    options: auth,
    roles: createRoles(contract.auth?.roles),
    driver,
    users: operations.users.records,
    sessions,
    mail,
    contract,
    clock,
    logError,
    ...(hashing && { hashing }),
  });
  await bootstrapFromEnvironment(services, auth.firstAdmin);
  mail.start();
  const purges = capabilities.flatMap(({ purge }) => purge ?? []);
  const housekeeping = startHousekeeping({ services, purges, logError });
  return {
    services,
    settings: createSystemSettings({ driver, defaults: settingsOf(services) }),
    guard: createRequestGuard({ auth: services, logError }),
    check: () => sessions.check(),
    async close() {
      await Promise.all([mail.stop(), housekeeping.stop()]);
      await sessions.close();
    },
  };
}

function mailQueueOf({ auth, mail, driver, clock, log, outboxFolder }: AuthenticationOptions): MailQueue {
  return createMailQueue({
    driver,
    options: mail,
    secret: auth.secret,
    previousSecrets: auth.previousSecrets,
    baseUrl: auth.baseUrl,
    lockMinutes: auth.lockout.minutes,
    clock,
    log: mailLog(log),
    outboxFolder,
  });
}

/** Uses pino only when there is something to log. */
function mailLog(log: ServiceLog): MailLog {
  return {
    info: (fields, message) => log.pino().info(fields, message),
    warn: (fields, message) => log.pino().warn(fields, message),
    error: (fields, message) => log.error(fields, message),
  };
}

function settingsOf({ options }: AuthServices): {
  readonly enableRegistration: boolean;
  readonly defaultRegistrationRole: string;
} {
  const { enabled, defaultRole } = options.registration;
  return { enableRegistration: enabled, defaultRegistrationRole: defaultRole };
}

/** Logs once when a server becomes unavailable and once when it is back, not at every failed request. */
function sayChange(log: ServiceLog, place: string, issue: Error | null): void {
  const gone = `sessions cannot be reached (${place}): requests that need them are answered with 503`;
  if (issue === null) log.pino().info(`sessions can be reached again (${place})`);
  else log.error({ err: issue }, gone);
}
