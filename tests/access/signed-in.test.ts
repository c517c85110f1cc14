/** Access control with real requesters: sessions, API keys, and anonymous requests. */
import { expect, test } from 'vitest';
import { atLeast, defineConfig } from '../../runtime/config/index.js';
import { patching } from '../auth/support/patching.js';
import { type AuthServer, startAuthServer } from '../support/auth-server.js';

const seen: unknown[] = [];

const config = defineConfig({
  auth: { secret: undefined },
  collections: [
    {
      slug: 'users',
      fields: [
        { name: 'department', type: 'text' },
        { name: 'team', type: 'relationship', to: 'teams' },
        { name: 'salary', type: 'number', access: { read: atLeast('admin'), update: atLeast('admin') } },
      ],
    },
    { slug: 'teams', drafts: false, fields: [{ name: 'name', type: 'text' }] },
    {
      slug: 'notes',
      drafts: false,
      fields: [
        { name: 'text', type: 'text', required: true },
        { name: 'author', type: 'relationship', to: 'users' },
        { name: 'verdict', type: 'text', access: { read: atLeast('editor') } },
      ],
      access: {
        read: ({ req }) => {
          seen.push({ user: req.user, key: req.apiKey?.name, agent: req.get('user-agent') });
          if (req.apiKey) return true;
          return req.user ? { author: req.user.id } : false;
        },
        create: ({ req, data }) => req.user !== undefined && data?.['author'] === req.user.id,
        update: ({ req, document }) => req.user !== undefined && document?.['author'] === req.user.id,
        delete: atLeast('editor'),
      },
    },
  ],
});

async function start(): Promise<AuthServer> {
  const server = await startAuthServer({ config });
  await server.addUser('ada@example.com', { role: 'author' });
  await server.addUser('bob@example.com', { role: 'author' });
  return server;
}

test('users see and change their own documents, and callbacks get their whole record', async () => {
  const server = await start();
  const [ada, bob] = [
    patching(await server.signedIn('ada@example.com')),
    patching(await server.signedIn('bob@example.com')),
  ];
  const root = patching(await server.signedIn());
  const { user } = (await ada.get('/api/auth/me')).body;
  const team = (await root.post('/api/teams', { name: 'Reds' })).body;
  await root.patch(`/api/users/${user.id}`, { department: 'Desk', team: team.id, salary: 7 });

  const note = (await ada.post('/api/notes', { text: 'Mine', author: user.id })).body;
  expect(note).toMatchObject({ text: 'Mine', author: user.id });
  expect((await bob.post('/api/notes', { text: 'Forged', author: user.id })).status).toBe(403);
  expect((await ada.get('/api/notes')).body.totalDocs).toBe(1);
  expect((await bob.get('/api/notes')).body.totalDocs).toBe(0);
  expect((await bob.get(`/api/notes/${note.id}`)).status).toBe(404);
  expect((await bob.patch(`/api/notes/${note.id}`, { text: 'Theirs' })).status).toBe(404);
  expect((await server.client().get('/api/notes')).status).toBe(403);

  seen.length = 0;
  await ada.get(`/api/notes/${note.id}`, { 'user-agent': 'a test' });
  expect(seen).toEqual([
    {
      user: expect.objectContaining({
        id: user.id,
        email: 'ada@example.com',
        role: 'author',
        department: 'Desk',
        team: team.id,
        salary: 7,
      }),
      key: undefined,
      agent: 'a test',
    },
  ]);
  expect(JSON.stringify(seen)).not.toContain('password');
});

