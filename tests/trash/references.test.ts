/** References to and from documents in the trash, over HTTP (docs/spec/content-tools.md#trash). */
import { expect, test } from 'vitest';
import { type Answered, type AuthClient, startAuthServer } from '../support/auth-server.js';
import { trashConfig } from './support/trash-config.js';

interface Desk {
  readonly admin: AuthClient;
  create(slug: string, data: object, headers?: Readonly<Record<string, string>>): Promise<Answered>;
  read(path: string): Promise<Answered>;
  remove(slug: string, id: string): Promise<number>;
  restore(slug: string, id: string): Promise<Answered>;
}

async function openDesk(): Promise<Desk> {
  const server = await startAuthServer({ config: trashConfig });
  const admin = await server.signedIn();
  return {
    admin,
    async create(slug, data, headers = {}) {
      const { status, body } = await admin.post(`/api/${slug}`, data, headers);
      expect([status, body.details]).toEqual([201, undefined]);
      return body;
    },
    read: async (path) => (await admin.get(path)).body,
    remove: async (slug, id) => (await admin.delete(`/api/${slug}/${id}`)).status,
    restore: async (slug, id) => admin.post(`/api/${slug}/${id}/restore`),
  };
}

test('restrict refuses, and a trashed document restricts nothing', async () => {
  const { create, remove, restore, admin } = await openDesk();
  const author = await create('authors', { name: 'Ada' });
  const post = await create('posts', { title: 'One', author: author.id });
  expect(await remove('authors', author.id)).toBe(409);
  expect(await remove('posts', post.id)).toBe(200);
  expect(await remove('authors', author.id)).toBe(200);
  const refused = await restore('posts', post.id);
  expect([refused.status, refused.body.details.map(({ path }: Answered) => path)]).toEqual([409, ['author']]);
  expect((await restore('authors', author.id)).status).toBe(200);
  expect((await restore('posts', post.id)).body.author).toBe(author.id);

  await remove('posts', post.id);
  await admin.delete(`/api/authors/${author.id}?permanent=true`);
  const without = await restore('posts', post.id);
  expect([without.status, without.body.author]).toEqual([200, null]);
  expect(without.headers.get('x-svc-dropped')).toBe('author');
});

test('set null clears, and the restore refills what is still empty, lists at their end', async () => {
  const { admin, create, read, remove, restore } = await openDesk();
  const [topic, other] = [await create('topics', { name: 'A' }), await create('topics', { name: 'B' })];
  const post = await create('posts', {
    title: 'One',
    topic: topic.id,
    topics: [topic.id, other.id],
    parts: [{ label: 'kept', topic: topic.id }],
    layout: [
      { blockType: 'teaser', topic: topic.id },
      { blockType: 'teaser', topic: other.id },
    ],
    seo: { topic: topic.id },
  });
  const taken = await create('posts', { title: 'Two', topic: topic.id, topics: [topic.id] });
  await admin.send('PATCH', '/api/globals/front', { topic: topic.id });

  expect(await remove('topics', topic.id)).toBe(200);
  const cleared = await read(`/api/posts/${post.id}`);
  expect(cleared).toMatchObject({ topic: null, topics: [other.id], seo: { topic: null } });
  expect(cleared.parts).toEqual([{ id: expect.any(String), label: 'kept', topic: null }]);
  expect(cleared.layout).toHaveLength(1);
  await admin.send('PATCH', `/api/posts/${taken.id}`, { topic: other.id });

  expect((await restore('topics', topic.id)).status).toBe(200);
  const filled = await read(`/api/posts/${post.id}`);
  expect(filled).toMatchObject({ topic: topic.id, topics: [other.id, topic.id], seo: { topic: topic.id } });
  expect(filled.parts[0].topic).toBe(topic.id);
  expect(filled.layout.map(({ topic: of }: Answered) => of)).toEqual([other.id, topic.id]);
  expect(filled._revision).toBe(cleared._revision + 1);
  expect(await read(`/api/posts/${taken.id}`)).toMatchObject({ topic: other.id, topics: [topic.id] });
  expect((await read('/api/globals/front')).topic).toBe(topic.id);
  const found = await read(
    `/api/posts?where=${encodeURIComponent(JSON.stringify({ 'parts.topic': { equals: topic.id } }))}`,
  );
  expect(found.totalDocs).toBe(1);
});

