import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { adminEmail, minute, password } from '../support/auth-server.js';
import { startMailedServer } from './support/mailed-server.js';

const ada = 'ada@example.com';
const better = 'Another-Horse-8-Battery';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

function encoded(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}

test('a page may load its style sheet and the logos, and nothing else', async () => {
  const client = (await startMailedServer()).client();
  for (const path of ['login', 'register', 'forgot-password', 'verify-email', 'magic-link']) {
    const { status, headers, body } = await client.get(`/admin/${path}`);
    expect({ path, status, type: headers.get('content-type') }).toEqual({
      ...{ path, status: 200, type: 'text/html; charset=utf-8' },
    });
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(body).not.toMatch(/<script|<style|\son[a-z]+=|\sstyle=/i);
  }
});

test('the style sheet, the letters and the logos are served, the logos to webmail too', async () => {
  const client = (await startMailedServer()).client();
  for (const [name, type, embedding] of [
    ['auth.css', 'text/css; charset=utf-8', 'same-origin'],
    ['geist-latin.woff2', 'font/woff2', 'same-origin'],
    ['geist-latin-ext.woff2', 'font/woff2', 'same-origin'],
    ['logo.svg', 'image/svg+xml', 'cross-origin'],
    ['logo-white.svg', 'image/svg+xml', 'cross-origin'],
  ]) {
    const { status, headers } = await client.get(`/admin/${name}`);
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type });
    const etag = headers.get('etag') ?? '';
    const again = await client.get(`/admin/${name}`, { 'if-none-match': etag });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'public, max-age=3600']);
    for (const answer of [headers, again.headers]) {
      expect(answer.get('cross-origin-resource-policy'), name).toBe(embedding);
    }
  }
});

test('pages that mails lead to send no address on, and use nothing up', async () => {
  const server = await startMailedServer({ auth: { registration: { enabled: true } } });
  await server.addUser(ada);
  const root = await server.signedIn();
  const client = server.client();
  await client.post('/api/auth/register', { email: 'new@example.com', password });
  await root.post('/api/auth/invites', { email: 'guest@example.com', role: 'guest' });
  await client.post('/api/auth/forgot-password', { email: ada });
  const links = [await server.lastLink('new@example.com'), await server.lastLink('guest@example.com')];
  links.push(await server.lastLink(ada));
  await client.post('/api/auth/magic-link', { email: ada });
  links.push(await server.lastLink(ada));
  for (const { pathname, search } of [...links, ...links]) {
    const { status, headers, body } = await client.get(`${pathname}${search}&utm_source=mail`);
    expect({ pathname, status, policy: headers.get('referrer-policy') }).toEqual({
      ...{ pathname, status: 200, policy: 'no-referrer' },
    });
    expect(body).toContain('method="post"');
    expect((await client.send('HEAD', `${pathname}${search}`)).status).toBe(200);
  }
});

test('registration that is off says so, directs to sign in, and is not offered', async () => {
  const server = await startMailedServer({ auth: { registration: { enabled: false } } });
  const client = server.client();
  const { status, body } = await client.get('/admin/register');
  expect(status).toBe(200);
  expect(body).toContain('Registration Disabled');
  expect(body).toContain('User registration is disabled by the administrator.');
  expect(body).toContain('href="/admin/login"');
  expect(body).not.toContain('<form');
  const sent = await client.post('/admin/register', encoded({ email: ada, password }), form);
  expect(sent.status).toBe(403);
  expect(sent.body).toContain('Registration Disabled');
  expect((await client.get('/admin/login')).body).not.toContain('/admin/register');
});

test('registration that an administrator switches on is offered at once', async () => {
  const server = await startMailedServer({ auth: { registration: { enabled: false } } });
  const root = await server.signedIn();
  expect((await root.send('PATCH', '/api/globals/system', { enableRegistration: true })).status).toBe(200);
  const client = server.client();
  expect((await client.get('/admin/login')).body).toContain('href="/admin/register"');
  expect((await client.get('/admin/register')).body).toContain('action="/admin/register"');
});

