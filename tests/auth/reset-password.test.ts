import { expect, test } from 'vitest';
import { reason } from '../../runtime/errors/reasons/reason.js';
import { ServiceError } from '../../runtime/errors/service-error.js';
import { type AuthClient, minute, password } from '../support/auth-server.js';
import { type MailedServer, startMailedServer } from './support/mailed-server.js';
import { withoutTable } from './support/without-table.js';

const ada = 'ada@example.com';
const better = 'Another-Horse-8-Battery';
const sameAnswer = { message: 'If there is an account with this address, we have sent a link to it.' };

async function withUser(options: Parameters<typeof startMailedServer>[0] = {}): Promise<MailedServer> {
  const server = await startMailedServer(options);
  await server.addUser(ada);
  return server;
}

async function resetToken(server: MailedServer): Promise<string> {
  await server.client().post('/api/auth/forgot-password', { email: ada });
  return server.lastToken(ada);
}

test('known and unknown addresses get the same answer, and only the known one a mail', async () => {
  const server = await withUser();
  const client = server.client();
  const known = await client.post('/api/auth/forgot-password', { email: ada });
  const unknown = await client.post('/api/auth/forgot-password', { email: 'nobody@example.com' });
  expect(known).toMatchObject({ status: 200, body: sameAnswer, cookies: [] });
  expect(unknown).toMatchObject({ status: 200, body: sameAnswer, cookies: [] });
  expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
  const link = await server.lastLink(ada);
  expect(`${link.origin}${link.pathname}`).toBe('http://localhost:3000/admin/reset-password');
  expect(await server.subjects('nobody@example.com')).toEqual([]);
});

test('a reset ends every session, the old password and the lock, and logs nobody in', async () => {
  const server = await withUser();
  const session = await server.signedIn(ada);
  const guesser = server.client();
  for (let guess = 0; guess < 5; guess += 1) {
    await guesser.post('/api/auth/login', { email: ada, password: 'Wrong-Horse-7-Battery' });
  }
  expect((await guesser.post('/api/auth/login', { email: ada, password })).status).toBe(423);

  const token = await resetToken(server);
  const client = server.client();
  const { status, body, cookies } = await client.post('/api/auth/reset-password', {
    token,
    password: better,
  });
  expect({ status, body }).toEqual({
    status: 200,
    body: { message: 'The password is changed, and every session has ended; log in with the new password.' },
  });
  expect(cookies).toHaveLength(2);
  expect(cookies.every((cookie) => /=;.*Max-Age=0/i.test(cookie))).toBe(true);
  expect((await server.subjects(ada)).at(-1)).toBe('Your password for localhost:3000 was changed');
  expect((await session.get('/api/auth/me')).status).toBe(401);
  expect((await client.post('/api/auth/login', { email: ada, password })).status).toBe(401);
  expect((await client.post('/api/auth/login', { email: ada, password: better })).status).toBe(200);
});

test('a rejected password leaves the token good; a used one is not', async () => {
  const server = await withUser();
  const token = await resetToken(server);
  const client = server.client();
  const weak = await client.post('/api/auth/reset-password', { token, password: 'short' });
  expect(weak).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT' } });
  expect(weak.body.details[0].path).toBe('password');
  expect((await client.post('/api/auth/reset-password', { token, password: better })).status).toBe(200);
  const used = await client.post('/api/auth/reset-password', { token, password: better });
  expect(used).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
});

test('a reset verifies the email and voids every other link of the account', async () => {
  const server = await startMailedServer();
  const client = server.client();
  await client.post('/api/auth/register', { email: ada, password });
  const verification = await server.lastToken(ada);
  const token = await resetToken(server);
  await client.post('/api/auth/reset-password', { token, password: better });
  const user = await server.services.users.findByEmail(server.services.driver, ada);
  expect(user?.emailVerified).toBe(true);
  const { entries } = await server.services.audit.list({
    ...{ type: null, userId: user?.id ?? '', from: null, to: null, page: 1, limit: 10 },
  });
  expect(entries.map(({ type }) => type).sort()).toEqual([
    ...['email.verified', 'password.reset', 'password.reset.requested'],
  ]);
  const late = await client.post('/api/auth/verify-email', { token: verification });
  expect(late).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
});

test('a token ends after thirty minutes and when a newer one is mailed', async () => {
  const server = await withUser();
  const client = server.client();
  const older = await resetToken(server);
  const newer = await resetToken(server);
  const voided = await client.post('/api/auth/reset-password', { token: older, password: better });
  expect(voided).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  server.time.now += 30 * minute;
  const expired = await client.post('/api/auth/reset-password', { token: newer, password: better });
  expect(expired).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
});

