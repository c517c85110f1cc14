import { expect, test } from 'vitest';
import {
  type AuthServer,
  adminEmail,
  day,
  hour,
  minute,
  password,
  type Sent,
  startAuthServer,
} from '../support/auth-server.js';

const wrong = 'Wrong-Horse-7-Battery';
const path = '/api/auth/login';

function outcome({ status, body }: Sent): unknown {
  return { status, body };
}

function logIn(server: AuthServer, email: string, tried: string = password): Promise<Sent> {
  return server.client().post(path, { email, password: tried });
}

async function auditTypes(server: AuthServer): Promise<readonly string[]> {
  const everything = { type: null, userId: null, from: null, to: null, page: 1, limit: 100 };
  const { entries } = await server.services.audit.list(everything);
  return entries.map(({ type, reason }) => (reason === null ? type : `${type}: ${reason}`)).reverse();
}

test('a right password opens a session', async () => {
  const server = await startAuthServer();
  const client = server.client();
  const sent = await client.post(path, { email: adminEmail, password });
  expect(outcome(sent)).toEqual({
    status: 200,
    body: {
      user: {
        id: expect.any(String),
        email: adminEmail,
        name: null,
        role: 'super_admin',
        emailVerified: true,
        createdAt: '2026-11-21T00:00:00.000Z',
        updatedAt: '2026-11-21T00:00:00.000Z',
      },
      session: { id: expect.stringMatching(/^[\w-]{32}$/), expiresAt: '2026-12-21T00:00:00.000Z' },
    },
  });
  expect(sent.headers.get('cache-control')).toBe('no-store');
  expect((await client.get('/api/auth/me')).body).toEqual(sent.body);
});

test('an unknown email and a wrong password get the same answer', async () => {
  const server = await startAuthServer();
  const answers = [await logIn(server, adminEmail, wrong), await logIn(server, 'nobody@example.com', wrong)];
  const expected = {
    status: 401,
    body: {
      error: 'There is no account with this email and password.',
      code: 'INVALID_CREDENTIALS',
      reason: 'login.wrong',
    },
  };
  expect(answers.map(outcome)).toEqual([expected, expected]);
  expect(answers.map(({ cookies }) => cookies)).toEqual([[], []]);
});

test('an email is trimmed and compared in lower case', async () => {
  const server = await startAuthServer();
  expect((await logIn(server, `  ${adminEmail.toUpperCase()} `)).status).toBe(200);
});

test.each([
  [{ email: 'nobody', password }, 'email'],
  [{ email: 'kelvin@example\u212A.com', password }, 'email'],
  [{ email: 7, password }, 'email'],
  [{ email: adminEmail }, 'password'],
  [{ email: adminEmail, password: '' }, 'password'],
  [{ email: adminEmail, password: [password] }, 'password'],
  [{ email: adminEmail, password: 'x'.repeat(5000) }, 'password'],
  [{ email: adminEmail, password, remember: 'yes' }, 'remember'],
  [{ email: adminEmail, password, rememeber: true }, 'rememeber'],
])('a body with a fault is 400 and names the place: %j', async (body, place) => {
  const server = await startAuthServer();
  const sent = await server.client().post(path, body);
  expect(outcome(sent)).toMatchObject({
    status: 400,
    body: { code: 'BAD_USER_INPUT', details: [{ path: place }] },
  });
  expect(JSON.stringify(sent.body)).not.toContain(password);
});

test('bodies that are no small plain JSON object are refused', async () => {
  const server = await startAuthServer();
  const send = async (body: string, type = 'application/json'): Promise<number> =>
    (await server.client().post(path, body, { 'content-type': type })).status;
  expect(await send('email=a&password=b', 'application/x-www-form-urlencoded')).toBe(415);
  expect(await send('{}', 'text/plain')).toBe(415);
  expect(await send('[]')).toBe(400);
  expect(await send('{')).toBe(400);
  expect(await send(`{"email":"${'a'.repeat(100_000)}"}`)).toBe(413);
  expect(await send(`{"email":${'['.repeat(32)}${']'.repeat(32)}}`)).toBe(400);
  expect(await send(`{"__proto__":{"remember":true},"email":"a@b.io","password":"x"}`)).toBe(400);
  expect(await send(`{"constructor":{"prototype":{}},"email":"a@b.io","password":"x"}`)).toBe(400);
});

test('parameters are refused: a password does not belong into an address', async () => {
  const server = await startAuthServer();
  const sent = await server.client().post(`${path}?remember=1`, { email: adminEmail, password });
  expect(sent.status).toBe(400);
});

