import { expect, test } from 'vitest';
import { makeResetLink } from '../../runtime/auth/password-reset/make-reset-link.js';
import { adminEmail, hour, password } from '../support/auth-server.js';
import { type MailedServer, startMailedServer } from './support/mailed-server.js';

const ada = 'ada@example.com';
/** So high that the limit per client does not apply; these tests are about the limit per address. */
const rateLimit = { mail: { max: 1000, windowSeconds: 60 } };
const newPassword = 'Another-Horse-8-Battery';

/** Sends a request `count` times, and expects each to be accepted. */
async function times(count: number, send: () => Promise<{ readonly status: number }>): Promise<void> {
  for (let time = 1; time <= count; time += 1) expect((await send()).status).toBeLessThan(300);
}

/** Starts a server with a verified user. */
async function withAda(): Promise<MailedServer> {
  const server = await startMailedServer({ auth: { rateLimit } });
  await server.addUser(ada);
  return server;
}

/** The code of the newest mail to ada. */
async function lastCode(server: MailedServer): Promise<string> {
  const { text = '' } = await server.lastMail(ada);
  return /^\s*([2-9A-HJ-NP-Z]{8})\s*$/m.exec(text)?.[1] ?? '';
}

test.each([
  ['verify-email/resend', { email: ada }],
  ['register', { email: ada, password }],
])('a stranger who calls %s and locks the account does not keep its owner out', async (path, body) => {
  const server = await withAda();
  const stranger = server.client();
  await times(20, () => stranger.post(`/api/auth/${path}`, body));
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await stranger.post('/api/auth/login', { email: ada, password: newPassword });
  }
  const owner = server.client();
  expect((await owner.post('/api/auth/login', { email: ada, password })).status).toBe(423);

  await owner.post('/api/auth/magic-link', { email: ada });
  const token = await server.lastToken(ada);
  expect((await owner.post('/api/auth/magic-link/verify', { token })).status).toBe(200);

  await owner.post('/api/auth/forgot-password', { email: ada });
  const reset = { token: await server.lastToken(ada), password: newPassword };
  expect((await owner.post('/api/auth/reset-password', reset)).status).toBe(200);
  expect((await owner.post('/api/auth/login', { email: ada, password: newPassword })).status).toBe(200);
});

test('mails of one purpose that are used up take nothing from another, and their last link stays good', async () => {
  const server = await withAda();
  const stranger = server.client();
  await times(3, () => stranger.post('/api/auth/forgot-password', { email: ada }));
  const token = await server.lastToken(ada);
  await times(3, () => stranger.post('/api/auth/magic-link', { email: ada }));
  const magic = await server.lastToken(ada);
  await times(5, () => stranger.post('/api/auth/forgot-password', { email: ada }));
  await times(5, () => stranger.post('/api/auth/magic-link', { email: ada }));
  expect(await server.subjects(ada)).toHaveLength(6);

  const owner = server.client();
  expect((await owner.post('/api/auth/magic-link/verify', { token: magic })).status).toBe(200);
  const reset = { token, password: newPassword };
  expect((await owner.post('/api/auth/reset-password', reset)).status).toBe(200);
});

test('the code of the last magic link stays good in the browser that asks for more of them', async () => {
  const server = await withAda();
  const owner = server.client();
  await times(6, () => owner.post('/api/auth/magic-link', { email: ada }));
  expect(await server.subjects(ada)).toHaveLength(3);
  const code = await lastCode(server);
  expect((await owner.post('/api/auth/magic-link/verify', { email: ada, code })).status).toBe(200);
});

test('a browser that asks for another address gets a secret of its own for it', async () => {
  const server = await withAda();
  const client = server.client();
  await client.post('/api/auth/magic-link', { email: adminEmail });
  const first = client.jar.get('svc_ml');
  await client.post('/api/auth/magic-link', { email: ada });
  expect(client.jar.get('svc_ml')?.slice(0, 43)).not.toBe(first?.slice(0, 43));
});

test('addresses that nobody has are counted as those that somebody has', async () => {
  const server = await startMailedServer({ auth: { rateLimit } });
  const client = server.client();
  await times(3, () => client.post('/api/auth/verify-email/resend', { email: ada }));
  await client.post('/api/auth/register', { email: ada, password });
  expect(await server.subjects(ada)).toEqual([]);
  server.time.now += hour;
  await client.post('/api/auth/verify-email/resend', { email: ada });
  expect(await server.subjects(ada)).toEqual(['Confirm your email address for localhost:3000']);
});

test('the notice of a taken address counts for nothing', async () => {
  const server = await startMailedServer({ auth: { rateLimit } });
  const client = server.client();
  await times(5, () => client.post('/api/auth/register', { email: ada, password }));
  await times(5, () => client.post('/api/auth/verify-email/resend', { email: ada }));
  expect([...(await server.subjects(ada))].sort()).toEqual([
    ...Array(3).fill('Confirm your email address for localhost:3000'),
    'You already have an account on localhost:3000',
  ]);
});

test('without verification the welcome mail counts for nothing', async () => {
  const server = await startMailedServer({ auth: { rateLimit, emailVerification: false } });
  const client = server.client();
  await client.post('/api/auth/register', { email: ada, password });
  await times(4, () => client.post('/api/auth/forgot-password', { email: ada }));
  await times(4, () => client.post('/api/auth/magic-link', { email: ada }));
  const subjects = await server.subjects(ada);
  expect(subjects.filter((subject) => subject.startsWith('Welcome'))).toHaveLength(1);
  expect(subjects).toHaveLength(1 + 3 + 3);
});

test('reset links that an administrator mails are limited, too, and the administrator is told', async () => {
  const server = await withAda();
  const { users, driver } = server.services;
  const user = await users.findByEmail(driver, ada);
  if (user === null) throw new Error('There is no user.');
  const make = (isMailed: boolean) =>
    makeResetLink(server.services, {
      ...{ user, isMailed, actorId: 'admin', sessionId: 'session' },
      origin: { ip: null, userAgent: null, requestId: null },
    });
  for (let sent = 0; sent < 3; sent += 1) await make(true);
  await expect(make(true)).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 429 });
  // One that is shown is no mail.
  expect((await make(false)).link).toContain('token=');
});
