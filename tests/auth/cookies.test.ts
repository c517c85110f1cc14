import { expect, test } from 'vitest';
import { adminEmail, hour, password, startAuthServer } from '../support/auth-server.js';

const login = { email: adminEmail, password };

/** `Set-Cookie` lines without the cookie values. */
function attributes(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace(/=[^;]+/, '=…'));
}

test('over https both cookies are bound to the host, out of reach of scripts and other sites', async () => {
  const server = await startAuthServer({ baseUrl: 'https://cms.example.com' });
  const { cookies } = await server.client().post('/api/auth/login', login);
  expect(attributes(cookies)).toEqual([
    '__Host-svc_session=…; Max-Age=900; Path=/; HttpOnly; Secure; SameSite=Lax',
    '__Host-svc_refresh=…; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Strict',
  ]);
});

test('over http, in development, they have plain names and are not secure', async () => {
  const server = await startAuthServer();
  const { cookies } = await server.client().post('/api/auth/login', login);
  expect(attributes(cookies)).toEqual([
    'svc_session=…; Max-Age=900; Path=/; HttpOnly; SameSite=Lax',
    'svc_refresh=…; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict',
  ]);
});

test('a browser that shall not remember gets cookies without an age, and 12 hours', async () => {
  const server = await startAuthServer();
  const { cookies, body } = await server.client().post('/api/auth/login', { ...login, remember: false });
  expect(attributes(cookies)).toEqual([
    'svc_session=…; Path=/; HttpOnly; SameSite=Lax',
    'svc_refresh=…; Path=/; HttpOnly; SameSite=Strict',
  ]);
  expect(body.session.expiresAt).toBe('2026-11-21T12:00:00.000Z');
});

test('the age of the refresh cookie is the time that the session has left', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  server.time.now += hour;
  const { cookies } = await client.post('/api/auth/refresh');
  expect(cookies[1]).toContain(`Max-Age=${30 * 86_400 - 3600};`);
});

test('a session that is not remembered stays so when it is refreshed', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn(adminEmail, { remember: false });
  const { cookies } = await client.post('/api/auth/refresh');
  expect(cookies.filter((line) => line.includes('Max-Age'))).toEqual([]);
});

test('cookies are removed with the attributes that they were set with', async () => {
  const server = await startAuthServer({ baseUrl: 'https://cms.example.com' });
  const { cookies } = await server.client().post('/api/auth/logout');
  expect(cookies).toEqual([
    '__Host-svc_session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    '__Host-svc_refresh=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict',
  ]);
});

test('only the name of the present mode is read', async () => {
  const secure = await startAuthServer({ baseUrl: 'https://cms.example.com' });
  const client = await secure.signedIn();
  const token = client.jar.get('__Host-svc_session') ?? '';
  const cookie = (name: string) => secure.client().get('/api/auth/me', { cookie: `${name}=${token}` });
  expect((await cookie('__Host-svc_session')).status).toBe(200);
  expect((await cookie('svc_session')).status).toBe(401);
  expect((await cookie('__host-svc_session')).status).toBe(401);
});

test('a cookie that is there twice is not believed', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  const token = client.jar.get('svc_session') ?? '';
  const me = (cookie: string) => server.client().get('/api/auth/me', { cookie });
  expect((await me(`svc_session=planted; svc_session=${token}`)).status).toBe(401);
  expect((await me(`svc_session=${token}; svc_session=planted`)).status).toBe(401);
  expect((await me(`svc_session=${token}; svc_session=${token}`)).status).toBe(401);
  const refresh = client.jar.get('svc_refresh') ?? '';
  const refreshed = await server
    .client()
    .post('/api/auth/refresh', undefined, { cookie: `svc_refresh=${refresh}; svc_refresh=planted` });
  expect(refreshed.status).toBe(401);
});

test.each([
  'a; =; ;;; b=;',
  '%E0%A4%A=%; x="',
  'svc_session',
  '__proto__=1; constructor=2; toString=3',
  `a=${'x'.repeat(8000)}`,
])('a hostile cookie header harms nothing: %j', async (cookie) => {
  const server = await startAuthServer();
  expect((await server.client().get('/api/posts', { cookie })).status).toBe(200);
  const client = await server.signedIn();
  const beside = `${cookie}; svc_session=${client.jar.get('svc_session')}`;
  expect((await server.client().get('/api/auth/me', { cookie: beside })).status).toBe(200);
});

test('both cookies arrive in process too', async () => {
  const server = await startAuthServer();
  const response = await server.app.fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  });
  expect(response.status).toBe(200);
  const cookies = response.headers.getSetCookie();
  expect(attributes(cookies)).toHaveLength(2);
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
  const me = await server.app.fetch('/api/auth/me', { headers: { cookie } });
  expect(me.status).toBe(200);
});
