/** The resolved form of `AuthConfig`. The environment wins over the config, the config over defaults. */
import type { AuthConfig, AuthPagesConfig, RateLimit, RateLimitConfig } from './auth-config.js';
import { type SessionsOptions, sessionsOf } from './database-options.js';
import { createVariables, type Variables } from './environment.js';
import { secretAdvice, secretIssue } from './secret-strength.js';
import { resolveServerOptions, type ServerOptions, throwProblems } from './server-options.js';
import type { ServiceConfig } from './service-config.js';
import {
  auth as authCheck,
  lockoutAttempts,
  lockoutMinutes,
  passwordLength,
  registrationRoles,
  retentionDays,
  trustedOrigin,
} from './validate/check-auth.js';
import { createProblems, inside, type Problems, root } from './validate/problem.js';

export interface AuthOptions {
  readonly secret: string;
  readonly previousSecrets: readonly string[];
  /** Public URL of the API without a trailing slash. Used for `iss`, `aud`, links and cookies. */
  readonly baseUrl: string;
  /** Whether the base URL is https. Cookies are `Secure` and have the prefix `__Host-` then. */
  readonly https: boolean;
  readonly sessions: SessionsOptions;
  readonly registration: { readonly enabled: boolean; readonly defaultRole: string };
  readonly emailVerification: boolean;
  readonly passwordPolicy: PasswordPolicy;
  readonly lockout: { readonly attempts: number; readonly minutes: number; readonly deviceCookie: boolean };
  /** Null: no limits. */
  readonly rateLimit: RateLimits | null;
  /** Of routes of the config, by id; absent if none has one. */
  readonly routeLimits?: Readonly<Record<string, RateLimit>>;
  /** Does not include the origin of `baseUrl`. */
  readonly trustedOrigins: readonly string[];
  readonly auditRetentionDays: number;
  readonly auditContent: boolean;
  readonly magicLink: boolean;
  readonly invites: boolean;
  readonly pages: AuthPagesConfig;
  readonly tokenInBody: boolean;
  /** `SVC_ADMIN_EMAIL` and `SVC_ADMIN_PASSWORD`, if both are set. */
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

/** Limits per IP address (docs/spec/auth.md#rate-limits). */
const defaultLimits: RateLimits = {
  api: { max: 1000, windowSeconds: 60 },
  auth: { max: 100, windowSeconds: 60 },
  failedLogins: { max: 50, windowSeconds: 900 },
  mail: { max: 10, windowSeconds: 60 },
  tokens: { max: 30, windowSeconds: 60 },
};

/**
 * Resolves the options of authentication from the config and the environment. Returns null for a config
 * without `auth`. An empty variable counts as not set. Only code that starts a server calls this, so
 * generating and building need no secret.
 *
 * @throws ConfigError with every variable and option that is wrong, including a missing or weak secret. Never
 * shows a secret.
 */
export function resolveAuthOptions(
  config: ServiceConfig,
  env: NodeJS.ProcessEnv = process.env,
): AuthOptions | null {
  return authOptionsOn(resolveServerOptions(config, env), config, env);
}

/** Like {@link resolveAuthOptions}, for a server whose options are already resolved. */
export function authOptionsOn(
  server: ServerOptions,
  { auth, routes }: ServiceConfig,
  env: NodeJS.ProcessEnv,
): AuthOptions | null {
  if (auth === undefined) return null;
  const problems = createProblems();
  // A config may compute its options at startup, so they are checked again here.
  authCheck(auth, inside(root, 'auth'), problems);
  throwProblems(problems);
  const variables = createVariables(env, problems);
  const baseUrl = server.baseUrl ?? `http://localhost:${server.port}`;
  const { lockout = {}, registration = {} } = auth;
  const options: AuthOptions = {
    ...secretsOf(auth, variables, problems),
    baseUrl,
    https: baseUrl.toLowerCase().startsWith('https:'),
    sessions: sessionsOf(auth, { variables, server, problems }),
    registration: {
      enabled: variables.flag('SVC_ENABLE_REGISTRATION') ?? registration.enabled ?? false,
      defaultRole:
        variables.choice('SVC_DEFAULT_REGISTRATION_ROLE', registrationRoles) ??
        registration.defaultRole ??
        'customer',
    },
    emailVerification: variables.flag('EMAIL_VERIFICATION_REQUIRED') ?? auth.emailVerification ?? true,
    passwordPolicy: passwordPolicyOf(auth, variables),
    lockout: {
      attempts: variables.number('SVC_LOCKOUT_ATTEMPTS', lockoutAttempts) ?? lockout.attempts ?? 5,
      minutes: variables.number('SVC_LOCKOUT_MINUTES', lockoutMinutes) ?? lockout.minutes ?? 15,
      deviceCookie: variables.flag('SVC_LOCKOUT_DEVICE_COOKIE') ?? lockout.deviceCookie ?? false,
    },
    ...limitsOf({ auth, routes }, variables, problems),
    trustedOrigins: variables.list('SVC_TRUSTED_ORIGINS', trustedOrigin) ?? auth.trustedOrigins ?? [],
    auditRetentionDays:
      variables.number('SVC_AUDIT_RETENTION_DAYS', retentionDays) ?? auth.auditRetentionDays ?? 30,
    auditContent: variables.flag('SVC_AUDIT_CONTENT') ?? auth.auditContent ?? true,
    magicLink: variables.flag('SVC_MAGIC_LINK') ?? auth.magicLink ?? true,
    invites: variables.flag('SVC_INVITES') ?? auth.invites ?? true,
    pages: auth.pages ?? {},
    tokenInBody: variables.flag('SVC_TOKEN_IN_BODY') ?? auth.tokenInBody ?? false,
    firstAdmin: firstAdminOf(variables, problems),
  };
  throwProblems(problems);
  return options;
}

/**
 * Where sessions are kept, for commands that end sessions. They sign nothing, so no secret is needed.
 *
 * @throws ConfigError if a URL is wrong.
 */
export function resolveSessions(
  config: ServiceConfig & { readonly auth: AuthConfig },
  env: NodeJS.ProcessEnv = process.env,
): SessionsOptions {
  const problems = createProblems();
  const server = resolveServerOptions(config, env);
  const sessions = sessionsOf(config.auth, { variables: createVariables(env, problems), server, problems });
  throwProblems(problems);
  return sessions;
}

/**
 * What new passwords need, for commands that set one. They sign nothing, so no secret is needed.
 *
 * @throws ConfigError if the variable is wrong.
 */
export function resolvePasswordPolicy(
  auth: AuthConfig,
  env: NodeJS.ProcessEnv = process.env,
): PasswordPolicy {
  const problems = createProblems();
  const policy = passwordPolicyOf(auth, createVariables(env, problems));
  throwProblems(problems);
  return policy;
}

function passwordPolicyOf({ passwordPolicy = {} }: AuthConfig, variables: Variables): PasswordPolicy {
  const { minLength = 12, uppercase = true, lowercase = true, digit = true, symbol = true } = passwordPolicy;
  return {
    minLength: variables.number('SVC_PASSWORD_MIN_LENGTH', passwordLength) ?? minLength,
    ...{ uppercase, lowercase, digit, symbol },
  };
}

function secretsOf(
  auth: AuthConfig,
  variables: Variables,
  problems: Problems,
): Pick<AuthOptions, 'secret' | 'previousSecrets'> {
  const own = inside(root, 'auth');
  const fromVariable = variables.secret('SVC_SECRET');
  const secret = fromVariable ?? auth.secret ?? '';
  const isMissing = secret.trim() === '';
  const issue = isMissing ? 'is missing: the service signs with it' : secretIssue(secret);
  if (issue !== null) {
    const isOwn = fromVariable === undefined && !isMissing;
    const hint = isMissing ? ' (.env is read in the folder that the server is started in)' : '';
    problems.add(
      isOwn ? inside(own, 'secret') : inside(root, 'SVC_SECRET'),
      `${issue}; ${secretAdvice}${hint}`,
    );
  }
  const fromList = variables
    .secret('SVC_PREVIOUS_SECRETS')
    ?.split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const previousSecrets = fromList ?? auth.previousSecrets ?? [];
  for (const previous of previousSecrets) {
    const weakness = secretIssue(previous);
    if (weakness === null) continue;
    problems.add(
      fromList === undefined ? inside(own, 'previousSecrets') : inside(root, 'SVC_PREVIOUS_SECRETS'),
      `holds a secret that ${weakness}: tokens could be forged with it`,
    );
  }
  return { secret, previousSecrets };
}

const maxFactor = 1_000_000;

type Limits = Pick<AuthOptions, 'rateLimit' | 'routeLimits'>;

/** The limits of the service, and those of routes, all by the same factor. */
function limitsOf(
  { auth, routes }: { readonly auth: AuthConfig; readonly routes: ServiceConfig['routes'] },
  variables: Variables,
  problems: Problems,
): Limits {
  const factor = factorOf(auth, variables, problems);
  if (factor === null) return { rateLimit: null };
  const times = ({ max, windowSeconds }: RateLimit): RateLimit => ({
    max: Math.max(1, Math.round(max * factor)),
    windowSeconds,
  });
  const { rateLimit } = auth;
  const limits = { ...defaultLimits, ...withValues(rateLimit === false ? {} : rateLimit) };
  const ofRoutes = (routes ?? []).flatMap((route) =>
    route.rateLimit === undefined ? [] : [[route.id, times(route.rateLimit)] as const],
  );
  return {
    rateLimit: {
      api: times(limits.api),
      auth: times(limits.auth),
      failedLogins: times(limits.failedLogins),
      mail: times(limits.mail),
      tokens: times(limits.tokens),
    },
    ...(ofRoutes.length > 0 && { routeLimits: Object.fromEntries(ofRoutes) }),
  };
}

/** What all limits are multiplied by; null: there are none. */
function factorOf({ rateLimit }: AuthConfig, variables: Variables, problems: Problems): number | null {
  let factor: number | undefined;
  const given = variables.text('SVC_RATE_LIMIT', (value) => {
    factor = typeof value === 'string' && /^(?:\d+\.?\d*|\.\d+)$/.test(value) ? Number(value) : Number.NaN;
  });
  if (given?.toLowerCase() === 'off') return null;
  if (given === undefined) return rateLimit === false ? null : 1;
  if (factor !== undefined && factor > 0 && factor <= maxFactor) return factor;
  problems.add(
    inside(root, 'SVC_RATE_LIMIT'),
    `must be off or a factor, such as 10 or 0.5, up to ${maxFactor}`,
  );
  return 1;
}

/** Treats `{ api: undefined }` like `{}`. */
function withValues(limits: RateLimitConfig = {}): RateLimitConfig {
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
}

function firstAdminOf(variables: Variables, problems: Problems): AuthOptions['firstAdmin'] {
  const email = variables.text('SVC_ADMIN_EMAIL', () => {});
  const password = variables.secret('SVC_ADMIN_PASSWORD');
  if (email !== undefined && password !== undefined) return { email, password };
  if (email !== undefined || password !== undefined) {
    const [set, missing] =
      email === undefined
        ? ['SVC_ADMIN_PASSWORD', 'SVC_ADMIN_EMAIL']
        : ['SVC_ADMIN_EMAIL', 'SVC_ADMIN_PASSWORD'];
    problems.add(
      inside(root, missing ?? ''),
      `is missing, and ${set} is set: the first administrator needs both`,
    );
  }
  return null;
}
