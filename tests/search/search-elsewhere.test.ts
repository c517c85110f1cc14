/** `search` beside lists: in groups and their numbers, and in writes of all documents that it finds. */
import { beforeEach, expect, test } from 'vitest';
import { anonymous, type GuardedService, openGuarded, user } from '../access/support/guarded-service.js';

let service: GuardedService;

beforeEach(async () => {
  service = await openGuarded({
    auth: { secret: 'a secret that is long enough for every test of it' },
    collections: [
      {
        slug: 'posts',
        access: {
          read: ({ req }) => (req.user?.role === 'admin' ? true : { tenant: { equals: 'a' } }),
          create: ['admin', 'editor'],
        },
        search: { fields: { title: 1, secret: 1 } },
        fields: [
          { name: 'title', type: 'text' },
          { name: 'tenant', type: 'text' },
          { name: 'views', type: 'number' },
          { name: 'secret', type: 'text', access: { read: ['admin'] } },
        ],
      },
      { slug: 'plain', fields: [{ name: 'title', type: 'text' }] },
    ],
  });
  const admin = service.as(user('admin'));
  for (const post of [
    { title: 'red fox', tenant: 'a', views: 1, secret: 'hidden' },
    { title: 'red bird', tenant: 'a', views: 2 },
    { title: 'red fish', tenant: 'b', views: 4 },
    { title: 'blue fish', tenant: 'a', views: 8 },
  ])
    expect((await admin.post('/api/posts', post)).status).toBe(201);
  const draft = { title: 'red draft', tenant: 'a', views: 16 };
  expect((await admin.post('/api/posts', draft, { 'x-draft': 'true' })).status).toBe(201);
});

const metrics = { n: 'count', sum: { sum: 'views' } };

async function numbers(requester: Parameters<GuardedService['as']>[0], body: object): Promise<unknown> {
  const answer = await service.as(requester).post('/api/posts/aggregate', { metrics, ...body });
  expect([answer.status, answer.body.code]).toEqual([200, undefined]);
  return answer.body.groups.map(({ key, n, sum }: Record<string, unknown>) => [key, n, sum]);
}

test('groups count what a search finds', async () => {
  const admin = user('admin');
  expect(await numbers(admin, { search: 'red', draft: false })).toEqual([[{}, 3, 7]]);
  expect(await numbers(admin, { search: 'red' })).toEqual([[{}, 4, 23]]);
  expect(await numbers(admin, { search: 'red', where: { views: { lt: 4 } }, draft: false })).toEqual([
    [{}, 2, 3],
  ]);
  expect(await numbers(admin, { search: 'fi', groupBy: ['tenant'], draft: false })).toEqual([
    [{ tenant: 'a' }, 1, 8],
    [{ tenant: 'b' }, 1, 4],
  ]);
});

test('no number has a part of what its requester may not read', async () => {
  expect(await numbers(anonymous, { search: 'red' })).toEqual([[{}, 2, 3]]);
  for (const search of ['hidden', 'draft'])
    expect(await numbers(anonymous, { search })).toEqual([[{}, 0, 0]]);
});

test('a search is refused as in a list', async () => {
  const editor = service.as(user('editor'));
  for (const [slug, search] of [
    ['posts', ''],
    ['posts', '-red'],
    ['posts', 5],
    ['plain', 'red'],
  ] as const) {
    const { status, body } = await editor.post(`/api/${slug}/aggregate`, { metrics: { n: 'count' }, search });
    expect([status, body.details[0].path]).toEqual([400, 'search']);
  }
});

test('documents that a search finds are changed and deleted', async () => {
  const editor = service.as(user('editor'));
  const changed = await editor.patch('/api/posts?search=red&draft=false&expect=2', { views: 0 });
  expect(changed).toMatchObject({ status: 200, body: { matched: 2, changed: 2 } });
  const hidden = await editor.patch('/api/posts?search=hidden', { views: 5 });
  expect(hidden).toMatchObject({ status: 200, body: { matched: 0 } });
  const where = encodeURIComponent(JSON.stringify({ title: { contains: 'bird' } }));
  expect(await editor.delete(`/api/posts?search=red&where=${where}`)).toMatchObject({ body: { matched: 1 } });
  expect(await numbers(user('admin'), { draft: false, groupBy: ['tenant'] })).toEqual([
    [{ tenant: 'a' }, 2, 8],
    [{ tenant: 'b' }, 1, 4],
  ]);
  expect((await editor.delete('/api/posts?search=')).status).toBe(400);
  expect((await editor.delete('/api/plain?search=red')).status).toBe(400);
});
