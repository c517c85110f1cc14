import type { DatabaseSessions } from './database-config.js';

/** Sessions kept in Redis (6 or newer) or Valkey. */
export interface RedisSessions {
  readonly kind: 'redis';
  /**
   * `redis://user:password@host:port/database`, or `rediss://` for TLS. Read it from the environment; it is
   * needed only when a server starts.
   */
  readonly url: string | undefined;
  /** Uses TLS and verifies the server's certificate. Default: `true` if the URL starts with `rediss:`. */
  readonly tls?: boolean;
  /** Prefix of every key. Services that share a database need different prefixes. Default `svc:`. */
  readonly prefix?: string;
}

export type SessionsConfig = DatabaseSessions | RedisSessions;

/** Max number of requests per time window. Windows are fixed, not sliding. */
export interface RateLimit {
  /** Max number of requests in a window. */
  readonly max: number;
  /** Length of a window in seconds. */
  readonly windowSeconds: number;
}

/** A role in addition to the built-in ones. */
export interface RoleConfig {
  /** `^[a-z][a-z0-9_]*$` */
  readonly name: string;
  /** 1 to 99; a higher rank outranks a lower one. */
  readonly rank: number;
}

/** What a new password needs. Every rule is on by default. */
export interface PasswordPolicyConfig {
  /** Min length in code points. Default 12, at least 8. `SVC_PASSWORD_MIN_LENGTH` wins. */
  readonly minLength?: number;
  /** Needs an uppercase letter. Default `true`. */
  readonly uppercase?: boolean;
  /** Needs a lowercase letter. Default `true`. */
  readonly lowercase?: boolean;
  /** Needs a digit. Default `true`. */
  readonly digit?: boolean;
  /** Needs a symbol. Default `true`. */
  readonly symbol?: boolean;
}

/** Limits by kind of request. A given limit replaces its default. */
export interface RateLimitConfig {
  /** All API requests of one session or API key, otherwise of one IP address. Default 1,000 a minute. */
  readonly api?: RateLimit;
  /** Write requests to `/api/auth`. Default 100 a minute. */
  readonly auth?: RateLimit;
  /** Failed logins from one IP address. Default 50 in 15 minutes. */
  readonly failedLogins?: RateLimit;
  /** Requests that send mail. Default 10 a minute. */
  readonly mail?: RateLimit;
  /** Attempts to use a link token or code. Default 30 a minute. */
  readonly tokens?: RateLimit;
}

/**
 * URLs of frontend pages that links in mails open instead of the server's own pages. The token is appended as
 * `?token=`.
 */
export interface AuthPagesConfig {
  readonly verifyEmail?: string;
  readonly resetPassword?: string;
  readonly changeEmail?: string;
  readonly magicLink?: string;
  readonly acceptInvite?: string;
  readonly login?: string;
}

/**
 * Authentication. If present, it enables users, sessions and access control. Environment variables win over
 * it.
 */
export interface AuthConfig {
  /**
   * Signs tokens. At least 32 bytes, read from the environment; needed only when a server starts.
   * `SVC_SECRET` wins.
   */
  readonly secret: string | undefined;
  /** Former secrets. Tokens signed with them stay valid. `SVC_PREVIOUS_SECRETS` (comma-separated) wins. */
  readonly previousSecrets?: readonly string[];
  /** Where sessions are kept. Default `sqliteSessions()`; `SVC_SESSIONS_URL` wins. */
  readonly sessions?: SessionsConfig;
  /** Whether users may register themselves, and their role then. */
  readonly registration?: {
    /** Default `false`. `SVC_ENABLE_REGISTRATION` wins; the stored system setting wins over both. */
    readonly enabled?: boolean;
    /** Default `customer`. `SVC_DEFAULT_REGISTRATION_ROLE` wins; the stored system setting wins over both. */
    readonly defaultRole?: 'customer' | 'author' | 'editor' | 'admin';
  };
  /** Whether an email must be verified before login. Default `true`; `EMAIL_VERIFICATION_REQUIRED` wins. */
  readonly emailVerification?: boolean;
  /** What a new password needs. */
  readonly passwordPolicy?: PasswordPolicyConfig;
  /** When failed logins lock an account, and for how long. */
  readonly lockout?: {
    /** Failed logins in a row until the account is locked. Default 5; `SVC_LOCKOUT_ATTEMPTS` wins. */
    readonly attempts?: number;
    /** Minutes until the lock ends. Default 15; `SVC_LOCKOUT_MINUTES` wins. */
    readonly minutes?: number;
    /**
     * Counts failures separately for a browser that has logged in before, so that an attacker cannot lock the
     * user out of it. Default `false`; `SVC_LOCKOUT_DEVICE_COOKIE` wins.
     */
    readonly deviceCookie?: boolean;
  };
  /** `false` turns all rate limits off. `SVC_RATE_LIMIT` (`off`, or a factor such as `10`) wins. */
  readonly rateLimit?: RateLimitConfig | false;
  /**
   * Origins, in addition to that of `baseUrl`, from which browsers may send writes with cookies. A page that
   * also reads responses needs `server.cors.origins`. `SVC_TRUSTED_ORIGINS` wins.
   */
  readonly trustedOrigins?: readonly string[];
  /** Roles in addition to the built-in ones. */
  readonly roles?: readonly RoleConfig[];
  /** How many days the audit log is kept. Default 30; `SVC_AUDIT_RETENTION_DAYS` wins. */
  readonly auditRetentionDays?: number;
  /**
   * Whether the audit log notes who has created, changed, published and deleted which document. Default
   * `true`; `SVC_AUDIT_CONTENT` wins.
   */
  readonly auditContent?: boolean;
  /** Sign-in by a mailed link or code. Default `true`; `SVC_MAGIC_LINK` wins. */
  readonly magicLink?: boolean;
  /** Invitations by mail. Default `true`; `SVC_INVITES` wins. */
  readonly invites?: boolean;
  /** URLs of frontend pages that links in mails open instead of the server's own pages. */
  readonly pages?: AuthPagesConfig;
  /**
   * Login and refresh also return `token` and `refreshToken` in the body, for clients without cookies.
   * Default `false`; `SVC_TOKEN_IN_BODY` wins.
   */
  readonly tokenInBody?: boolean;
}

/**
 * Keeps sessions in Redis or Valkey, so that any number of servers can share them. Meant for production.
 *
 * @example
 * ```ts
 * auth: {
 *   secret: process.env.SVC_SECRET,
 *   sessions: redisSessions({ url: process.env.REDIS_URL, tls: true }),
 * }
 * ```
 */
export function redisSessions(options: Omit<RedisSessions, 'kind'>): RedisSessions {
  return Object.freeze({ kind: 'redis', ...options });
}
