/** Which requesters may run which operations on collections and globals: docs/spec/contract.md#access. */
import { describe, expect, test } from 'vitest';
import { atLeast, defineConfig } from '../../runtime/config/index.js';
import { onSqliteOnly } from '../support/test-database.js';
import { anonymous, key, openGuarded, user } from './support/guarded-service.js';

const auth = { secret: 'not looked at in these tests, but long enough' };
const gone = '0192f0c4-6c1a-7000-8000-000000000000';

const lists = defineConfig({
  auth,
  collections: [
    { slug: 'open', fields: [{ name: 'title', type: 'text', required: true }] },
    {
      slug: 'secrets',
      fields: [{ name: 'title', type: 'text', required: true }],
      access: {
        read: ['admin', 'super_admin'],
        create: ['super_admin'],
        update: ['super_admin'],
        delete: ['super_admin'],
      },
    },
    { slug: 'desk', fields: [{ name: 'title', type: 'text' }], access: { read: atLeast('editor') } },
  ],
  globals: [
    { slug: 'site', fields: [{ name: 'title', type: 'text' }] },
    {
      slug: 'vault',
      fields: [{ name: 'title', type: 'text' }],
      access: { read: ['admin'], update: ['admin'] },
    },
  ],
});

describe('role lists', () => {
  test('without rules reading is open, and writing needs the rank of an author', async () => {
    const service = await openGuarded(lists);
    const { status, body } = await service.as(user('author')).post('/api/open', { title: 'One' });
    expect(status).toBe(201);
    for (const sender of [anonymous, user('guest'), user('customer'), key('customer')]) {
      const client = service.as(sender);
      expect((await client.get('/api/open')).body.totalDocs).toBe(1);
      expect((await client.get(`/api/open/${body.id}`)).status).toBe(200);
      expect((await client.post('/api/open', { title: 'Two' })).body.code).toBe('FORBIDDEN');
      expect((await client.patch(`/api/open/${body.id}`, { title: 'Two' })).body.code).toBe('FORBIDDEN');
      expect((await client.delete(`/api/open/${body.id}`)).status).toBe(403);
      expect((await client.patch('/api/globals/site', { title: 'Two' })).status).toBe(403);
    }
    expect((await service.as(key('editor')).delete(`/api/open/${body.id}`)).status).toBe(200);
  });

  test('a list is exact membership: a higher rank is not implied', async () => {
    const service = await openGuarded(lists);
    const { body } = await service.as(user('super_admin')).post('/api/secrets', { title: 'One' });
    expect((await service.as(user('admin')).get('/api/secrets')).body.totalDocs).toBe(1);
    expect((await service.as(user('admin')).patch(`/api/secrets/${body.id}`, { title: 'Two' })).status).toBe(
      403,
    );
    expect((await service.as(user('editor')).get('/api/secrets')).status).toBe(403);
    expect((await service.as(user('super_admin')).get('/api/globals/vault')).status).toBe(403);
    expect((await service.as(user('admin')).get('/api/globals/vault')).status).toBe(200);
    expect((await service.as(user('admin')).get('/api/desk')).status).toBe(200);
    expect((await service.as(user('author')).get('/api/desk')).status).toBe(403);
  });

  test('denial comes before every other complaint about a request', async () => {
    const service = await openGuarded(lists);
    const client = service.as(anonymous);
    const denied = { status: 403, code: 'FORBIDDEN' };
    const of = async (
      work: Promise<{ readonly status: number; readonly body: { readonly code: string } }>,
    ) => {
      const { status, body } = await work;
      return { status, code: body.code };
    };
    expect(await of(client.get('/api/secrets?limit=x&nonsense=1'))).toEqual(denied);
    expect(await of(client.get('/api/secrets/no-id?depth=x'))).toEqual(denied);
    expect(await of(client.get(`/api/secrets/${gone}`))).toEqual(denied);
    expect(await of(client.send('POST', '/api/secrets', '{'))).toEqual(denied);
    expect(await of(client.send('POST', '/api/secrets/query', '{'))).toEqual(denied);
    expect(await of(client.post('/api/secrets', { nonsense: 1 }, { 'x-draft': 'maybe' }))).toEqual(denied);
    expect(await of(client.patch(`/api/secrets/${gone}`, {}, { 'if-match': 'x' }))).toEqual(denied);
    expect(await of(client.patch('/api/secrets/no-id?x=1', {}))).toEqual(denied);
    expect(await of(client.delete(`/api/secrets/${gone}?x=1`))).toEqual(denied);
    expect(await of(client.send('PATCH', '/api/globals/vault', '['))).toEqual(denied);
  });

  test('a credential that is not valid is never taken for anonymous', async () => {
    const service = await openGuarded(lists);
    const { status, body } = await service
      .as(anonymous)
      .get('/api/open', { 'x-test-requester': 'no such requester' });
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
  });

  test('a requester who may change but not read a document learns only that it was changed', async () => {
    const service = await openGuarded(
      defineConfig({
        auth,
        collections: [
          {
            slug: 'inbox',
            drafts: false,
            fields: [
              { name: 'text', type: 'text' },
              { name: 'note', type: 'text' },
            ],
            access: { read: ['admin'], create: ['guest', 'admin'], update: ['guest'] },
          },
        ],
      }),
    );
    const guest = service.as(user('guest'));
    const created = await guest.post('/api/inbox', { text: 'Hello' });
    expect(created).toMatchObject({ status: 201, body: { text: 'Hello' } });
    const { body } = await service.as(user('admin')).post('/api/inbox', { text: 'Mine', note: 'Secret' });
    const changed = await guest.patch(`/api/inbox/${body.id}`, {});
    expect(changed.status).toBe(200);
    expect(Object.keys(changed.body)).toEqual(['id', 'createdAt', 'updatedAt', '_revision']);
    expect((await guest.get(`/api/inbox/${body.id}`)).status).toBe(403);
  });

  onSqliteOnly(
    'it answers the stored texts row by row, and does not know without a query whether drafts are pending',
  )(
    'cost the lists of an open collection nothing: bytes come from the database as they are stored',
    async () => {
      const service = await openGuarded(lists);
      const { body } = await service.as(user('author')).post('/api/open', { title: 'One' });
      // Whether drafts are pending is looked up once after a commit.
      await service.as(user('guest')).get('/api/open?count=none&limit=1');
      for (const sender of [anonymous, user('guest'), key('guest'), key(['open:read'])]) {
        service.statements.length = 0;
        await service.as(sender).get('/api/open?count=none');
        await service.as(sender).get(`/api/open/${body.id}`);
        expect(service.statements).toHaveLength(2);
        for (const sql of service.statements) expect(sql).toContain('AS BLOB');
      }
    },
  );

  test('anonymous requests may not ask for drafts', async () => {
    const service = await openGuarded(lists);
    expect((await service.as(anonymous).get('/api/open?draft=true')).status).toBe(403);
    expect((await service.as(anonymous).get('/api/open?draft=false')).status).toBe(200);
    expect((await service.as(user('guest')).get('/api/open?draft=true')).status).toBe(200);
  });
});

