import { describe, expect, test } from 'vitest';
import { redisSessions } from '../auth-config.js';
import { postgres, postgresSessions, sqlite, sqliteSessions } from '../database-config.js';
import { atLeast } from '../roles.js';
import { validateConfig } from './validate-config.js';

const title = { name: 'title', type: 'text' };
const posts = { slug: 'posts', fields: [title] };

/** `path: message [suggestion]` of each issue. */
function issues(config: object): readonly string[] {
  return validateConfig(config).map(
    ({ path, message, suggestion }) =>
      `${path}: ${message}${suggestion === undefined ? '' : ` [${suggestion}]`}`,
  );
}

const withAuth = (auth: unknown, ...collections: readonly object[]): readonly string[] =>
  issues({ auth, collections: [posts, ...collections] });

test('every option has values that are right', () => {
  const limit = { max: 1, windowSeconds: 86_400 };
  expect(
    withAuth({
      secret: 'x',
      previousSecrets: ['y'],
      sessions: sqliteSessions({ path: ':memory:' }),
      registration: { enabled: true, defaultRole: 'admin' },
      emailVerification: false,
      passwordPolicy: { minLength: 8, uppercase: false, lowercase: false, digit: false, symbol: false },
      lockout: { attempts: 100, minutes: 1440, deviceCookie: true },
      rateLimit: { api: limit, auth: limit, failedLogins: limit, mail: limit, tokens: limit },
      trustedOrigins: ['https://app.example.com', 'http://localhost:5173'],
      roles: [
        { name: 'moderator', rank: 60 },
        { name: 'support_2', rank: 60 },
      ],
      auditRetentionDays: 3650,
      magicLink: false,
      invites: false,
      pages: { login: 'https://app.example.com/#/login', resetPassword: 'http://localhost:5173/reset?x=1' },
      tokenInBody: true,
    }),
  ).toEqual([]);
});

test.each([undefined, ''])('a config may be generated while the address of Redis is %o', (url) => {
  expect(withAuth({ secret: 'x', sessions: redisSessions({ url, tls: true, prefix: 'shop:' }) })).toEqual([]);
  expect(withAuth({ secret: 'x', sessions: postgresSessions() })).toEqual([]);
});

test.each([undefined, ''])('a config may be generated while the secret is %o', (secret) => {
  expect(withAuth({ secret })).toEqual([]);
});

