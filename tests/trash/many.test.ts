/** Many restores and deletions for good in one request: docs/spec/content-tools.md#many-at-once. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { type Answer, type Client, key, openGuarded, user } from '../access/support/guarded-service.js';
import { auth, done } from '../drafts/support/desk.js';
import { called, trashConfig } from './support/trash-config.js';

interface Shop {
  readonly admin: Client;
  readonly editor: Client;
  readonly as: Awaited<ReturnType<typeof openGuarded>>['as'];
}

async function open(config: Partial<ServiceConfig> = trashConfig): Promise<Shop> {
  const service = await openGuarded({ auth, ...config });
  return { admin: service.as(user('admin')), editor: service.as(user('editor')), as: service.as };
}

beforeEach(() => {
  called.length = 0;
});

async function create(client: Client, slug: string, data: object, headers = {}): Promise<Answer> {
  return done(await client.post(`/api/${slug}`, data, headers));
}

async function total(client: Client, path: string): Promise<number> {
  return done(await client.get(path)).totalDocs;
}

const inTrash = async (client: Client, slug: string): Promise<number> =>
  total(client, `/api/${slug}?trash=only&limit=0`);

const where = (condition: object, more = ''): string =>
  `?where=${encodeURIComponent(JSON.stringify(condition))}${more}`;

describe('a bulk of restores', () => {
  test('brings each document back as a single restore does, with what was deleted along', async () => {
    const { admin } = await open();
    const topic = await create(admin, 'topics', { name: 'News' });
    const post = await create(admin, 'posts', { title: 'One', sku: 'a', topic: topic.id });
    const draft = await create(admin, 'posts', { sku: 'b' }, { 'x-draft': 'true' });
    const comment = await create(admin, 'comments', { text: 'First', post: post.id });
    await admin.delete(`/api/topics/${topic.id}`);
    for (const { id } of [post, draft]) await admin.delete(`/api/posts/${id}`);
    called.length = 0;

    const operations = [
      { op: 'restore', id: post.id, ifMatch: 2 },
      { op: 'restore', id: draft.id, values: { sku: 'c' } },
      { op: 'update', id: post.id, data: { title: 'Two' } },
    ];
    const answer = await admin.post('/api/posts/bulk', { operations, return: 'documents' });
    expect(answer.body).toMatchObject({ matched: 3, changed: 3, failed: 0 });
    expect(answer.status).toBe(200);
    expect(answer.body.results).toMatchObject([
      { index: 0, id: post.id, status: 200, revision: 3, document: { title: 'One', sku: 'a', topic: null } },
      { index: 1, id: draft.id, status: 200, revision: 2, document: { sku: 'c', _status: 'draft' } },
      { index: 2, id: post.id, status: 200, revision: 4, document: { title: 'Two' } },
    ]);
    expect(called).toEqual([
      'before restore restore posts',
      'before restore restore comments',
      'before restore restore posts',
      'after restore posts One',
      'after restore comments undefined',
      'after restore posts null',
    ]);
    expect((await admin.get(`/api/comments/${comment.id}`)).body.post).toBe(post.id);
    expect(await inTrash(admin, 'posts')).toBe(0);
  });

  test('rolls all back where one cannot return, and names its value', async () => {
    const { admin } = await open();
    const [one, other] = [
      await create(admin, 'posts', { title: 'One', sku: 'a' }),
      await create(admin, 'posts', { title: 'Other', sku: 'b' }),
    ];
    for (const { id } of [one, other]) await admin.delete(`/api/posts/${id}`);
    await create(admin, 'posts', { title: 'Newer', sku: 'b' });
    const operations = [one, other].map(({ id }) => ({ op: 'restore', id }));
    const refused = await admin.post('/api/posts/bulk', { operations });
    expect([refused.status, refused.body.details.map(({ path }: Answer) => path)]).toEqual([
      409,
      ['operations[1].values.sku'],
    ]);
    expect(await inTrash(admin, 'posts')).toBe(2);
    expect(called.filter((call) => call.startsWith('after restore'))).toEqual([]);

    const some = await admin.post('/api/posts/bulk', { operations, atomic: false });
    expect([some.status, some.body.results]).toMatchObject([
      207,
      [
        { status: 200, revision: 2 },
        { status: 409, code: 'CONFLICT', details: [{ path: 'sku' }] },
      ],
    ]);
    expect(await inTrash(admin, 'posts')).toBe(1);
  });

  test('tells what could not come back, and writes nothing in a dry run', async () => {
    const { admin } = await open();
    const post = await create(admin, 'posts', { title: 'One' });
    const author = await create(admin, 'authors', { name: 'Ada' });
    await admin.patch(`/api/posts/${post.id}`, { author: author.id });
    const [first, second] = [
      await create(admin, 'comments', { post: post.id }),
      await create(admin, 'likes', { comment: (await create(admin, 'comments', { post: post.id })).id }),
    ];
    await admin.delete(`/api/posts/${post.id}`);
    await admin.delete(`/api/authors/${author.id}?permanent=true`);
    const operations = [{ op: 'restore', id: post.id }];
    const tried = await admin.post('/api/posts/bulk', { operations, dryRun: true });
    expect(tried.body).toMatchObject({
      dryRun: true,
      changed: 1,
      results: [{ id: post.id, status: 200, dropped: ['author'] }],
    });
    expect([await inTrash(admin, 'posts'), await inTrash(admin, 'comments')]).toEqual([1, 2]);
    expect(called.filter((call) => call.startsWith('after restore'))).toEqual([]);
    const back = await admin.post('/api/posts/bulk', { operations });
    expect(back.body.results).toEqual([
      { index: 0, id: post.id, status: 200, revision: 3, dropped: ['author'] },
    ]);
    for (const [slug, { id }] of [
      ['comments', first],
      ['likes', second],
    ] as const) {
      expect((await admin.get(`/api/${slug}/${id}`)).status).toBe(200);
    }
  });

  test('is done once under an Idempotency-Key', async () => {
    const { admin } = await open();
    const post = await create(admin, 'posts', { title: 'One' });
    await admin.delete(`/api/posts/${post.id}`);
    const body = { operations: [{ op: 'restore', id: post.id }] };
    const first = await admin.post('/api/posts/bulk', body, { 'idempotency-key': 'k' });
    const again = await admin.post('/api/posts/bulk', body, { 'idempotency-key': 'k' });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await admin.post('/api/posts/bulk', body)).status).toBe(404);
  });

  test('does not name again what stayed in the trash, nor what was lost', async () => {
    const { admin } = await open();
    const author = await create(admin, 'authors', { name: 'Ada' });
    const post = await create(admin, 'posts', { title: 'One', author: author.id });
    await admin.delete(`/api/posts/${post.id}`);
    await admin.delete(`/api/authors/${author.id}?permanent=true`);
    const body = { operations: [{ op: 'restore', id: post.id }] };
    const first = await admin.post('/api/posts/bulk', body, { 'idempotency-key': 'k' });
    expect(first.body.results).toMatchObject([{ dropped: ['author'] }]);
    const again = await admin.post('/api/posts/bulk', body, { 'idempotency-key': 'k' });
    const { revision } = first.body.results[0];
    expect(again.body.results).toEqual([{ index: 0, id: post.id, status: 200, revision }]);
  });

  test('in several collections refers to earlier operations, and restores in their order', async () => {
    const { admin } = await open();
    const author = await create(admin, 'authors', { name: 'Ada' });
    const post = await create(admin, 'posts', { title: 'One', author: author.id });
    await admin.delete(`/api/posts/${post.id}`);
    await admin.delete(`/api/authors/${author.id}`);
    const restores = [
      { op: 'restore', collection: 'posts', id: post.id },
      { op: 'restore', collection: 'authors', id: author.id },
    ];
    const early = await admin.post('/api/svc/bulk', { operations: restores });
    expect([early.status, early.body.details[0].path]).toEqual([409, 'operations[0].values.author']);
    const operations = [
      { op: 'create', collection: 'topics', data: { name: 'Sport' } },
      restores[1],
      { ...restores[0], values: { topic: { $ref: 0 }, author: { $ref: 1 } } },
    ];
    const { status, body } = await admin.post('/api/svc/bulk', { operations });
    expect([status, body.changed]).toEqual([200, 3]);
    expect((await admin.get(`/api/posts/${post.id}`)).body).toMatchObject({
      author: author.id,
      topic: body.results[0].id,
    });
  });

  test('refuses its form with all faults, and restores nothing where there is no trash', async () => {
    const { admin } = await open();
    const id = '00000000-0000-7000-8000-000000000000';
    const operations = [
      { op: 'restore' },
      { op: 'restore', id, data: {}, draft: true },
      { op: 'restore', id, values: 3 },
      { op: 'update', id, data: {}, values: {}, permanent: true },
      { op: 'delete', id, permanent: 'yes' },
    ];
    const { status, body } = await admin.post('/api/posts/bulk', { operations });
    expect(status).toBe(400);
    expect(body.details.map(({ path }: Answer) => path)).toEqual([
      'operations[0].id',
      'operations[1].data',
      'operations[1].draft',
      'operations[2].values',
      'operations[3].values',
      'operations[3].permanent',
      'operations[4].permanent',
    ]);
    const none = [
      { op: 'restore', id },
      { op: 'delete', id, permanent: false },
    ];
    const refused = await admin.post('/api/notes/bulk', { operations: none });
    expect(refused.body.details.map(({ path, reason }: Answer) => [path, reason])).toEqual([
      ['operations[0].op', 'bulk.noTrash'],
      ['operations[1].permanent', 'bulk.noTrash'],
    ]);
  });

  test('reports a missing document as a single restore does', async () => {
    const { admin } = await open();
    const post = await create(admin, 'posts', { title: 'One' });
    const operations = [
      { op: 'restore', id: post.id },
      { op: 'restore', id: 'no id' },
    ];
    const { status, body } = await admin.post('/api/posts/bulk', { operations, atomic: false });
    expect([status, body.results.map(({ status: one }: Answer) => one)]).toEqual([207, [404, 404]]);
  });
});

describe('many deletions for good', () => {
  test('delete by operations wherever the document is, and by a filter what it matches', async () => {
    const { admin } = await open();
    const [live, gone, other] = [
      await create(admin, 'posts', { title: 'Live' }),
      await create(admin, 'posts', { title: 'Gone' }),
      await create(admin, 'posts', { title: 'Other' }),
    ];
    const comment = await create(admin, 'comments', { post: live.id });
    await admin.delete(`/api/posts/${gone.id}`);
    called.length = 0;
    const operations = [live, gone].map(({ id }) => ({ op: 'delete', id, permanent: true }));
    const { status, body } = await admin.post('/api/posts/bulk', { operations });
    expect([status, body.results]).toEqual([
      200,
      [live, gone].map(({ id }, index) => ({ index, id, status: 200 })),
    ]);
    expect(called).toEqual([
      'before purge posts',
      'before trash comments',
      'before purge posts',
      'after purge posts',
      'after trash comments',
      'after purge posts',
    ]);
    // What follows a document by cascade goes to its own trash.
    expect((await admin.get(`/api/comments/${comment.id}?trash=only`)).status).toBe(200);

    const filtered = await admin.delete(`/api/posts${where({ title: 'Other' }, '&permanent=true&expect=1')}`);
    expect(filtered.body).toMatchObject({ matched: 1, changed: 1, results: [{ id: other.id }] });
    expect([await inTrash(admin, 'posts'), await total(admin, '/api/posts?limit=0')]).toEqual([0, 0]);
  });

  test('go to the trash without permanent, and with permanent=false', async () => {
    const { admin } = await open();
    for (const title of ['A', 'B']) await create(admin, 'posts', { title });
    await admin.delete(`/api/posts${where({ title: 'A' }, '&permanent=false')}`);
    await admin.delete(`/api/posts${where({ title: 'B' })}`);
    expect(await inTrash(admin, 'posts')).toBe(2);
  });

  test('change nothing in a dry run, and are told once under an Idempotency-Key', async () => {
    const { admin } = await open();
    await create(admin, 'posts', { title: 'A' });
    const path = `/api/posts${where({ title: 'A' }, '&permanent=true')}`;
    expect((await admin.delete(`${path}&dryRun=true`)).body).toMatchObject({ dryRun: true, changed: 1 });
    expect(await total(admin, '/api/posts?limit=0')).toBe(1);
    const first = await admin.delete(path, { 'idempotency-key': 'k' });
    expect(first.body.changed).toBe(1);
    expect((await admin.delete(path, { 'idempotency-key': 'k' })).body).toEqual(first.body);
  });

  test('know no permanent where there is no trash, nor in changes', async () => {
    const { admin } = await open();
    const unknown = (await admin.delete(`/api/notes?all=true&permanent=true`)).body;
    expect(unknown).toMatchObject({ code: 'BAD_USER_INPUT', details: [{ path: 'permanent' }] });
    const change = await admin.patch('/api/posts?all=true&permanent=true', { title: 'X' });
    expect([change.status, change.body.details[0].path]).toEqual([400, 'permanent']);
    const odd = await admin.delete('/api/posts?all=true&permanent=yes');
    expect([odd.status, odd.body.details[0].path]).toEqual([400, 'permanent']);
  });
});

describe('the rights of many', () => {
  test('are those of single requests: purge for good, delete to restore, update for values', async () => {
    const { admin, editor, as } = await open();
    const ids: string[] = [];
    for (const title of ['A', 'B']) ids.push((await create(admin, 'posts', { title })).id);
    const [first, second] = ids;
    await admin.delete(`/api/posts/${first}`);

    // Only rank admin and above may purge.
    const forGood = { operations: [{ op: 'delete', id: second, permanent: true }] };
    const refused = await editor.post('/api/posts/bulk', forGood);
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
    expect((await editor.delete('/api/posts?all=true&permanent=true')).status).toBe(403);
    expect((await editor.delete('/api/posts?all=true&perm%61nent=true')).status).toBe(403);
    expect((await editor.delete('/api/posts?all=true&permanent=%74rue')).status).toBe(403);
    const mixed = [
      { op: 'delete', id: first, permanent: true },
      { op: 'restore', id: first },
    ];
    const some = await editor.post('/api/posts/bulk', { operations: mixed, atomic: false });
    expect(some.body.results).toMatchObject([
      { status: 403, code: 'FORBIDDEN' },
      { status: 200, id: first },
    ]);
    expect(await total(admin, '/api/posts?limit=0')).toBe(2);

    // Keys have a scope for each.
    await admin.delete(`/api/posts/${first}`);
    const restore = { operations: [{ op: 'restore', id: first }] };
    const withKey = (...scopes: string[]): Client => as(key(scopes));
    expect((await withKey('posts:read', 'posts:update').post('/api/posts/bulk', restore)).status).toBe(403);
    const values = { operations: [{ op: 'restore', id: first, values: { sku: 'x' } }] };
    expect((await withKey('posts:read', 'posts:delete').post('/api/posts/bulk', values)).status).toBe(403);
    expect((await withKey('posts:read', 'posts:delete').post('/api/posts/bulk', restore)).status).toBe(200);
  });

  test('follow callbacks and constraints, each for its document', async () => {
    const { admin, editor } = await open({
      collections: [
        {
          slug: 'posts',
          drafts: false,
          trash: true,
          access: {
            read: ({ req }) => req.user?.role === 'admin' || { title: { equals: 'mine' } },
            delete: ({ req, document }) => req.user?.role === 'admin' || document?.['rank'] !== 1,
            purge: ({ req, document }) => req.user?.role === 'admin' || document?.['rank'] === 3,
          },
          fields: [
            { name: 'title', type: 'text' },
            { name: 'rank', type: 'number' },
          ],
        },
      ],
    });
    const ids: string[] = [];
    for (const rank of [1, 2, 3]) ids.push((await create(admin, 'posts', { title: 'mine', rank })).id);
    const foreign = (await create(admin, 'posts', { title: 'theirs', rank: 3 })).id;
    const all = [...ids, foreign];
    for (const id of all) await admin.delete(`/api/posts/${id}`);
    const statuses = async (body: object): Promise<readonly number[]> => {
      const answer = await editor.post('/api/posts/bulk', { ...body, atomic: false });
      return answer.body.results.map(({ status }: Answer) => status);
    };
    expect(await statuses({ operations: all.map((id) => ({ op: 'restore', id })), dryRun: true })).toEqual([
      403, 200, 200, 404,
    ]);
    const purges = all.map((id) => ({ op: 'delete', id, permanent: true }));
    expect(await statuses({ operations: purges })).toEqual([403, 403, 200, 404]);
    await admin.post('/api/posts/bulk', { operations: [{ op: 'restore', id: ids[1] }] });
    const filtered = await editor.delete('/api/posts?all=true&permanent=true&atomic=false');
    expect(filtered.body).toMatchObject({ matched: 1, failed: 1, results: [{ id: ids[1], status: 403 }] });
  });
});
