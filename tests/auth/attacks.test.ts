/** Attacks on authentication that go across several of its parts; those on one part stand with that part. */
import { expect, test } from 'vitest';
import { adminEmail, password } from '../support/auth-server.js';
import { startMailedServer } from './support/mailed-server.js';

const ada = 'ada@example.com';
const boss = 'boss@example.com';
const better = 'Another-Horse-8-Battery';

test('an invitation takes over no account of the rank of whoever invites', async () => {
  const server = await startMailedServer();
  await server.addUser(boss, { role: 'admin' });
  await server.addUser(ada, { role: 'admin', verified: false });
  const inviter = await server.signedIn(boss);
  const { status, body } = await inviter.post('/api/auth/invites', { email: ada, role: 'customer' });
  expect({ status, code: body.code }).toEqual({ status: 403, code: 'FORBIDDEN' });
});

test('an account that rose above whoever invited it keeps its role', async () => {
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
