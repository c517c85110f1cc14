import { expect, test } from 'vitest';
import { adminEmail, day, minute, password, startAuthServer } from '../support/auth-server.js';

const path = '/api/auth/sessions';

test('a user sees their sessions on all devices, newest first', async () => {
  const server = await startAuthServer();
  await server.addUser('ada@example.com');
  await server.signedIn('ada@example.com');
  await server.signedIn();
  server.time.now += minute;
  const client = server.client();
  await client.post('/api/auth/login', { email: adminEmail, password }, { 'user-agent': 'x'.repeat(300) });
  const { status, body } = await client.get(path);
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      sessions: [
        {
          id: expect.any(String),
          createdAt: '2026-11-21T00:01:00.000Z',
          lastSeenAt: '2026-11-21T00:01:00.000Z',
          expiresAt: '2026-12-21T00:01:00.000Z',
          ip: '127.0.0.1',
          userAgent: 'x'.repeat(256),
          current: true,
        },
        expect.objectContaining({ createdAt: '2026-11-21T00:00:00.000Z', current: false }),
      ],
    },
  });
});

test('sessions that are over are not listed', async () => {
  const server = await startAuthServer();
  await server.signedIn();
  server.time.now += 7 * day;
  const client = await server.signedIn();
  expect((await client.get(path)).body.sessions).toHaveLength(1);
});

test('a user ends one session; the next request in it is 401', async () => {
  const server = await startAuthServer();
  const [here, there] = [await server.signedIn(), await server.signedIn()];
  const { id } = (await there.get('/api/auth/me')).body.session;
  const { status, body, cookies } = await here.delete(`${path}/${id}`);
  expect({ status, body, cookies }).toEqual({
    status: 200,
    body: { message: expect.any(String) },
    cookies: [],
  });
  expect((await there.get('/api/auth/me')).status).toBe(401);
  expect((await here.delete(`${path}/${id}`)).status).toBe(404);
});

test('the own session takes its cookies with it', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  const { id } = (await client.get('/api/auth/me')).body.session;
  const { cookies } = await client.delete(`${path}/${id}`);
  expect(cookies.map((line) => line.includes('Max-Age=0'))).toEqual([true, true]);
  expect(client.jar.size).toBe(0);
});

test("somebody else's session is as unknown as none", async () => {
  const server = await startAuthServer();
  await server.addUser('ada@example.com', { role: 'admin' });
  const [admin, ada] = [await server.signedIn(), await server.signedIn('ada@example.com')];
  const { id } = (await ada.get('/api/auth/me')).body.session;
  const [known, unknown] = [await admin.delete(`${path}/${id}`), await admin.delete(`${path}/nonsense`)];
  expect([known.status, unknown.status]).toEqual([404, 404]);
  expect(known.body).toEqual(unknown.body);
  expect((await ada.get('/api/auth/me')).status).toBe(200);
});

test('all others end, the own one stays', async () => {
  const server = await startAuthServer();
  const clients = [await server.signedIn(), await server.signedIn(), await server.signedIn()];
  const [own, ...others] = clients;
  const sent = await own?.delete(path);
  expect({ status: sent?.status, body: sent?.body }).toEqual({
    status: 200,
    body: { message: expect.any(String), revoked: 2 },
  });
  expect((await own?.get('/api/auth/me'))?.status).toBe(200);
  for (const other of others) expect((await other.get('/api/auth/me')).status).toBe(401);
});

test('the oldest session drops out beyond 50', async () => {
  const server = await startAuthServer({ env: { SVC_RATE_LIMIT: 'off' } });
  const first = await server.signedIn();
  for (let count = 2; count <= 51; count += 1) {
    server.time.now += 1;
    await server.signedIn();
  }
  expect((await first.get('/api/auth/me')).status).toBe(401);
});

test('sessions are for users: anonymous is 401, an API key 403', async () => {
  const server = await startAuthServer();
  const admin = await server.signedIn();
  const { body } = await admin.post('/api/auth/api-keys', { name: 'ci', role: 'super_admin' });
  const headers = { 'x-api-key': body.key };
  for (const [method, route] of [
    ['GET', path],
    ['DELETE', path],
    ['DELETE', `${path}/x`],
    ['POST', '/api/auth/change-password'],
    ['GET', '/api/auth/audit-log'],
    ['GET', '/api/users/x/sessions'],
    ['DELETE', '/api/users/x/sessions'],
    ['POST', '/api/users/x/unlock'],
    ['GET', '/api/users/locks'],
  ] as const) {
    expect((await server.client().send(method, route)).body.code, route).toBe('UNAUTHENTICATED');
    expect((await server.client().send(method, route, undefined, headers)).body.code, route).toBe(
      'FORBIDDEN',
    );
  }
});

