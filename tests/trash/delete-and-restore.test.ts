/** Deleting into the trash and restoring from it, over HTTP (docs/spec/content-tools.md#trash). */
import { beforeEach, describe, expect, test } from 'vitest';
import { type Answered, type AuthClient, type AuthServer, startAuthServer } from '../support/auth-server.js';
import { called, trashConfig } from './support/trash-config.js';

let server: AuthServer;
let admin: AuthClient;

beforeEach(async () => {
  called.length = 0;
});

async function open(): Promise<void> {
  server = await startAuthServer({ config: trashConfig });
  admin = await server.signedIn();
}

async function create(slug: string, data: object, headers = {}): Promise<Answered> {
  const { status, body } = await admin.post(`/api/${slug}`, data, headers);
  expect([status, body.details]).toEqual([201, undefined]);
  return body;
}

async function trashed(slug: string): Promise<Answered> {
  return (await admin.get(`/api/${slug}?trash=only`)).body;
}

const read = async (path: string): Promise<Answered> => (await admin.get(path)).body;

test('A deleted document is nowhere but in the trash, and comes back as it was', async () => {
  await open();
  const topic = await create('topics', { name: 'News' });
  const post = await create('posts', { title: 'One', sku: 'a', topic: topic.id, costs: 3 });
  const gone = await admin.delete(`/api/posts/${post.id}`);
  expect(gone).toMatchObject({
    status: 200,
    body: { message: `The document ${post.id} of posts is in the trash.` },
  });
  expect((await admin.get(`/api/posts/${post.id}`)).status).toBe(404);
  expect((await admin.get(`/api/posts/${post.id}/versions`)).status).toBe(404);
  expect((await read('/api/posts')).totalDocs).toBe(0);
  expect((await admin.post('/api/posts/query', { where: { sku: { equals: 'a' } } })).body.totalDocs).toBe(0);

  const me = (await admin.get('/api/auth/me')).body.user.id;
  const { _pending, ...was } = post;
  const kept = { ...was, _deletedAt: new Date(server.time.now).toISOString(), _deletedBy: me };
  const page = await trashed('posts');
  expect(page).toEqual({
    docs: [kept],
    totalDocs: 1,
    page: 1,
    totalPages: 1,
    hasNextPage: false,
    hasPrevPage: false,
  });
  expect((await admin.get(`/api/posts/${post.id}?trash=only`)).body).toEqual(kept);

  const back = await admin.post(`/api/posts/${post.id}/restore`);
  expect(back.status).toBe(200);
  expect(back.headers.get('x-svc-dropped')).toBeNull();
  expect(back.body).toMatchObject({ ...was, _revision: 2, updatedAt: expect.any(String) });
  expect((await read(`/api/posts/${post.id}`)).sku).toBe('a');
  expect((await trashed('posts')).totalDocs).toBe(0);
  expect((await read(`/api/posts/${post.id}/versions`)).totalDocs).toBe(2);
  expect((await admin.get(`/api/posts/${post.id}?trash=only`)).status).toBe(404);
  expect((await admin.post(`/api/posts/${post.id}/restore`)).status).toBe(404);
});

test('Hooks get trash, restore and purge', async () => {
  await open();
  const { id } = await create('posts', { title: 'One' });
  await admin.delete(`/api/posts/${id}`);
  await admin.post(`/api/posts/${id}/restore`);
  await admin.delete(`/api/posts/${id}?permanent=true`);
  expect(called).toEqual([
    'before trash posts',
    'after trash posts',
    'before restore restore posts',
    'after restore posts One',
    'before purge posts',
    'after purge posts',
  ]);
  called.length = 0;
  const { id: again } = await create('posts', { title: 'Two' });
  await admin.delete(`/api/posts/${again}`);
  expect((await admin.delete(`/api/posts/${again}?permanent=true`)).status).toBe(200);
  expect(called.slice(2)).toEqual(['before purge posts', 'after purge posts']);
  expect((await admin.get(`/api/posts/${again}?trash=only`)).status).toBe(404);
});

