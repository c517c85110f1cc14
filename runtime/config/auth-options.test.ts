import { describe, expect, test } from 'vitest';
import { ConfigError } from '../errors/config-error.js';
import { type AuthConfig, redisSessions } from './auth-config.js';
import { type AuthOptions, resolveAuthOptions, resolvePasswordPolicy } from './auth-options.js';
import { postgres, postgresSessions, sqlite, sqliteSessions } from './database-config.js';
import type { ServiceConfig } from './service-config.js';

const secret = 'k3J9xQ2mVb7nZr5tWp8sYd4fHc6gLa1e';
const other = 'Q9w8E7r6T5y4U3i2O1p0A9s8D7f6G5h4';

function configOf(auth: Partial<AuthConfig> = {}, rest: ServiceConfig = {}): ServiceConfig {
  return { collections: [], ...rest, auth: { secret, ...auth } };
}

function options(
  auth: Partial<AuthConfig> = {},
  env: NodeJS.ProcessEnv = {},
  rest: ServiceConfig = {},
): AuthOptions {
  const resolved = resolveAuthOptions(configOf(auth, rest), env);
  if (resolved === null) throw new Error('There are no options.');
  return resolved;
}

/** One line per issue. */
function issues(
  auth: Partial<AuthConfig>,
  env: NodeJS.ProcessEnv = {},
  rest: ServiceConfig = {},
): readonly string[] {
  try {
    resolveAuthOptions(configOf(auth, rest), env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
  }
  return [];
}

test('there are none without auth', () => {
  expect(resolveAuthOptions({ collections: [] }, { SVC_SECRET: 'short' })).toBeNull();
});

test('everything but the secret has a default', () => {
  expect(options()).toEqual({
    secret,
    previousSecrets: [],
    baseUrl: 'http://localhost:3000',
    https: false,
    sessions: { kind: 'sqlite', path: '.svc/sessions.db' },
    registration: { enabled: false, defaultRole: 'customer' },
    emailVerification: true,
    passwordPolicy: { minLength: 12, uppercase: true, lowercase: true, digit: true, symbol: true },
    lockout: { attempts: 5, minutes: 15, deviceCookie: false },
    rateLimit: {
      api: { max: 1000, windowSeconds: 60 },
      auth: { max: 100, windowSeconds: 60 },
      failedLogins: { max: 50, windowSeconds: 900 },
      mail: { max: 10, windowSeconds: 60 },
      tokens: { max: 30, windowSeconds: 60 },
    },
    trustedOrigins: [],
    auditRetentionDays: 30,
    auditContent: true,
    magicLink: true,
    invites: true,
    pages: {},
    tokenInBody: false,
    firstAdmin: null,
  });
});

const full: AuthConfig = {
  secret,
  previousSecrets: [other],
  sessions: sqliteSessions({ path: 'var/sessions.db' }),
  registration: { enabled: true, defaultRole: 'author' },
  emailVerification: false,
  passwordPolicy: { minLength: 20, symbol: false },
  lockout: { attempts: 3, minutes: 5, deviceCookie: true },
  rateLimit: { api: { max: 7, windowSeconds: 2 } },
  trustedOrigins: ['https://app.example.com'],
  auditRetentionDays: 90,
  magicLink: false,
  invites: false,
  pages: { login: 'https://app.example.com/login' },
  tokenInBody: true,
};

test('the config decides', () => {
  expect(options(full, {}, { baseUrl: 'https://api.example.com/' })).toMatchObject({
    previousSecrets: [other],
    baseUrl: 'https://api.example.com',
    https: true,
    sessions: { kind: 'sqlite', path: 'var/sessions.db' },
    registration: { enabled: true, defaultRole: 'author' },
    emailVerification: false,
    passwordPolicy: { minLength: 20, uppercase: true, lowercase: true, digit: true, symbol: false },
    lockout: { attempts: 3, minutes: 5, deviceCookie: true },
    rateLimit: { api: { max: 7, windowSeconds: 2 }, auth: { max: 100, windowSeconds: 60 } },
    trustedOrigins: ['https://app.example.com'],
    auditRetentionDays: 90,
    magicLink: false,
    invites: false,
    pages: { login: 'https://app.example.com/login' },
    tokenInBody: true,
  });
});

test('the environment wins, and an empty variable is none', () => {
  const env = {
    SVC_SECRET: other,
    SVC_PREVIOUS_SECRETS: ` ${secret} ,`,
    SVC_SESSIONS_URL: 'file:/srv/sessions.db',
    SVC_BASE_URL: 'https://env.example/',
    SVC_ENABLE_REGISTRATION: 'false',
    SVC_DEFAULT_REGISTRATION_ROLE: 'EDITOR',
    EMAIL_VERIFICATION_REQUIRED: 'TRUE',
    SVC_LOCKOUT_ATTEMPTS: '9',
    SVC_LOCKOUT_MINUTES: '1',
    SVC_LOCKOUT_DEVICE_COOKIE: '0',
    SVC_TRUSTED_ORIGINS: 'https://a.example, https://b.example',
    SVC_AUDIT_RETENTION_DAYS: '7',
    SVC_MAGIC_LINK: 'on',
    SVC_INVITES: 'yes',
    SVC_PASSWORD_MIN_LENGTH: '16',
    SVC_TOKEN_IN_BODY: 'off',
    SVC_ADMIN_EMAIL: ' ada@example.com ',
    SVC_ADMIN_PASSWORD: ' with spaces ',
    SVC_RATE_LIMIT: ' ',
  };
  expect(options(full, env)).toMatchObject({
    secret: other,
    previousSecrets: [secret],
    sessions: { kind: 'sqlite', path: '/srv/sessions.db' },
    baseUrl: 'https://env.example',
    https: true,
    registration: { enabled: false, defaultRole: 'editor' },
    emailVerification: true,
    passwordPolicy: { minLength: 16, symbol: false },
    lockout: { attempts: 9, minutes: 1, deviceCookie: false },
    rateLimit: { api: { max: 7, windowSeconds: 2 } },
    trustedOrigins: ['https://a.example', 'https://b.example'],
    auditRetentionDays: 7,
    magicLink: true,
    invites: true,
    tokenInBody: false,
    firstAdmin: { email: 'ada@example.com', password: ' with spaces ' },
  });
});

describe('the secret', () => {
  test.each([undefined, '', ' '])('is missing when it is %o', (none) => {
    const [issue = ''] = issues({ secret: none }, { SVC_SECRET: '' });
    expect(issue).toMatch(
      /^SVC_SECRET: is missing: the service signs with it; make one with: node -p .* \(\.env is read in the folder that/,
    );
  });

  test('is refused when it is weak, without being shown', () => {
    const weak = 'hunter2hunter2hunter2hunter2hunter2';
    expect(issues({ secret: weak })).toEqual([
      expect.stringMatching(/^auth\.secret: repeats a few characters/),
    ]);
    const [issue = ''] = issues({}, { SVC_SECRET: 'hunter2' });
    expect(issue).toMatch(/^SVC_SECRET: has 7 bytes, and 32 is the minimum; make one with: /);
    expect(issue).not.toContain('hunter2');
  });

  test('of before is held to the same rule: tokens could be forged with it', () => {
    expect(issues({ previousSecrets: ['hunter2'] })).toEqual([
      'auth.previousSecrets: holds a secret that has 7 bytes, and 32 is the minimum: tokens could be forged with it.',
    ]);
    expect(issues({}, { SVC_PREVIOUS_SECRETS: `${other},hunter2` })).toEqual([
      expect.stringMatching(/^SVC_PREVIOUS_SECRETS: holds a secret that has 7 bytes/),
    ]);
  });
});

describe('sessions', () => {
  test.each([
    ['var/data.db', 'var/sessions.db'],
    ['var/shop.db', 'var/shop.sessions.db'],
    ['var/shop.sqlite', 'var/shop.sqlite.sessions.db'],
    ['blog.db', 'blog.sessions.db'],
    [':memory:', ':memory:'],
  ])('beside the content in %s are in %s', (path, sessions) => {
    expect(options({}, {}, { db: sqlite({ path }) }).sessions).toEqual({ kind: 'sqlite', path: sessions });
  });

  test('in memory are for one process', () => {
    const env = { SVC_WORKERS: '2', SVC_SESSIONS_URL: 'file::memory:' };
    expect(issues({}, env)).toEqual([
      'SVC_WORKERS: must be 1 with sessions in memory: processes cannot share them.',
    ]);
    expect(issues({ sessions: sqliteSessions({ path: ':memory:' }) }, { SVC_WORKERS: '1' })).toEqual([]);
    expect(options({}, { SVC_SESSIONS_URL: ':memory:' }).sessions).toEqual({
      kind: 'sqlite',
      path: ':memory:',
    });
  });

  test.each<[string, AuthConfig['sessions'] | undefined, object]>([
    ['redis://:hunter2@h', undefined, { tls: false, prefix: 'svc:' }],
    ['rediss://u:hunter2@[::1]:7000/3', undefined, { tls: true, prefix: 'svc:' }],
    [
      'REDIS://h',
      redisSessions({ url: 'redis://other', tls: true, prefix: 'a:' }),
      { tls: true, prefix: 'a:' },
    ],
    ['redis://h', sqliteSessions({ path: 'x.db' }), { tls: false, prefix: 'svc:' }],
  ])('are in Redis at %s where the environment says so', (url, sessions, others) => {
    const given = sessions === undefined ? {} : { sessions };
    expect(options(given, { SVC_SESSIONS_URL: url }).sessions).toEqual({ kind: 'redis', url, ...others });
  });

  test('are in Redis where the config says so, unless the environment names a file', () => {
    const sessions = redisSessions({ url: 'redis://h:7000' });
    expect(options({ sessions }).sessions).toEqual({
      kind: 'redis',
      url: 'redis://h:7000',
      tls: false,
      prefix: 'svc:',
    });
    const env = { SVC_SESSIONS_URL: 'file:s.db' };
    expect(options({ sessions }, env).sessions).toEqual({ kind: 'sqlite', path: 's.db' });
  });

  test('in Redis need an address when a server starts', () => {
    expect(issues({ sessions: redisSessions({ url: undefined }) }, {})).toEqual([
      'auth.sessions.url: is missing: set it, or SVC_SESSIONS_URL to redis://host:6379.',
    ]);
  });

  test('are in PostgreSQL where config or environment says so', () => {
    const db = postgres({ url: 'postgres://h/d', pool: { max: 3 } });
    const sessions = postgresSessions({ db });
    expect(options({ sessions }).sessions).toEqual({ kind: 'postgres', url: db.url, pool: { max: 3 } });
    const url = 'postgresql://u:hunter2@other/d';
    expect(options({ sessions }, { SVC_SESSIONS_URL: url }).sessions).toEqual({
      kind: 'postgres',
      url,
      pool: { max: 3 },
    });
  });

  test('in PostgreSQL need a database while the content is in SQLite', () => {
    expect(issues({ sessions: postgresSessions() }, {})).toEqual([
      'auth.sessions: must name a database, since the content is in SQLite: write postgresSessions({ db: postgres({ url }) }), or set SVC_SESSIONS_URL.',
    ]);
  });

  const redisForm = '; write redis://user:password@host:6379/0, or rediss:// for TLS.';
  test.each([
    ['redis://', `names no host${redisForm}`],
    ['redis://a b', `must be the address of a Redis server${redisForm}`],
    ['redis://:hunter2@h/shop', `must end with the number of a database${redisForm}`],
    ['redis://:hunter2@h?tls=true', `must have no query and no fragment${redisForm}`],
    ['redis://:hunter%zz@h', `has a user or password with an invalid percent encoding${redisForm}`],
    ['postgres://u:hunter2@h', 'names no database; write postgres://user:password@host:5432/database.'],
    [
      'hunter2',
      'must be an address: file:sessions.db, file:///srv/sessions.db, redis://host:6379 or postgres://host:5432/database.',
    ],
  ])('cannot be at %s', (url, issue) => {
    expect(issues({}, { SVC_SESSIONS_URL: url })).toEqual([`SVC_SESSIONS_URL: ${issue}`]);
  });
});

describe('rate limits', () => {
  test.each(['off', 'OFF'])('are none with %s', (off) => {
    expect(options({}, { SVC_RATE_LIMIT: off }).rateLimit).toBeNull();
  });

  test('are none where the config says so, unless a factor is set', () => {
    expect(options({ rateLimit: false }).rateLimit).toBeNull();
    expect(options({ rateLimit: false }, { SVC_RATE_LIMIT: '2' }).rateLimit?.api.max).toBe(2000);
  });

  test('grow and shrink by a factor, and never to none', () => {
    expect(
      options({ rateLimit: { mail: { max: 4, windowSeconds: 9 } } }, { SVC_RATE_LIMIT: '10' }).rateLimit,
    ).toEqual({
      api: { max: 10_000, windowSeconds: 60 },
      auth: { max: 1000, windowSeconds: 60 },
      failedLogins: { max: 500, windowSeconds: 900 },
      mail: { max: 40, windowSeconds: 9 },
      tokens: { max: 300, windowSeconds: 60 },
    });
    expect(options({}, { SVC_RATE_LIMIT: '0.05' }).rateLimit).toMatchObject({
      auth: { max: 5 },
      mail: { max: 1 },
    });
  });

  test.each(['0', '-1', 'on', '1e3', '10000000', 'ten'])('cannot be %s', (value) => {
    expect(issues({}, { SVC_RATE_LIMIT: value })).toEqual([
      'SVC_RATE_LIMIT: must be off or a factor, such as 10 or 0.5, up to 1000000.',
    ]);
  });
});

test('every wrong variable is named at once, and no password shown', () => {
  const env = {
    SVC_ENABLE_REGISTRATION: 'maybe',
    SVC_DEFAULT_REGISTRATION_ROLE: 'autor',
    SVC_LOCKOUT_ATTEMPTS: '0',
    SVC_LOCKOUT_MINUTES: '1.5',
    SVC_TRUSTED_ORIGINS: 'https://a.example,b.example',
    SVC_PASSWORD_MIN_LENGTH: '6',
    SVC_AUDIT_RETENTION_DAYS: 'x',
    SVC_ADMIN_PASSWORD: 'hunter2',
  };
  expect(issues({}, env)).toEqual([
    'SVC_ENABLE_REGISTRATION: must be true or false, not "maybe".',
    'SVC_DEFAULT_REGISTRATION_ROLE: must be customer, author, editor or admin, not "autor". Did you mean "author"?',
    'SVC_PASSWORD_MIN_LENGTH: must be a whole number from 8 to 128, not 6.',
    'SVC_LOCKOUT_ATTEMPTS: must be a whole number from 1 to 100, not 0.',
    'SVC_LOCKOUT_MINUTES: must be a whole number from 1 to 1440, not "1.5".',
    'SVC_TRUSTED_ORIGINS: must be an origin, such as https://app.example.com, not "b.example".',
    'SVC_AUDIT_RETENTION_DAYS: must be a whole number from 1 to 3650, not "x".',
    'SVC_ADMIN_EMAIL: is missing, and SVC_ADMIN_PASSWORD is set: the first administrator needs both.',
  ]);
  expect(issues({}, { SVC_ADMIN_EMAIL: 'ada@example.com' })).toEqual([
    'SVC_ADMIN_PASSWORD: is missing, and SVC_ADMIN_EMAIL is set: the first administrator needs both.',
  ]);
});

test('a config that computes wrong options at the start is refused', () => {
  expect(issues({ emailVerification: 'no' as never })).toEqual([
    'auth.emailVerification: must be true or false, not "no".',
  ]);
});

test('commands know the password policy without a secret', () => {
  const { auth } = configOf({ secret: undefined, passwordPolicy: { digit: false } });
  const env = { SVC_PASSWORD_MIN_LENGTH: '30' };
  expect(auth && resolvePasswordPolicy(auth, env)).toEqual({
    minLength: 30,
    uppercase: true,
    lowercase: true,
    digit: false,
    symbol: true,
  });
});