test('faults stand beside their fields, and no password comes back', async () => {
  const client = (await startMailedServer()).client();
  const sent = encoded({ email: 'nonsense"><script>', password: 'short', name: 'Ada' });
  const { status, body } = await client.post('/admin/register', sent, form);
  expect(status).toBe(400);
  expect(body).toMatch(/<input id="email"[^>]* aria-invalid="true" aria-describedby="email-fault">/);
  expect(body).toContain('<div class="fault" id="email-fault">');
  expect(body).toContain('value="nonsense&quot;&gt;&lt;script&gt;"');
  expect(body).not.toContain('value="short"');
  const weak = await client.post('/admin/register', encoded({ email: ada, password: 'short' }), form);
  expect(weak.body).toMatch(
    /<input id="password"[^>]* autofocus aria-invalid="true" aria-describedby="password-hint password-fault">/,
  );
});

test('registering asks for the fields that the config requires of users', async () => {
  const fields = [
    { name: 'companyName', type: 'text', required: true, maxLength: 20 },
    { name: 'employees', type: 'number', required: true },
    { name: 'motto', type: 'text' },
    { name: 'credit', type: 'number', access: { update: ['admin'] } },
  ] as const;
  const server = await startMailedServer({ config: { collections: [{ slug: 'users', fields }] } });
  const client = server.client();
  const page = await client.get('/admin/register');
  expect(page.body).toContain('<label for="companyName">Company name</label>');
  expect(page.body).toContain('<label for="employees">Employees</label>');
  expect(page.body).not.toMatch(/motto|credit/);
  const sent = { email: ada, password, companyName: 'x'.repeat(21), employees: 'many', credit: '1000' };
  const refused = await client.post('/admin/register', encoded(sent), form);
  expect(refused.status).toBe(400);
  expect(refused.body).toContain('id="companyName-fault"');
  expect(refused.body).toContain('id="employees-fault"');
  const good = encoded({ ...sent, companyName: 'Analytical', employees: '3' });
  const { headers } = await client.post('/admin/register', good, form);
  expect(headers.get('location')).toBe('/admin/verify-email?sent=1');
  const { users, driver } = server.services;
  expect(await users.findByEmail(driver, ada)).toMatchObject({
    ...{ companyName: 'Analytical', employees: 3, credit: null },
  });
});

test('a login leads to where it was asked to, on this server only', async () => {
  const server = await startMailedServer();
  const client = server.client();
  const page = await client.get('/admin/login?next=/admin/users%3Fpage=2');
  expect(page.body).toContain('name="next" value="/admin/users?page&#x3D;2"');
  const locations = [];
  for (const next of [
    '/admin/users?page=2',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '',
  ]) {
    const sent = encoded({ email: adminEmail, password, next });
    const { status, headers } = await server.client().post('/admin/login', sent, form);
    locations.push([status, headers.get('location')]);
  }
  expect(locations).toEqual([
    [303, '/admin/users?page=2'],
    ...Array.from({ length: 4 }, () => [303, '/admin']),
  ]);
  for (const next of ['//evil.example', 'https://evil.example']) {
    expect((await client.get(`/admin/login?next=${next}`)).body).not.toContain('evil');
  }
});

