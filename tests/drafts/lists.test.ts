/** Lists of the draft view: pages, counts, sorts, cursors, selections and access. */
import { describe, expect, test } from 'vitest';
import { defineConfig } from '../../runtime/config/index.js';
import { type Answer, anonymous, type Client, openGuarded, user } from '../access/support/guarded-service.js';
import { asDraft, type Newsroom, openNewsroom, query } from './support/newsroom.js';

/**
 * Posts 0 to n-1 by rank. Every third has a draft that moves it after all others; every fifth was never
 * published.
 */
async function fill({ create, draft, save }: Newsroom, count: number): Promise<readonly string[]> {
  const order: { readonly title: string; readonly rank: number }[] = [];
  for (let index = 0; index < count; index += 1) {
    const post = { title: `Post ${index}`, rank: index, section: index % 2 === 0 ? 'news' : 'sport' };
    if (index % 5 === 0) {
      await draft('posts', post);
      order.push(post);
      continue;
    }
    const { id } = await create('posts', post);
    if (index % 3 === 0) await save('posts', id, { title: `Draft ${index}`, rank: 1000 - index });
    order.push(index % 3 === 0 ? { title: `Draft ${index}`, rank: 1000 - index } : post);
  }
  return order.sort((one, other) => one.rank - other.rank).map(({ title }) => title);
}

function titlesOf(body: Answer): readonly string[] {
  return body.docs.map(({ title }: { readonly title: string }) => title);
}

