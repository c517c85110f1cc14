/**
 * An account that a stranger registered with another person's address (pre-hijacking): its owner gets it
 * without any data of the stranger.
 */
import { expect, test } from 'vitest';
import type { AuthConfig } from '../../runtime/config/auth-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { type AuthClient, password } from '../support/auth-server.js';
import { type MailedServer, startMailedServer } from './support/mailed-server.js';

const ada = 'ada@example.com';
const better = 'Another-Horse-8-Battery';

const config: Partial<ServiceConfig> = {
  collections: [
    {
      slug: 'users',
      fields: [
        { name: 'website', type: 'url' },
        { name: 'theme', type: 'text', default: 'light' },
        { name: 'social', type: 'group', fields: [{ name: 'handle', type: 'text', unique: true }] },
        { name: 'links', type: 'array', fields: [{ name: 'to', type: 'url' }] },
        { name: 'friends', type: 'relationship', to: 'users', hasMany: true },
      ],
    },
  ],
};

const planted = {
  website: 'https://evil.example',
  theme: 'dark',
  social: { handle: 'ada' },
  links: [{ to: 'https://evil.example' }],
};

const clean = { website: null, theme: 'light', social: { handle: null }, links: [], friends: [] };

interface Squatted {
  readonly server: MailedServer;
  readonly root: AuthClient;
  readonly stranger: AuthClient;
}

async function squatted(auth: Partial<AuthConfig>): Promise<Squatted> {
  const server = await startMailedServer({ config, auth });
  const stranger = server.client();
  const made = await stranger.post('/api/auth/register', { email: ada, password, ...planted });
  expect(made.status).toBe(201);
  return { server, root: await server.signedIn(), stranger };
}

async function userOf({ server }: Squatted): Promise<Record<string, unknown>> {
  const { driver, users } = server.services;
  const user = await users.findByEmail(driver, ada);
  return { ...user };
}

/** Invites the address, and accepts the invitation as its owner. */
async function invite({ server, root }: Squatted, role = 'editor'): Promise<AuthClient> {
  expect((await root.post('/api/auth/invites', { email: ada, role })).status).toBe(201);
  const owner = server.client();
  const token = await server.lastToken(ada);
  const accepted = await owner.post('/api/auth/accept-invite', { token, password: better });
  expect(accepted).toMatchObject({ status: 200, body: { user: { email: ada, role, emailVerified: true } } });
  expect((await owner.post('/api/auth/login', { email: ada, password: better })).status).toBe(200);
  return owner;
}

test.each([true, false])(
  'an accepted invitation resets the own fields (verification %s)',
  async (emailVerification) => {
    const world = await squatted({ emailVerification });
    const before = await userOf(world);
    expect(before).toMatchObject({ website: planted.website, theme: 'dark', social: planted.social });
    await invite(world);
    expect(await userOf(world)).toMatchObject({ ...clean, id: before['id'], name: null });
    const { body } = await world.root.get(`/api/users/${String(before['id'])}`);
    expect(body).toMatchObject(clean);
    // The unique value is free again.
    const other = await world.server
      .client()
      .post('/api/auth/register', { email: 'bob@example.com', password, social: { handle: 'ada' } });
    expect(other.status).toBe(201);
  },
);

test('without verification a squatted address is invited, and the stranger is out by every way', async () => {
  const world = await squatted({ emailVerification: false });
  const { server, root, stranger } = world;
  const { id } = await userOf(world);
  // An administrator believed the stranger to be the owner of the address.
  expect((await root.send('PATCH', `/api/users/${String(id)}`, { role: 'admin' })).status).toBe(200);
  expect((await stranger.post('/api/auth/login', { email: ada, password })).status).toBe(200);
  const made = await stranger.post('/api/auth/api-keys', { name: 'back door', role: 'editor' });
  const key = { 'x-api-key': made.body.key };
  expect((await server.client().get('/api/auth/me', key)).status).toBe(200);
  await stranger.post('/api/auth/forgot-password', { email: ada });
  const reset = await server.lastToken(ada);
  const owner = await invite(world);
  expect((await stranger.get('/api/auth/me')).status).toBe(401);
  expect((await stranger.post('/api/auth/refresh')).status).toBe(401);
  expect((await server.client().get('/api/auth/me', key)).status).toBe(401);
  expect((await stranger.post('/api/auth/login', { email: ada, password })).status).toBe(401);
  const late = await stranger.post('/api/auth/reset-password', { token: reset, password: `${better}9` });
  expect(late).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  expect((await owner.get('/api/auth/me')).body.user.role).toBe('editor');
  const { docs } = (await root.get('/api/auth/audit-log?type=apikey.revoked')).body;
  expect(docs).toMatchObject([{ userId: id, reason: made.body.apiKey.id }]);
});

test('an address whose owner has shown that it is theirs is a conflict, with and without verification', async () => {
  for (const emailVerification of [true, false]) {
    const server = await startMailedServer({ auth: { emailVerification } });
    await server.addUser(ada);
    const root = await server.signedIn();
    const refused = await root.post('/api/auth/invites', { email: ada, role: 'editor' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  }
});

test('a locked address is free for the user who accepts the invitation', async () => {
  const world = await squatted({ emailVerification: false });
  for (let count = 0; count < 5; count += 1) {
    await world.stranger.post('/api/auth/login', { email: ada, password: `${better}${count}` });
  }
  expect((await world.stranger.post('/api/auth/login', { email: ada, password })).status).toBe(423);
  await invite(world);
});

test('with verification a magic link to an unverified account resets it', async () => {
  const world = await squatted({ emailVerification: true });
  const { server, stranger } = world;
  await stranger.post('/api/auth/forgot-password', { email: ada });
  const reset = await server.lastToken(ada);
  const owner = server.client();
  await owner.post('/api/auth/magic-link', { email: ada });
  const token = await server.lastToken(ada);
  expect((await owner.post('/api/auth/magic-link/verify', { token })).status).toBe(200);
  expect(await userOf(world)).toMatchObject({ ...clean, emailVerified: true });
  const late = await stranger.post('/api/auth/reset-password', { token: reset, password: better });
  expect(late).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  expect((await stranger.post('/api/auth/login', { email: ada, password })).status).toBe(401);
});

test('a magic link resets nothing of an account that is verified, or without verification', async () => {
  for (const emailVerification of [true, false]) {
    const world = await squatted({ emailVerification });
    const { driver, users } = world.server.services;
    const { id } = await userOf(world);
    if (emailVerification) {
      await driver.transaction((connection) => users.update(connection, String(id), { emailVerified: true }));
    }
    const owner = world.server.client();
    await owner.post('/api/auth/magic-link', { email: ada });
    await owner.post('/api/auth/magic-link/verify', { token: await world.server.lastToken(ada) });
    expect(await userOf(world)).toMatchObject({ website: planted.website, theme: 'dark' });
  }
});