test('an unverified user is told so only after the right password, and gets the link again once an hour', async () => {
  const server = await startAuthServer();
  await server.addUser('ada@example.com', { verified: false });
  expect((await logIn(server, 'ada@example.com', wrong)).body.code).toBe('INVALID_CREDENTIALS');
  expect(await server.mails()).toHaveLength(0);

  const refused = await logIn(server, 'ada@example.com');
  expect(outcome(refused)).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });
  expect(refused.cookies).toEqual([]);
  await logIn(server, 'ada@example.com');
  expect((await server.mails()).map(({ to }) => JSON.stringify(to))).toEqual([
    expect.stringContaining('ada@example.com'),
  ]);
  server.time.now += hour;
  await logIn(server, 'ada@example.com');
  expect(await server.mails()).toHaveLength(2);
});

test('the link that an unverified user has stays good when a login sends another', async () => {
  const server = await startAuthServer();
  const user = await server.addUser('ada@example.com', { verified: false });
  const { driver, links } = server.services;
  const { token } = await driver.transaction((connection) =>
    links.issue(connection, { purpose: 'verify-email', subject: user.id }),
  );
  await logIn(server, 'ada@example.com');
  expect(await links.peek(driver, 'verify-email', token)).not.toBeNull();
});

test('without email verification an unverified user logs in', async () => {
  const server = await startAuthServer({ auth: { emailVerification: false } });
  await server.addUser('ada@example.com', { verified: false });
  expect((await logIn(server, 'ada@example.com')).status).toBe(200);
});

test('the fifth failure answers 401 and locks; the sixth attempt is 423, with the right password too', async () => {
  const server = await startAuthServer();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect((await logIn(server, adminEmail, wrong)).status).toBe(401);
  }
  const locked = await logIn(server, adminEmail);
  expect(outcome(locked)).toMatchObject({ status: 423, body: { code: 'ACCOUNT_LOCKED' } });
  expect(locked.headers.get('retry-after')).toBe('900');

  server.time.now += 15 * minute - 1;
  expect((await logIn(server, adminEmail)).status).toBe(423);
  server.time.now += 1;
  expect((await logIn(server, adminEmail)).status).toBe(200);
});

test('attempts while the account is locked do not extend the lock', async () => {
  const server = await startAuthServer();
  for (let attempt = 1; attempt <= 5; attempt += 1) await logIn(server, adminEmail, wrong);
  server.time.now += 10 * minute;
  for (let attempt = 1; attempt <= 5; attempt += 1) await logIn(server, adminEmail, wrong);
  server.time.now += 5 * minute;
  expect((await logIn(server, adminEmail)).status).toBe(200);
});

test('a success resets the failures', async () => {
  const server = await startAuthServer();
  for (let round = 1; round <= 2; round += 1) {
    for (let attempt = 1; attempt <= 4; attempt += 1) await logIn(server, adminEmail, wrong);
    expect((await logIn(server, adminEmail)).status).toBe(200);
  }
});

test('an email that nobody has locks the same way', async () => {
  const server = await startAuthServer();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect((await logIn(server, 'nobody@example.com', wrong)).status).toBe(401);
  }
  expect((await logIn(server, 'nobody@example.com', wrong)).status).toBe(423);
  expect(await server.mails()).toHaveLength(0);
});

test('the owner is told of a lock, at most three times a day', async () => {
  const server = await startAuthServer({ env: { SVC_RATE_LIMIT: 'off' } });
  for (let lock = 1; lock <= 5; lock += 1) {
    for (let attempt = 1; attempt <= 5; attempt += 1) await logIn(server, adminEmail, wrong);
    server.time.now += 15 * minute;
  }
  expect(await server.mails()).toHaveLength(3);
  server.time.now += day;
  for (let attempt = 1; attempt <= 5; attempt += 1) await logIn(server, adminEmail, wrong);
  expect(await server.mails()).toHaveLength(4);
});

test('of many wrong passwords at once at most five are hashed', async () => {
  const server = await startAuthServer({ env: { SVC_RATE_LIMIT: 'off' } });
  const answers = await Promise.all(Array.from({ length: 40 }, () => logIn(server, adminEmail, wrong)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 423)).toHaveLength(35);
});

test('sessions that exist go on while the account is locked', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  for (let attempt = 1; attempt <= 5; attempt += 1) await logIn(server, adminEmail, wrong);
  expect((await client.get('/api/auth/me')).status).toBe(200);
});

