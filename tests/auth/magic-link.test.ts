import { expect, test } from 'vitest';
import { hour, minute, password } from '../support/auth-server.js';
import { type MailedServer, startMailedServer } from './support/mailed-server.js';

const ada = 'ada@example.com';
const invalid = { status: 400, body: { code: 'INVALID_TOKEN' } };

async function withUser(options: Parameters<typeof startMailedServer>[0] = {}): Promise<MailedServer> {
  const server = await startMailedServer(options);
  await server.addUser(ada);
  return server;
}

async function lastCode(server: MailedServer): Promise<string> {
  const { text = '' } = await server.lastMail(ada);
  return /^\s*([2-9A-HJ-NP-Z]{8})\s*$/m.exec(text)?.[1] ?? '';
}

test('the answer is the same for every address, and binds the browser by a cookie', async () => {
  const server = await withUser();
  const answers = [];
  for (const email of [ada, 'nobody@example.com']) {
    const { status, body, cookies } = await server.client().post('/api/auth/magic-link', { email });
    answers.push({ status, body, cookies: cookies.map((cookie) => cookie.replace(/=[^;]+/, '=x')) });
  }
  const same = {
    status: 200,
    body: { message: 'If there is an account with this address, we have sent a link and a code to it.' },
    cookies: ['svc_ml=x; Max-Age=600; Path=/; HttpOnly; SameSite=Strict'],
  };
  expect(answers).toEqual([same, same]);
  expect(await server.subjects('nobody@example.com')).toEqual([]);
  expect((await server.lastLink(ada)).pathname).toBe('/admin/magic-link');
  expect(await server.services.users.findByEmail(server.services.driver, 'nobody@example.com')).toBeNull();
});

test('behind https the cookie has the prefix that only the host itself can set', async () => {
  const server = await withUser({ baseUrl: 'https://cms.example.com' });
  const { cookies } = await server.client().post('/api/auth/magic-link', { email: ada });
  expect(cookies).toEqual([
    expect.stringMatching(/^__Host-svc_ml=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
  ]);
});

test('the link signs in once, in any browser', async () => {
  const server = await withUser();
  await server.client().post('/api/auth/magic-link', { email: ada });
  const token = await server.lastToken(ada);
  const client = server.client();
  const { status, body, cookies } = await client.post('/api/auth/magic-link/verify', { token });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      user: expect.objectContaining({ email: ada, emailVerified: true }),
      session: { id: expect.any(String), expiresAt: expect.any(String) },
    },
  });
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['svc_session', 'svc_refresh', 'svc_ml']);
  expect((await client.get('/api/auth/me')).body.user.email).toBe(ada);
  expect(await client.post('/api/auth/magic-link/verify', { token })).toMatchObject(invalid);
  const { entries } = await server.services.audit.list({
    ...{ type: 'login.success', userId: body.user.id, from: null, to: null, page: 1, limit: 10 },
  });
  expect(entries).toMatchObject([{ reason: 'magic-link', sessionId: body.session.id }]);
});

test('the session is as brief as who signs in wants it', async () => {
  const server = await withUser();
  const browser = server.client();
  await browser.post('/api/auth/magic-link', { email: ada });
  const path = '/api/auth/magic-link/verify';
  const attempt = { email: ada, code: await lastCode(server) };
  expect(await browser.post(path, { ...attempt, remember: 'no' })).toMatchObject({ status: 400 });
  const byCode = await browser.post(path, { ...attempt, remember: false });
  await browser.post('/api/auth/magic-link', { email: ada });
  const byLink = await server.client().post(path, { token: await server.lastToken(ada), remember: false });
  for (const { status, body, cookies } of [byCode, byLink]) {
    expect(status).toBe(200);
    expect(Date.parse(body.session.expiresAt) - server.time.now).toBe(12 * hour);
    expect(cookies.filter((cookie) => /^svc_(session|refresh)=/.test(cookie))).toEqual([
      expect.not.stringContaining('Max-Age'),
      expect.not.stringContaining('Max-Age'),
    ]);
  }
});

test('the page of the link asks whether to stay signed in', async () => {
  const server = await withUser();
  const client = server.client();
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const expected = { '': false, '&remember=on': true };
  for (const [box, stays] of Object.entries(expected)) {
    await client.post('/api/auth/magic-link', { email: ada });
    const token = await server.lastToken(ada);
    const page = await client.get(`/admin/magic-link?token=${token}`);
    expect(page.body).toMatch(/name="remember"[^>]*checked/);
    const { status, cookies } = await client.post('/admin/magic-link', `token=${token}${box}`, form);
    expect(status).toBe(303);
    const session = cookies.find((cookie) => cookie.startsWith('svc_refresh=')) ?? '';
    expect(session.includes('Max-Age')).toBe(stays);
  }
});

test('looking at the link says whom it is for and uses nothing up', async () => {
  const server = await withUser();
  const client = server.client();
  await client.post('/api/auth/magic-link', { email: ada });
  const path = `/api/auth/magic-link/verify?token=${await server.lastToken(ada)}`;
  expect(await client.get(path)).toMatchObject({
    status: 200,
    body: { message: 'Sign in as a***@example.com?', email: 'a***@example.com' },
  });
  expect(await client.send('HEAD', path)).toMatchObject({ status: 200, body: '' });
  const page = await client.get(path, { accept: 'text/html' });
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.body).toContain('Sign in as a***@example.com?');
  expect(await client.get('/api/auth/magic-link/verify?token=x')).toMatchObject(invalid);
  const wrong = await client.get('/api/auth/magic-link/verify?token=x', { accept: 'text/html' });
  expect({ status: wrong.status, isPage: String(wrong.body).startsWith('<!DOCTYPE html>') }).toEqual({
    status: 400,
    isPage: true,
  });
  const token = await server.lastToken(ada);
  expect((await client.post('/api/auth/magic-link/verify', { token })).status).toBe(200);
});

