/** Attacks on trashes and many writes (docs/spec/content-tools.md#storage-faults-goals-attacks). */
import { expect, test } from 'vitest';
import { type Answered, type AuthClient, type AuthServer, startAuthServer } from '../support/auth-server.js';

const admins = ['super_admin', 'admin'];

async function open(): Promise<{ server: AuthServer; admin: AuthClient; author: AuthClient }> {
  const server = await startAuthServer({
    config: {
      collections: [
        {
          slug: 'posts',
          trash: true,
          admin: { useAsTitle: 'title' },
          drafts: { readRoles: admins },
          access: {
            update: ({ data }) => data?.['rank'] !== 500,
            delete: ({ data }) => data?.['rank'] === 13,
            purge: ({ data }) => data?.['rank'] === 13,
          },
          fields: [
            { name: 'title', type: 'text' },
            { name: 'rank', type: 'number' },
            { name: 'costs', type: 'number', access: { read: admins } },
            { name: 'code', type: 'text', unique: true, access: { read: admins, update: admins } },
          ],
        },
        {
          slug: 'parts',
          drafts: false,
          trash: true,
          fields: [
            { name: 'name', type: 'text' },
            { name: 'box', type: 'relationship', to: 'boxes', onDelete: 'cascade' },
          ],
        },
        { slug: 'boxes', drafts: false, trash: true, fields: [{ name: 'name', type: 'text' }] },
      ],
    },
  });
  await server.addUser('author@example.com', { role: 'author' });
  return { server, admin: await server.signedIn(), author: await server.signedIn('author@example.com') };
}

async function made(client: AuthClient, slug: string, data: object): Promise<Answered> {
  const { status, body } = await client.post(`/api/${slug}`, data);
  expect([status, body.details]).toEqual([201, undefined]);
  return body;
}

const where = (filter: object): string => encodeURIComponent(JSON.stringify(filter));

test('callbacks of a trash decide on what the requester sees, not on a draft', async () => {
  const { admin, author } = await open();
  const { id } = await made(admin, 'posts', { title: 'One', rank: 13 });
  await admin.send('PATCH', `/api/posts/${id}`, { rank: 1 }, { 'X-Draft': 'true' });
  // The administrator sees the draft, whose rank closes it; for the author the published rank opens it.
  expect((await author.delete(`/api/posts/${id}`)).status).toBe(200);
  const page = '/api/posts?trash=only';
  expect([(await author.get(page)).body.totalDocs, (await admin.get(page)).body.totalDocs]).toEqual([1, 0]);
  expect((await admin.post('/api/posts/trash/empty', {})).body.purged).toBe(0);
});

test('the title of a draft is neither found nor sorted by in a trash', async () => {
  const { admin, author } = await open();
  const { id } = await made(admin, 'posts', { title: 'Shown', rank: 13 });
  await admin.send('PATCH', `/api/posts/${id}`, { title: 'Merger' }, { 'X-Draft': 'true' });
  expect((await admin.delete(`/api/posts/${id}`)).status).toBe(200);
  const found = async (title: string): Promise<number> =>
    (await author.get(`/api/posts?trash=only&where=${where({ title: { contains: title } })}`)).body.totalDocs;
  expect([await found('Merger'), await found('Shown')]).toEqual([0, 1]);
});

test('those who may delete but not read learn no titles from a trash', async () => {
  const server = await startAuthServer({
    config: {
      collections: [
        {
          slug: 'notes',
          trash: true,
          drafts: false,
          admin: { useAsTitle: 'title' },
          access: { read: admins, delete: ['super_admin', 'author'] },
          fields: [{ name: 'title', type: 'text' }],
        },
      ],
    },
  });
  await server.addUser('author@example.com', { role: 'author' });
  const [admin, author] = [await server.signedIn(), await server.signedIn('author@example.com')];
  const { id } = await made(admin, 'notes', { title: 'Merger' });
  expect((await admin.delete(`/api/notes/${id}`)).status).toBe(200);
  const page = '/api/notes?trash=only';
  const listed = (await author.get(page)).body;
  expect([listed.totalDocs, listed.docs[0].title]).toEqual([1, undefined]);
  for (const asked of [
    `where=${where({ title: { equals: 'Other' } })}`,
    `where=${where({ OR: [{ title: { contains: 'M' } }, { id: { equals: id } }] })}`,
    'sort=title',
  ]) {
    const refused = await author.get(`${page}&${asked}`);
    expect([refused.status, refused.body.details[0].reason]).toEqual([403, 'access.hiddenField']);
  }
  expect((await author.get(`${page}&where=${where({ id: { equals: id } })}`)).body.totalDocs).toBe(1);
  expect((await admin.get(`${page}&sort=title`)).status).toBe(200);
});

test('other values of a restore need the right to change the document', async () => {
  const { admin } = await open();
  const { id } = await made(admin, 'posts', { title: 'One', rank: 13 });
  expect((await admin.delete(`/api/posts/${id}`)).status).toBe(200);
  const restore = (values: object): Promise<Answered> => admin.post(`/api/posts/${id}/restore`, { values });
  expect((await restore({ rank: 500 })).status).toBe(403);
  expect((await restore({ title: 'Two' })).status).toBe(200);
});

