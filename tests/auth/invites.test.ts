import { expect, test } from 'vitest';
import { type AuthClient, adminEmail, day, password } from '../support/auth-server.js';
import { type MailedServer, startMailedServer } from './support/mailed-server.js';

const ada = 'ada@example.com';
const better = 'Another-Horse-8-Battery';
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

async function withAdmin(): Promise<{ readonly server: MailedServer; readonly admin: AuthClient }> {
  const server = await startMailedServer({ auth: { registration: { enabled: false } } });
  await server.addUser('boss@example.com', { role: 'admin' });
  return { server, admin: await server.signedIn('boss@example.com') };
}

async function invited(role = 'editor'): Promise<{
  readonly server: MailedServer;
  readonly admin: AuthClient;
  readonly token: string;
  readonly id: string;
}> {
  const { server, admin } = await withAdmin();
  const { body } = await admin.post('/api/auth/invites', { email: ada, role, name: 'Ada' });
  return { server, admin, token: await server.lastToken(ada), id: body.invite.id };
}

test('an administrator invites, also with registration off', async () => {
  const { server, admin } = await withAdmin();
  const boss = await server.services.users.findByEmail(server.services.driver, 'boss@example.com');
  const { status, body, headers } = await admin.post('/api/auth/invites', { email: ada, role: 'editor' });
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      invite: {
        ...{ id: expect.any(String), email: ada, role: 'editor', status: 'pending' },
        ...{ expiresAt: new Date(server.time.now + 7 * day).toISOString(), invitedBy: boss?.id },
      },
    },
  });
  expect(headers.get('location')).toBe(`/api/auth/invites/${body.invite.id}`);
  const link = await server.lastLink(ada);
  expect(link.pathname).toBe('/admin/accept-invite');
  expect(await server.subjects(ada)).toEqual(['You are invited to join localhost:3000']);
});

test('of many invitations of one address at once one is made, and the others are told', async () => {
  const { server, admin } = await withAdmin();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => admin.post('/api/auth/invites', { email: ada, role: 'editor' })),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(11).fill([409, 'CONFLICT']));
  expect(await server.subjects(ada)).toHaveLength(1);
});

test('accepting makes a verified account with the role of the invitation', async () => {
  const { server, admin, token, id } = await invited();
  const client = server.client();
  const { status, body, cookies } = await client.post('/api/auth/accept-invite', { token, password: better });
  expect({ status, body, cookies }).toEqual({
    status: 200,
    body: {
      user: {
        ...{ id: expect.any(String), email: ada, name: 'Ada', role: 'editor', emailVerified: true },
        ...{ createdAt: iso, updatedAt: iso },
      },
    },
    cookies: [],
  });
  expect((await server.subjects(ada)).at(-1)).toBe('Welcome to localhost:3000');
  expect((await client.post('/api/auth/login', { email: ada, password: better })).status).toBe(200);
  const again = await client.post('/api/auth/accept-invite', { token, password: better });
  expect(again).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  const { body: list } = await admin.get('/api/auth/invites');
  expect(list.docs).toMatchObject([{ id, status: 'accepted' }]);
  const { entries } = await server.services.audit.list({
    ...{ type: 'invite.accepted', userId: body.user.id, from: null, to: null, page: 1, limit: 10 },
  });
  expect(entries).toHaveLength(1);
});

test('a rejected password leaves the invitation open', async () => {
  const { server, token } = await invited();
  const client = server.client();
  const weak = await client.post('/api/auth/accept-invite', { token, password: 'short' });
  expect(weak).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT' } });
  expect((await client.post('/api/auth/accept-invite', { token, password: better })).status).toBe(200);
});

test('looking at an invitation uses nothing up', async () => {
  const { server, token } = await invited();
  const client = server.client();
  const path = `/api/auth/accept-invite?token=${token}`;
  expect(await client.get(path)).toMatchObject({
    status: 200,
    body: { invite: { email: ada, name: 'Ada', role: 'editor' } },
  });
  expect((await client.get(path, { accept: 'text/html' })).body).toContain('value="ada@example.com"');
  expect((await client.post('/api/auth/accept-invite', { token, password: better })).status).toBe(200);
});

test('only roles below the own may be given; a super_admin gives any', async () => {
  const { server, admin } = await withAdmin();
  for (const role of ['admin', 'super_admin']) {
    const { status, body } = await admin.post('/api/auth/invites', { email: ada, role });
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'FORBIDDEN' });
  }
  const unknown = await admin.post('/api/auth/invites', { email: ada, role: 'emperor' });
  expect(unknown).toMatchObject({ status: 400, body: { details: [{ path: 'role' }] } });
  const root = await server.signedIn(adminEmail);
  expect((await root.post('/api/auth/invites', { email: ada, role: 'super_admin' })).status).toBe(201);
});

test('strangers and lower ranks may neither invite nor look', async () => {
  const { server } = await withAdmin();
  await server.addUser('ed@example.com', { role: 'editor' });
  const editor = await server.signedIn('ed@example.com');
  const calls = (client: AuthClient): Promise<{ readonly status: number }>[] => [
    client.post('/api/auth/invites', { email: ada, role: 'guest' }),
    client.get('/api/auth/invites'),
    client.post('/api/auth/invites/x/resend'),
    client.delete('/api/auth/invites/x'),
  ];
  const statuses = async (client: AuthClient): Promise<readonly number[]> =>
    (await Promise.all(calls(client))).map(({ status }) => status);
  expect(await statuses(editor)).toEqual([403, 403, 403, 403]);
  expect(await statuses(server.client())).toEqual([401, 401, 401, 401]);
});