describe('what is wrong', () => {
  test.each<[unknown, readonly string[]]>([
    ['hunter2', ['auth: must be an object, such as { secret: process.env.SVC_SECRET }, not text.']],
    [true, ['auth: must be an object, such as { secret: process.env.SVC_SECRET }, not true.']],
    [{ secert: 'hunter2' }, ['auth: auth has no option "secert". [secret]']],
    [{ secret: 7 }, ['auth.secret: must be text: write process.env.SVC_SECRET.']],
    [{ previousSecrets: 'hunter2' }, ['auth.previousSecrets: must be a list of secrets.']],
    [
      { previousSecrets: ['hunter2', ''] },
      ['auth.previousSecrets: must only contain text that is not empty.'],
    ],
    [
      { sessions: 'sessions.db' },
      [
        'auth.sessions: must be sqliteSessions({ path }), redisSessions({ url }) or postgresSessions({ db }), not "sessions.db".',
      ],
    ],
    [
      { sessions: sqliteSessions({ path: ' ' }) },
      ['auth.sessions.path: must be the path of a file, not " ".'],
    ],
    [
      { sessions: redisSessions({ url: 'http://:hunter2@h' }) },
      [
        'auth.sessions.url: must be the address of a Redis server; write redis://user:password@host:6379/0, or rediss:// for TLS.',
      ],
    ],
    [
      { sessions: { ...redisSessions({ url: 'redis://h', prefix: 'a b' }), tls: 'yes' } },
      [
        'auth.sessions.prefix: must be a text of 1 to 100 letters, digits and : . _ -, such as "shop:", not "a b".',
        'auth.sessions.tls: must be true or false, not "yes".',
      ],
    ],
    [
      { sessions: postgresSessions({ db: postgres({ url: 'http://u:hunter2@h' }) }) },
      [
        'auth.sessions.db.url: must be the address of a PostgreSQL server; write postgres://user:password@host:5432/database.',
      ],
    ],
    [
      { sessions: { kind: 'postgres', db: sqlite({ path: 'x.db' }) } },
      ['auth.sessions.db: must be postgres({ url }), not an object.'],
    ],
    [
      { registration: { enabled: 'yes', defaultRole: 'super_admin' } },
      [
        'auth.registration.enabled: must be true or false, not "yes".',
        'auth.registration.defaultRole: must be "customer", "author", "editor" or "admin", not "super_admin".',
      ],
    ],
    [
      { passwordPolicy: { minLength: 7, upercase: false } },
      [
        'auth.passwordPolicy.minLength: must be a whole number from 8 to 128, not 7.',
        'auth.passwordPolicy: has no option "upercase". [uppercase]',
      ],
    ],
    [
      { lockout: { attempts: 0, minutes: 1441 } },
      [
        'auth.lockout.attempts: must be a whole number from 1 to 100, not 0.',
        'auth.lockout.minutes: must be a whole number from 1 to 1440, not 1441.',
      ],
    ],
    [
      { rateLimit: true },
      [
        'auth.rateLimit: must be false or { api, auth, failedLogins, mail, tokens }, each { max, windowSeconds }, not true.',
      ],
    ],
    [
      { rateLimit: { login: { max: 1, windowSeconds: 1 }, api: { max: 0 } } },
      [
        'auth.rateLimit: has no option "login".',
        'auth.rateLimit.api.max: must be a whole number of at least 1, not 0.',
        'auth.rateLimit.api: a limit needs "windowSeconds".',
      ],
    ],
    [
      { trustedOrigins: ['https://app.example.com/', '*', 'https://a.example', 'https://a.example'] },
      [
        'auth.trustedOrigins[0]: must be an origin, such as https://app.example.com, not "https://app.example.com/". [https://app.example.com]',
        'auth.trustedOrigins[1]: must be an origin, such as https://app.example.com, not "*".',
        'auth.trustedOrigins[3]: repeats "https://a.example".',
      ],
    ],
    [{ auditRetentionDays: 0 }, ['auth.auditRetentionDays: must be a whole number from 1 to 3650, not 0.']],
    [
      { pages: { login: '/login', verifyEmail: 'javascript:alert(1)', logn: 'https://a.example' } },
      [
        'auth.pages.login: must be the http or https address of a page, such as https://app.example.com/reset-password, not "/login".',
        'auth.pages.verifyEmail: must be the http or https address of a page, such as https://app.example.com/reset-password, not "javascript:alert(1)".',
        'auth.pages: has no option "logn". [login]',
      ],
    ],
  ])('%j', (auth, expected) => {
    const found = withAuth(auth);
    expect(found).toEqual(expected);
    expect(found.join()).not.toContain('hunter2');
  });

  test.each<[object, readonly string[]]>([
    [
      { name: 'Moderator', rank: 60 },
      [
        'auth.roles[0].name: must be lower-case letters, digits and "_", starting with a letter, at most 63, not "Moderator".',
      ],
    ],
    [
      { name: 'editor', rank: 60 },
      ['auth.roles[0].name: is "editor", which is a built-in role: choose another name.'],
    ],
    [{ name: 'boss', rank: 100 }, ['auth.roles[0].rank: must be a whole number from 1 to 99, not 100.']],
    [{ name: 'boss', rank: 1.5 }, ['auth.roles[0].rank: must be a whole number from 1 to 99, not 1.5.']],
    [{ name: 'boss' }, ['auth.roles[0]: a role needs "rank".']],
  ])('the role %j', (role, expected) => {
    expect(withAuth({ secret: 'x', roles: [role] })).toEqual(expected);
  });

  test('a role twice', () => {
    const role = { name: 'boss', rank: 1 };
    expect(withAuth({ roles: [role, role] })).toEqual(['auth.roles[1].name: repeats "boss".']);
  });
});

