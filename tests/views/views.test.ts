/** Saved views of lists: a query that is checked as the request of its reader each time, and no right. */
import { expect, test } from 'vitest';
import { type AuthClient, type AuthServer, startAuthServer } from '../support/auth-server.js';

const path = '/api/svc/views';
const reader = 'editor@example.com';

async function start(): Promise<AuthServer> {
  return startAuthServer({
    config: {
      collections: [
        {
          slug: 'posts',
          drafts: false,
          search: { fields: { title: 1 } },
          fields: [
            { name: 'title', type: 'text' },
            { name: 'secret', type: 'text', access: { read: ['admin', 'super_admin'] } },
            { name: 'note', type: 'relationship', to: 'notes' },
          ],
        },
        {
          slug: 'notes',
          drafts: false,
          fields: [
            { name: 'text', type: 'text' },
            { name: 'price', type: 'number', access: { read: ['admin', 'super_admin'] } },
          ],
        },
        {
          slug: 'salaries',
          drafts: false,
          access: { read: ['admin', 'super_admin'] },
          fields: [{ name: 'amount', type: 'number' }],
        },
      ],
    },
  });
}

interface Desk {
  readonly server: AuthServer;
  readonly admin: AuthClient;
  readonly editor: AuthClient;
}

async function open(): Promise<Desk> {
  const server = await start();
  await server.addUser(reader, { role: 'editor' });
  return { server, admin: await server.signedIn(), editor: await server.signedIn(reader) };
}

const newest = { slug: 'posts', name: 'Newest', query: { sort: 'createdAt_desc', limit: 20 } };

async function names(client: AuthClient, parameters = ''): Promise<readonly string[]> {
  const { status, body } = await client.get(`${path}${parameters}`);
  expect(status).toBe(200);
  expect(body.totalDocs).toBe(body.docs.length);
  return body.docs.map(({ name }: { name: string }) => name);
}

test('a user saves, changes and deletes views', async () => {
  const { editor } = await open();
  const query = {
    where: { title: { contains: 'fox' }, OR: [{ note: { exists: true } }, { title: 'a' }] },
    sort: 'title_asc,createdAt_desc',
    search: 'red fox',
    columns: ['title', 'updatedAt', 'note'],
    limit: 50,
  };
  const made = await editor.post(path, { slug: 'posts', name: ' Foxes ', query, isDefault: true });
  expect(made.status).toBe(201);
  expect(made.headers.get('location')).toBe(`${path}/${made.body.id}`);
  expect(made.body).toMatchObject({
    ...{ slug: 'posts', name: 'Foxes', query, roles: [], isOwn: true, isDefault: true, dropped: [] },
  });
  const changed = await editor.send('PATCH', `${path}/${made.body.id}`, { name: 'Red foxes' });
  expect(changed).toMatchObject({ status: 200, body: { ...made.body, name: 'Red foxes' } });
  expect((await editor.get(path)).body).toEqual({
    ...{ docs: [changed.body], totalDocs: 1, page: 1, totalPages: 1, hasNextPage: false, hasPrevPage: false },
  });
  expect(await names(editor, '?slug=notes')).toEqual([]);
  expect((await editor.delete(`${path}/${made.body.id}`)).status).toBe(200);
  expect(await names(editor)).toEqual([]);
  expect((await editor.delete(`${path}/${made.body.id}`)).status).toBe(404);
});

test('of the views of a collection one is the default of each user', async () => {
  const { admin, editor } = await open();
  const first = await editor.post(path, { ...newest, isDefault: true });
  await editor.post(path, { ...newest, slug: 'notes', name: 'Notes', isDefault: true });
  await admin.post(path, { ...newest, name: 'Of all', isDefault: true, roles: ['editor'] });
  await editor.post(path, { ...newest, name: 'Second', isDefault: true });
  const defaults = async (): Promise<readonly string[]> =>
    (await editor.get(path)).body.docs
      .filter(({ isDefault }: { isDefault: boolean }) => isDefault)
      .map(({ name }: { name: string }) => name);
  expect(await defaults()).toEqual(['Notes', 'Second']);
  await editor.send('PATCH', `${path}/${first.body.id}`, { isDefault: true });
  expect(await defaults()).toEqual(['Newest', 'Notes']);
});

