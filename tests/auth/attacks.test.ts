/** Attacks on several parts of authentication; attacks on one part are in the tests of that part. */
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { adminEmail, password } from '../support/auth-server.js';
import { startMailedServer } from './support/mailed-server.js';

const ada = 'ada@example.com';
const boss = 'boss@example.com';
const better = 'Another-Horse-8-Battery';

test('an invitation takes over no account of the rank of the inviting user', async () => {
  const server = await startMailedServer();
  await server.addUser(boss, { role: 'admin' });
  await server.addUser(ada, { role: 'admin', verified: false });
  const inviter = await server.signedIn(boss);
  const { status, body } = await inviter.post('/api/auth/invites', { email: ada, role: 'customer' });
  expect({ status, code: body.code }).toEqual({ status: 403, code: 'FORBIDDEN' });
});

test('an account that rose above the user who invited it keeps its role', async () => {
  const server = await startMailedServer();
  await server.addUser(boss, { role: 'admin' });
  const user = await server.addUser(ada, { verified: false });
  const inviter = await server.signedIn(boss);
  expect((await inviter.post('/api/auth/invites', { email: ada, role: 'guest' })).status).toBe(201);
  const token = await server.lastToken(ada);
  const root = await server.signedIn();
  expect((await root.send('PATCH', `/api/users/${user.id}`, { role: 'admin' })).status).toBe(200);

  const { status } = await server.client().post('/api/auth/accept-invite', { token, password: better });
  expect(status).toBe(403);
  const { users, driver } = server.services;
  expect(await users.find(driver, user.id)).toMatchObject({ role: 'admin', emailVerified: false });
});

test('a role that changes by an invitation is in the audit log', async () => {
  const server = await startMailedServer();
  const user = await server.addUser(ada, { verified: false });
  const root = await server.signedIn();
  await root.post('/api/auth/invites', { email: ada, role: 'editor' });
  const token = await server.lastToken(ada);
  expect((await server.client().post('/api/auth/accept-invite', { token, password: better })).status).toBe(
    200,
  );
  const { body } = await root.get('/api/auth/audit-log?type=role.changed');
  expect(body.docs).toMatchObject([{ userId: user.id, reason: 'customer to editor, by invitation' }]);
});

test('the last super_admin, who was never verified, cannot be invited down', async () => {
  const server = await startMailedServer();
  const root = await server.signedIn();
  const { users, driver } = server.services;
  const user = await users.findByEmail(driver, adminEmail);
  await driver.transaction((connection) =>
    users.update(connection, user?.id ?? '', { emailVerified: false }),
  );
  expect((await root.post('/api/auth/invites', { email: adminEmail, role: 'guest' })).status).toBe(201);
  const token = await server.lastToken(adminEmail);
  const { status } = await server.client().post('/api/auth/accept-invite', { token, password: better });
  expect(status).toBe(409);
  expect(await users.findByEmail(driver, adminEmail)).toMatchObject({ role: 'super_admin' });
});

test('a value that is taken tells nothing about the address that registers with it', async () => {
  const server = await startMailedServer({
    config: { collections: [{ slug: 'users', fields: [{ name: 'nick', type: 'text', unique: true }] }] },
  });
  const client = server.client();
  const register = (email: string): ReturnType<typeof client.post> =>
    client.post('/api/auth/register', { email, password, nick: 'bob' });
  expect((await register('bob@example.com')).status).toBe(201);
  await server.addUser(ada);
  const free = await register('free@example.com');
  const taken = await register(ada);
  expect({ status: taken.status, body: taken.body }).toEqual({ status: free.status, body: free.body });
});

test('a login leads to a path in any script, and answers', async () => {
  const server = await startMailedServer();
  const login = (next: string): ReturnType<ReturnType<typeof server.client>['send']> =>
    server
      .client()
      .send('POST', '/admin/login', new URLSearchParams({ email: adminEmail, password, next }).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
      });
  const { status, headers } = await login('/日本 é?q=ü');
  expect({ status, location: headers.get('location') }).toEqual({
    status: 303,
    location: '/%E6%97%A5%E6%9C%AC%20%C3%A9?q=%C3%BC',
  });
  expect((await login('/..//other.example')).headers.get('location')).toBe('/..//other.example');
});

