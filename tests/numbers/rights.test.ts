/** No number tells of a document, a reference or a draft that the requester may not read. */
import { beforeEach, expect, test } from 'vitest';
import { anonymous, type Client, key, user } from '../access/support/guarded-service.js';
import { made, openShop, type Shop } from './support/shop.js';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});

async function groupsOf(client: Client, body: object, slug = 'sales'): Promise<unknown> {
  const answer = await client.post(`/api/${slug}/aggregate`, body);
  expect(answer.status).toBe(200);
  return answer.body.groups;
}

test('a document that may not be read is in no count, sum, extreme or group', async () => {
  const { admin, editor } = shop;
  await made(admin, 'sales', { kind: 'pen', price: 1, tags: ['a'], day: '2026-01-01' });
  const secret = { kind: 'map', price: 1_000, tags: ['secret'], day: '2030-01-01', isHidden: true };
  await made(admin, 'sales', secret);
  const metrics = {
    n: 'count',
    kinds: { countDistinct: 'kind' },
    sum: { sum: 'price' },
    avg: { avg: 'price' },
    max: { max: 'day' },
  };
  const seen = { n: 1, kinds: 1, sum: 1, avg: 1, max: '2026-01-01' };
  expect(await groupsOf(editor, { metrics })).toEqual([{ key: {}, ...seen }]);
  for (const field of ['kind', 'tags', 'day'])
    expect(await groupsOf(editor, { groupBy: [field], metrics })).toHaveLength(1);
  // No filter widens what the rule leaves.
  for (const where of [{}, { OR: [{}, { isHidden: true }] }, { kind: { exists: true } }])
    expect(await groupsOf(editor, { metrics, where })).toEqual([{ key: {}, ...seen }]);
  expect(await groupsOf(editor, { metrics, where: { isHidden: true } })).toEqual([
    { key: {}, n: 0, kinds: 0, sum: 0, avg: null, max: null },
  ]);
  // Neither by conditions on groups, nor by an order.
  expect(await groupsOf(editor, { groupBy: ['kind'], metrics, having: { sum: { gt: 1 } } })).toEqual([]);
  expect(await groupsOf(admin, { metrics: { n: 'count' } })).toEqual([{ key: {}, n: 2 }]);
});

test('a reference to a document that may not be seen is in the group of none', async () => {
  const { admin, editor, service } = shop;
  const open = await made(admin, 'shops', { name: 'Open', isOpen: true });
  const closed = await made(admin, 'shops', { name: 'Closed', isOpen: false });
  const maker = await made(admin, 'makers', { name: 'Ada' });
  await made(admin, 'sales', { shop: open, about: { collection: 'makers', id: maker } });
  await made(admin, 'sales', { shop: closed, about: { collection: 'shops', id: closed } });
  await made(admin, 'sales', {});
  const body = { groupBy: ['shop'], metrics: { n: 'count', shops: { countDistinct: 'shop' } } };
  expect(await groupsOf(admin, body)).toHaveLength(3);
  expect(await groupsOf(editor, body)).toEqual([
    { key: { shop: open }, n: 1, shops: 1 },
    { key: { shop: null }, n: 2, shops: 0 },
  ]);
  const about = { groupBy: ['about'], metrics: { n: 'count', abouts: { countDistinct: 'about' } } };
  expect(await groupsOf(editor, about)).toEqual([
    { key: { about: { collection: 'makers', id: maker } }, n: 1, abouts: 1 },
    { key: { about: null }, n: 2, abouts: 0 },
  ]);
  // Authors may read no makers at all.
  expect(await groupsOf(service.as(user('author')), about)).toEqual([
    { key: { about: null }, n: 3, abouts: 0 },
  ]);
});

test('filters see related documents as lists do', async () => {
  const { admin, editor } = shop;
  const closed = await made(admin, 'shops', { name: 'Closed', isOpen: false });
  await made(admin, 'sales', { shop: closed });
  const body = { where: { 'shop.name': 'Closed' }, metrics: { n: 'count' } };
  expect(await groupsOf(admin, body)).toEqual([{ key: {}, n: 1 }]);
  expect(await groupsOf(editor, body)).toEqual([{ key: {}, n: 0 }]);
});

test('a draft counts for no one who does not see drafts', async () => {
  const { admin, service } = shop;
  await made(admin, 'articles', { title: 'secret', section: 'sport', views: 5 }, true);
  const body = { groupBy: ['section'], metrics: { n: 'count' } };
  for (const client of [service.as(user('author')), service.as(anonymous)]) {
    expect(await groupsOf(client, body, 'articles')).toEqual([]);
  }
  expect(await groupsOf(service.as(user('author')), { ...body, draft: true }, 'articles')).toEqual([]);
  expect((await service.as(anonymous).post('/api/articles/aggregate', { ...body, draft: true })).status).toBe(
    403,
  );
});

test('an API key needs the scope to read', async () => {
  const { service, admin } = shop;
  await made(admin, 'articles', { title: 'one' });
  const body = { metrics: { n: 'count' } };
  const reader = service.as(key(['articles:read']));
  expect(await groupsOf(reader, body, 'articles')).toEqual([{ key: {}, n: 1 }]);
  for (const scopes of [['articles:update'], ['sales:read'], []])
    expect((await service.as(key(scopes)).post('/api/articles/aggregate', body)).status).toBe(403);
});
