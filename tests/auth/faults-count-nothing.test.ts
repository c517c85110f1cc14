/**
 * A fault of the storage is a 5xx and takes nothing from a person: no attempt to log in, no mail that may go
 * to their address (docs/spec/auth.md#lockout, docs/spec/auth.md#mails-to-one-address). Faults are real ones:
 * a table is away for a while.
 */
import { describe, expect, test } from 'vitest';
import { type AuthClient, password, type Sent } from '../support/auth-server.js';
import { type MailedServer, startMailedServer } from './support/mailed-server.js';
import { withoutTable } from './support/without-table.js';

const ada = 'ada@example.com';
const wrong = 'Wrong-Horse-9-Battery';
const rateLimit = {
  ...{ mail: { max: 1000, windowSeconds: 60 }, tokens: { max: 1000, windowSeconds: 60 } },
  ...{ auth: { max: 1000, windowSeconds: 60 }, failedLogins: { max: 1000, windowSeconds: 60 } },
};

async function withAda(): Promise<MailedServer> {
  const server = await startMailedServer({ auth: { rateLimit } });
  await server.addUser(ada);
  return server;
}

/** The statuses of as many requests, one after the other. */
async function statuses(count: number, send: () => Promise<Sent>): Promise<readonly number[]> {
  const all: number[] = [];
  for (let sent = 0; sent < count; sent += 1) all.push((await send()).status);
  return all;
}

const five = (status: number): readonly number[] => Array(5).fill(status);

test.each(['_svc_credentials', '_svc_audit_log'])(
  'a login while %s is away is no failed attempt',
  async (table) => {
    const server = await withAda();
    const client = server.client();
    const login = (tried: string): Promise<Sent> =>
      client.post('/api/auth/login', { email: ada, password: tried });
    expect(await withoutTable(server, table, () => statuses(5, () => login(password)))).toEqual(five(500));
    expect(await statuses(4, () => login(wrong))).toEqual([401, 401, 401, 401]);
    expect((await login(password)).status).toBe(200);
  },
);

test.each([
  ['_svc_audit_log', 'none before', 0],
  ['_svc_audit_log', 'the one that would lock', 4],
  ['_svc_outbox', 'the one that would lock', 4],
] as const)('a wrong password while %s is away is no failed attempt: %s', async (table, _which, before) => {
  const server = await withAda();
  const client = server.client();
  const login = (tried: string): Promise<Sent> =>
    client.post('/api/auth/login', { email: ada, password: tried });
  await statuses(before, () => login(wrong));
  expect(await withoutTable(server, table, () => statuses(5, () => login(wrong)))).toEqual(five(500));
  expect(await statuses(5 - before, () => login(wrong))).toEqual(five(401).slice(before));
  expect((await login(password)).status).toBe(423);
  expect(await server.subjects(ada)).toHaveLength(1);
});

test('a wrong current password whose failure cannot be noted is no failed attempt', async () => {
  const server = await withAda();
  const client = await server.signedIn(ada);
  const change = (currentPassword: string): Promise<Sent> =>
    client.post('/api/auth/change-password', { currentPassword, newPassword: 'Another-Horse-3-Battery' });
  expect(await withoutTable(server, '_svc_audit_log', () => statuses(6, () => change(wrong)))).toEqual([
    ...five(500),
    500,
  ]);
  expect((await change(password)).status).toBe(200);
});

describe('mails that cannot be stored', () => {
  test.each(['forgot-password', 'magic-link'])('by %s take none of those that may be sent', async (path) => {
    const server = await withAda();
    const client = server.client();
    const ask = (): Promise<Sent> => client.post(`/api/auth/${path}`, { email: ada });
    expect(await withoutTable(server, '_svc_outbox', () => statuses(5, ask))).toEqual(five(500));
    await statuses(5, ask);
    expect(await server.subjects(ada)).toHaveLength(3);
  });

  test('by a verification that is asked for again take none of those that may be sent', async () => {
    const server = await withAda();
    const client = server.client();
    await client.post('/api/auth/register', { email: 'new@example.com', password });
    const ask = (): Promise<Sent> =>
      client.post('/api/auth/verify-email/resend', { email: 'new@example.com' });
    expect(await withoutTable(server, '_svc_outbox', () => statuses(5, ask))).toEqual(five(500));
    await statuses(5, ask);
    expect(await server.subjects('new@example.com')).toHaveLength(3);
  });

  test('by a login before the verification leave the reminder to be sent', async () => {
    const server = await withAda();
    const client = server.client();
    const account = { email: 'new@example.com', password };
    await client.post('/api/auth/register', account);
    const logIn = (): Promise<Sent> => client.post('/api/auth/login', account);
    expect(await withoutTable(server, '_svc_outbox', () => statuses(2, logIn))).toEqual([500, 500]);
    await statuses(2, logIn);
    expect(await server.subjects('new@example.com')).toHaveLength(2);
  });

  test('by a registration with an address in use leave the notice to be sent', async () => {
    const server = await withAda();
    const client: AuthClient = server.client();
    const register = (): Promise<Sent> => client.post('/api/auth/register', { email: ada, password });
    expect(await withoutTable(server, '_svc_outbox', () => statuses(2, register))).toEqual([500, 500]);
    await statuses(2, register);
    expect(await server.subjects(ada)).toHaveLength(1);
  });
});

test('a code that cannot be used, since a table is away, costs no try', async () => {
  const server = await withAda();
  const client = server.client();
  const email = 'new@example.com';
  await client.post('/api/auth/register', { email, password });
  await client.post('/api/auth/magic-link', { email });
  const { text = '' } = await server.lastMail(email);
  const code = /^\s*([2-9A-HJ-NP-Z]{8})\s*$/m.exec(text)?.[1] ?? '';
  const use = (): Promise<Sent> => client.post('/api/auth/magic-link/verify', { email, code });
  // The first sign-in verifies the address, and stores a mail that says so.
  expect(await withoutTable(server, '_svc_outbox', () => statuses(5, use))).toEqual(five(500));
  expect((await use()).status).toBe(200);
});
