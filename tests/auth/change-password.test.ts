import { expect, test } from 'vitest';
import { type AuthClient, adminEmail, password, type Sent, startAuthServer } from '../support/auth-server.js';

const newPassword = 'Another-Horse-8-Battery';

function change(client: AuthClient, body: object = {}): Promise<Sent> {
  return client.post('/api/auth/change-password', { currentPassword: password, newPassword, ...body });
}

test('the new password is in effect, other sessions end and the own one is replaced', async () => {
  const server = await startAuthServer();
  const [client, other] = [await server.signedIn(), await server.signedIn()];
  const before = (await client.get('/api/auth/me')).body.session.id;
  const stolen = client.jar.get('svc_session') ?? '';
  const { status, body, cookies } = await change(client);
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      message: expect.any(String),
      session: { id: expect.any(String), expiresAt: '2026-12-21T00:00:00.000Z' },
    },
  });
  expect(body.session.id).not.toBe(before);
  expect(cookies).toHaveLength(2);
  expect((await client.get('/api/auth/me')).status).toBe(200);
  expect((await other.get('/api/auth/me')).status).toBe(401);
  const thief = await server.client().get('/api/auth/me', { authorization: `Bearer ${stolen}` });
  expect(thief.status).toBe(401);

  const logIn = async (tried: string) =>
    (await server.client().post('/api/auth/login', { email: adminEmail, password: tried })).status;
  expect(await logIn(password)).toBe(401);
  expect(await logIn(newPassword)).toBe(200);
});

test('the owner is told, and open links for a reset are void', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  const { id } = (await client.get('/api/auth/me')).body.user;
  const { driver, links } = server.services;
  const { token } = await driver.transaction((connection) =>
    links.issue(connection, { purpose: 'reset-password', subject: id }),
  );
  await change(client);
  expect(await server.mails()).toHaveLength(1);
  expect(await links.peek(driver, 'reset-password', token)).toBeNull();
  const { body } = await client.get('/api/auth/audit-log?type=password.changed');
  expect(body.docs).toMatchObject([{ outcome: 'success', userId: id, actorId: id }]);
});

test('a wrong current password is 401 and counts towards the lock', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const { status, body } = await change(client, { currentPassword: 'Wrong-Horse-7-Battery' });
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'INVALID_CREDENTIALS' });
  }
  expect((await change(client)).status).toBe(423);
  const login = await server.client().post('/api/auth/login', { email: adminEmail, password });
  expect(login.status).toBe(423);
  expect((await client.get('/api/auth/me')).status).toBe(200);
});

test('a weak password names every rule that it fails, and costs no attempt', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    const { status, body } = await change(client, { currentPassword: 'wrong', newPassword: 'weak' });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'BAD_USER_INPUT' });
    expect(body.details.length).toBeGreaterThan(2);
    for (const { path } of body.details) expect(path).toBe('newPassword');
  }
  expect((await change(client)).status).toBe(200);
});

test('a session that is not remembered is replaced by one of its kind', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn(adminEmail, { remember: false });
  const { body, cookies } = await change(client);
  expect(body.session.expiresAt).toBe('2026-11-21T12:00:00.000Z');
  expect(cookies.filter((line) => line.includes('Max-Age'))).toEqual([]);
});

test('of two changes at once, from the same password, one succeeds', async () => {
  const server = await startAuthServer();
  const [first, second] = [await server.signedIn(), await server.signedIn()];
  const answers = await Promise.all([
    change(first),
    change(second, { newPassword: 'Third-Horse-9-Battery' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('a login with the old password that overlaps the change leaves no session behind', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  const { id } = (await client.get('/api/auth/me')).body.user;
  const logIns = Array.from({ length: 10 }, () =>
    server.client().post('/api/auth/login', { email: adminEmail, password }),
  );
  await Promise.all([change(client), ...logIns]);
  const sessions = await server.services.sessions.listByUser(id);
  const { session } = (await client.get('/api/auth/me')).body;
  expect(sessions.map((each) => each.id)).toEqual([session.id]);
});

test('without a session it is 401', async () => {
  const server = await startAuthServer();
  const { status, body } = await change(server.client());
  expect({ status, code: body.code }).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
});
