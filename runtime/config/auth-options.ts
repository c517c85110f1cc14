/** The resolved form of `AuthConfig`: environment over config over defaults. */
import type { AuthPagesConfig, RateLimit, SessionsConfig } from './auth-config.js';

export interface AuthOptions {
  readonly secret: string;
  readonly previousSecrets: readonly string[];
  /** Public address of the API without a slash at the end: `iss`, `aud`, links, cookies. */
  readonly baseUrl: string;
  /** The base URL is https: cookies are `Secure` and have the prefix `__Host-`. */
  readonly https: boolean;
  readonly sessions: SessionsConfig;
  readonly registration: { readonly enabled: boolean; readonly defaultRole: string };
  readonly emailVerification: boolean;
  readonly passwordPolicy: PasswordPolicy;
  readonly lockout: { readonly attempts: number; readonly minutes: number; readonly deviceCookie: boolean };
  /** Null: none. */
  readonly rateLimit: RateLimits | null;
  /** Without that of `baseUrl`. */
  readonly trustedOrigins: readonly string[];
  readonly auditRetentionDays: number;
  readonly magicLink: boolean;
  readonly invites: boolean;
  readonly pages: AuthPagesConfig;
  readonly tokenInBody: boolean;
  /** `SVC_ADMIN_EMAIL` and `SVC_ADMIN_PASSWORD`, where both are set. */
  readonly firstAdmin: { readonly email: string; readonly password: string } | null;
}

export interface PasswordPolicy {
  readonly minLength: number;
  readonly uppercase: boolean;
  readonly lowercase: boolean;
  readonly digit: boolean;
  readonly symbol: boolean;
}

export interface RateLimits {
  readonly api: RateLimit;
  readonly auth: RateLimit;
  readonly failedLogins: RateLimit;
  readonly mail: RateLimit;
  readonly tokens: RateLimit;
}