test('wrong passwords are told as the endpoint tells them', async () => {
  const server = await startMailedServer();
  await server.addUser(ada);
  const client = server.client();
  const sent = encoded({ email: ada, password: 'Wrong-Horse-7-Battery' });
  for (let guess = 0; guess < 5; guess += 1) {
    const { status, body, cookies } = await client.post('/admin/login', sent, form);
    expect({ status, cookies }).toEqual({ status: 401, cookies: [] });
    expect(body).toContain('role="alert"');
  }
  const locked = await client.post('/admin/login', sent, form);
  expect(locked.status).toBe(423);
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('/admin leads strangers to the login, and users out again', async () => {
  const server = await startMailedServer();
  const stranger = await server.client().get('/admin');
  expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/admin/login']);
  const root = await server.signedIn();
  expect((await root.get('/admin')).body).toContain(`You are signed in as ${adminEmail}`);
  const out = await root.post('/admin/logout', '', form);
  expect([out.status, out.headers.get('location')]).toEqual([303, '/admin/login?done=logged-out']);
  expect((await root.get('/api/auth/me')).status).toBe(401);
});

test('/admin renews a session whose access token has ended', async () => {
  const server = await startMailedServer();
  const root = await server.signedIn();
  server.time.now += 20 * minute;
  expect((await root.get('/api/auth/me')).status).toBe(401);
  const renewed = await root.get('/admin');
  expect([renewed.status, renewed.headers.get('location')]).toEqual([303, '/admin']);
  expect((await root.get('/admin')).status).toBe(200);
});

test('forms of other sites are refused', async () => {
  const client = (await startMailedServer()).client();
  const sent = encoded({ email: adminEmail, password });
  for (const forged of [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]) {
    const { status, cookies } = await client.post('/admin/login', sent, { ...form, ...forged });
    expect({ status, cookies }).toEqual({ status: 403, cookies: [] });
  }
  const own = { ...form, origin: 'http://localhost:3000' };
  expect((await client.post('/admin/login', sent, own)).status).toBe(303);
});

test('a link that is not valid gets a page that leads to a new one', async () => {
  const client = (await startMailedServer()).client();
  for (const [path, way] of [
    ['/admin/verify-email?token=x', 'action="/admin/verify-email"'],
    ['/api/auth/verify-email?token=x', 'action="/admin/verify-email"'],
    ['/admin/reset-password?token=x', 'href="/admin/forgot-password"'],
    ['/admin/magic-link?token=x', 'href="/admin/magic-link"'],
    ['/admin/accept-invite?token=x', 'href="/admin/login"'],
  ] as const) {
    const { status, body } = await client.get(path, { accept: 'text/html' });
    expect({ path, status }).toEqual({ path, status: 400 });
    expect(body).toContain('This link is not valid');
    expect(body).toContain(way);
  }
});

test('a verified user who opens the link again is told so', async () => {
  const server = await startMailedServer();
  const client = server.client();
  await client.post('/api/auth/register', { email: ada, password });
  const { pathname, search } = await server.lastLink(ada);
  const token = await server.lastToken(ada);
  const first = await client.post('/admin/verify-email', encoded({ token }), form);
  expect([first.status, first.headers.get('location')]).toEqual([303, '/admin/login?done=verified']);
  const second = await client.post('/admin/verify-email', encoded({ token }), form);
  expect([second.status, String(second.body).includes('already verified')]).toEqual([200, true]);
  expect((await client.get(`${pathname}${search}`)).body).toContain('already verified');
});

test('a reset by form keeps the token for a better password, then leads to the login', async () => {
  const server = await startMailedServer();
  await server.addUser(ada);
  const client = server.client();
  const asked = await client.post('/admin/forgot-password', encoded({ email: ada }), form);
  expect([asked.status, asked.headers.get('location')]).toEqual([303, '/admin/forgot-password?sent=1']);
  const token = await server.lastToken(ada);
  const weak = await client.post('/admin/reset-password', encoded({ token, password: 'short' }), form);
  expect(weak.status).toBe(400);
  expect(weak.body).toContain(`name="token" value="${token}"`);
  const done = await client.post('/admin/reset-password', encoded({ token, password: better }), form);
  expect([done.status, done.headers.get('location')]).toEqual([303, '/admin/login?done=reset']);
});

test('behind a prefix the pages stay behind it', async () => {
  const server = await startMailedServer({ baseUrl: 'https://example.com/cms' });
  const client = server.client();
  const { body } = await client.get('/admin/login');
  expect(body).toContain('action="/cms/admin/login"');
  expect(body).toContain('href="/cms/admin/auth.css"');
  const sent = encoded({ email: adminEmail, password });
  const { headers } = await client.post('/admin/login', sent, form);
  expect(headers.get('location')).toBe('/cms/admin');
});

test('in an application around, forms work behind its body parser, and its own /admin stays its own', async () => {
  const server = await startMailedServer();
  const outer = express()
    .use(express.urlencoded({ extended: false }))
    .use('/cms', server.app);
  outer.get('/admin/login', (_request, response) => void response.send('theirs'));
  const listener = outer.listen(0);
  onTestFinished(() => void listener.close());
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  expect(await (await fetch(`${url}/cms/admin/login`)).text()).toContain('action="/cms/admin/login"');
  const { status, headers } = await fetch(`${url}/cms/admin/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email: adminEmail, password }),
  });
  expect([status, headers.get('location')]).toEqual([303, '/cms/admin']);
  expect(await (await fetch(`${url}/admin/login`)).text()).toBe('theirs');
});

test('pages of a frontend take the place of the own ones', async () => {
  const server = await startMailedServer({
    auth: {
      pages: { login: 'https://app.example.com/login', verifyEmail: 'https://app.example.com/verify' },
    },
  });
  const client = server.client();
  await client.post('/api/auth/register', { email: ada, password });
  expect((await server.lastLink(ada)).href).toMatch(/^https:\/\/app\.example\.com\/verify\?token=/);
  const token = await server.lastToken(ada);
  const { headers } = await client.post('/admin/verify-email', encoded({ token }), form);
  expect(headers.get('location')).toBe('https://app.example.com/login');
  const page = await client.get('/admin/login');
  expect(page.headers.get('content-security-policy')).toContain(
    "form-action 'self' https://app.example.com;",
  );
});

test('without auth in the config there are no pages', async () => {
  const { createService } = await import('../../runtime/create-service.js');
  const { describeConfig } = await import('../../runtime/codegen/describe-config.js');
  const config = { collections: [] };
  const app = createService({
    config,
    contract: describeConfig(config),
    routes: {},
    openapi: new URL(import.meta.url),
  });
  expect((await app.fetch('/admin/login')).status).toBe(404);
  await app.close();
});

test('what is refused before a page is asked is a page too, and JSON for programs', async () => {
  const server = await startMailedServer({ auth: { rateLimit: { auth: { max: 1, windowSeconds: 600 } } } });
  const client = server.client();
  const forged = { ...form, origin: 'https://evil.example' };
  const browser = { accept: 'text/html,application/xhtml+xml' };
  const sent = encoded({ email: adminEmail, password });

  const refused = await client.post('/admin/login', sent, { ...forged, ...browser });
  expect([refused.status, refused.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
  expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(refused.body).toContain('<title>Error: This form was not accepted - svc</title>');
  expect(refused.body).toContain('<a href="/admin/login">Try again</a>');
  expect((await client.post('/admin/login', sent, forged)).body.code).toBe('FORBIDDEN');

  const broken = await client.post('/admin/login', '{}', { 'content-type': 'text/plain', ...browser });
  expect([broken.status, broken.body.includes('This could not be done')]).toEqual([415, true]);

  const limited = await client.post('/admin/login', sent, { ...form, ...browser });
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '600']);
  expect(limited.body).toContain('Try again in 10 minutes.');
  expect((await client.post('/api/auth/login', {}, browser)).body.code).toBe('RATE_LIMITED');
});

test('a page that does not exist says so', async () => {
  const client = (await startMailedServer()).client();
  const { status, body } = await client.get('/admin/login/x', { accept: 'text/html' });
  expect([status, body.includes('There is no such page'), body.includes('Try again')]).toEqual([
    ...[404, true, false],
  ]);
});