test('twenty at once use a token exactly once', async () => {
  const server = await withUser();
  const token = await resetToken(server);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      server.client().post('/api/auth/reset-password', { token, password: better }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/',
  'http://localhost:3000@evil.example/',
  'http://user:secret@localhost:3000/',
  'javascript:alert(1)',
  '/path\nSet-Cookie: x=1',
  '\t//evil.example',
  'http:evil.example',
  'https://localhost:3000/',
  'relative',
  '',
])('redirectTo %j is refused', async (redirectTo) => {
  const client = (await startMailedServer()).client();
  for (const path of ['/api/auth/forgot-password', '/api/auth/magic-link']) {
    const { status, body } = await client.post(path, { email: ada, redirectTo });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'BAD_USER_INPUT', details: [{ path: 'redirectTo' }] },
    });
  }
});

test.each(['/', '/app?x=1#there', 'http://localhost:3000/app', 'https://app.example.com/start'])(
  'redirectTo %j is taken',
  async (redirectTo) => {
    const server = await withUser({ auth: { trustedOrigins: ['https://app.example.com'] } });
    const { status } = await server.client().post('/api/auth/forgot-password', { email: ada, redirectTo });
    expect(status).toBe(200);
    expect((await server.lastLink(ada)).searchParams.has('redirectTo')).toBe(false);
  },
);

test('links lead to the page of a frontend where the config names one', async () => {
  const server = await withUser({
    auth: {
      trustedOrigins: ['https://app.example.com'],
      pages: { resetPassword: 'https://app.example.com/reset?lang=en' },
    },
  });
  const redirectTo = 'https://app.example.com/start';
  await server.client().post('/api/auth/forgot-password', { email: ada, redirectTo });
  const link = await server.lastLink(ada);
  expect(`${link.origin}${link.pathname}`).toBe('https://app.example.com/reset');
  expect([...link.searchParams.keys()]).toEqual(['lang', 'token', 'redirectTo']);
  expect(link.searchParams.get('redirectTo')).toBe(redirectTo);
});

test('no token stands in the database or the log in the clear', async () => {
  const server = await withUser();
  const token = await resetToken(server);
  await server.client().post('/api/auth/reset-password', { token, password: better });
  const { driver } = server.services;
  const catalogue =
    driver.dialect.name === 'sqlite'
      ? "SELECT name FROM sqlite_master WHERE type = 'table'"
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()';
  const tables = await driver.all(catalogue, []);
  expect(tables.map(({ name }) => name)).toContain('_svc_link_tokens');
  for (const { name } of tables) {
    const rows = await driver.all(`SELECT * FROM "${String(name)}"`, []);
    const text = JSON.stringify(rows, (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    expect(text).not.toContain(token);
    expect(text).not.toContain(better);
  }
  expect(server.log.join('')).not.toContain(token);
});

/** What is left of a session and of the password by a reset that failed. */
async function leftOf(server: MailedServer, session: AuthClient): Promise<readonly number[]> {
  const login = await server.client().post('/api/auth/login', { email: ada, password });
  return [(await session.get('/api/auth/me')).status, login.status];
}

test('a reset that cannot be stored ends no session, and its token stays good', async () => {
  const server = await withUser();
  const session = await server.signedIn(ada);
  const token = await resetToken(server);
  const reset = () => server.client().post('/api/auth/reset-password', { token, password: better });
  for (const table of ['_svc_outbox', '_svc_audit_log']) {
    const failed = await withoutTable(server, table, reset);
    expect([failed.status, ...(await leftOf(server, session))]).toEqual([500, 200, 200]);
  }
  expect((await reset()).status).toBe(200);
  expect(await leftOf(server, session)).toEqual([401, 401]);
});

test('a session store that does not respond is noticed before the transaction begins', async () => {
  const server = await withUser();
  const token = await resetToken(server);
  const reset = () => server.client().post('/api/auth/reset-password', { token, password: better });
  const { sessions } = server.services;
  const { check, revokeAll } = sessions;
  let ends = 0;
  Object.assign(sessions, {
    check: async () => {
      throw new ServiceError('UNAVAILABLE', reason('sessionStore.notResponding'));
    },
    revokeAll: (userId: string) => {
      ends += 1;
      return revokeAll(userId);
    },
  });
  expect([(await reset()).status, ends]).toEqual([503, 0]);
  Object.assign(sessions, { check, revokeAll });
  expect((await reset()).status).toBe(200);
});

test('a session store that is away when the sessions are to end leaves the password and the token', async () => {
  const server = await withUser();
  const session = await server.signedIn(ada);
  const token = await resetToken(server);
  const reset = () => server.client().post('/api/auth/reset-password', { token, password: better });
  const { sessions } = server.services;
  const { revokeAll } = sessions;
  Object.assign(sessions, {
    revokeAll: async () => {
      throw new ServiceError('UNAVAILABLE', reason('sessionStore.notResponding'));
    },
  });
  expect([(await reset()).status, ...(await leftOf(server, session))]).toEqual([503, 200, 200]);
  Object.assign(sessions, { revokeAll });
  expect((await reset()).status).toBe(200);
  expect(await leftOf(server, session)).toEqual([401, 401]);
});