test('a mailed token is worth nothing for another purpose', async () => {
  const server = await startMailedServer();
  const root = await server.signedIn();
  const client = server.client();
  await client.post('/api/auth/register', { email: 'new@example.com', password });
  const verify = await server.lastToken('new@example.com');
  await server.addUser(ada);
  await client.post('/api/auth/forgot-password', { email: ada });
  const reset = await server.lastToken(ada);
  await client.post('/api/auth/magic-link', { email: ada });
  const magic = await server.lastToken(ada);
  await root.post('/api/auth/invites', { email: 'guest@example.com', role: 'guest' });
  const invite = await server.lastToken('guest@example.com');

  const uses = {
    'verify-email': { good: verify, use: (token: string) => ({ token }) },
    'reset-password': { good: reset, use: (token: string) => ({ token, password: better }) },
    'magic-link/verify': { good: magic, use: (token: string) => ({ token }) },
    'accept-invite': { good: invite, use: (token: string) => ({ token, password: better }) },
  };
  for (const [path, { good, use }] of Object.entries(uses)) {
    for (const token of [verify, reset, magic, invite].filter((each) => each !== good)) {
      const { status, body } = await client.post(`/api/auth/${path}`, use(token));
      expect({ status, code: body.code }, path).toEqual({ status: 400, code: 'INVALID_TOKEN' });
    }
  }
  // No token was consumed. The magic link is used before the reset, which invalidates it.
  for (const path of ['verify-email', 'magic-link/verify', 'reset-password', 'accept-invite'] as const) {
    const { good, use } = uses[path];
    expect((await server.client().post(`/api/auth/${path}`, use(good))).status, path).toBe(200);
  }
});

test('a credential of one kind is worth nothing in the place of another', async () => {
  const server = await startMailedServer();
  const root = await server.signedIn();
  const session = root.jar.get('svc_session') ?? '';
  const refresh = root.jar.get('svc_refresh') ?? '';
  const made = await root.post('/api/auth/api-keys', { name: 'k', role: 'admin' });
  const key = String(made.body.key);
  const stranger = server.client();
  const misplaced: readonly Readonly<Record<string, string>>[] = [
    { 'x-api-key': session },
    { 'x-api-key': refresh },
    { authorization: `Bearer ${refresh}` },
    { authorization: `Basic ${key}` },
    { cookie: `svc_session=${key}` },
    { cookie: `svc_session=${refresh}` },
    { cookie: `__Host-svc_session=${session}` },
  ];
  for (const headers of misplaced) {
    expect((await stranger.get('/api/auth/me', headers)).status, JSON.stringify(headers)).toBe(401);
  }
  for (const value of [session, key]) {
    const { status } = await stranger.post('/api/auth/refresh', undefined, {
      cookie: `svc_refresh=${value}`,
    });
    expect(status).toBe(401);
  }
  // Tokens in the wrong place have ended no session.
  expect((await root.get('/api/auth/me')).status).toBe(200);
  expect((await root.post('/api/auth/refresh')).status).toBe(200);
});