test('failed logins of one address are limited, whichever accounts they try', async () => {
  const server = await startAuthServer({
    auth: { rateLimit: { failedLogins: { max: 3, windowSeconds: 60 } } },
  });
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    expect((await logIn(server, `user${attempt}@example.com`, wrong)).status).toBe(401);
  }
  const limited = await logIn(server, adminEmail);
  expect(outcome(limited)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('successful logins do not count towards the limit for failed ones', async () => {
  const server = await startAuthServer({
    auth: { rateLimit: { failedLogins: { max: 3, windowSeconds: 60 } } },
  });
  for (let attempt = 1; attempt <= 5; attempt += 1)
    expect((await logIn(server, adminEmail)).status).toBe(200);
});

test('every login is in the audit log before it is answered', async () => {
  const server = await startAuthServer({ auth: { lockout: { attempts: 2 } } });
  await logIn(server, adminEmail);
  await logIn(server, adminEmail, wrong);
  await logIn(server, adminEmail, wrong);
  await logIn(server, adminEmail);
  expect(await auditTypes(server)).toEqual([
    'login.success',
    'login.failure: login',
    'login.failure: login',
    'login.locked: too many failures in a row',
    'login.locked: login while locked',
  ]);
});

test('a login ends the session whose cookies come with it', async () => {
  const server = await startAuthServer();
  await server.addUser('ada@example.com');
  const client = await server.signedIn('ada@example.com');
  const before = new Map(client.jar);
  const second = await client.post(path, { email: adminEmail, password });
  expect(second.status).toBe(200);

  const thief = server.client();
  for (const [name, value] of before) thief.jar.set(name, value);
  expect((await thief.get('/api/auth/me')).status).toBe(401);
  expect((await client.get('/api/auth/me')).body.user.email).toBe(adminEmail);
});

test('a planted cookie is never the session of the user who logs in', async () => {
  const server = await startAuthServer();
  await server.addUser('mallory@example.com');
  const mallory = await server.signedIn('mallory@example.com');
  const victim = server.client();
  for (const [name, value] of mallory.jar) victim.jar.set(name, value);
  await victim.post(path, { email: adminEmail, password });
  expect(victim.jar.get('svc_session')).not.toBe(mallory.jar.get('svc_session'));
  expect((await mallory.get('/api/auth/me')).status).toBe(401);
});

test('a dead session does not keep its owner from logging in', async () => {
  const server = await startAuthServer();
  const client = server.client();
  client.jar.set('svc_session', 'nonsense');
  client.jar.set('svc_refresh', 'nonsense');
  expect((await client.post(path, { email: adminEmail, password })).status).toBe(200);
});

test('no API key logs in', async () => {
  const server = await startAuthServer();
  const admin = await server.signedIn();
  const { body } = await admin.post('/api/auth/api-keys', { name: 'ci', role: 'editor' });
  const login = { email: adminEmail, password };
  const byKey = await server.client().post(path, login, { 'x-api-key': body.key });
  expect(outcome(byKey)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  const byBadKey = await server.client().post(path, login, { authorization: 'Bearer svc_sec_nonsense' });
  expect(outcome(byBadKey)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
});

test('hashes with parameters of before are renewed at login', async () => {
  const server = await startAuthServer();
  const { users, driver } = server.services;
  const user = await server.addUser('ada@example.com');
  // An Argon2id hash with other parameters than those of the server.
  const { hash } = await import('argon2');
  const old = await hash(password, { memoryCost: 128, timeCost: 3, parallelism: 1 });
  await driver.transaction((connection) => users.setPasswordHash(connection, user.id, old));
  expect((await logIn(server, 'ada@example.com')).status).toBe(200);
  const renewed = await users.passwordHash(driver, user.id);
  expect(renewed).not.toBe(old);
  expect(renewed).toContain('m=64,');
  expect((await logIn(server, 'ada@example.com')).status).toBe(200);
});

test('a user without a password cannot log in', async () => {
  const server = await startAuthServer();
  const user = await server.addUser('ada@example.com');
  const { users, driver } = server.services;
  await driver.transaction((connection) => users.setPasswordHash(connection, user.id, null));
  expect((await logIn(server, 'ada@example.com')).status).toBe(401);
});

test('a browser that its user has logged in from is not locked out by strangers, where the config says so', async () => {
  const server = await startAuthServer({ auth: { lockout: { deviceCookie: true } } });
  const known = await server.signedIn();
  expect(known.jar.get('svc_device')).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
  for (let attempt = 1; attempt <= 5; attempt += 1) await logIn(server, adminEmail, wrong);
  expect((await logIn(server, adminEmail)).status).toBe(423);
  expect((await known.post(path, { email: adminEmail, password })).status).toBe(200);

  const forger = server.client();
  forger.jar.set('svc_device', `${'a'.repeat(22)}.${'b'.repeat(43)}`);
  expect((await forger.post(path, { email: adminEmail, password })).status).toBe(423);
});

test('the device of one account is worth nothing for another', async () => {
  const server = await startAuthServer({ auth: { lockout: { deviceCookie: true } } });
  await server.addUser('mallory@example.com');
  const mallory = await server.signedIn('mallory@example.com');
  for (let attempt = 1; attempt <= 5; attempt += 1) await logIn(server, adminEmail, wrong);
  expect((await mallory.post(path, { email: adminEmail, password })).status).toBe(423);
});

test('tokens are in the body only where the config says so', async () => {
  const server = await startAuthServer({ auth: { tokenInBody: true } });
  const { body } = await logIn(server, adminEmail);
  expect(body).toEqual({
    user: expect.any(Object),
    session: expect.any(Object),
    token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    refreshToken: expect.stringMatching(/^[\w-]+$/),
  });
  const me = await server.client().get('/api/auth/me', { authorization: `Bearer ${body.token}` });
  expect(me.status).toBe(200);
});