test('an administrator sees and ends the sessions of users of lower rank', async () => {
  const server = await startAuthServer();
  await server.addUser('boss@example.com', { role: 'admin' });
  const { id } = await server.addUser('ada@example.com', { role: 'editor' });
  const [boss, ada] = [await server.signedIn('boss@example.com'), await server.signedIn('ada@example.com')];
  const listed = await boss.get(`/api/users/${id}/sessions`);
  expect(listed.body.sessions).toMatchObject([{ current: false, ip: '127.0.0.1' }]);
  const { status, body } = await boss.delete(`/api/users/${id}/sessions`);
  expect({ status, body }).toEqual({ status: 200, body: { message: expect.any(String), revoked: 1 } });
  expect((await ada.get('/api/auth/me')).status).toBe(401);
});

test('rank decides who manages whom; a super_admin stands over all', async () => {
  const server = await startAuthServer();
  const boss = await server.addUser('boss@example.com', { role: 'admin' });
  const peer = await server.addUser('peer@example.com', { role: 'admin' });
  await server.addUser('ada@example.com', { role: 'editor' });
  const [superAdmin, asBoss, asAda] = [
    await server.signedIn(),
    await server.signedIn('boss@example.com'),
    await server.signedIn('ada@example.com'),
  ];
  const own = (await superAdmin.get('/api/auth/me')).body.user;
  const unlock = (id: string): string => `/api/users/${id}/unlock`;
  expect((await asBoss.post(unlock(peer.id))).status).toBe(403);
  expect((await asBoss.post(unlock(own.id))).status).toBe(403);
  expect((await asAda.post(unlock(boss.id))).status).toBe(403);
  expect((await superAdmin.post(unlock(boss.id))).status).toBe(200);
  expect((await superAdmin.post(unlock(own.id))).status).toBe(200);
  expect((await superAdmin.post(unlock('nonsense'))).status).toBe(404);
  expect((await superAdmin.post(unlock('0198b0aa-0000-7000-8000-000000000000'))).status).toBe(404);
});

test('an administrator unlocks an account before its time', async () => {
  const server = await startAuthServer();
  const { id } = await server.addUser('ada@example.com');
  const login = { email: 'ada@example.com', password };
  for (let attempt = 1; attempt <= 5; attempt += 1)
    await server.client().post('/api/auth/login', { ...login, password: 'wrong' });
  expect((await server.client().post('/api/auth/login', login)).status).toBe(423);
  const admin = await server.signedIn();
  const { status, body } = await admin.post(`/api/users/${id}/unlock`);
  expect({ status, body }).toEqual({ status: 200, body: { message: expect.any(String) } });
  expect((await server.client().post('/api/auth/login', login)).status).toBe(200);
});

test('an administrator is told who is locked, and until when, as far as they may unlock', async () => {
  const server = await startAuthServer({ auth: { rateLimit: false } });
  const ada = await server.addUser('ada@example.com');
  const boss = await server.addUser('boss@example.com', { role: 'admin' });
  const free = await server.addUser('free@example.com');
  for (const email of [ada.email, boss.email]) {
    for (let attempt = 1; attempt <= 5; attempt += 1)
      await server.client().post('/api/auth/login', { email, password: 'wrong' });
  }
  await server.addUser('peer@example.com', { role: 'admin' });
  const superAdmin = await server.signedIn();
  const peer = await server.signedIn('peer@example.com');
  const unknown = '0198b0aa-0000-7000-8000-000000000000';
  const path = `/api/users/locks?ids=${[ada.id, free.id, boss.id, unknown].join(',')}`;
  const lockedUntil = new Date(server.time.now + 15 * 60_000).toISOString();
  const locked = ({ id }: { readonly id: string }): object => ({ userId: id, lockedUntil });

  expect((await superAdmin.get(path)).body).toEqual({ locks: [locked(ada), locked(boss)] });
  const answer = await peer.get(path);
  expect(answer.body).toEqual({ locks: [locked(ada)] });
  expect(answer.headers.get('cache-control')).toBe('no-store');

  await peer.post(`/api/users/${ada.id}/unlock`);
  expect((await peer.get(path)).body).toEqual({ locks: [] });
  server.time.now += 15 * 60_000;
  expect((await superAdmin.get(path)).body).toEqual({ locks: [] });
});

test.each([
  ['', 'ids'],
  ['?ids=', 'ids'],
  ['?ids=x', 'ids'],
  ['?ids=0198b0aa-0000-7000-8000-000000000000&page=1', 'page'],
  [
    `?ids=${Array.from({ length: 101 }, (_, at) => `0198b0aa-0000-7000-8000-${String(at).padStart(12, '0')}`).join()}`,
    'ids',
  ],
])('asking who is locked with %.40s is a fault that is named', async (search, path) => {
  const server = await startAuthServer();
  const admin = await server.signedIn();
  const { status, body } = await admin.get(`/api/users/locks${search}`);
  expect([status, body.code, body.details?.[0]?.path]).toEqual([400, 'BAD_USER_INPUT', path]);
});
