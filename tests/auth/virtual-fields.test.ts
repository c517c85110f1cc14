/** docs/spec/auth.md#user-object: virtual fields of users in the responses of `/api/auth`. */
import { expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { password, startAuthServer } from '../support/auth-server.js';
import { startMailedServer } from './support/mailed-server.js';

interface Probe {
  readonly ran: string[];
  isBroken: boolean;
}

const email = 'lena@example.com';

function configOf(probe: Probe): Partial<ServiceConfig> {
  return {
    collections: [
      {
        slug: 'posts',
        drafts: false,
        fields: [{ name: 'title', type: 'text' }],
        access: { read: ['super_admin', 'editor', 'customer'] },
      },
      {
        slug: 'users',
        fields: [
          { name: 'nick', type: 'text' },
          {
            name: 'greeting',
            type: 'text',
            required: true,
            virtual: ({ document, req }) => {
              probe.ran.push('greeting');
              if (probe.isBroken) throw new Error('no greeting today');
              return `Hello ${document['email']}, seen by ${req.user?.email}`;
            },
          },
          {
            name: 'visible',
            type: 'number',
            virtual: async ({ local }) => {
              probe.ran.push('visible');
              return (await local['posts']?.find())?.totalDocs ?? null;
            },
          },
          {
            name: 'risk',
            type: 'text',
            access: { read: ['super_admin'] },
            virtual: () => {
              probe.ran.push('risk');
              return 'low';
            },
          },
        ],
      },
    ],
  };
}

test('login, session and `me` return the virtual fields of the user, as a read of the user does', async () => {
  const probe: Probe = { ran: [], isBroken: false };
  const server = await startAuthServer({ config: configOf(probe), alone: true });
  const { id } = await server.addUser(email, { role: 'editor' });
  const client = server.client();
  const own = { greeting: `Hello ${email}, seen by ${email}`, visible: 0 };

  const login = await client.post('/api/auth/login', { email, password });
  expect(login.status).toBe(200);
  expect(login.body.user).toMatchObject(own);
  expect(probe.ran.sort()).toEqual(['greeting', 'visible']);
  const me = await client.get('/api/auth/me');
  expect(me.body).toEqual(login.body);
  const refreshed = await client.post('/api/auth/refresh');
  expect(refreshed.body.user).toEqual(login.body.user);
  const { _revision, ...read } = (await client.get(`/api/users/${id}`)).body;
  expect(me.body.user).toEqual(read);
});

test('a virtual field that the user may not read is neither returned nor computed', async () => {
  const probe: Probe = { ran: [], isBroken: false };
  const server = await startAuthServer({ config: configOf(probe), alone: true });
  await server.addUser(email, { role: 'editor' });
  await server.addUser('root@example.com', { role: 'super_admin' });
  const editor = await server.signedIn(email);
  expect((await editor.get('/api/auth/me')).body.user).not.toHaveProperty('risk');
  expect(probe.ran).not.toContain('risk');
  const admin = await server.signedIn('root@example.com');
  expect((await admin.get('/api/auth/me')).body.user).toMatchObject({ risk: 'low' });
});

test('a function that fails keeps nobody from logging in', async () => {
  const probe: Probe = { ran: [], isBroken: true };
  const server = await startAuthServer({ config: configOf(probe), alone: true });
  await server.addUser(email);
  const client = await server.signedIn(email);
  const me = await client.get('/api/auth/me');
  expect(me.status).toBe(200);
  expect(me.body.user).toMatchObject({ email, nick: null });
  expect(me.body.user).not.toHaveProperty('greeting');
  expect((await client.post('/api/auth/refresh')).status).toBe(200);
  expect(server.log.join('\n')).toContain('The virtual field greeting of users failed: no greeting today');
});

test('a verified user has virtual fields, a new account does not show them', async () => {
  const probe: Probe = { ran: [], isBroken: false };
  const server = await startMailedServer({ config: configOf(probe), alone: true });
  const client = server.client();
  const registered = await client.post('/api/auth/register', { email, password });
  expect(registered.status).toBe(201);
  expect(registered.body.user).toMatchObject({ email, nick: null });
  // Nothing tells an address that is already in use from a new one.
  expect(registered.body.user).not.toHaveProperty('greeting');
  expect(probe.ran).toEqual([]);
  const token = await server.lastToken(email);
  const verified = await client.post('/api/auth/verify-email', { token });
  expect(verified.status).toBe(200);
  expect(verified.body.user).toMatchObject({ email, greeting: `Hello ${email}, seen by ${email}` });
});
