/** Checks the `auth` of a config. Messages never contain a secret. */
import type {
  AuthConfig,
  AuthPagesConfig,
  PasswordPolicyConfig,
  RateLimitConfig,
  RoleConfig,
} from '../auth-config.js';
import { roleRanks } from '../roles.js';
import { sessions } from './check-database.js';
import {
  type Check,
  checkOptions,
  distinct,
  flag,
  isPlainObject,
  listOf,
  objectOf,
  oneOf,
  type PlainObject,
  wholeNumber,
} from './checks.js';
import { inside, type Place, type Problems } from './problem.js';
import { quoted, showValue } from './show-value.js';
import { isOrigin, parsedUrl } from './web-address.js';

/**
 * A config is generated and built where no secret is set, so a missing one is valid here. It is required when
 * a server starts.
 */
const secret: Check = (value, place, problems) => {
  if (typeof value !== 'string') problems.add(place, 'must be text: write process.env.SVC_SECRET');
};

const previousSecrets: Check = (value, place, problems) => {
  if (!Array.isArray(value)) problems.add(place, 'must be a list of secrets');
  else if (!value.every((each) => typeof each === 'string' && each !== '')) {
    problems.add(place, 'must only contain text that is not empty');
  }
};

/** Roles that users may get by registering themselves, as in the system settings: never the highest one. */
export const registrationRoles = ['customer', 'author', 'editor', 'admin'] as const;

export const registrationRole: Check = oneOf(registrationRoles);

/**
 * NIST SP 800-63B section 3.1.1.2 sets a min of 8. More than 128 is refused (docs/spec/auth.md#passwords).
 */
export const passwordLength: Check = wholeNumber(8, 128);

/** NIST SP 800-63B section 3.2.2: at most 100 failed attempts in a row. */
export const lockoutAttempts: Check = wholeNumber(1, 100);

/** Failures are forgotten after a day (docs/spec/auth.md#lockout), and with them a lock. */
export const lockoutMinutes: Check = wholeNumber(1, 24 * 60);

export const retentionDays: Check = wholeNumber(1, 3650);

/** How many requests in how many seconds. */
export const rateLimit: Check = objectOf({
  options: { max: wholeNumber(1), windowSeconds: wholeNumber(1, 86_400) },
  required: ['max', 'windowSeconds'],
  noun: 'a limit',
});

const limits: Readonly<Record<keyof RateLimitConfig, Check>> = {
  api: rateLimit,
  auth: rateLimit,
  failedLogins: rateLimit,
  mail: rateLimit,
  tokens: rateLimit,
};

const rateLimits: Check = (value, place, problems) => {
  if (value === false) return;
  if (isPlainObject(value)) checkOptions(value, { options: limits }, place, problems);
  else {
    problems.add(
      place,
      `must be false or { ${Object.keys(limits).join(', ')} }, each { max, windowSeconds }, not ${showValue(value)}`,
    );
  }
};

/** The origin of pages from which browsers may send cookies. */
export const trustedOrigin: Check = (value, place, problems) => {
  if (typeof value === 'string' && isOrigin(value)) return;
  const url = typeof value === 'string' ? parsedUrl(value) : null;
  const own = url !== null && /^https?:$/.test(url.protocol) ? url.origin : null;
  problems.add(place, `must be an origin, such as https://app.example.com, not ${showValue(value)}`, own);
};

const page: Check = (value, place, problems) => {
  const url = typeof value === 'string' ? parsedUrl(value) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return;
  const what = 'must be the http or https address of a page, such as https://app.example.com/reset-password';
  problems.add(place, `${what}, not ${showValue(value)}`);
};

const pages: Readonly<Record<keyof AuthPagesConfig, Check>> = {
  verifyEmail: page,
  resetPassword: page,
  changeEmail: page,
  magicLink: page,
  acceptInvite: page,
  login: page,
};

const policy: Readonly<Record<keyof PasswordPolicyConfig, Check>> = {
  minLength: passwordLength,
  uppercase: flag,
  lowercase: flag,
  digit: flag,
  symbol: flag,
};

const maxRoleNameLength = 63;

const roleName: Check = (value, place, problems) => {
  if (typeof value !== 'string' || !/^[a-z][a-z0-9_]*$/.test(value) || value.length > maxRoleNameLength) {
    const rule = `must be lower-case letters, digits and "_", starting with a letter, at most ${maxRoleNameLength}`;
    problems.add(place, `${rule}, not ${showValue(value)}`);
  } else if (Object.hasOwn(roleRanks, value)) {
    problems.add(place, `is ${quoted(value)}, which is a built-in role: choose another name`);
  }
};

/** Rank 100 is reserved for super_admin, which may do everything. */
const roleRank: Check = wholeNumber(1, 99);

const roleOptions: Readonly<Record<keyof RoleConfig, Check>> = { name: roleName, rank: roleRank };

const role: Check = objectOf({ options: roleOptions, required: ['name', 'rank'], noun: 'a role' });

const roles: Check = (value, place, problems) => {
  listOf(role)(value, place, problems);
  if (!Array.isArray(value)) return;
  const names = value.map((each: unknown) => (isPlainObject(each) ? each['name'] : undefined));
  for (const [position, name] of names.entries()) {
    if (typeof name === 'string' && names.indexOf(name) < position) {
      problems.add(inside(inside(place, position), 'name'), `repeats ${quoted(name)}`);
    }
  }
};

/** Typed by the compiler's view of the options, so that both stay equal. */
export const authOptions: Readonly<Record<keyof AuthConfig, Check>> = {
  secret,
  previousSecrets,
  sessions,
  registration: objectOf({ options: { enabled: flag, defaultRole: registrationRole } }),
  emailVerification: flag,
  passwordPolicy: objectOf({ options: policy }),
  lockout: objectOf({
    options: { attempts: lockoutAttempts, minutes: lockoutMinutes, deviceCookie: flag },
  }),
  rateLimit: rateLimits,
  trustedOrigins: distinct(listOf(trustedOrigin)),
  roles,
  auditRetentionDays: retentionDays,
  auditContent: flag,
  magicLink: flag,
  invites: flag,
  pages: objectOf({ options: pages }),
  tokenInBody: flag,
};

/** Checks `auth`. */
export const auth: Check = (value, place: Place, problems: Problems) => {
  if (isPlainObject(value)) checkOptions(value, { options: authOptions, noun: 'auth' }, place, problems);
  else
    problems.add(
      place,
      `must be an object, such as { secret: process.env.SVC_SECRET }, not ${showKind(value)}`,
    );
};

/** `auth: process.env.SVC_SECRET` is a mistake; its message must not print the secret. */
function showKind(value: unknown): string {
  return typeof value === 'string' ? 'text' : showValue(value);
}

/**
 * The roles of a config that may be invalid: the built-in ones and the entries of `auth.roles` that have a
 * name.
 */
export function knownRoles({ auth: given }: PlainObject): readonly string[] {
  const own = isPlainObject(given) && Array.isArray(given['roles']) ? given['roles'] : [];
  const names = own.flatMap((each: unknown) => {
    const name = isPlainObject(each) ? each['name'] : undefined;
    return typeof name === 'string' ? [name] : [];
  });
  return [...Object.keys(roleRanks), ...names];
}
