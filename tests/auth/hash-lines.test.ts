import { expect, test } from 'vitest';
import { adminEmail, password } from '../support/auth-server.js';
import { type MailedServer, startMailedServer } from './support/mailed-server.js';

const ada = 'ada@example.com';
const newPassword = 'Another-Horse-8-Battery';

/** A server, and the queues in which it waited for hashes since the last call. */
async function watched(): Promise<{
  readonly server: MailedServer;
  readonly lines: () => readonly string[];
}> {
  const server = await startMailedServer({
    auth: { lockout: { deviceCookie: true } },
    config: { server: { trustProxy: 'loopback' } },
    alone: true,
  });
  const { passwords } = server.services;
  const { hash, verify } = passwords;
  const seen: string[] = [];
  const note = (line: Parameters<typeof hash>[1]): void => void seen.push(line?.name ?? 'service');
  Object.assign(passwords, {
    hash: (...given: Parameters<typeof hash>) => {
      note(given[1]);
      return hash(...given);
    },
    verify: (...given: Parameters<typeof verify>) => {
      note(given[2]);
      return verify(...given);
    },
  });
  return { server, lines: () => seen.splice(0) };
}

const from = (address: string): Readonly<Record<string, string>> => ({ 'x-forwarded-for': address });

test('strangers wait for a hash with all others of their network', async () => {
  const { server, lines } = await watched();
  const client = server.client();
  const login = { email: ada, password };
  for (const address of ['203.0.113.7', '203.0.113.99', '2001:db8:1:2::3', '2001:db8:1:ffff::3']) {
    await client.post('/api/auth/login', login, from(address));
  }
  await client.post('/api/auth/register', login, from('203.0.113.8'));
  const networks = ['203.0.113.0/24', '203.0.113.0/24', '2001:db8:1::/48', '2001:db8:1::/48'];
  expect(lines()).toEqual([...networks, '203.0.113.0/24']);
  await server.app.fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  });
  expect(lines()).toEqual(['in process']);
});

test('a client with a known device, a session or a mailed token waits in a line of its own', async () => {
  const { server, lines } = await watched();
  const { id } = await server.addUser(ada);
  const client = server.client();
  await client.post('/api/auth/login', { email: ada, password });
  lines();
  await client.post('/api/auth/login', { email: ada, password });
  expect(lines()).toEqual([expect.stringMatching(/^device:/)]);

  await client.post('/api/auth/change-password', { currentPassword: password, newPassword });
  expect(lines()).toEqual([`user:${id}`, `user:${id}`]);
  await server.client().post('/api/auth/forgot-password', { email: ada });
  const token = await server.lastToken(ada);
  await server.client().post('/api/auth/reset-password', { token, password });
  expect(lines()).toEqual([`user:${id}`]);

  const admin = await server.signedIn(adminEmail);
  lines();
  await admin.post('/api/users', { email: 'new@example.com', password });
  expect(lines()).toEqual([expect.stringMatching(/^user:/)]);
  await admin.post('/api/auth/invites', { email: 'bob@example.com', role: 'author' });
  const invite = await server.lastToken('bob@example.com');
  await server.client().post('/api/auth/accept-invite', { token: invite, password });
  expect(lines()).toEqual([expect.stringMatching(/^invite:/)]);
});