test('A draft stays a draft, and a published document keeps its pending draft', async () => {
  await open();
  const draft = await create('posts', { sku: 'd' }, { 'x-draft': 'true' });
  const live = await create('posts', { title: 'Live' });
  await admin.send('PATCH', `/api/posts/${live.id}`, { title: 'Pending' }, { 'x-draft': 'true' });
  for (const { id } of [draft, live]) {
    await admin.delete(`/api/posts/${id}`);
    expect((await admin.post(`/api/posts/${id}/restore`)).status).toBe(200);
  }
  expect(await read(`/api/posts/${draft.id}`)).toMatchObject({ _status: 'draft', sku: 'd', title: null });
  expect(await read(`/api/posts/${live.id}?draft=true`)).toMatchObject({ title: 'Pending', _pending: true });
  expect(await read(`/api/posts/${live.id}?draft=false`)).toMatchObject({
    title: 'Live',
    _status: 'published',
  });
});

describe('Unique values', () => {
  test('are free at once, and others can be given at the restore', async () => {
    await open();
    const first = await create('posts', { title: 'Same', sku: 'x' });
    await admin.delete(`/api/posts/${first.id}`);
    const second = await create('posts', { title: 'Same', sku: 'x' });
    expect(second.slug).toBe('same');
    const refused = await admin.post(`/api/posts/${first.id}/restore`);
    expect(refused).toMatchObject({ status: 409, body: { details: [{ path: 'sku' }] } });
    const back = await admin.post(`/api/posts/${first.id}/restore`, { values: { sku: 'y' } });
    expect(back.body).toMatchObject({ sku: 'y', slug: 'same-2', title: 'Same' });
  });

  test('of a draft count, too', async () => {
    await open();
    const first = await create('posts', { title: 'One', sku: 'x' });
    await admin.delete(`/api/posts/${first.id}`);
    await create('posts', { sku: 'x' }, { 'x-draft': 'true' });
    expect((await admin.post(`/api/posts/${first.id}/restore`)).status).toBe(409);
  });
});

test('The values of a restore obey fields and their access', async () => {
  await open();
  await server.addUser('ed@example.com', { role: 'editor' });
  const editor = await server.signedIn('ed@example.com');
  const { id } = await create('posts', { title: 'One' });
  await admin.delete(`/api/posts/${id}`);
  const restore = async (body: unknown): Promise<Answered> => {
    const { status, body: answered } = await editor.post(`/api/posts/${id}/restore`, body);
    return [status, answered.details?.[0]?.path];
  };
  expect(await restore({ values: { costs: 1 } })).toEqual([403, 'costs']);
  expect(await restore({ values: { title: null } })).toEqual([400, 'title']);
  expect(await restore({ values: { nothing: 1 } })).toEqual([400, 'nothing']);
  expect(await restore({ values: { id: 'x' } })).toEqual([400, 'id']);
  expect(await restore({ values: [] })).toEqual([400, 'values']);
  expect(await restore({ value: {} })).toEqual([400, 'value']);
  expect(await restore({ values: { topic: '01HZZZZZZZZZZZZZZZZZZZZZZZ' } })).toEqual([400, 'values.topic']);
  expect(await restore({ values: { title: 'Other' } })).toEqual([200, undefined]);
});

test('A restore can depend on a revision', async () => {
  await open();
  const { id } = await create('posts', { title: 'One' });
  await admin.delete(`/api/posts/${id}`);
  expect((await admin.post(`/api/posts/${id}/restore`, undefined, { 'if-match': '"7"' })).status).toBe(409);
  expect((await admin.post(`/api/posts/${id}/restore`, undefined, { 'if-match': '"1"' })).status).toBe(200);
});

test('Without a trash nothing changes', async () => {
  await open();
  const { id } = await create('notes', { text: 'One' });
  expect((await admin.delete(`/api/notes/${id}?permanent=true`)).status).toBe(400);
  expect((await admin.get('/api/notes?trash=only')).status).toBe(400);
  expect((await admin.get(`/api/notes/${id}?trash=only`)).status).toBe(400);
  expect((await admin.post(`/api/notes/${id}/restore`)).status).toBe(404);
  expect((await admin.delete(`/api/notes/${id}`)).body.message).toBe(
    `The document ${id} of notes is deleted.`,
  );
  expect((await admin.delete('/api/posts/x?permanent=perhaps')).status).toBe(400);
  expect((await admin.get('/api/posts?trash=all')).status).toBe(400);
});