describe('callbacks', () => {
  const seen: unknown[] = [];
  const config = (answer: () => unknown) =>
    defineConfig({
      auth,
      collections: [
        {
          slug: 'posts',
          drafts: false,
          fields: [{ name: 'title', type: 'text', required: true }],
          access: {
            read: () => true,
            create: ({ req, id, data, document }) => {
              seen.push({ user: req.user?.role, key: req.apiKey?.name, id, data, document });
              return answer() as boolean;
            },
            update: ({ req, id, data, document }) => {
              seen.push({ user: req.user?.role, id, data, document });
              return answer() as boolean;
            },
            delete: ({ id, data, document }) => {
              seen.push({ id, data, document });
              return answer() as boolean;
            },
          },
        },
      ],
    });

  test('get the request with its sender, the data and the stored document', async () => {
    const service = await openGuarded(config(() => true));
    seen.length = 0;
    const author = service.as(user('author'));
    const { body } = await author.post('/api/posts', { title: 'One' });
    const { body: changed } = await author.patch(`/api/posts/${body.id}`, { title: 'Two' });
    await author.delete(`/api/posts/${body.id}`);
    await service.as(key('author')).post('/api/posts', { title: 'Three' });
    expect(seen).toEqual([
      { user: 'author', data: { title: 'One' } },
      { user: 'author', id: body.id, data: { title: 'Two' }, document: body },
      { id: body.id, data: changed, document: changed },
      { key: 'A key', data: { title: 'Three' } },
    ]);
  });

  test.each([false, undefined, null, 1, 'true', {}, [], Promise.resolve(1)])(
    'anything but true denies a write: %j',
    async (answer) => {
      const service = await openGuarded(config(() => answer));
      const { status, body } = await service.as(user('admin')).post('/api/posts', { title: 'One' });
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'FORBIDDEN' });
    },
  );

  test('a throw is a 500 that tells nothing and is logged, and nothing is written', async () => {
    const service = await openGuarded(
      config(() => {
        throw Object.assign(new Error('the password is hunter2'), {
          name: 'ServiceError',
          code: 'NOT_FOUND',
        });
      }),
    );
    const { status, body } = await service.as(user('admin')).post('/api/posts', { title: 'One' });
    expect({ status, code: body.code }).toEqual({ status: 500, code: 'INTERNAL_ERROR' });
    expect(JSON.stringify(body)).not.toContain('hunter2');
    expect(JSON.stringify(service.logged)).toContain('The access callback create of posts failed');
    expect((await service.as(anonymous).get('/api/posts')).body.totalDocs).toBe(0);
  });

  test('a promise that does not settle in time denies', async () => {
    const service = await openGuarded(
      config(() => new Promise(() => undefined)),
      { timeout: 20 },
    );
    expect((await service.as(user('admin')).post('/api/posts', { title: 'One' })).status).toBe(403);
  });

  test('of changes run after the look-up and before the body is validated', async () => {
    let allowed = true;
    const service = await openGuarded(config(() => allowed));
    const author = service.as(user('author'));
    const { body } = await author.post('/api/posts', { title: 'One' });
    allowed = false;
    expect((await author.patch(`/api/posts/${gone}`, { title: 1 })).status).toBe(404);
    expect((await author.delete(`/api/posts/${gone}`)).status).toBe(404);
    expect((await author.patch(`/api/posts/${body.id}`, { title: 1, nonsense: 2 })).status).toBe(403);
    expect((await author.patch(`/api/posts/${body.id}?x=1`, {}, { 'if-match': '"9"' })).status).toBe(403);
    expect((await author.delete(`/api/posts/${body.id}`, { 'if-match': '"9"' })).status).toBe(403);
    allowed = true;
    expect((await author.patch(`/api/posts/${body.id}`, { title: 1 })).status).toBe(400);
    expect((await author.delete(`/api/posts/${body.id}`, { 'if-match': '"9"' })).status).toBe(409);
  });

  test('are asked again when the document has changed since', async () => {
    const asked: unknown[] = [];
    let change: (() => Promise<unknown>) | null = null;
    const service = await openGuarded(
      defineConfig({
        auth,
        collections: [
          {
            slug: 'posts',
            fields: [
              { name: 'title', type: 'text' },
              { name: 'locked', type: 'boolean' },
            ],
            access: {
              update: async ({ req, document }) => {
                if (req.user?.role === 'admin') return true;
                asked.push(document?.['locked']);
                const meanwhile = change;
                change = null;
                await meanwhile?.();
                return document?.['locked'] !== true;
              },
            },
          },
        ],
      }),
    );
    const { body } = await service.as(user('admin')).post('/api/posts', { title: 'One', locked: false });
    change = () => service.as(user('admin')).patch(`/api/posts/${body.id}`, { locked: true });
    const { status } = await service.as(user('author')).patch(`/api/posts/${body.id}`, { title: 'Mine' });
    expect({ status, asked }).toEqual({ status: 403, asked: [false, true] });
    expect((await service.as(anonymous).get(`/api/posts/${body.id}`)).body.title).toBe('One');
  });

  test('of one request are asked once, and what they do to their arguments changes nothing', async () => {
    let calls = 0;
    const service = await openGuarded(
      defineConfig({
        auth,
        collections: [
          {
            slug: 'posts',
            fields: [{ name: 'title', type: 'text' }],
            access: {
              update: ({ data, document }) => {
                calls += 1;
                if (data) data['title'] = 'Changed by the callback';
                if (document) document['title'] = 'Changed by the callback';
                return true;
              },
            },
          },
        ],
      }),
    );
    const author = service.as(user('author'));
    const { body } = await author.post('/api/posts', { title: 'One' });
    expect((await author.patch(`/api/posts/${body.id}`, { title: 'Two' })).body.title).toBe('Two');
    expect(calls).toBe(1);
  });
});

describe('scopes of an API key', () => {
  test('replace lists and callbacks, and close everything else', async () => {
    const service = await openGuarded(lists);
    const reader = service.as(key(['secrets:read']));
    expect((await reader.get('/api/secrets')).status).toBe(200);
    expect((await reader.get('/api/open')).status).toBe(403);
    expect((await reader.get('/api/globals/site')).status).toBe(403);
    expect((await reader.post('/api/secrets', { title: 'One' })).status).toBe(403);
    const writer = service.as(key(['secrets:*', 'globals.vault:update']));
    const { body, status } = await writer.post('/api/secrets', { title: 'One' });
    expect(status).toBe(201);
    expect((await writer.delete(`/api/secrets/${body.id}`)).status).toBe(200);
    expect((await writer.get('/api/globals/vault')).status).toBe(403);
    expect((await writer.patch('/api/globals/vault', { title: 'One' })).status).toBe(200);
    const all = service.as(key(['*:read']));
    expect((await all.get('/api/secrets')).status).toBe(200);
    expect((await all.get('/api/globals/vault')).status).toBe(200);
    expect((await all.post('/api/open', { title: 'One' })).status).toBe(403);
    expect((await service.as(key([])).get('/api/open')).status).toBe(403);
  });
});