describe('roles in access lists', () => {
  const builtIn = '"super_admin", "admin", "editor", "author", "customer", "guest"';

  test('may be those of the config', () => {
    const access = { read: ['moderator'], create: atLeast('moderator'), update: atLeast('editor') };
    const field = { ...title, access: { read: ['moderator'], update: atLeast('moderator') } };
    expect(
      issues({
        auth: { secret: 'x', roles: [{ name: 'moderator', rank: 60 }] },
        collections: [{ slug: 'posts', access, drafts: { readRoles: ['moderator'] }, fields: [field] }],
        globals: [{ slug: 'site', access: { update: ['moderator'] }, fields: [field] }],
      }),
    ).toEqual([]);
  });

  test('are looked for in collections, globals, drafts, fields and rows, with a near-miss', () => {
    const rows = { name: 'rows', type: 'array', fields: [{ ...title, access: { read: ['edtor'] } }] };
    const faulty = {
      access: { read: ['edtor'], update: atLeast('boss') },
      drafts: { readRoles: ['admin', 'edtor'] },
      fields: [{ ...title, access: { update: ['edtor'] } }, rows],
    };
    const edtor = `must be ${builtIn.replace(', "guest"', ' or "guest"')}, not "edtor". [editor]`;
    expect(
      issues({
        auth: { secret: 'x' },
        collections: [{ slug: 'posts', ...faulty }],
        globals: [{ slug: 'site', access: { read: ['edtor'] }, fields: [title] }],
      }),
    ).toEqual([
      `collections.posts.access.read[0]: ${edtor}`,
      `collections.posts.access.update: must be ${builtIn.replace(', "guest"', ' or "guest"')}, not "boss".`,
      `collections.posts.drafts.readRoles[1]: ${edtor}`,
      `collections.posts.fields.title: access.update[0] ${edtor}`,
      `collections.posts.fields.rows.fields.title: access.read[0] ${edtor}`,
      `globals.site.access.read[0]: ${edtor}`,
    ]);
  });

  test('are the built-in ones without auth', () => {
    expect(
      issues({ collections: [{ ...posts, access: { read: atLeast('editor'), update: ['boss'] } }] }),
    ).toEqual([
      `collections.posts.access.update[0]: must be ${builtIn.replace(', "guest"', ' or "guest"')}, not "boss".`,
    ]);
  });
});

describe('the users collection', () => {
  const owner = { name: 'owner', type: 'relationship', to: 'users' };
  const users = (fields: readonly object[], options: object = {}): object => ({
    slug: 'users',
    fields,
    ...options,
  });

  test('is there with auth, for relations, joins and sorts', () => {
    const join = { name: 'posts', type: 'join', collection: 'articles', on: 'owner' };
    const articles = { slug: 'articles', fields: [owner] };
    expect(withAuth({ secret: 'x' }, articles)).toEqual([]);
    const options = {
      drafts: false,
      versions: false,
      admin: { useAsTitle: 'email', defaultColumns: ['name', 'role'] },
      defaultSort: 'email_asc,nick',
      indexes: [{ fields: ['role', 'nick'] }],
    };
    expect(withAuth({}, articles, users([{ name: 'nick', type: 'text' }, join], options))).toEqual([]);
  });

  test('is none without auth', () => {
    expect(issues({ collections: [{ slug: 'posts', fields: [owner] }] })).toEqual([
      'collections.posts.fields.owner: to names the unknown collection "users".',
    ]);
  });

  test('can be filtered by its built-in fields in a join', () => {
    const friends = {
      name: 'friends',
      type: 'join',
      collection: 'users',
      on: 'friend',
      where: { rol: 'admin' },
    };
    const friend = { name: 'friend', type: 'relationship', to: 'users' };
    expect(withAuth({}, users([friend, friends]))).toEqual([
      'collections.users.fields.friends: where.rol names the unknown field "rol". [role]',
    ]);
  });

  test.each(['email', 'name', 'role', 'emailVerified', 'password'])('has the field %s already', (name) => {
    const message = `is a built-in field of users: remove it or choose another name.`;
    expect(withAuth({}, users([{ name, type: 'text' }]))).toEqual([
      `collections.users.fields.${name}: "${name}" ${message}`,
    ]);
  });

  test('has names of its own whatever their case', () => {
    expect(withAuth({}, users([{ name: 'EMail', type: 'text' }]))).toEqual([
      'collections.users.fields.EMail: "EMail" is a built-in field of users (as "email"): remove it or choose another name.',
    ]);
  });

  test('has no drafts and no versions', () => {
    expect(withAuth({}, users([title], { drafts: true, versions: { max: 3 } }))).toEqual([
      'collections.users.drafts: must not be on: users have no drafts.',
      'collections.users.versions: must not be on: users have no versions.',
    ]);
  });

  test('asks for no field that an invitation or the first administrator would lack', () => {
    const group = { name: 'seo', type: 'group', fields: [{ name: 'text', type: 'text', required: true }] };
    const rows = { name: 'rows', type: 'array', fields: [{ name: 'text', type: 'text', required: true }] };
    const filled = { name: 'plan', type: 'text', required: true, default: 'free' };
    const message =
      'required needs a "default" here: users are also created without this field, by an invitation for instance.';
    expect(withAuth({}, users([{ ...title, required: true }, group, rows, filled]))).toEqual([
      `collections.users.fields.title: ${message}`,
      `collections.users.fields.seo.fields.text: ${message}`,
    ]);
  });

  test('keeps its name in the SDK', () => {
    expect(withAuth({}, { slug: 'users_', fields: [title] })).toEqual([
      'collections.users_: "users_" is called "users" in the SDK, like the built-in users: rename it.',
    ]);
  });
});
