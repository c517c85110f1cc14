import { expect, test } from 'vitest';
import { hour, minute, password } from '../support/auth-server.js';
import { type MailedServer, startMailedServer } from './support/mailed-server.js';

const ada = 'ada@example.com';
const invalid = { status: 400, code: 'INVALID_TOKEN' };

async function registered(options: Parameters<typeof startMailedServer>[0] = {}): Promise<MailedServer> {
  const server = await startMailedServer(options);
  await server.client().post('/api/auth/register', { email: ada, password, name: 'Ada' });
  return server;
}

async function isVerified({ services }: MailedServer): Promise<boolean | undefined> {
  return (await services.users.findByEmail(services.driver, ada))?.emailVerified;
}

function outcome({
  status,
  body,
}: {
  readonly status: number;
  readonly body: { readonly code?: string };
}): object {
  return { status, code: body.code };
}

test('an account that is not verified cannot log in until its link is used', async () => {
  const server = await registered();
  const client = server.client();
  const early = await client.post('/api/auth/login', { email: ada, password });
  expect(outcome(early)).toEqual({ status: 403, code: 'EMAIL_NOT_VERIFIED' });
  const token = await server.lastToken(ada);
  const { status, body, headers } = await client.get(`/api/auth/verify-email?token=${token}`);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      message: 'The email is verified; you can log in now.',
      user: { email: ada, name: 'Ada', role: 'customer', emailVerified: true },
    },
  });
  expect(headers.get('cache-control')).toBe('no-store');
  expect((await server.subjects(ada)).at(-1)).toBe('Welcome to localhost:3000');
  expect((await client.post('/api/auth/login', { email: ada, password })).status).toBe(200);
  const { entries } = await server.services.audit.list({
    ...{ type: 'email.verified', userId: null, from: null, to: null, page: 1, limit: 10 },
  });
  expect(entries).toMatchObject([{ outcome: 'success', userId: body.user.id }]);
});

test('a token works once, by GET or by POST', async () => {
  const server = await registered();
  const token = await server.lastToken(ada);
  const client = server.client();
  expect((await client.post('/api/auth/verify-email', { token })).status).toBe(200);
  expect(outcome(await client.post('/api/auth/verify-email', { token }))).toEqual(invalid);
  expect(outcome(await client.get(`/api/auth/verify-email?token=${token}`))).toEqual(invalid);
});

test('twenty at once use a token exactly once', async () => {
  const server = await registered();
  const token = await server.lastToken(ada);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => server.client().post('/api/auth/verify-email', { token })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
  const subjects = await server.subjects(ada);
  expect(subjects.filter((subject) => subject.startsWith('Welcome'))).toHaveLength(1);
});

test.each(['HEAD', 'GET'])('%s of a browser shows a page at most, and uses nothing up', async (method) => {
  const server = await registered();
  const token = await server.lastToken(ada);
  const client = server.client();
  const headers = method === 'GET' ? { accept: 'text/html,application/xhtml+xml' } : {};
  const { status } = await client.send(method, `/api/auth/verify-email?token=${token}`, undefined, headers);
  expect({ status, verified: await isVerified(server) }).toEqual({ status: 200, verified: false });
  expect((await client.post('/api/auth/verify-email', { token })).status).toBe(200);
});

test('unknown, expired and replaced tokens get one answer', async () => {
  const server = await registered();
  const client = server.client();
  const old = await server.lastToken(ada);
  await client.post('/api/auth/verify-email/resend', { email: ada });
  const fresh = await server.lastToken(ada);
  expect(fresh).not.toBe(old);
  const replaced = await client.post('/api/auth/verify-email', { token: old });
  const unknown = await client.post('/api/auth/verify-email', { token: 'unknown' });
  server.time.now += 24 * hour;
  const expired = await client.post('/api/auth/verify-email', { token: fresh });
  expect([replaced, unknown, expired].map(outcome)).toEqual([invalid, invalid, invalid]);
  expect(new Set([replaced, unknown, expired].map(({ body }) => body.error)).size).toBe(1);
});

test('a missing token and other parameters are named', async () => {
  const client = (await startMailedServer()).client();
  const missing = await client.get('/api/auth/verify-email');
  expect(missing).toMatchObject({
    status: 400,
    body: { code: 'BAD_USER_INPUT', details: [{ path: 'token' }] },
  });
  const other = await client.get('/api/auth/verify-email?token=a&tokn=b');
  expect(other).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT', details: [{ path: 'tokn' }] } });
});

test('asking again answers the same for every address, and mails only who waits', async () => {
  const server = await registered();
  await server.addUser('bob@example.com');
  const client = server.client();
  const answers = [];
  for (const email of [ada, 'bob@example.com', 'nobody@example.com']) {
    const { status, body } = await client.post('/api/auth/verify-email/resend', { email });
    answers.push({ status, body });
  }
  const same = {
    status: 200,
    body: { message: 'If this address waits to be verified, we have sent a new link to it.' },
  };
  expect(answers).toEqual([same, same, same]);
  expect(await server.subjects(ada)).toHaveLength(2);
  expect(await server.subjects('bob@example.com')).toEqual([]);
  expect(await server.subjects('nobody@example.com')).toEqual([]);
});

test('a fourth mail within the hour is dropped in silence, and the last link stays good', async () => {
  const server = await registered({ auth: { rateLimit: { mail: { max: 100, windowSeconds: 60 } } } });
  const client = server.client();
  for (let call = 0; call < 4; call += 1) {
    expect((await client.post('/api/auth/verify-email/resend', { email: ada })).status).toBe(200);
    await server.subjects(ada);
  }
  expect(await server.subjects(ada)).toHaveLength(3);
  const token = await server.lastToken(ada);
  expect((await client.post('/api/auth/verify-email', { token })).status).toBe(200);
});

test('more than thirty tries of tokens a minute are too many', async () => {
  const server = await startMailedServer({ auth: { rateLimit: {} } });
  const client = server.client();
  const paths = ['/api/auth/verify-email', '/api/auth/magic-link/verify'];
  for (let call = 0; call < 30; call += 1) {
    const { status } = await client.post(paths[call % 2] ?? '', { token: 'guess' });
    expect(status).toBe(400);
  }
  const { status, body, headers } = await client.get('/api/auth/verify-email?token=guess');
  expect({ status, code: body.code }).toEqual({ status: 429, code: 'RATE_LIMITED' });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  server.time.now += minute;
  expect((await client.get('/api/auth/verify-email?token=guess')).status).toBe(400);
});