test('A document in the trash gets its reference back there', async () => {
  const { create, remove, restore } = await openDesk();
  const topic = await create('topics', { name: 'A' });
  const post = await create('posts', { title: 'One', topic: topic.id });
  await remove('topics', topic.id);
  await remove('posts', post.id);
  await restore('topics', topic.id);
  expect((await restore('posts', post.id)).body.topic).toBe(topic.id);
  // The other way round: the post goes first, and returns first.
  await remove('posts', post.id);
  await remove('topics', topic.id);
  expect((await restore('posts', post.id)).body.topic).toBeNull();
  await restore('topics', topic.id);
  await remove('posts', post.id);
  expect((await restore('posts', post.id)).body.topic).toBe(topic.id);
});

test('A document in the trash keeps a reference into the trash while it gets another back', async () => {
  const { create, remove, restore } = await openDesk();
  const [topic, other] = [await create('topics', { name: 'A' }), await create('topics', { name: 'B' })];
  const post = await create('posts', { title: 'One', topic: topic.id, topics: [other.id] });
  await remove('topics', topic.id);
  await remove('posts', post.id);
  await remove('topics', other.id);
  await restore('topics', topic.id);
  await restore('topics', other.id);
  expect((await restore('posts', post.id)).body).toMatchObject({ topic: topic.id, topics: [other.id] });
});

test('References of a draft come back to the draft', async () => {
  const { admin, create, read, remove, restore } = await openDesk();
  const topic = await create('topics', { name: 'A' });
  const post = await create('posts', { title: 'One' });
  await admin.send('PATCH', `/api/posts/${post.id}`, { topic: topic.id }, { 'x-draft': 'true' });
  await remove('topics', topic.id);
  expect((await read(`/api/posts/${post.id}?draft=true`)).topic).toBeNull();
  await restore('topics', topic.id);
  expect((await read(`/api/posts/${post.id}?draft=true`)).topic).toBe(topic.id);
  expect((await read(`/api/posts/${post.id}?draft=false`)).topic).toBeNull();
});

test('cascade trashes along, and the restore of the parent brings all back', async () => {
  const { create, read, remove, restore } = await openDesk();
  const post = await create('posts', { title: 'One' });
  const comment = await create('comments', { text: 'Hi', post: post.id });
  const like = await create('likes', { comment: comment.id });
  expect(await remove('posts', post.id)).toBe(200);
  for (const [slug, { id }] of [
    ['comments', comment],
    ['likes', like],
  ] as const) {
    expect((await read(`/api/${slug}?trash=only`)).docs.map((one: Answered) => one.id)).toEqual([id]);
    expect((await read(`/api/${slug}`)).totalDocs).toBe(0);
  }
  expect((await restore('posts', post.id)).status).toBe(200);
  expect(await read(`/api/comments/${comment.id}`)).toMatchObject({ post: post.id, _revision: 2 });
  expect(await read(`/api/likes/${like.id}`)).toMatchObject({ comment: comment.id, _revision: 2 });
});

test('A member of a batch returns alone, and its relation with its parent', async () => {
  const { admin, create, read, remove, restore } = await openDesk();
  const post = await create('posts', { title: 'One' });
  const comment = await create('comments', { text: 'Hi', post: post.id });
  const like = await create('likes', { comment: comment.id });
  await remove('posts', post.id);
  // What is required cannot be empty.
  const refused = await restore('likes', like.id);
  expect([refused.status, refused.body.details[0].path]).toEqual([409, 'comment']);
  const back = await restore('comments', comment.id);
  expect([back.status, back.body.post]).toEqual([200, null]);
  expect(await read(`/api/likes/${like.id}`)).toMatchObject({ comment: comment.id });
  expect((await restore('posts', post.id)).status).toBe(200);
  expect((await read(`/api/comments/${comment.id}`)).post).toBe(post.id);
  await remove('posts', post.id);
  await admin.delete(`/api/posts/${post.id}?permanent=true`);
  const alone = await restore('comments', comment.id);
  expect([alone.status, alone.headers.get('x-svc-dropped')]).toEqual([200, 'post']);
});