test('an API key never comes near invitations, whatever its role', async () => {
  const { server } = await withAdmin();
  const root = await server.signedIn();
  const made = await root.post('/api/auth/api-keys', { name: 'robot', role: 'super_admin' });
  const key = { 'x-api-key': made.body.key };
  const client = server.client();
  const answers = [
    await client.get('/api/auth/invites', key),
    await client.post('/api/auth/invites', { email: ada, role: 'guest' }, key),
  ];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [403, 'FORBIDDEN'],
    [403, 'FORBIDDEN'],
  ]);
});

test('a user, and an open invitation, are a conflict', async () => {
  const { server, admin } = await invited();
  const open = await admin.post('/api/auth/invites', { email: ada, role: 'guest' });
  expect(open).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  await server.addUser('bob@example.com');
  const user = await admin.post('/api/auth/invites', { email: 'bob@example.com', role: 'guest' });
  expect(user).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});

test('sending again voids the old link and gives a new week', async () => {
  const { server, admin, token, id } = await invited();
  server.time.now += 8 * day;
  const client = server.client();
  const expired = await client.post('/api/auth/accept-invite', { token, password: better });
  expect(expired).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  const boss = await server.signedIn('boss@example.com');
  expect((await boss.get('/api/auth/invites')).body.docs).toMatchObject([{ id, status: 'expired' }]);
  const { status, body } = await boss.post(`/api/auth/invites/${id}/resend`);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      invite: { id, status: 'pending', expiresAt: new Date(server.time.now + 7 * day).toISOString() },
    },
  });
  const fresh = await server.lastToken(ada);
  expect((await client.post('/api/auth/accept-invite', { token: fresh, password: better })).status).toBe(200);
  const late = await boss.post(`/api/auth/invites/${id}/resend`);
  expect(late).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect(await boss.delete(`/api/auth/invites/${id}`)).toMatchObject({ status: 409 });
  expect((await admin.post('/api/auth/invites/unknown/resend')).status).toBe(401);
});

test('an invitation that is taken back is void', async () => {
  const { server, admin, token, id } = await invited();
  expect(await admin.delete(`/api/auth/invites/${id}`)).toMatchObject({
    status: 200,
    body: { message: 'The invitation is revoked. Its link no longer works.' },
  });
  const late = await server.client().post('/api/auth/accept-invite', { token, password: better });
  expect(late).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  expect((await admin.delete(`/api/auth/invites/${id}`)).status).toBe(404);
  expect((await admin.post('/api/auth/invites', { email: ada, role: 'guest' })).status).toBe(201);
});

test('an inviter who no longer outranks the role cannot bring anybody in', async () => {
  const { server, token } = await invited();
  const { users, driver } = server.services;
  const boss = await users.findByEmail(driver, 'boss@example.com');
  await driver.transaction((connection) => users.update(connection, boss?.id ?? '', { role: 'author' }));
  const client = server.client();
  const refused = await client.post('/api/auth/accept-invite', { token, password: better });
  expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  await driver.transaction((connection) => users.update(connection, boss?.id ?? '', { role: 'admin' }));
  expect((await client.post('/api/auth/accept-invite', { token, password: better })).status).toBe(200);
});

test('an invitation takes over an account that somebody made and never verified', async () => {
  const server = await startMailedServer();
  const stranger = server.client();
  await stranger.post('/api/auth/register', { email: ada, password });
  const root = await server.signedIn();
  expect((await root.post('/api/auth/invites', { email: ada, role: 'editor' })).status).toBe(201);
  const token = await server.lastToken(ada);
  const { body } = await server.client().post('/api/auth/accept-invite', { token, password: better });
  expect(body.user).toMatchObject({ email: ada, role: 'editor', emailVerified: true });
  expect((await stranger.post('/api/auth/login', { email: ada, password })).status).toBe(401);
});

test('invitations are listed in pages, newest first, never with a token', async () => {
  const { server, admin } = await withAdmin();
  for (let count = 0; count < 12; count += 1) {
    server.time.now += 1;
    await admin.post('/api/auth/invites', { email: `user${count}@example.com`, role: 'guest' });
  }
  const first = await admin.get('/api/auth/invites');
  expect({ ...first.body, docs: first.body.docs.length }).toEqual({
    ...{ docs: 10, totalDocs: 12, page: 1, totalPages: 2, hasNextPage: true, hasPrevPage: false },
  });
  expect(first.body.docs[0].email).toBe('user11@example.com');
  expect(Object.keys(first.body.docs[0])).toEqual([
    'id',
    'email',
    'role',
    'status',
    'expiresAt',
    'invitedBy',
  ]);
  const second = await admin.get('/api/auth/invites?page=2&limit=10');
  expect(second.body).toMatchObject({ page: 2, hasNextPage: false, hasPrevPage: true });
  expect((await admin.get('/api/auth/invites?page=0')).status).toBe(400);
  expect((await admin.get('/api/auth/invites?sort=email')).status).toBe(400);
});

test('twenty at once accept an invitation exactly once', async () => {
  const { server, token } = await invited();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      server.client().post('/api/auth/accept-invite', { token, password: better }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
});

test('a config that switches invitations off has no such routes', async () => {
  const server = await startMailedServer({ auth: { invites: false } });
  const root = await server.signedIn();
  const answers = [
    await root.get('/api/auth/invites'),
    await root.post('/api/auth/invites', { email: ada, role: 'guest' }),
    await root.post('/api/auth/accept-invite', { token: 'x', password }),
    await root.get('/admin/accept-invite?token=x'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});
