import type { Roles } from '../access/roles.js';
import type { ContractDescriptor } from '../codegen/descriptors.js';
import type { AuthOptions } from '../config/auth-options.js';
import type { MailQueue } from '../mail/mail-queue.js';
import type { Driver } from '../storage/driver.js';
import type { Clock } from '../util/clock.js';
import { createApiKeys } from './api-keys/create-api-keys.js';
import { createAuditLog } from './audit/create-audit-log.js';
import type { AuthServices } from './auth-services.js';
import { createLinkTokens } from './links/create-link-tokens.js';
import { createLockout } from './lockout/create-lockout.js';
import type { Argon2Parameters } from './passwords/argon2-hash.js';
import { createPasswords } from './passwords/create-passwords.js';
import { createRateLimiter } from './rate-limit/create-rate-limiter.js';
import type { SessionStore } from './sessions/session-store.js';
import { createAccessTokens } from './tokens/create-access-tokens.js';
import { createRefreshTokens } from './tokens/create-refresh-tokens.js';
import type { UserStore } from './users/user-store.js';

export interface AuthServicesOptions {
  readonly options: AuthOptions;
  readonly roles: Roles;
  /** With the tables of `runtime/capabilities/index.ts`. */
  readonly driver: Driver;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly mail: MailQueue;
  readonly contract: ContractDescriptor;
  readonly clock: Clock;
  readonly logError: (fields: object, message: string) => void;
  /** For tests, which hash often. */
  readonly hashing?: Argon2Parameters;
}

/** Connects everything that the endpoints of authentication work with. */
export function createAuthServices(given: AuthServicesOptions): AuthServices {
  const { options, contract, roles, driver, users, sessions, mail, clock, logError } = given;
  const { secret, previousSecrets, baseUrl, lockout } = options;
  const { counters } = sessions;
  return {
    options,
    roles,
    driver,
    users,
    sessions,
    mail,
    clock,
    accessTokens: createAccessTokens({ secret, previousSecrets, baseUrl, clock }),
    refreshTokens: createRefreshTokens({ secret, previousSecrets }),
    passwords: createPasswords({
      policy: options.passwordPolicy,
      ...(given.hashing && { hashing: given.hashing }),
    }),
    links: createLinkTokens({ clock }),
    lockout: createLockout({
      counters,
      secret,
      attempts: lockout.attempts,
      minutes: lockout.minutes,
      clock,
    }),
    limiter: createRateLimiter({
      limits: options.rateLimit,
      ...(options.routeLimits && { routeLimits: options.routeLimits }),
      counters,
      clock,
    }),
    audit: createAuditLog({
      driver,
      secret,
      retentionDays: options.auditRetentionDays,
      recordsContent: options.auditContent,
      counters,
      clock,
      onError: (error) => logError({ err: error }, 'a refusal could not be written to the audit log'),
    }),
    apiKeys: createApiKeys({ driver, users, roles, contract, clock }),
  };
}
