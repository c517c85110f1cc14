import type { Roles } from '../access/roles.js';
import type { AuthOptions } from '../config/auth-options.js';
import type { MailQueue } from '../mail/mail-queue.js';
import type { Driver } from '../storage/driver.js';
import type { Clock } from '../util/clock.js';
import type { ApiKeys } from './api-keys/api-keys.js';
import type { AuditLog } from './audit/audit-log.js';
import type { LinkTokens } from './links/link-tokens.js';
import type { Lockout } from './lockout/lockout.js';
import type { Passwords } from './passwords/passwords.js';
import type { RateLimiter } from './rate-limit/rate-limiter.js';
import type { SessionStore } from './sessions/session-store.js';
import type { AccessTokens, RefreshTokens } from './tokens/tokens.js';
import type { UserStore } from './users/user-store.js';

/**
 * Everything that the endpoints of authentication work with; made once at start by `create-auth-services`.
 */
export interface AuthServices {
  readonly options: AuthOptions;
  readonly roles: Roles;
  /** The content database: users, link tokens, API keys, audit log, outbox. */
  readonly driver: Driver;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly passwords: Passwords;
  readonly links: LinkTokens;
  readonly lockout: Lockout;
  readonly limiter: RateLimiter;
  readonly audit: AuditLog;
  readonly apiKeys: ApiKeys;
  readonly mail: MailQueue;
  readonly clock: Clock;
}
