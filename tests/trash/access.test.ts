/** Who may do what with the trash, over HTTP (docs/spec/content-tools.md#trash). */
import { expect, test } from 'vitest';
import type { CollectionAccess } from '../../runtime/config/access-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { type Answered, type AuthClient, type AuthServer, startAuthServer } from '../support/auth-server.js';

function configWith(access: CollectionAccess, readRoles?: readonly string[]): Partial<ServiceConfig> {
  return {
    collections: [
      {
        slug: 'posts',
        trash: true,
        versions: true,
        admin: { useAsTitle: 'title' },
        drafts: readRoles === undefined ? true : { readRoles },
        access,
        fields: [
          { name: 'title', type: 'text', access: { read: ['super_admin', 'admin', 'editor'] } },
          { name: 'team', type: 'text' },
          { name: 'costs', type: 'number', access: { read: ['super_admin', 'admin'] } },
        ],
      },
    ],
  };
}

interface Desk {
  readonly server: AuthServer;
  readonly admin: AuthClient;
  as(role: string): Promise<AuthClient>;
  key(scopes: readonly string[]): Promise<Readonly<Record<string, string>>>;
  trash(data: object, headers?: Readonly<Record<string, string>>): Promise<string>;
}

async function openDesk(access: CollectionAccess = {}, readRoles?: readonly string[]): Promise<Desk> {
  const server = await startAuthServer({ config: configWith(access, readRoles) });
  const admin = await server.signedIn();
  return {
    server,
    admin,
    async as(role) {
      await server.addUser(`${role}@example.com`, { role });
      return server.signedIn(`${role}@example.com`);
    },
    async key(scopes) {
      const { body } = await admin.post('/api/auth/api-keys', { name: 'key', scopes });
      return { authorization: `Bearer ${body.key}` };
    },
    async trash(data, headers = {}) {
      const { body } = await admin.post('/api/posts', data, headers);
      await admin.delete(`/api/posts/${body.id}`);
      return body.id;
    },
  };
}

const only = '/api/posts?trash=only';
const where = (filter: object): string => `${only}&where=${encodeURIComponent(JSON.stringify(filter))}`;
const titles = ({ body }: { readonly body: Answered }): readonly string[] =>
  body.docs.map(({ title }: Answered) => title);

test('Seeing and restoring need the right to delete; deleting for good needs another', async () => {
  const { server, as, trash } = await openDesk();
  const id = await trash({ title: 'One' });
  const [visitor, author, customer] = [server.client(), await as('author'), await as('customer')];
  for (const [client, status] of [
    [visitor, 403],
    [customer, 403],
  ] as const) {
    expect((await client.get(only)).status).toBe(status);
    expect((await client.get(`/api/posts/${id}?trash=only`)).status).toBe(status);
    expect((await client.post(`/api/posts/${id}/restore`)).status).toBe(status);
    expect((await client.delete(`/api/posts/${id}?permanent=true`)).status).toBe(status);
    expect((await client.post('/api/posts/trash/empty')).status).toBe(status);
  }
  expect((await author.get(only)).body.totalDocs).toBe(1);
  expect((await author.delete(`/api/posts/${id}?permanent=true`)).status).toBe(403);
  expect((await author.post('/api/posts/trash/empty')).status).toBe(403);
  // Refusals come in their order: rights before parameters.
  expect((await customer.get('/api/posts?trash=all')).status).toBe(403);
  expect((await author.post(`/api/posts/${id}/restore`)).status).toBe(200);
});

test('Rank admin and above delete for good, unless the config says otherwise', async () => {
  const { server, as, trash } = await openDesk();
  const [first, second] = [await trash({ title: 'One' }), await trash({ title: 'Two' })];
  await server.addUser('lower@example.com', { role: 'admin' });
  const [editor, lower] = [await as('editor'), await server.signedIn('lower@example.com')];
  expect((await editor.delete(`/api/posts/${first}?permanent=true`)).status).toBe(403);
  expect((await lower.delete(`/api/posts/${first}?permanent=true`)).status).toBe(200);
  expect((await editor.post('/api/posts/trash/empty')).status).toBe(403);
  expect((await lower.post('/api/posts/trash/empty')).body).toEqual({ purged: 1, left: 0 });
  expect((await lower.get(`/api/posts/${second}?trash=only`)).status).toBe(404);
});

test('API keys need the scope to delete, and the scope to purge for the end', async () => {
  const { server, key, trash } = await openDesk();
  const id = await trash({ title: 'One' });
  const client = server.client();
  const [reads, deletes, purges] = [
    await key(['posts:read']),
    await key(['posts:delete']),
    await key(['posts:delete', 'posts:purge']),
  ];
  expect((await client.get(only, reads)).status).toBe(403);
  expect((await client.get(only, deletes)).body.totalDocs).toBe(1);
  const alone = await key(['posts:read', 'posts:purge']);
  for (const headers of [deletes, alone]) {
    expect((await client.delete(`/api/posts/${id}?permanent=true`, headers)).status).toBe(403);
  }
  expect((await client.delete(`/api/posts/${id}?permanent=true`, purges)).status).toBe(200);
  await trash({ title: 'Two' });
  expect((await client.post('/api/posts/trash/empty', undefined, deletes)).status).toBe(403);
  expect((await client.post('/api/posts/trash/empty', undefined, purges)).body).toEqual({
    purged: 1,
    left: 0,
  });
});

test('Who deleted a document is a user, or null for a key', async () => {
  const { server, admin, key, trash } = await openDesk();
  const me = (await admin.get('/api/auth/me')).body.user.id;
  const id = await trash({ title: 'One' });
  const { body: other } = await admin.post('/api/posts', { title: 'Two' });
  await server.client().delete(`/api/posts/${other.id}`, await key(['posts:delete']));
  expect((await admin.get(`/api/posts/${id}?trash=only`)).body._deletedBy).toBe(me);
  expect((await admin.get(`/api/posts/${other.id}?trash=only`)).body._deletedBy).toBeNull();
});