test('the code signs in only the browser that asked for it', async () => {
  const server = await withUser();
  const client = server.client();
  await client.post('/api/auth/magic-link', { email: ada });
  const code = await lastCode(server);
  const other = server.client();
  expect(await other.post('/api/auth/magic-link/verify', { email: ada, code })).toMatchObject(invalid);
  await other.post('/api/auth/magic-link', { email: 'nobody@example.com' });
  expect(await other.post('/api/auth/magic-link/verify', { email: ada, code })).toMatchObject(invalid);
  const typed = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase();
  const { status } = await client.post('/api/auth/magic-link/verify', { email: ada, code: typed });
  expect(status).toBe(200);
  expect(await client.post('/api/auth/magic-link/verify', { email: ada, code })).toMatchObject(invalid);
});

test('five wrong codes void the right one', async () => {
  const server = await withUser();
  const client = server.client();
  await client.post('/api/auth/magic-link', { email: ada });
  const code = await lastCode(server);
  for (let guess = 0; guess < 5; guess += 1) {
    const wrong = await client.post('/api/auth/magic-link/verify', { email: ada, code: 'AAAAAAAA' });
    expect(wrong).toMatchObject(invalid);
  }
  expect(await client.post('/api/auth/magic-link/verify', { email: ada, code })).toMatchObject(invalid);
  const { entries } = await server.services.audit.list({
    ...{ type: 'login.failure', userId: null, from: null, to: null, page: 1, limit: 10 },
  });
  expect(entries.map(({ reason }) => reason)).toEqual(Array.from({ length: 6 }, () => 'magic code'));
});

test('link and code end after ten minutes', async () => {
  const server = await withUser();
  const client = server.client();
  await client.post('/api/auth/magic-link', { email: ada });
  const [code, token] = [await lastCode(server), await server.lastToken(ada)];
  server.time.now += 10 * minute;
  expect(await client.post('/api/auth/magic-link/verify', { token })).toMatchObject(invalid);
  expect(await client.post('/api/auth/magic-link/verify', { email: ada, code })).toMatchObject(invalid);
});

test('twenty at once use a link exactly once', async () => {
  const server = await withUser();
  await server.client().post('/api/auth/magic-link', { email: ada });
  const token = await server.lastToken(ada);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => server.client().post('/api/auth/magic-link/verify', { token })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
});

test('an unverified account loses its password, and the one who set it is logged out', async () => {
  const server = await startMailedServer();
  const stranger = server.client();
  await stranger.post('/api/auth/register', { email: ada, password });
  const owner = server.client();
  await owner.post('/api/auth/magic-link', { email: ada });
  const token = await server.lastToken(ada);
  const { body } = await owner.post('/api/auth/magic-link/verify', { token });
  expect(body.user.emailVerified).toBe(true);
  expect((await server.subjects(ada)).at(-1)).toBe('Welcome to localhost:3000');
  const late = await stranger.post('/api/auth/login', { email: ada, password });
  expect(late).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
  expect((await owner.get('/api/auth/me')).status).toBe(200);
});

test('sessions of an account that was never verified end with the first link', async () => {
  const server = await startMailedServer({ auth: { emailVerification: false } });
  const stranger = server.client();
  await stranger.post('/api/auth/register', { email: ada, password });
  await stranger.post('/api/auth/login', { email: ada, password });
  expect((await stranger.get('/api/auth/me')).status).toBe(200);
  const owner = server.client();
  await owner.post('/api/auth/magic-link', { email: ada });
  await owner.post('/api/auth/magic-link/verify', { token: await server.lastToken(ada) });
  expect((await stranger.get('/api/auth/me')).status).toBe(401);
  expect((await owner.get('/api/auth/me')).status).toBe(200);
});

test('a locked account can still be entered by a link', async () => {
  const server = await withUser();
  const client = server.client();
  for (let guess = 0; guess < 6; guess += 1) {
    await client.post('/api/auth/login', { email: ada, password: 'Wrong-Horse-7-Battery' });
  }
  await client.post('/api/auth/magic-link', { email: ada });
  const { status } = await client.post('/api/auth/magic-link/verify', { token: await server.lastToken(ada) });
  expect(status).toBe(200);
});

test('a form gets 303 to where the request for the link wanted to go', async () => {
  const server = await withUser();
  const client = server.client();
  await client.post('/api/auth/magic-link', { email: ada, redirectTo: '/app' });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = `token=${await server.lastToken(ada)}`;
  const { status, headers, cookies } = await client.post('/api/auth/magic-link/verify', body, form);
  expect({ status, location: headers.get('location') }).toEqual({
    status: 303,
    location: 'http://localhost:3000/app',
  });
  expect(cookies).toHaveLength(3);
});

test('a config that switches magic links off has no such routes', async () => {
  const server = await withUser({ auth: { magicLink: false } });
  const client = server.client();
  const answers = [
    await client.post('/api/auth/magic-link', { email: ada }),
    await client.get('/api/auth/magic-link/verify?token=x'),
    await client.post('/api/auth/magic-link/verify', { token: 'x' }),
    await client.get('/admin/magic-link'),
  ];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 4 }, () => [404, 'NOT_FOUND']),
  );
});