test('a role of the config between two built-in ones rises by nothing to the next', async () => {
  const server = await startMailedServer({
    auth: {
      roles: [
        { name: 'deputy', rank: 95 },
        { name: 'auditor', rank: 90 },
      ],
    },
  });
  const deputy = await server.addUser('deputy@example.com', { role: 'deputy' });
  const peer = await server.addUser('peer@example.com', { role: 'deputy' });
  const auditor = await server.addUser('auditor@example.com', { role: 'auditor' });
  const admin = await server.addUser('boss@example.com', { role: 'admin' });
  const root = await server.services.users.findByEmail(server.services.driver, adminEmail);
  const client = await server.signedIn('deputy@example.com');
  const patch = async (path: string, body: object): Promise<number> =>
    (await client.send('PATCH', path, body)).status;

  expect(await patch('/api/globals/system', { enableRegistration: false })).toBe(403);
  expect(await patch(`/api/users/${deputy.id}`, { role: 'super_admin' })).toBe(403);
  expect(await patch(`/api/users/${admin.id}`, { role: 'guest' })).toBe(403);
  expect(await patch(`/api/users/${peer.id}`, { name: 'x' })).toBe(403);
  expect(await patch(`/api/users/${root?.id}`, { name: 'x' })).toBe(403);
  expect(await patch(`/api/users/${admin.id}`, { name: 'x' })).toBe(200);
  for (const role of ['super_admin', 'deputy']) {
    const user = { email: 'new@example.com', password: better, role };
    expect((await client.post('/api/users', user)).status).toBe(403);
    expect((await client.post('/api/auth/invites', { email: 'new@example.com', role })).status).toBe(403);
  }
  expect((await client.post('/api/auth/api-keys', { name: 'k', role: 'super_admin' })).status).toBe(403);
  expect((await client.get(`/api/users/${peer.id}/sessions`)).status).toBe(403);

  // Another user of equal rank.
  const equal = await server.signedIn('boss@example.com');
  expect((await equal.send('PATCH', `/api/users/${auditor.id}`, { name: 'x' })).status).toBe(403);
  expect((await equal.delete(`/api/users/${auditor.id}`)).status).toBe(403);
  const listed = (await equal.get('/api/users?limit=100')).body.docs as readonly { readonly id: string }[];
  expect(listed.map(({ id }) => id)).toEqual([admin.id]);
});

test('a user who loses the role while creating a user creates none', async () => {
  const demotion: { run?: () => Promise<unknown> } = {};
  const server = await startMailedServer({
    config: {
      collections: [
        {
          slug: 'users',
          access: {
            // Runs between the check of the rank and the write. Hashing the password leaves such a gap in
            // real requests.
            create: async () => {
              await demotion.run?.();
              return true;
            },
          },
          fields: [],
        },
      ],
    },
  });
  const { users, driver } = server.services;
  const user = await server.addUser(boss, { role: 'super_admin' });
  const client = await server.signedIn(boss);
  demotion.run = () =>
    driver.transaction((connection) => users.update(connection, user.id, { role: 'guest' }));
  const made = await client.post('/api/users', { email: ada, password: better, role: 'super_admin' });
  expect(made.status).toBe(403);
  expect(await users.findByEmail(driver, ada)).toBeNull();
});

test('a body of nothing but faults gets a short answer', async () => {
  const server = await startMailedServer();
  const root = await server.signedIn();
  const keys = Array.from({ length: 9000 }, (_, index) => [`k${index}`, 1] as const);
  const body = Object.fromEntries(keys);
  for (const path of ['/api/auth/login', '/api/posts', '/api/users']) {
    const answer = await root.post(path, body);
    expect(answer.status, path).toBe(400);
    expect(JSON.stringify(answer.body).length, path).toBeLessThan(20_000);
  }
});

test('no mail leads to a host that a request names', async () => {
  const server = await startMailedServer();
  await server.addUser(ada);
  const status = await new Promise((resolve, reject) => {
    const sent = request(`${server.url}/api/auth/forgot-password`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Host: 'evil.example',
        'X-Forwarded-Host': 'evil.example',
        Forwarded: 'host=evil.example',
        'X-Forwarded-Prefix': '//evil.example',
      },
    });
    sent.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
    sent.end(JSON.stringify({ email: ada }));
  });
  expect(status).toBe(200);
  const { html, text = '' } = await server.lastMail(ada);
  expect((await server.lastLink(ada)).origin).toBe('http://localhost:3000');
  expect(`${html}${text}`).not.toContain('evil.example');
});
