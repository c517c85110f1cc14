/** Services with authentication respond as their document declares, for every requester. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationsOf } from '../support/openapi-operations.js';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';

const email = 'admin@example.com';
const password = 'Correct-Horse-7-Battery';
/** Requests without a cookie get the cookie of the administrator on these servers. */
const stranger = { cookie: 'other=1' };
const admin = { SVC_ADMIN_EMAIL: email, SVC_ADMIN_PASSWORD: password };
const id = '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10';

describe('the fixture access', () => {
  let server: GeneratedServer;
  let cookie: string;
  beforeAll(async () => {
    server = await generatedServer('access', { ...admin, SVC_RATE_LIMIT: '100' });
    const login = await server.send('POST', '/api/auth/login', { email, password }, stranger);
    expect(login.status).toBe(200);
    cookie = login.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  });
  afterAll(() => server.close());

  async function all(headers: Readonly<Record<string, string>>, skip: RegExp): Promise<ReadonlySet<number>> {
    const statuses = new Set<number>();
    for (const { method, path, operation } of operationsOf(server.openapi)) {
      if (skip.test(`${method} ${path}`)) continue;
      const content =
        operation.requestBody && 'content' in operation.requestBody ? operation.requestBody.content : {};
      const example: unknown = content['application/json']?.example;
      const { status } = await server.fetch(path.replaceAll('{id}', id), {
        method,
        headers: { ...headers, ...(example !== undefined && { 'content-type': 'application/json' }) },
        ...(example !== undefined && { body: JSON.stringify(example) }),
      });
      statuses.add(status);
    }
    return statuses;
  }

  test('to strangers', async () => {
    expect([...(await all(stranger, /^$/))]).toEqual(expect.arrayContaining([200, 401, 403]));
  });

  test('to those whose credential is not valid', async () => {
    for (const header of [
      { 'x-api-key': 'svc_sec_x' },
      { authorization: 'Bearer x' },
      { cookie: 'svc_session=x' },
    ])
      expect([...(await all(header, /auth.(register|forgot|magic|verify)/))]).toContain(401);
  });

  test('to those who present two', async () => {
    const headers = { 'x-api-key': 'svc_sec_x', authorization: 'Bearer svc_sec_y' };
    expect([...(await all(headers, /auth.(register|forgot|magic|verify)/))]).toContain(400);
  });

  test('to pages of other sites', async () => {
    const statuses = await all({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, /^GET/);
    expect([...statuses]).toEqual([403]);
  });

  test('to an administrator', async () => {
    const skip =
      /(login|logout|refresh|password|email-change|DELETE \/api\/auth\/sessions|register|magic|verify)/;
    const statuses = [...(await all({ cookie }, skip))];
    expect(statuses).toEqual(expect.arrayContaining([200, 201, 404]));
    expect(statuses).not.toContain(401);
  });

  test('to a browser that opens a link', async () => {
    for (const path of ['/api/auth/verify-email', '/api/auth/magic-link/verify', '/api/auth/accept-invite']) {
      for (const method of ['GET', 'HEAD']) {
        for (const search of ['', '?token=x']) {
          const answer = await server.fetch(path + search, { method, headers: { accept: 'text/html' } });
          expect([200, 400]).toContain(answer.status);
        }
      }
    }
  });

  test('to paths and methods that there are not', async () => {
    expect((await server.fetch('/api/nothing')).status).toBe(404);
    expect((await server.fetch('/api/auth/login', { method: 'PATCH' })).status).toBe(405);
    const other = { origin: 'https://evil.example' };
    expect((await server.fetch('/api/nothing', { method: 'POST', headers: other })).status).toBe(403);
    expect((await server.fetch('/api/auth/login', { method: 'PATCH', headers: other })).status).toBe(403);
  });

  test('fields that few may read are left out for the others', async () => {
    const headers = { cookie };
    const made = await server.send(
      'POST',
      '/api/articles',
      { title: 'x', released: true, verdict: 'Good.' },
      headers,
    );
    expect({ status: made.status, body: await made.json() }).toMatchObject({
      status: 201,
      body: { verdict: 'Good.' },
    });
    const seen = await (await server.fetch('/api/articles?limit=1', { headers: stranger })).json();
    expect(Object.keys((seen as { readonly docs: readonly object[] }).docs[0] ?? {})).not.toContain(
      'verdict',
    );
  });
});

describe('tokens in bodies', () => {
  let server: GeneratedServer;
  beforeAll(async () => {
    const config = `import { defineConfig } from 'svc';
export default defineConfig({
  auth: { secret: process.env.SVC_SECRET, tokenInBody: true, magicLink: false, invites: false, registration: { enabled: true }, emailVerification: false },
  collections: [{ slug: 'users', fields: [{ name: 'city', type: 'text', required: true, default: 'Rome' }] }, { slug: 'notes', drafts: false, fields: [{ name: 'title', type: 'text' }] }],
});`;
    server = await generatedServer({ config }, { ...admin, SVC_RATE_LIMIT: '1', SVC_TRUST_PROXY: 'true' });
  });
  afterAll(() => server.close());

  test('a session goes on without cookies', async () => {
    const login = await server.send('POST', '/api/auth/login', { email, password });
    const { refreshToken } = (await login.json()) as { readonly refreshToken: string };
    const refreshed = await server.send('POST', '/api/auth/refresh', { refreshToken });
    expect(refreshed.status).toBe(200);
    const { token } = (await refreshed.json()) as { readonly token: string };
    const headers = { authorization: `Bearer ${token}` };
    expect((await server.send('POST', '/api/notes', { title: 'x' }, headers)).status).toBe(201);
    const change = { currentPassword: password, newPassword: 'Another-Horse-8-Battery' };
    expect((await server.send('POST', '/api/auth/change-password', change, headers)).status).toBe(200);
  });

  test('own fields are checked, and a taken address is told', async () => {
    const data = { email: 'ada@example.com', password };
    expect((await server.send('POST', '/api/auth/register', { ...data, city: 7 })).status).toBe(400);
    expect((await server.send('POST', '/api/auth/register', { ...data, city: 'Bonn' })).status).toBe(201);
    expect((await server.send('POST', '/api/auth/register', { ...data, city: 'Bonn' })).status).toBe(409);
  });

  test('what is switched off is not there', async () => {
    expect((await server.send('POST', '/api/auth/magic-link', { email })).status).toBe(404);
    expect((await server.fetch('/api/auth/invites')).status).toBe(404);
  });

  test('too many tries are limited', async () => {
    let status = 0;
    for (let tries = 0; tries < 200 && status !== 429; tries++) {
      // In-process calls are limited by the address from a proxy's header, and without one not at all.
      const headers = { 'x-forwarded-for': '203.0.113.9' };
      status = (await server.fetch('/api/auth/verify-email?token=x', { headers })).status;
    }
    expect(status).toBe(429);
  });
});