describe('a merged list', () => {
  test('is in the order of the drafts, page by page, deep pages and cursors included', async () => {
    const room = await openNewsroom();
    const order = await fill(room, 160);
    const list = async (parameters: object): Promise<Answer> =>
      (await room.editor.get(`/api/posts?${query({ sort: 'rank', ...parameters })}`)).body;
    const all = await list({ limit: 1000 });
    expect(titlesOf(all)).toEqual(order);
    expect(all).toMatchObject({ totalDocs: 160, totalPages: 1, hasNextPage: false });
    for (const count of ['exact', 'none', 'estimated']) {
      const pages = await Promise.all([1, 2, 5, 6, 7].map((page) => list({ page, limit: 25, count })));
      expect(pages.map(titlesOf)).toEqual(
        [0, 25, 100, 125, 150].map((start) => order.slice(start, start + 25)),
      );
      expect(pages.map(({ hasNextPage }) => hasNextPage)).toEqual([true, true, true, true, false]);
      expect(pages.map(({ totalDocs }) => totalDocs)).toEqual(Array(5).fill(count === 'none' ? -1 : 160));
    }
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Answer = await list({ cursor, limit: 7 });
      walked.push(...titlesOf(page));
      cursor = page.nextCursor;
    }
    expect(walked).toEqual(order);
    expect(await list({ limit: 0 })).toMatchObject({ docs: [], totalDocs: 160 });
  });

  test('filters by the values of drafts', async () => {
    const { editor, reader, create, save } = await openNewsroom();
    const { id } = await create('posts', { title: 'Public', section: 'news', rank: 1 });
    await save('posts', id, { section: 'sport', rank: 2 });
    const total = async (client: typeof editor, where: object): Promise<number> =>
      (await client.get(`/api/posts?${query({ where })}`)).body.totalDocs;
    expect(await total(editor, { section: 'sport' })).toBe(1);
    expect(await total(editor, { section: 'news' })).toBe(0);
    expect(await total(editor, { section: 'news', rank: { gt: 0 } })).toBe(0);
    expect(await total(reader, { section: 'sport' })).toBe(0);
    expect(await total(reader, { section: 'news' })).toBe(1);
  });

  test('filters through relations by the drafts of the related documents', async () => {
    const { editor, reader, create, save, draft } = await openNewsroom();
    const ada = await create('people', { name: 'Ada' });
    const bob = await draft('people', { name: 'Bob' });
    await create('posts', {
      title: 'One',
      author: ada.id,
      helpers: [ada.id, bob.id],
      about: { collection: 'people', id: ada.id },
      links: [{ to: bob.id }],
    });
    await save('people', ada.id, { name: 'Augusta' });
    const found = async (client: typeof editor, where: object): Promise<number> =>
      (await client.get(`/api/posts?${query({ where })}`)).body.totalDocs;
    for (const path of ['author.name', 'helpers.name', 'about.name']) {
      expect([path, await found(editor, { [path]: 'Augusta' })]).toEqual([path, 1]);
      expect([path, await found(editor, { [path]: 'Ada' })]).toEqual([path, 0]);
      expect([path, await found(reader, { [path]: 'Ada' })]).toEqual([path, 1]);
      expect([path, await found(reader, { [path]: 'Augusta' })]).toEqual([path, 0]);
    }
    expect(await found(editor, { 'links.to.name': 'Bob' })).toBe(1);
    expect(await found(reader, { 'links.to.name': 'Bob' })).toBe(0);
    expect(await found(editor, { 'author.name': { not_equals: 'Augusta' } })).toBe(0);
    expect(await found(editor, { 'author.name': { not_equals: 'Ada' } })).toBe(1);
    expect(await found(reader, { 'author.name': { not_equals: 'Ada' } })).toBe(0);
  });

  test('leads on from a document without drafts to one with them', async () => {
    const { editor, reader, create, save } = await openNewsroom();
    const post = await create('posts', { title: 'Public' });
    await create('places', { name: 'Here', post: post.id });
    await save('posts', post.id, { title: 'Secret' });
    const path = (title: string): string => `/api/places?${query({ where: { 'post.title': title } })}`;
    expect((await editor.get(path('Secret'))).body.totalDocs).toBe(1);
    expect((await editor.get(path('Public'))).body.totalDocs).toBe(0);
    expect((await reader.get(path('Public'))).body.totalDocs).toBe(1);
    expect((await reader.get(path('Secret'))).body.totalDocs).toBe(0);
  });

  test('shows what is selected, and hides what the reader may not see', async () => {
    const { author, editor, create, save } = await openNewsroom();
    const { id } = await create('posts', { title: 'Public', note: 'Public note' });
    await save('posts', id, { title: 'Secret', note: 'Secret note' });
    expect((await author.get('/api/posts')).body.docs[0]).not.toHaveProperty('note');
    expect((await author.get(`/api/posts/${id}`)).body).not.toHaveProperty('note');
    expect((await editor.get('/api/posts?select=note')).body.docs).toEqual([{ id, note: 'Secret note' }]);
    expect((await author.get(`/api/posts?${query({ where: { note: 'x' } })}`)).status).toBe(403);
  });

  test('is bound by access constraints on the values that are read', async () => {
    const { service, create, save } = await openNewsroom();
    const customer = service.as(user('customer'));
    const left = await create('posts', { title: 'Left', section: 'news' });
    const joined = await create('posts', { title: 'Joined', section: 'sport' });
    await save('posts', left.id, { section: 'sport' });
    await save('posts', joined.id, { section: 'news' });
    const { body } = await customer.get('/api/posts');
    expect([titlesOf(body), body.totalDocs]).toEqual([['Joined'], 1]);
    expect((await customer.get(`/api/posts/${left.id}`)).status).toBe(404);
    expect((await customer.get(`/api/posts/${joined.id}`)).status).toBe(200);
    expect((await customer.get(`/api/posts/${left.id}?draft=false`)).status).toBe(200);
    expect(titlesOf((await customer.get('/api/posts?draft=false')).body)).toEqual(['Left']);
    expect(titlesOf((await customer.get('/api/posts?cursor=')).body)).toEqual(['Joined']);
  });

  test('is bound by constraints that lead to drafts of other collections, and so are writes', async () => {
    const service = await openGuarded(
      defineConfig({
        auth: { secret: 'not looked at in these tests, but long enough' },
        collections: [
          { slug: 'people', fields: [{ name: 'name', type: 'text' }] },
          {
            slug: 'posts',
            fields: [
              { name: 'title', type: 'text' },
              { name: 'author', type: 'relationship', to: 'people' },
            ],
            access: { read: ({ req }) => (req.user?.role === 'editor' ? true : { 'author.name': 'Ada' }) },
          },
        ],
      }),
    );
    const [editor, author, reader] = [user('editor'), user('author'), anonymous].map(service.as) as [
      Client,
      Client,
      Client,
    ];
    const ada = (await editor.post('/api/people', { name: 'Ada' })).body;
    const post = (await editor.post('/api/posts', { title: 'One', author: ada.id })).body;
    const path = `/api/posts/${post.id}`;
    const statuses = async (): Promise<readonly number[]> => [
      (await author.get(path)).status,
      (await author.get('/api/posts')).body.totalDocs,
      (await author.patch(path, {})).status,
      (await author.patch(path, {}, asDraft)).status,
      (await reader.get(path)).status,
    ];
    expect(await statuses()).toEqual([200, 1, 200, 200, 200]);
    await editor.patch(`/api/people/${ada.id}`, { name: 'Augusta' }, asDraft);
    expect(await statuses()).toEqual([404, 0, 404, 404, 200]);
    await editor.patch(path, { title: 'Draft' }, asDraft);
    expect(await statuses()).toEqual([404, 0, 404, 404, 200]);
    await editor.delete(`/api/people/${ada.id}/draft`);
    expect(await statuses()).toEqual([200, 1, 200, 200, 200]);
  });

  test('counts again when a draft is made, published or discarded', async () => {
    const { editor, reader, service, create, draft, save, publish } = await openNewsroom();
    const totals = async (): Promise<readonly number[]> =>
      Promise.all([editor, reader].map(async (client) => (await client.get('/api/posts')).body.totalDocs));
    const { id } = await create('posts', { title: 'One' });
    expect(await totals()).toEqual([1, 1]);
    const fresh = await draft('posts', { title: 'Two' });
    expect(await totals()).toEqual([2, 1]);
    await save('posts', id, { title: 'Changed' });
    expect(await totals()).toEqual([2, 1]);
    await publish('posts', fresh.id);
    expect(await totals()).toEqual([2, 2]);
    expect((await editor.delete(`/api/posts/${id}/draft`)).status).toBe(200);
    expect(await totals()).toEqual([2, 2]);
    expect((await editor.post(`/api/posts/${id}/unpublish`, {})).status).toBe(200);
    expect(await totals()).toEqual([2, 1]);
    expect((await service.as(anonymous).get('/api/posts?count=none')).body.totalDocs).toBe(-1);
  });
});

test('rows of drafts whose text is gone are made from their columns and renewed', async () => {
  const { editor, service, create, draft, save } = await openNewsroom();
  const ada = await create('people', { name: 'Ada' });
  const { id } = await create('posts', { title: 'One', rank: 1, helpers: [ada.id] });
  await save('posts', id, { title: 'Draft', links: [{ to: ada.id }] });
  const fresh = await draft('posts', { rank: 2, section: 'news' });
  const before = (await editor.get('/api/posts?sort=rank')).body;
  await service.driver.run('UPDATE posts__pending SET _doc = NULL', []);
  expect((await editor.get('/api/posts?sort=rank')).body).toEqual(before);
  await service.driver.run('UPDATE posts__pending SET _doc = NULL', []);
  expect((await editor.get(`/api/posts/${fresh.id}`)).body).toEqual(before.docs[1]);
  expect((await editor.get(`/api/posts/${id}?depth=1`)).body.helpers).toMatchObject([{ name: 'Ada' }]);
  await expect
    .poll(() => service.driver.all('SELECT id FROM posts__pending WHERE _doc IS NULL', []))
    .toEqual([]);
});
