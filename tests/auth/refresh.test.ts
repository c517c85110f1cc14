import { expect, test } from 'vitest';
import {
  type AuthClient,
  type AuthServer,
  adminEmail,
  minute,
  password,
  type Sent,
  startAuthServer,
} from '../support/auth-server.js';

const path = '/api/auth/refresh';

function refreshToken(client: AuthClient): string {
  return client.jar.get('svc_refresh') ?? '';
}

/** A refresh by a client that has only this token. */
function refreshWith(server: AuthServer, token: string): Promise<Sent> {
  return server.client().post(path, undefined, { cookie: `svc_refresh=${token}` });
}

async function auditTypes(server: AuthServer): Promise<readonly string[]> {
  const { body } = await (await server.signedIn()).get('/api/auth/audit-log?limit=100');
  return body.docs.map(({ type }: { type: string }) => type);
}

test('a refresh token is exchanged for the next pair, in the same session', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  const before = await client.get('/api/auth/me');
  const first = refreshToken(client);
  server.time.now += minute;
  const { status, body, cookies } = await client.post(path);
  expect({ status, body }).toEqual({ status: 200, body: before.body });
  expect(cookies).toHaveLength(2);
  expect(refreshToken(client)).not.toBe(first);
  expect((await client.get('/api/auth/me')).status).toBe(200);
});

test('20 refreshes at once get one and the same next token', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  const token = refreshToken(client);
  const answers = await Promise.all(Array.from({ length: 20 }, () => refreshWith(server, token)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const next = new Set(answers.map(({ cookies }) => /svc_refresh=([^;]+)/.exec(cookies[1] ?? '')?.[1]));
  expect(next.size).toBe(1);
  expect((await client.get('/api/auth/me')).status).toBe(200);
});

test('the token of before gets the same next one for 30 seconds', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  const former = refreshToken(client);
  await client.post(path);
  server.time.now += 30_000;
  const again = await refreshWith(server, former);
  expect(again.status).toBe(200);
  expect(again.cookies[1]).toContain(`svc_refresh=${refreshToken(client)};`);
});

test('a token that comes back after 30 seconds ends the session: two hold it', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  const former = refreshToken(client);
  await client.post(path);
  server.time.now += 30_001;
  const { status, body, cookies } = await refreshWith(server, former);
  expect({ status, code: body.code }).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
  expect(cookies.map((line) => line.includes('Max-Age=0'))).toEqual([true, true]);
  expect((await client.get('/api/auth/me')).status).toBe(401);
  expect((await client.post(path)).status).toBe(401);
  expect(await auditTypes(server)).toContain('refresh.reuse');
});

test('a token two steps old ends the session at once', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  const old = refreshToken(client);
  await client.post(path);
  await client.post(path);
  expect((await refreshWith(server, old)).status).toBe(401);
  expect((await client.get('/api/auth/me')).status).toBe(401);
});

test('a bad signature ends nothing: anybody could send one', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  const token = refreshToken(client);
  const flipped = `${token.slice(0, -5)}${token.at(-5) === 'A' ? 'B' : 'A'}${token.slice(-4)}`;
  for (const bad of [flipped, 'nonsense', '', `${token}=`, `${token}A`]) {
    const { status, body, cookies } = await refreshWith(server, bad);
    expect({ status, code: body.code, cookies }, bad).toEqual({
      status: 401,
      code: 'UNAUTHENTICATED',
      cookies: [],
    });
  }
  expect((await client.post(path)).status).toBe(200);
});

test('without a refresh token it is 401, and cookies stay', async () => {
  const server = await startAuthServer();
  const { status, body, cookies } = await server.client().post(path);
  expect({ status, code: body.code, cookies }).toEqual({
    status: 401,
    code: 'UNAUTHENTICATED',
    cookies: [],
  });
});

test('a session that has ended takes its cookies with it', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  const token = refreshToken(client);
  await client.post('/api/auth/logout');
  const { status, cookies } = await refreshWith(server, token);
  expect(status).toBe(401);
  expect(cookies.map((line) => line.includes('Max-Age=0'))).toEqual([true, true]);
});

test('a body counts only where tokens are given out in bodies', async () => {
  const login = { email: adminEmail, password };
  const open = await startAuthServer({ auth: { tokenInBody: true } });
  const { body } = await open.client().post('/api/auth/login', login);
  const refreshed = await open.client().post(path, { refreshToken: body.refreshToken });
  expect(refreshed.status).toBe(200);
  expect(refreshed.body).toMatchObject({ token: expect.any(String), refreshToken: expect.any(String) });
  expect((await open.client().post(path, { refreshTokens: 'x' })).status).toBe(400);
  expect((await open.client().post(path, { refreshToken: 7 })).status).toBe(400);

  const closed = await startAuthServer();
  const client = await closed.signedIn();
  expect((await closed.client().post(path, { refreshToken: refreshToken(client) })).status).toBe(401);
  expect((await client.post(path)).body).toEqual({
    user: expect.any(Object),
    session: expect.any(Object),
  });
});

test('logout ends the session by the refresh cookie alone, and by a bearer token', async () => {
  const server = await startAuthServer();
  const [first, second] = [await server.signedIn(), await server.signedIn()];
  const token = second.jar.get('svc_session') ?? '';
  const cookie = `svc_refresh=${refreshToken(first)}`;
  expect((await server.client().post('/api/auth/logout', undefined, { cookie })).status).toBe(200);
  expect((await first.get('/api/auth/me')).status).toBe(401);
  await server.client().post('/api/auth/logout', undefined, { authorization: `Bearer ${token}` });
  expect((await second.get('/api/auth/me')).status).toBe(401);
});

test('logout answers 200 without a session too, and clears the cookies', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  for (let time = 1; time <= 2; time += 1) {
    const { status, body, cookies } = await client.post('/api/auth/logout');
    expect({ status, body }).toEqual({ status: 200, body: { message: expect.any(String) } });
    expect(cookies).toHaveLength(2);
  }
  const types = await auditTypes(server);
  expect(types.filter((type) => type === 'logout')).toHaveLength(1);
});