test('a restore tells no more of a value that an unseen draft holds than a creation', async () => {
  const server = await startAuthServer({
    config: {
      collections: [
        {
          slug: 'posts',
          trash: true,
          drafts: { readRoles: admins },
          fields: [{ name: 'code', type: 'text', unique: true }],
        },
      ],
    },
  });
  await server.addUser('author@example.com', { role: 'author' });
  const admin = await server.signedIn();
  const author = await server.signedIn('author@example.com');
  const { id } = await made(author, 'posts', { code: 'taken' });
  await author.delete(`/api/posts/${id}`);
  const draft = (await admin.post('/api/posts', { code: 'taken' }, { 'x-draft': 'true' })).body;
  const created = await author.post('/api/posts', { code: 'taken' });
  const restored = await author.post(`/api/posts/${id}/restore`, {});
  expect([created.status, created.body.details]).toMatchObject([409, [{ path: 'code' }]]);
  expect([restored.status, restored.body]).toEqual([created.status, created.body]);
  expect(JSON.stringify(restored.body)).not.toContain(draft.id);
  // As of a value that is public.
  await admin.post(`/api/posts/${draft.id}/publish`, {});
  expect((await author.post(`/api/posts/${id}/restore`, {})).body).toEqual(created.body);
});

test('a permanent deletion leaves what follows it in the trash', async () => {
  const { admin } = await open();
  const box = await made(admin, 'boxes', { name: 'Box' });
  const part = await made(admin, 'parts', { name: 'Part', box: box.id });
  expect((await admin.delete(`/api/boxes/${box.id}?permanent=true`)).status).toBe(200);
  expect((await admin.get('/api/boxes?trash=only')).body.totalDocs).toBe(0);
  expect((await admin.get('/api/parts?trash=only')).body.docs).toMatchObject([{ id: part.id }]);
});

test('whether a write changes nothing tells no value that one may not read', async () => {
  const { admin, author } = await open();
  const { id } = await made(author, 'posts', { title: 'One', costs: 5 });
  const tried = async (client: AuthClient, data: object): Promise<object> => {
    const operations = [{ op: 'update', id, data }];
    const { body } = await client.post('/api/posts/bulk', { operations, dryRun: true });
    return { changed: body.changed, unchanged: body.unchanged };
  };
  expect(await tried(author, { costs: 5 })).toEqual(await tried(author, { costs: 6 }));
  await admin.send('PATCH', `/api/posts/${id}`, { title: 'Merger' }, { 'X-Draft': 'true' });
  expect(await tried(author, { title: 'One' })).toEqual(await tried(author, { title: 'Two' }));
  expect(await tried(admin, { costs: 5 })).toEqual({ changed: 0, unchanged: 1 });
});

test('an upsert tells of no value that one may neither read nor change', async () => {
  const { admin, author } = await open();
  await made(admin, 'posts', { title: 'One', code: 'secret' });
  const upsert = async (code: string): Promise<Answered> => {
    const operations = [{ op: 'upsert', key: { code }, data: { title: 'Mine' } }];
    const { status, body } = await author.post('/api/posts/bulk', { operations, dryRun: true });
    return { status, error: body.error };
  };
  const known = await upsert('secret');
  expect(known).toEqual(await upsert('other'));
  expect(known.status).toBe(403);
});

test('a list asks a callback about 1,000 documents at most, and emptying asks about each once', async () => {
  const asked = { delete: 0, purge: 0 };
  const server = await startAuthServer({
    config: {
      collections: [
        {
          slug: 'posts',
          drafts: false,
          trash: true,
          access: {
            delete() {
              asked.delete += 1;
              return true;
            },
            purge({ data }) {
              asked.purge += 1;
              return data?.['rank'] !== 0;
            },
          },
          fields: [{ name: 'rank', type: 'number' }],
        },
      ],
    },
  });
  const admin = await server.signedIn();
  for (const size of [1_000, 205]) {
    const operations = Array.from({ length: size }, (_, at) => ({ op: 'create', data: { rank: at } }));
    const { body } = await admin.post('/api/posts/bulk', { operations });
    const ids: readonly { readonly id: string }[] = body.results;
    const deletions = ids.map(({ id }) => ({ op: 'delete', id }));
    expect((await admin.post('/api/posts/bulk', { operations: deletions })).status).toBe(200);
  }
  Object.assign(asked, { delete: 0, purge: 0 });
  // A requester without an account must not have all of a trash read.
  const { body: listed } = await server.client().get('/api/posts?trash=only&limit=1&page=1000&sort=id_asc');
  expect(listed).toMatchObject({ totalDocs: 1_000, totalPages: 1_000, hasNextPage: false, truncated: true });
  expect(listed.docs).toHaveLength(1);
  expect(asked.delete).toBeLessThan(1_010);
  const last = encodeURIComponent(JSON.stringify({ id: { gt: listed.docs[0].id } }));
  const { body: rest } = await server.client().get(`/api/posts?trash=only&sort=id_asc&where=${last}`);
  expect([rest.totalDocs, 'truncated' in rest]).toEqual([205, false]);
  Object.assign(asked, { delete: 0, purge: 0 });
  const { body } = await admin.post('/api/posts/trash/empty', {});
  expect(body).toEqual({ purged: 1_000, left: 203 });
  expect(asked.purge).toBe(1_205);
  expect(asked.delete).toBeLessThan(1_220);
}, 60_000);