test('A constraint for reading is tested on the values that were kept', async () => {
  const { as, admin, trash } = await openDesk({
    read: ({ req }) => (req.user?.role === 'editor' ? { team: { equals: 'red' } } : true),
  });
  const red = await trash({ title: 'Red', team: 'red' });
  const blue = await trash({ title: 'Blue', team: 'blue' });
  const editor = await as('editor');
  const page = await editor.get(only);
  expect([titles(page), page.body.totalDocs]).toEqual([['Red'], 1]);
  expect((await editor.get(`/api/posts/${blue}?trash=only`)).status).toBe(404);
  expect((await editor.post(`/api/posts/${blue}/restore`)).status).toBe(404);
  expect((await editor.post(`/api/posts/${red}/restore`)).status).toBe(200);
  expect((await admin.get(only)).body.totalDocs).toBe(1);
});

test('A callback for deletions decides on each document', async () => {
  const { as, trash } = await openDesk({
    delete: ({ req, document }) => req.user?.role === 'super_admin' || document?.['team'] === 'red',
    purge: ({ document }) => document?.['team'] === 'red',
  });
  const [red, blue] = [
    await trash({ title: 'Red', team: 'red' }),
    await trash({ title: 'Blue', team: 'blue' }),
  ];
  const editor = await as('editor');
  expect((await editor.get(only)).body).toMatchObject({ totalDocs: 1, docs: [{ id: red }] });
  expect((await editor.get(`/api/posts/${blue}?trash=only`)).status).toBe(403);
  expect((await editor.post(`/api/posts/${blue}/restore`)).status).toBe(403);
  expect((await editor.delete(`/api/posts/${blue}?permanent=true`)).status).toBe(403);
  expect((await editor.post('/api/posts/trash/empty')).body).toEqual({ purged: 1, left: 0 });
});

test('A draft exists in the trash only for those who see drafts', async () => {
  const { as, admin, trash } = await openDesk({}, ['super_admin', 'admin']);
  const draft = await trash({ title: 'Draft' }, { 'x-draft': 'true' });
  const { body: live } = await admin.post('/api/posts', { title: 'Live', team: 'a' });
  await admin.send('PATCH', `/api/posts/${live.id}`, { team: 'b' }, { 'x-draft': 'true' });
  await admin.delete(`/api/posts/${live.id}`);
  const editor = await as('editor');
  expect((await admin.get(only)).body.docs.map(({ team }: Answered) => team).sort()).toEqual(['b', null]);
  expect((await editor.get(only)).body).toMatchObject({ totalDocs: 1, docs: [{ id: live.id, team: 'a' }] });
  expect((await editor.get(`/api/posts/${draft}?trash=only`)).status).toBe(404);
  expect((await editor.post(`/api/posts/${draft}/restore`)).status).toBe(404);
  expect((await editor.post(`/api/posts/${live.id}/restore`)).body.team).toBe('a');
});

test('Hidden fields stay hidden, also as the title of a filter or an order', async () => {
  const { as, trash } = await openDesk();
  await trash({ title: 'One', costs: 3 });
  const author = await as('author');
  const [document] = (await author.get(only)).body.docs;
  expect(Object.keys(document)).not.toContain('title');
  expect(Object.keys(document)).not.toContain('costs');
  expect((await author.get(where({ title: { equals: 'One' } }))).status).toBe(403);
  expect((await author.get(`${only}&sort=title`)).status).toBe(403);
});

test('Lists are sorted and filtered by when, title and id alone', async () => {
  const { server, admin, trash } = await openDesk();
  const [b, a, c] = [await trash({ title: 'B' }), await trash({ title: 'A' }), await trash({})];
  expect((await admin.get(only)).body.docs.map(({ id }: Answered) => id)).toEqual([b, a, c].sort().reverse());
  expect(titles(await admin.get(`${only}&sort=title_asc`))).toEqual(['A', 'B', null]);
  expect(titles(await admin.get(`${only}&sort=title_desc&limit=1&page=2`))).toEqual(['A']);
  expect(titles(await admin.get(where({ title: { contains: 'a' } })))).toEqual(['A']);
  expect(
    (await admin.get(where({ OR: [{ id: { in: [a, b] } }, { title: { exists: false } }] }))).body.totalDocs,
  ).toBe(3);
  const now = new Date(server.time.now).toISOString();
  expect((await admin.get(where({ _deletedAt: { gt: now } }))).body.totalDocs).toBe(0);
  expect((await admin.get(where({ _deletedAt: { lte: now } }))).body.totalDocs).toBe(3);
  for (const query of [
    '&sort=team',
    '&sort=createdAt',
    '&depth=1',
    '&select=title',
    '&cursor=',
    '&draft=true',
    '&limit=-1',
  ]) {
    expect([query, (await admin.get(`${only}${query}`)).status]).toEqual([query, 400]);
  }
  for (const filter of [
    { team: { equals: 'a' } },
    { createdAt: { exists: true } },
    { AND: [{ costs: { gt: 1 } }] },
    { 'title.x': { equals: 1 } },
  ]) {
    expect((await admin.get(where(filter))).status).toBe(400);
  }
  expect((await admin.get(`${only}&where=x`)).status).toBe(400);
  expect((await admin.get(`/api/posts/${a}?trash=only&depth=1`)).status).toBe(400);
  expect((await admin.get('/api/posts/nothing?trash=only')).status).toBe(404);
});
