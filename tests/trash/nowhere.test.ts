/** A document in the trash is nowhere else: docs/spec/content-tools.md#trash. */
import { beforeEach, expect, test } from 'vitest';
import { type Answer, type Client, openGuarded, user } from '../access/support/guarded-service.js';
import { auth, done } from '../drafts/support/desk.js';

let admin: Client;

beforeEach(async () => {
  const service = await openGuarded({
    auth,
    collections: [
      {
        slug: 'posts',
        trash: true,
        search: { fields: { title: 1 } },
        admin: { useAsTitle: 'title' },
        fields: [
          { name: 'title', type: 'text' },
          { name: 'price', type: 'number' },
          { name: 'author', type: 'relationship', to: 'authors' },
        ],
      },
      {
        slug: 'authors',
        drafts: false,
        fields: [
          { name: 'name', type: 'text' },
          { name: 'posts', type: 'join', collection: 'posts', on: 'author' },
          { name: 'best', type: 'relationship', to: 'posts' },
          { name: 'liked', type: 'relationship', to: 'posts', hasMany: true },
        ],
      },
    ],
  });
  admin = service.as(user('admin'));
});

const where = (filter: object): string => encodeURIComponent(JSON.stringify(filter));
const create = async (slug: string, data: object): Promise<Answer> =>
  done(await admin.post(`/api/${slug}`, data));

test('neither in population, joins, sums, counts, searches, nor in filters through relations', async () => {
  const author = await create('authors', { name: 'Ada' });
  const kept = await create('posts', { title: 'walrus kept', price: 1, author: author.id });
  const gone = await create('posts', { title: 'walrus gone', price: 2, author: author.id });
  const refer = { best: gone.id, liked: [gone.id, kept.id] };
  expect((await admin.patch(`/api/authors/${author.id}`, refer)).status).toBe(200);

  const seen = async (): Promise<object> => {
    const { best, liked, posts } = done(await admin.get(`/api/authors/${author.id}?depth=1`));
    const grouped = {
      groupBy: ['author'],
      metrics: { n: 'count', sum: { sum: 'price' }, most: { max: 'price' } },
    };
    const { groups } = done(await admin.post('/api/posts/aggregate', grouped));
    const through = where({ 'best.title': { contains: 'gone' } });
    const hits = done(await admin.get('/api/svc/search?q=walrus')).hits;
    return {
      populated: [best, ...liked].map((one) => one?.title ?? null),
      joined: posts.docs.map(({ title }: Answer) => title).sort(),
      groups,
      count: done(await admin.get('/api/posts?limit=0')).totalDocs,
      through: done(await admin.get(`/api/authors?where=${through}`)).totalDocs,
      byAuthor: done(await admin.get(`/api/posts?where=${where({ 'author.name': 'Ada' })}`)).totalDocs,
      hits: hits.map(({ document }: Answer) => document.title).sort(),
    };
  };
  const before = {
    populated: ['walrus gone', 'walrus gone', 'walrus kept'],
    joined: ['walrus gone', 'walrus kept'],
    groups: [{ key: { author: author.id }, n: 2, sum: 3, most: 2 }],
    ...{ count: 2, through: 1, byAuthor: 2 },
    hits: ['walrus gone', 'walrus kept'],
  };
  expect(await seen()).toEqual(before);
  expect((await admin.delete(`/api/posts/${gone.id}`)).status).toBe(200);
  expect(await seen()).toEqual({
    populated: [null, 'walrus kept'],
    joined: ['walrus kept'],
    groups: [{ key: { author: author.id }, n: 1, sum: 1, most: 1 }],
    ...{ count: 1, through: 0, byAuthor: 1 },
    hits: ['walrus kept'],
  });
  expect((await admin.post(`/api/posts/${gone.id}/restore`, {})).status).toBe(200);
  // Lists get what they have lost at their end.
  expect(await seen()).toEqual({ ...before, populated: ['walrus gone', 'walrus kept', 'walrus gone'] });
});

test('no request for one document or for many reaches it', async () => {
  const { id } = await create('posts', { title: 'gone' });
  expect((await admin.delete(`/api/posts/${id}`)).status).toBe(200);
  const path = `/api/posts/${id}`;
  for (const [name, { status }] of Object.entries({
    read: await admin.get(path),
    change: await admin.patch(path, { title: 'x' }),
    draft: await admin.patch(path, { title: 'x' }, { 'x-draft': 'true' }),
    publish: await admin.post(`${path}/publish`, {}),
    unpublish: await admin.post(`${path}/unpublish`, {}),
    discard: await admin.delete(`${path}/draft`),
    copy: await admin.post(`${path}/duplicate`, {}),
    again: await admin.delete(path),
  })) {
    expect([name, status]).toEqual([name, 404]);
  }
  const by = where({ id: { equals: id } });
  expect(done(await admin.patch(`/api/posts?where=${by}`, { title: 'x' })).matched).toBe(0);
  expect(done(await admin.delete(`/api/posts?where=${by}`)).matched).toBe(0);
  const operations = [{ op: 'update', id, data: { title: 'x' } }];
  expect((await admin.post('/api/posts/bulk', { operations })).status).toBe(404);
  // It is no value of a relation either.
  const refused = await admin.post('/api/authors', { best: id });
  expect([refused.status, refused.body.details[0].path]).toEqual([400, 'best']);
  expect(done(await admin.get(`${path}?trash=only`)).title).toBe('gone');
});
