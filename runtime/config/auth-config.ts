import type { PostgresDatabase } from './database-config.js';

/** Sessions in a SQLite file. */
export interface SqliteSessions {
  readonly kind: 'sqlite';
  /** Path of the file. Default: `sessions.db` beside the content database; `:memory:` keeps none over a restart. */
  readonly path?: string;
}

/** Sessions in Redis (6 or newer) or Valkey. */
export interface RedisSessions {
  readonly kind: 'redis';
  /** `redis://user:password@host:port/database`; `rediss://` speaks TLS. From the environment; only the start of a server needs it. */
  readonly url: string | undefined;
  /** Speaks TLS, and checks the server's certificate. Default: whether the address begins with `rediss:`. */
  readonly tls?: boolean;
  /** How every key begins. Services that share a database need one each. Default `svc:`. */
  readonly prefix?: string;
}

/** Sessions in PostgreSQL. */
export interface PostgresSessions {
  readonly kind: 'postgres';
  /** Default: the database of the content, which is PostgreSQL then. */
  readonly db?: PostgresDatabase;
}

export type SessionsConfig = SqliteSessions | RedisSessions | PostgresSessions;

/** How many requests in which time. Fixed windows. */
export interface RateLimit {
  readonly max: number;
  readonly windowSeconds: number;
}

/** A role beside the built-in ones. */
export interface RoleConfig {
  /** `^[a-z][a-z0-9_]*$` */
  readonly name: string;
  /** 1 to 99; a higher rank outranks a lower one. */
  readonly rank: number;
}

/** What a new password needs. Every rule is on unless switched off. */
export interface PasswordPolicyConfig {
  /** In code points. Default 12, at least 8. `SVC_PASSWORD_MIN_LENGTH` wins. */
  readonly minLength?: number;
  readonly uppercase?: boolean;
  readonly lowercase?: boolean;
  readonly digit?: boolean;
  readonly symbol?: boolean;
}

/** Limits by kind of request; each replaces its default. */
export interface RateLimitConfig {
  /** All API requests of one address. Default 1,000 a minute. */
  readonly api?: RateLimit;
  /** Writing requests to `/api/auth`. Default 100 a minute. */
  readonly auth?: RateLimit;
  /** Failed logins of one address. Default 50 in 15 minutes. */
  readonly failedLogins?: RateLimit;
  /** Requests that send mail. Default 10 a minute. */
  readonly mail?: RateLimit;
  /** Trials of link tokens and codes. Default 30 a minute. */
  readonly tokens?: RateLimit;
}

/** Pages of a frontend that links in mails lead to, instead of the server's own. The token is appended as `?token=`. */
export interface AuthPagesConfig {
  readonly verifyEmail?: string;
  readonly resetPassword?: string;
  readonly magicLink?: string;
  readonly acceptInvite?: string;
  readonly login?: string;
}

/** Authentication. Its presence switches on users, sessions and access control. Environment variables win over it. */
export interface AuthConfig {
  /** Signs tokens; at least 32 bytes, from the environment. `SVC_SECRET` wins. Only the start of a server needs it. */
  readonly secret: string | undefined;
  /** Secrets of before, with which tokens are still verified. `SVC_PREVIOUS_SECRETS` (comma-separated) wins. */
  readonly previousSecrets?: readonly string[];
  /** Where sessions are kept. Default `sqliteSessions()`; `SVC_SESSIONS_URL` wins. */
  readonly sessions?: SessionsConfig;
  readonly registration?: {
    /** Default `false`. `SVC_ENABLE_REGISTRATION` wins; the stored system setting wins over both. */
    readonly enabled?: boolean;
    /** Default `customer`; `SVC_DEFAULT_REGISTRATION_ROLE` wins, and the stored system setting over both. */
    readonly defaultRole?: 'customer' | 'author' | 'editor' | 'admin';
  };
  /** Whether an email must be verified before login. Default `true`; `EMAIL_VERIFICATION_REQUIRED` wins. */
  readonly emailVerification?: boolean;
  readonly passwordPolicy?: PasswordPolicyConfig;
  readonly lockout?: {
    /** Failed logins in a row. Default 5; `SVC_LOCKOUT_ATTEMPTS` wins. */
    readonly attempts?: number;
    /** Default 15; `SVC_LOCKOUT_MINUTES` wins. */
    readonly minutes?: number;
    /** A browser that has logged in before has a counter of its own, so that a stranger cannot lock its user out. Default `false`; `SVC_LOCKOUT_DEVICE_COOKIE` wins. */
    readonly deviceCookie?: boolean;
  };
  /** `false`: none. `SVC_RATE_LIMIT` (`off`, or a factor such as `10`) wins. */
  readonly rateLimit?: RateLimitConfig | false;
  /** Origins beside that of `baseUrl` from which browsers may send writes with cookies. `SVC_TRUSTED_ORIGINS` wins. */
  readonly trustedOrigins?: readonly string[];
  /** Roles beside the built-in ones. */
  readonly roles?: readonly RoleConfig[];
  /** How many days the audit log is kept. Default 30; `SVC_AUDIT_RETENTION_DAYS` wins. */
  readonly auditRetentionDays?: number;
  /** Sign-in by a mailed link or code. Default `true`; `SVC_MAGIC_LINK` wins. */
  readonly magicLink?: boolean;
  /** Invitations by mail. Default `true`; `SVC_INVITES` wins. */
  readonly invites?: boolean;
  readonly pages?: AuthPagesConfig;
  /** Answers of login and refresh also carry `token` and `refreshToken`, for clients without cookies. Default `false`; `SVC_TOKEN_IN_BODY` wins. */
  readonly tokenInBody?: boolean;
}

/**
 * Keeps sessions in a SQLite file: the default.
 *
 * @example
 * ```ts
 * auth: { secret: process.env.SVC_SECRET, sessions: sqliteSessions({ path: '.svc/sessions.db' }) }
 * ```
 */
export function sqliteSessions(options: { readonly path?: string } = {}): SqliteSessions {
  return Object.freeze({ kind: 'sqlite', ...options });
}

/**
 * Keeps sessions in Redis or Valkey, so that any number of servers share them: for production.
 *
 * @example
 * ```ts
 * auth: { secret: process.env.SVC_SECRET, sessions: redisSessions({ url: process.env.REDIS_URL, tls: true }) }
 * ```
 */
export function redisSessions(options: Omit<RedisSessions, 'kind'>): RedisSessions {
  return Object.freeze({ kind: 'redis', ...options });
}

/**
 * Keeps sessions in PostgreSQL: in the database of the content unless another one is given.
 *
 * @example
 * ```ts
 * const db = postgres({ url: process.env.DATABASE_URL });
 * export default defineConfig({ db, auth: { secret: process.env.SVC_SECRET, sessions: postgresSessions({ db }) } });
 * ```
 */
export function postgresSessions(options: { readonly db?: PostgresDatabase } = {}): PostgresSessions {
  return Object.freeze({ kind: 'postgres', ...options });
}
