import { expect, test } from 'vitest';
import { adminEmail, day, hour, minute, password, startAuthServer } from '../support/auth-server.js';
import { startMailedServer } from './support/mailed-server.js';

const ada = 'ada@example.com';
const newPassword = 'Another-Horse-8-Battery';
const wrong = { email: adminEmail, password: 'Wrong-Horse-7-Battery' };
const right = { email: adminEmail, password };
const retryAfter = ({ headers }: { readonly headers: Headers }): number => Number(headers.get('retry-after'));

test('a lock lasts its 15 minutes and no longer', async () => {
  const server = await startAuthServer();
  const client = server.client();
  for (let attempt = 1; attempt <= 5; attempt += 1) await client.post('/api/auth/login', wrong);
  server.time.now -= day;
  const locked = await client.post('/api/auth/login', right);
  expect([locked.status, retryAfter(locked)]).toEqual([423, 900]);
  server.time.now += 14 * minute;
  const still = await client.post('/api/auth/login', right);
  expect([still.status, retryAfter(still)]).toEqual([423, 60]);
  server.time.now += minute;
  expect((await client.post('/api/auth/login', right)).status).toBe(200);
});

test('failures are forgotten a day from now', async () => {
  const server = await startAuthServer();
  const client = server.client();
  for (let attempt = 1; attempt <= 4; attempt += 1) await client.post('/api/auth/login', wrong);
  server.time.now -= 3 * day;
  await client.post('/api/auth/login', { ...wrong, email: ada });
  expect((await client.post('/api/auth/login', wrong)).status).toBe(401);
  expect((await client.post('/api/auth/login', right)).status).toBe(423);
});

test.each(['auth', 'failedLogins'])(
  'the window of the limit %s lasts its length and no longer',
  async (kind) => {
    const server = await startAuthServer({ auth: { rateLimit: { [kind]: { max: 2, windowSeconds: 60 } } } });
    const client = server.client();
    const attempt = (user: string) =>
      client.post('/api/auth/login', { ...wrong, email: `${user}@example.com` });
    for (const user of ['a', 'b', 'c']) await attempt(user);
    server.time.now -= day;
    const limited = await attempt('d');
    expect([limited.status, retryAfter(limited)]).toEqual([429, 60]);
    server.time.now += minute - 1000;
    expect(retryAfter(await attempt('e'))).toBe(1);
    server.time.now += 1000;
    expect((await attempt('f')).status).toBe(401);
  },
);

test.each([
  [true, 30 * day, 7 * day],
  [false, 12 * hour, 12 * hour],
])(
  'a session (remember: %s) lasts its length, and its idle time, from now',
  async (remember, length, idle) => {
    const server = await startAuthServer();
    const client = await server.signedIn(adminEmail, { remember });
    server.time.now -= 20 * day;
    // The issue time of its token is now in the future.
    expect((await client.get('/api/auth/me')).status).toBe(401);
    const refreshed = await client.post('/api/auth/refresh');
    expect(refreshed.status).toBe(200);
    const expiresAt = new Date(server.time.now + length).toISOString();
    expect(refreshed.body.session.expiresAt).toBe(expiresAt);
    const ages = refreshed.cookies.map((cookie) => Number(/Max-Age=(\d+)/.exec(cookie)?.[1] ?? 0));
    expect(Math.max(...ages)).toBe(remember ? length / 1000 : 0);
    const [listed] = (await client.get('/api/auth/sessions')).body.sessions;
    expect(listed.expiresAt).toBe(expiresAt);
    server.time.now += idle;
    expect((await client.post('/api/auth/refresh')).status).toBe(401);
  },
);

test('a refresh token that was replaced is good for 30 seconds from now, and then the sign of a theft', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  const cookie = `svc_refresh=${client.jar.get('svc_refresh')}`;
  await client.post('/api/auth/refresh');
  server.time.now -= day;
  const again = () => server.client().post('/api/auth/refresh', undefined, { cookie });
  expect((await again()).status).toBe(200);
  server.time.now += 31_000;
  expect((await again()).status).toBe(401);
  expect((await client.post('/api/auth/refresh')).status).toBe(401);
});

test('mailed links and codes last their length from when they are first shown', async () => {
  const server = await startMailedServer();
  await server.addUser(ada);
  const client = server.client();
  const tokenOf = async (path: string): Promise<string> => {
    await client.post(`/api/auth/${path}`, { email: ada });
    return server.lastToken(ada);
  };
  const reset = await tokenOf('forgot-password');
  const magic = await tokenOf('magic-link');
  const code = /^\s*([2-9A-HJ-NP-Z]{8})\s*$/m.exec((await server.lastMail(ada)).text ?? '')?.[1] ?? '';
  server.time.now -= day;
  const short = { token: reset, password: 'short' };
  expect((await client.post('/api/auth/reset-password', short)).body.code).toBe('BAD_USER_INPUT');
  expect((await client.get(`/api/auth/magic-link/verify?token=${magic}`)).status).toBe(200);
  server.time.now += 10 * minute;
  const byCode = await client.post('/api/auth/magic-link/verify', { email: ada, code });
  const byLink = await client.post('/api/auth/magic-link/verify', { token: magic });
  expect([byCode.body.code, byLink.body.code]).toEqual(['INVALID_TOKEN', 'INVALID_TOKEN']);
  server.time.now += 20 * minute;
  const late = { token: reset, password: newPassword };
  expect((await client.post('/api/auth/reset-password', late)).body.code).toBe('INVALID_TOKEN');
});

test('the overlap of a key that was rotated lasts its length from now', async () => {
  const server = await startAuthServer();
  const admin = await server.signedIn();
  const { body } = await admin.post('/api/auth/api-keys', { name: 'ci', role: 'editor' });
  const { body: next } = await admin.post(`/api/auth/api-keys/${body.apiKey.id}/rotate`, {
    overlapSeconds: 60,
  });
  const use = async (key: string) => (await server.client().get('/api/auth/me', { 'x-api-key': key })).status;
  server.time.now -= day;
  expect(await use(body.key)).toBe(200);
  server.time.now += 59_000;
  expect(await use(body.key)).toBe(200);
  server.time.now += 1_000;
  expect([await use(body.key), await use(next.key)]).toEqual([401, 200]);
});

test('a mail that waits for its next attempt does not wait for the clock to come back', async () => {
  let sent = 0;
  const faults = [new Error('The mail server is away.')];
  const sendMail = async (): Promise<void> => {
    const fault = faults.pop();
    if (fault) throw fault;
    sent += 1;
  };
  const server = await startAuthServer({ config: { email: { transport: { sendMail } } }, alone: true });
  await server.addUser(ada);
  await server.client().post('/api/auth/forgot-password', { email: ada });
  await server.mails();
  expect(sent).toBe(0);
  server.time.now -= day;
  await server.mails();
  expect(sent).toBe(1);
});
