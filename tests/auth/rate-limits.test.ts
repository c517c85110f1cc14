import { describe, expect, test } from 'vitest';
import { appRoutes } from '../../runtime/http/admin-app/app-routes.js';
import {
  type AuthClient,
  type AuthServer,
  adminEmail,
  minute,
  password,
  startAuthServer,
} from '../support/auth-server.js';

async function statuses(times: number, send: () => Promise<{ readonly status: number }>): Promise<number[]> {
  const found: number[] = [];
  for (let time = 1; time <= times; time += 1) found.push((await send()).status);
  return found;
}

test('all requests of one address are limited together', async () => {
  const server = await startAuthServer({ auth: { rateLimit: { api: { max: 4, windowSeconds: 60 } } } });
  const client = server.client();
  expect(await statuses(2, () => client.get('/api/posts'))).toEqual([200, 200]);
  expect(await statuses(2, () => client.get('/api/nonsense'))).toEqual([404, 404]);
  const limited = await client.get('/api/posts');
  expect([limited.status, limited.body.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('probes are never refused', async () => {
  const server = await startAuthServer({ auth: { rateLimit: { api: { max: 1, windowSeconds: 60 } } } });
  const client = server.client();
  expect(await statuses(3, () => client.get('/health/live'))).toEqual([200, 200, 200]);
  expect(await statuses(3, () => client.get('/health/ready'))).toEqual([200, 200, 200]);
  expect(await statuses(2, () => client.get('/api/posts'))).toEqual([200, 429]);
});

test('requests to authenticate have a limit of their own, however the path is spelt', async () => {
  const server = await startAuthServer({ auth: { rateLimit: { auth: { max: 3, windowSeconds: 60 } } } });
  const client = server.client();
  expect(await statuses(2, () => client.post('/api/auth/login', {}))).toEqual([400, 400]);
  expect((await client.post('/api/%61uth/%6cogin', {})).status).toBe(400);
  expect(await statuses(2, () => client.post('/api/auth/logout'))).toEqual([429, 429]);
  expect((await client.get('/api/auth/config')).status).toBe(200);
  expect((await client.get('/api/posts')).status).toBe(200);
});

test('what a page of another origin sends does not use up the logins of an address', async () => {
  const server = await startAuthServer({ auth: { rateLimit: { auth: { max: 3, windowSeconds: 60 } } } });
  const client = server.client();
  const foreign = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' };
  expect(await statuses(5, () => client.post('/api/auth/login', {}, foreign))).toEqual(Array(5).fill(403));
  const login = await client.post('/api/auth/login', { email: adminEmail, password });
  expect(login.status).toBe(200);
});

test('requests with an API key are counted by key', async () => {
  const server = await startAuthServer({ auth: { rateLimit: { api: { max: 5, windowSeconds: 60 } } } });
  const admin = await server.signedIn();
  const first = await keyOf(admin);
  const second = await keyOf(admin);
  const client = server.client();
  const withKey = (key: string) => () => client.get('/api/posts', { 'x-api-key': key });
  expect(await statuses(6, withKey(first))).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await statuses(2, withKey(second))).toEqual([200, 200]);
  // The login has used one request of the address's limit, and invalid keys count toward it too.
  expect(await statuses(5, withKey('svc_sec_nonsense'))).toEqual([401, 401, 401, 401, 429]);
  expect(await statuses(1, withKey(second))).toEqual([200]);
});

async function keyOf(admin: AuthClient): Promise<string> {
  return (await admin.post('/api/auth/api-keys', { name: 'ci', role: 'editor' })).body.key;
}

test('the address that a client claims counts only behind a proxy that is trusted', async () => {
  const rateLimit = { api: { max: 2, windowSeconds: 60 } };
  const direct = await startAuthServer({ auth: { rateLimit } });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  let next = 1;
  const claims = () => direct.client().get('/api/posts', from(`198.51.100.${next++}`));
  expect(await statuses(3, claims)).toEqual([200, 200, 429]);

  const proxied = await startAuthServer({
    auth: { rateLimit },
    config: { server: { trustProxy: 'loopback' } },
  });
  const forwarded = (address: string) => () => proxied.client().get('/api/posts', from(address));
  expect(await statuses(3, forwarded('198.51.100.1'))).toEqual([200, 200, 429]);
  expect(await statuses(1, forwarded('198.51.100.2'))).toEqual([200]);
});

test('limits may be switched off', async () => {
  const server = await startAuthServer({ auth: { rateLimit: false } });
  const client = server.client();
  const answers = await Promise.all(
    Array.from({ length: 120 }, () => client.post('/api/auth/login', { email: adminEmail })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  expect((await client.post('/api/auth/login', { email: adminEmail, password })).status).toBe(200);
});

test('trials of link tokens are limited', async () => {
  const server = await startAuthServer({ auth: { rateLimit: { tokens: { max: 2, windowSeconds: 60 } } } });
  const client = server.client();
  const over = () => client.get('/api/auth/verify-email?token=nonsense');
  expect(await statuses(3, over)).toEqual([400, 400, 429]);
});

describe('refreshes without a cookie', () => {
  test.each([false, true])(
    'do not keep anybody from logging in, with tokenInBody %s',
    async (tokenInBody) => {
      const server = await startAuthServer({ auth: { tokenInBody } });
      const client = server.client();
      expect(new Set(await statuses(150, () => client.get('/api/auth/me')))).toEqual(new Set([401]));
      expect(new Set(await statuses(150, () => client.post('/api/auth/refresh')))).toEqual(new Set([401]));
      expect((await client.post('/api/auth/login', { email: adminEmail, password })).status).toBe(200);
    },
  );

  test('are limited as all requests are, and those with one as what authenticates', async () => {
    const rateLimit = { api: { max: 6, windowSeconds: 60 }, auth: { max: 2, windowSeconds: 60 } };
    const server = await startAuthServer({ auth: { rateLimit } });
    const client = server.client();
    const cookie = { cookie: 'svc_refresh=junk' };
    const junk = () => client.post('/api/auth/refresh', undefined, cookie);
    expect(await statuses(3, junk)).toEqual([401, 401, 429]);
    expect(await statuses(4, () => client.post('/api/auth/refresh'))).toEqual([401, 401, 401, 429]);
  });
});

describe('requests with a session', () => {
  const rateLimit = { api: { max: 5, windowSeconds: 60 }, auth: { max: 4, windowSeconds: 60 } };

  test('are counted for it, so that a colleague at the same address goes on', async () => {
    const server = await startAuthServer({ auth: { rateLimit } });
    const busy = await server.signedIn();
    const colleague = await server.signedIn();
    const save = (client: AuthClient) => () => client.post('/api/posts', { title: 'x' });
    expect(await statuses(6, save(busy))).toEqual([201, 201, 201, 201, 201, 429]);
    expect(await statuses(2, save(colleague))).toEqual([201, 201]);
    expect(await statuses(1, () => server.client().get('/admin/login'))).toEqual([200]);
  });

  test('by a bearer token are too', async () => {
    const server = await startAuthServer({ auth: { rateLimit, tokenInBody: true } });
    const { body } = await server.client().post('/api/auth/login', { email: adminEmail, password });
    const bearer = { authorization: `Bearer ${body.token}` };
    const read = (headers: Record<string, string>) => () => server.client().get('/api/posts', headers);
    expect(await statuses(6, read(bearer))).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await statuses(1, read({}))).toEqual([200]);
  });

  test('that change accounts leave the login of the address open', async () => {
    const server = await startAuthServer({ auth: { rateLimit } });
    const busy = await server.signedIn();
    expect(await statuses(5, () => busy.delete('/api/auth/sessions/none'))).toEqual([
      404, 404, 404, 404, 429,
    ]);
    expect((await server.client().post('/api/auth/login', { email: adminEmail, password })).status).toBe(200);
  });

  test('that log in are counted for the address: a session does not allow endless tries of passwords', async () => {
    const server = await startAuthServer({ auth: { rateLimit } });
    const client = await server.signedIn();
    const attempt = () => client.post('/api/auth/login', { email: adminEmail });
    expect(await statuses(4, attempt)).toEqual([400, 400, 400, 429]);
  });

  test.each([
    ['is nonsense', 'svc_session=a.b.c'],
    ['expired', null],
    ['was signed by somebody else', `svc_session=${'eyJhbGciOiJIUzI1NiJ9'}.${'e30'}.${'A'.repeat(43)}`],
  ])('whose token %s are counted for the address', async (_, junk) => {
    const server = await startAuthServer({ auth: { rateLimit } });
    const cookie = junk ?? `svc_session=${(await server.signedIn()).jar.get('svc_session')}`;
    server.time.now += 16 * minute;
    const send = () => server.client().get('/api/posts', { cookie });
    const found = await statuses(8, send);
    expect(found.slice(0, 4)).toEqual([401, 401, 401, 401]);
    expect(found.at(-1)).toBe(429);
    expect(await statuses(1, () => server.client().get('/api/posts'))).toEqual([429]);
  });

  test('that has ended are counted for the address too', async () => {
    const server = await startAuthServer({ auth: { rateLimit: { api: { max: 5, windowSeconds: 60 } } } });
    const clients = [await server.signedIn(), await server.signedIn(), await server.signedIn()];
    const cookies = clients.map(({ jar }) => ({ cookie: `svc_session=${jar.get('svc_session')}` }));
    for (const client of clients) await client.post('/api/auth/logout');
    // Three logins already count for the address.
    const send = (at: number) => () => server.client().get('/api/posts', cookies[at]);
    expect(await statuses(2, send(0))).toEqual([401, 401]);
    expect(await statuses(2, send(1))).toEqual([429, 429]);
  });
});

test('files of the dashboard and of the pages are never refused', async () => {
  const { '/admin/*path': dashboard = {} } = appRoutes(new URL('file:///none/admin.json'), {
    baseUrl: 'http://localhost:3000',
  });
  const server = await startAuthServer({
    auth: { rateLimit: { api: { max: 1, windowSeconds: 60 } } },
    moreRoutes: { '/admin/*path': dashboard },
  });
  const client = server.client();
  expect(await statuses(2, () => client.get('/admin/login'))).toEqual([200, 429]);
  expect(await statuses(2, () => client.get('/admin/assets/none.js'))).toEqual([404, 404]);
  expect(await statuses(2, () => client.get('/admin/collections/posts'))).toEqual([429, 429]);
  expect(await statuses(1, () => client.post('/admin/assets/none.js'))).toEqual([429]);
  const files = ['auth.css', 'geist-latin.woff2', 'geist-latin-ext.woff2', 'logo.svg', 'logo-white.svg'];
  for (const file of files.map((name) => `/admin/${name}`)) {
    expect(await statuses(3, () => client.get(file)), file).toEqual([200, 200, 200]);
  }
});

describe('calls in process', () => {
  const rateLimit = {
    api: { max: 3, windowSeconds: 60 },
    auth: { max: 3, windowSeconds: 60 },
    failedLogins: { max: 3, windowSeconds: 60 },
    mail: { max: 3, windowSeconds: 60 },
    tokens: { max: 3, windowSeconds: 60 },
  };
  const post = (body: object): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const wrong = (email: string): RequestInit => post({ email, password: 'Wrong-Horse-7-Battery' });

  test('have no limit by address', async () => {
    const { app } = await startAuthServer({ auth: { rateLimit }, alone: true });
    expect(new Set(await statuses(20, () => app.fetch('/api/posts')))).toEqual(new Set([200]));
    let next = 0;
    const failed = () => app.fetch('/api/auth/login', wrong(`user${next++}@example.com`));
    expect(new Set(await statuses(10, failed))).toEqual(new Set([401]));
    const mail = () => app.fetch('/api/auth/forgot-password', post({ email: adminEmail }));
    expect(new Set(await statuses(6, mail))).toEqual(new Set([200]));
    const token = () => app.fetch('/api/auth/verify-email?token=nonsense');
    expect(new Set(await statuses(6, token))).toEqual(new Set([400]));
  });

  test('lock an account as any others do', async () => {
    const { app } = await startAuthServer({ auth: { rateLimit }, alone: true });
    const failed = () => app.fetch('/api/auth/login', wrong(adminEmail));
    expect(await statuses(6, failed)).toEqual([401, 401, 401, 401, 401, 423]);
  });

  test('with an address are limited by it, and tell the log whose they are', async () => {
    const server = await startAuthServer({ auth: { rateLimit }, alone: true });
    const { app } = server;
    const from = (address: string) => () => app.fetch(new Request('http://x/api/posts'), { address });
    expect(await statuses(4, from('198.51.100.7'))).toEqual([200, 200, 200, 429]);
    expect(await statuses(2, from('198.51.100.8'))).toEqual([200, 200]);
    expect(await statuses(2, from('2001:db8:1:2::1'))).toEqual([200, 200]);
    expect(await statuses(2, from('2001:db8:1:2::2'))).toEqual([200, 429]);
    expect(await statuses(1, () => app.fetch('/api/posts', { address: undefined }))).toEqual([200]);
    const { ip } = await sessionOf(server, { address: '203.0.113.5' });
    expect(ip).toBe('203.0.113.5');
  });

  test('behind proxies that are trusted are limited by what these say', async () => {
    const config = { server: { trustProxy: 1 } };
    const { app } = await startAuthServer({ auth: { rateLimit }, config, alone: true });
    const headers = (client: string) => ({ headers: { 'x-forwarded-for': client } });
    const forwarded = (client: string) => () => app.fetch('/api/posts', headers(client));
    expect(await statuses(4, forwarded('198.51.100.7'))).toEqual([200, 200, 200, 429]);
    expect(await statuses(1, forwarded('198.51.100.8'))).toEqual([200]);
    const proxied = () => app.fetch('/api/posts', { ...headers('198.51.100.9'), address: '10.0.0.1' });
    expect(await statuses(4, proxied)).toEqual([200, 200, 200, 429]);
    expect(await statuses(1, () => app.fetch('/api/posts', { address: '10.0.0.1' }))).toEqual([200]);
  });

  test.each(['localhost', '198.51.100.7:443', '198.51.100.7, 10.0.0.1', ''])(
    'with the address %j are a mistake of the caller',
    async (address) => {
      const { app } = await startAuthServer({ alone: true });
      await expect(app.fetch('/api/posts', { address })).rejects.toThrow(
        `app.fetch: address must be one IP address, without a port, not ${JSON.stringify(address)}.`,
      );
    },
  );
});

/** The session of a login in process, as the API lists it. */
async function sessionOf(
  { app }: AuthServer,
  { address }: { readonly address: string },
): Promise<{ readonly ip: string | null }> {
  const answer = await app.fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: adminEmail, password }),
    address,
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const listed = await app.fetch('/api/auth/sessions', { headers: { cookie } });
  return ((await listed.json()) as { sessions: { ip: string | null }[] }).sessions[0] ?? { ip: null };
}