test('a view that an administrator shares shows an editor what they may read', async () => {
  const { admin, editor } = await open();
  const query = {
    where: {
      secret: { equals: 'the code' },
      title: { contains: 'fox' },
      'note.price': { gt: 5 },
      OR: [{ secret: 'the code' }, { title: 'a' }],
      AND: [{ OR: [{ secret: { equals: 'the code' } }] }],
    },
    sort: 'secret_asc,title_desc',
    columns: ['secret', 'title'],
    search: 'fox',
  };
  const made = await admin.post(path, { slug: 'posts', name: 'Secrets', query, roles: ['editor'] });
  expect(made).toMatchObject({ status: 201, body: { query, dropped: [] } });
  await admin.post(path, { slug: 'salaries', name: 'High', query: {}, roles: ['editor'] });
  await admin.post(path, { slug: 'posts', name: 'For authors', query: {}, roles: ['author'] });
  await admin.post(path, { slug: 'posts', name: 'Mine', query: {} });
  const { body } = await editor.get(path);
  expect(JSON.stringify(body)).not.toContain('the code');
  expect(body).toMatchObject({
    totalDocs: 1,
    docs: [
      {
        name: 'Secrets',
        isOwn: false,
        query: {
          where: { title: { contains: 'fox' }, OR: [{ title: 'a' }] },
          sort: 'title_desc',
          columns: ['title'],
          search: 'fox',
        },
        dropped: [
          'where.secret',
          'where.note.price',
          'where.OR.0.secret',
          'where.AND.0.OR.0.secret',
          'sort.secret',
          'columns.secret',
        ],
      },
    ],
  });
  // What is left is a request that the editor may send.
  const { where, sort, search } = body.docs[0].query;
  const sent = new URLSearchParams({ where: JSON.stringify(where), sort, search });
  expect((await editor.get(`/api/posts?${sent}`)).status).toBe(200);
  for (const [method, sentBody] of [
    ['PATCH', { name: 'Taken' }],
    ['DELETE', undefined],
  ] as const)
    expect((await editor.send(method, `${path}/${made.body.id}`, sentBody)).status).toBe(404);
  expect(await names(admin)).toEqual(['Secrets', 'High', 'For authors', 'Mine']);
});

test('nobody saves what they may not read', async () => {
  const { editor } = await open();
  const refused = async (body: object): Promise<readonly unknown[]> => {
    const { status, body: answer } = await editor.post(path, { ...newest, ...body });
    return [status, answer.details?.[0]?.path];
  };
  expect(await refused({ query: { where: { secret: 'a' } } })).toEqual([403, 'query.where.secret']);
  expect(await refused({ query: { where: { OR: [{ 'note.price': 1 }] } } })).toEqual([
    403,
    'query.where.OR.0.note.price',
  ]);
  expect(await refused({ query: { sort: 'secret_desc' } })).toEqual([403, 'query.sort']);
  expect(await refused({ query: { columns: ['title', 'secret'] } })).toEqual([403, 'query.columns.1']);
  expect((await refused({ slug: 'salaries', query: {} }))[0]).toBe(403);
  expect((await refused({ slug: 'users', query: {} }))[0]).toBe(403);
});

