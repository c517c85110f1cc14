import { expect, test } from 'vitest';
import { type AuthClient, adminEmail, password, startAuthServer } from '../support/auth-server.js';

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

test('requests with an API key are counted by key', async () => {
  const server = await startAuthServer({ auth: { rateLimit: { api: { max: 5, windowSeconds: 60 } } } });
  const admin = await server.signedIn();
  const first = await keyOf(admin);
  const second = await keyOf(admin);
  const client = server.client();
  const withKey = (key: string) => () => client.get('/api/posts', { 'x-api-key': key });
  expect(await statuses(6, withKey(first))).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await statuses(2, withKey(second))).toEqual([200, 200]);
  // Three of the address are used up by the login and the two keys; keys that are none count for it.
  expect(await statuses(3, withKey('svc_sec_nonsense'))).toEqual([401, 401, 429]);
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

test('trials of link tokens are limited, in process too', async () => {
  const server = await startAuthServer({ auth: { rateLimit: { tokens: { max: 2, windowSeconds: 60 } } } });
  const client = server.client();
  const over = () => client.get('/api/auth/verify-email?token=nonsense');
  expect(await statuses(3, over)).toEqual([400, 400, 429]);
  const inProcess = () => server.app.fetch('/api/auth/verify-email?token=nonsense');
  expect(await statuses(3, inProcess)).toEqual([400, 400, 429]);
});