test('a populated user obeys the rules for users and their fields', async () => {
  const server = await start();
  const ada = patching(await server.signedIn('ada@example.com'));
  const root = patching(await server.signedIn());
  const { user } = (await ada.get('/api/auth/me')).body;
  await root.patch(`/api/users/${user.id}`, { salary: 7 });
  const note = (await ada.post('/api/notes', { text: 'Mine', author: user.id })).body;
  const own = (await ada.get(`/api/notes/${note.id}?depth=1`)).body;
  expect(own.author.email).toBe('ada@example.com');
  expect(own.author.salary).toBeUndefined();
  expect((await ada.get(`/api/users/${user.id}`)).body.salary).toBeUndefined();
  expect((await root.get(`/api/users/${user.id}`)).body.salary).toBe(7);
  expect((await ada.patch(`/api/users/${user.id}`, { salary: 8 })).status).toBe(403);
  expect((await ada.patch(`/api/users/${user.id}`, { department: 'Bar' })).status).toBe(200);
});

test('a role that changes counts from the next request on', async () => {
  const server = await start();
  const root = patching(await server.signedIn());
  const ada = patching(await server.signedIn('ada@example.com'));
  const { user } = (await ada.get('/api/auth/me')).body;
  const note = (await ada.post('/api/notes', { text: 'Mine', author: user.id })).body;
  expect((await ada.delete(`/api/notes/${note.id}`)).status).toBe(403);
  expect((await ada.get(`/api/notes/${note.id}`)).body).not.toHaveProperty('verdict');
  expect((await root.patch(`/api/users/${user.id}`, { role: 'editor' })).status).toBe(200);
  expect((await ada.get(`/api/notes/${note.id}`)).body).toHaveProperty('verdict', null);
  expect((await ada.delete(`/api/notes/${note.id}`)).status).toBe(200);
});

test('API keys: one with a role is no user, one with scopes may do what they name', async () => {
  const server = await start();
  const root = patching(await server.signedIn());
  const { user } = (await root.get('/api/auth/me')).body;
  const note = (await root.post('/api/notes', { text: 'Mine', author: user.id })).body;
  const keyOf = async (rights: object): Promise<Readonly<Record<string, string>>> => {
    const { status, body } = await root.post('/api/auth/api-keys', { name: 'Robot', ...rights });
    expect(status).toBe(201);
    return { 'x-api-key': body.key };
  };
  const machine = patching(server.client());

  const byRole = await keyOf({ role: 'editor' });
  seen.length = 0;
  expect((await machine.get('/api/notes', byRole)).body.docs[0]).toHaveProperty('verdict');
  expect(seen).toMatchObject([{ user: undefined, key: 'Robot' }]);
  expect((await machine.patch(`/api/notes/${note.id}`, { text: 'x' }, byRole)).status).toBe(403);
  expect((await machine.get('/api/teams', byRole)).status).toBe(200);

  const byScopes = await keyOf({ scopes: ['notes:read', 'notes:update'] });
  const read = (await machine.get('/api/notes', byScopes)).body;
  expect(read.docs.map(({ id }: { readonly id: string }) => id)).toEqual([note.id]);
  expect(read.docs[0]).not.toHaveProperty('verdict');
  expect((await machine.patch(`/api/notes/${note.id}`, { text: 'By key' }, byScopes)).status).toBe(200);
  expect((await machine.delete(`/api/notes/${note.id}`, byScopes)).status).toBe(403);
  expect((await machine.get('/api/teams', byScopes)).status).toBe(403);
  expect((await machine.get('/api/users', byScopes)).status).toBe(403);
  expect((await machine.get(`/api/notes/${note.id}?depth=1`, byScopes)).body.author).toBeNull();

  const unknown = await root.post('/api/auth/api-keys', { name: 'Robot', scopes: ['pots:read'] });
  expect(unknown.status).toBe(400);
  expect((await machine.get('/api/teams', { 'x-api-key': 'svc_sec_nothing' })).body.code).toBe(
    'UNAUTHENTICATED',
  );
});

test('the refusal of a request is in the audit log', async () => {
  const server = await start();
  await server.client().get('/api/notes');
  const root = await server.signedIn();
  const { body } = await root.get('/api/auth/audit-log?type=access.denied');
  expect(body.docs).toMatchObject([{ type: 'access.denied', outcome: 'failure', reason: 'GET /api/notes' }]);
});