test.each([
  [{ slug: 'nothing' }, 'slug'],
  [{ name: '' }, 'name'],
  [{ name: 'a\u0000b' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ query: null }, 'query'],
  [{ query: { page: 2 } }, 'query.page'],
  [{ query: { where: { nothing: 1 } } }, 'query.where.nothing'],
  [{ query: { where: 'title' } }, 'query.where'],
  [{ query: { sort: 'nothing' } }, 'query.sort'],
  [{ query: { search: '-' } }, 'query.search'],
  [{ query: { columns: ['nothing'] } }, 'query.columns.0'],
  [{ query: { columns: Array.from({ length: 51 }, () => 'title') } }, 'query.columns'],
  [{ query: { limit: 0 } }, 'query.limit'],
  [{ query: { where: { title: { in: Array.from({ length: 90 }, () => 'x'.repeat(300)) } } } }, 'query'],
  [{ roles: ['nobody'] }, 'roles'],
  [{ owner: 'me' }, 'owner'],
])('%j is refused', async (body, at) => {
  const { editor } = await open();
  const { status, body: answer } = await editor.post(path, { ...newest, ...body });
  expect([status, answer.details[0].path]).toEqual([400, at]);
});

test('roles are for editors and above, and not above their own', async () => {
  const { server, editor } = await open();
  expect((await editor.post(path, { ...newest, roles: ['admin'] })).status).toBe(403);
  expect((await editor.post(path, { ...newest, roles: ['editor', 'author'] })).status).toBe(201);
  await server.addUser('author@example.com', { role: 'author' });
  const author = await server.signedIn('author@example.com');
  expect(await names(author)).toEqual(['Newest']);
  expect((await author.post(path, { ...newest, roles: ['author'] })).status).toBe(403);
  const own = await author.post(path, newest);
  expect(own.status).toBe(201);
  expect((await author.send('PATCH', `${path}/${own.body.id}`, { roles: ['author'] })).status).toBe(403);
});

test('a shared view of a user who may not share any more is changed only to end that', async () => {
  const { server, admin, editor } = await open();
  const { id } = (await editor.post(path, { ...newest, roles: ['author', 'editor'] })).body;
  const { docs } = (await admin.get('/api/users?limit=50')).body;
  const user = docs.find(({ email }: { email: string }) => email === reader);
  expect((await admin.send('PATCH', `/api/users/${user.id}`, { role: 'author' })).status).toBe(200);
  const change = (data: object) => editor.send('PATCH', `${path}/${id}`, data);
  expect((await change({ name: 'Click here' })).status).toBe(403);
  expect((await change({ query: { sort: 'title_asc' } })).status).toBe(403);
  expect((await change({ roles: ['author'] })).status).toBe(403);
  expect((await change({ roles: [] })).status).toBe(200);
  expect((await change({ name: 'Mine' })).body).toMatchObject({ name: 'Mine', roles: [] });
  expect(await names(await server.signedIn(reader))).toEqual(['Mine']);
});

test('50 views a user, also of many creations at once', async () => {
  const { editor } = await open();
  for (let count = 0; count < 45; count += 1) await editor.post(path, newest);
  const answers = await Promise.all(Array.from({ length: 10 }, () => editor.post(path, newest)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(5).fill(409)]);
});

test('views need a session, and writes of other sites are refused', async () => {
  const { server, admin, editor } = await open();
  expect((await server.client().get(path)).status).toBe(401);
  const key = await admin.post('/api/auth/api-keys', { name: 'key', role: 'admin' });
  expect((await server.client().get(path, { 'x-api-key': key.body.key })).status).toBe(403);
  const { status } = await editor.post(path, newest, {
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
  });
  expect(status).toBe(403);
});

test('the views of a user end with them', async () => {
  const { server, admin, editor } = await open();
  const made = await editor.post(path, { ...newest, roles: ['editor'] });
  expect(made.status).toBe(201);
  const { body } = await editor.get('/api/auth/me');
  expect((await admin.delete(`/api/users/${body.user.id}`)).status).toBe(200);
  const rows = async (table: string): Promise<number> =>
    Number((await server.services.driver.get(`SELECT count(*) AS "n" FROM "${table}"`, []))?.['n']);
  expect([await rows('_svc_views'), await rows('_svc_view_roles')]).toEqual([0, 0]);
});

test.each(['a\u0000b', 'half \ud83d'])('a name %j is refused on every database', async (name) => {
  const { editor } = await open();
  const refused = await editor.post(path, { ...newest, name });
  expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'name' }] } });
});
