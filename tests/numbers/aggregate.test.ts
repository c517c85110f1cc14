/** docs/spec/content-tools.md#numbers-and-views: what groups and metrics are. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../access/support/guarded-service.js';
import { made, openShop, type Shop } from './support/shop.js';

let shop: Shop;
let admin: Client;
beforeEach(async () => {
  shop = await openShop();
  admin = shop.admin;
});

async function groupsOf(body: object, slug = 'sales', client: Client = admin): Promise<unknown> {
  const answer = await client.post(`/api/${slug}/aggregate`, body);
  expect(answer.body).toEqual({ groups: expect.any(Array), hasMore: false });
  return answer.body.groups;
}

describe('metrics', () => {
  test('of no document: a count of 0, a sum of 0 and null', async () => {
    const metrics = {
      n: 'count',
      kinds: { countDistinct: 'kind' },
      sum: { sum: 'price' },
      avg: { avg: 'price' },
      min: { min: 'price' },
      max: { max: 'day' },
    };
    expect(await groupsOf({ metrics })).toEqual([
      { key: {}, n: 0, kinds: 0, sum: 0, avg: null, min: null, max: null },
    ]);
    expect(await groupsOf({ metrics, groupBy: ['kind'] })).toEqual([]);
    await made(admin, 'sales', { kind: 'pen' });
    expect(await groupsOf({ metrics, groupBy: ['kind'] })).toEqual([
      { key: { kind: 'pen' }, n: 1, kinds: 1, sum: 0, avg: null, min: null, max: null },
    ]);
  });

  test('of numbers, dates and whole numbers', async () => {
    const at = '2026-03-01T10:00:00.000Z';
    await made(admin, 'sales', { kind: 'pen', price: 0.1, pieces: 9_007_199_254_740_991, day: '2026-01-31' });
    await made(admin, 'sales', { kind: 'pen', price: 0.2, pieces: -1, at, more: { weight: 2.5 } });
    await made(admin, 'sales', { kind: 'map', day: '2025-12-31' });
    const metrics = {
      n: 'count',
      kinds: { countDistinct: 'kind' },
      days: { countDistinct: 'day' },
      sum: { sum: 'price' },
      avg: { avg: 'price' },
      pieces: { sum: 'pieces' },
      first: { min: 'day' },
      last: { max: 'at' },
      weight: { max: 'more.weight' },
    };
    expect(await groupsOf({ metrics })).toEqual([
      {
        key: {},
        n: 3,
        kinds: 2,
        days: 2,
        sum: 0.3,
        avg: 0.15,
        pieces: 9_007_199_254_740_990,
        first: '2025-12-31',
        last: at,
        weight: 2.5,
      },
    ]);
  });

  test('of doubles do not depend on the order of the sum', async () => {
    for (const price of [0.1, 0.2, -0.3]) await made(admin, 'sales', { price, kind: 'pen' });
    for (const price of [1e15, 1.5, -1e15]) await made(admin, 'sales', { price, kind: 'map' });
    await made(admin, 'sales', { price: 5e-324, name: 'smallest' });
    expect(
      await groupsOf({ groupBy: ['kind'], metrics: { sum: { sum: 'price' }, avg: { avg: 'price' } } }),
    ).toEqual([
      { key: { kind: 'map' }, sum: 0, avg: 0 },
      { key: { kind: 'pen' }, sum: 0, avg: 0 },
      { key: { kind: null }, sum: 0, avg: 0 },
    ]);
  });

  test('that no number can hold are refused', async () => {
    for (const price of [1e308, 1e308, -1e308]) await made(admin, 'sales', { price });
    expect(await groupsOf({ metrics: { avg: { avg: 'price' }, max: { max: 'price' } } })).toEqual([
      { key: {}, avg: null, max: 1e308 },
    ]);
    const answer = await admin.post('/api/sales/aggregate', { metrics: { sum: { sum: 'price' } } });
    expect(answer.body).toMatchObject({ code: 'BAD_USER_INPUT', details: [{ path: 'metrics.sum' }] });
  });

  test('that no number can hold are refused in whatever order, and behind whatever condition', async () => {
    for (const price of [1e308, 1e308]) await made(admin, 'sales', { kind: 'map', price });
    await made(admin, 'sales', { kind: 'pen', price: 5 });
    await made(admin, 'sales', { kind: 'book', price: 7 });
    const body = { groupBy: ['kind'], metrics: { n: 'count', sum: { sum: 'price' } } };
    for (const more of [
      { sort: 'sum_desc', limit: 1 },
      { sort: 'sum_asc', limit: 1 },
      { sort: 'kind_desc', limit: 1 },
      { having: { sum: { gt: 6 } } },
      { having: { sum: { lt: 6 } }, limit: 1 },
    ]) {
      const answer = await admin.post('/api/sales/aggregate', { ...body, ...more });
      expect(answer.body, JSON.stringify(more)).toMatchObject({ details: [{ path: 'metrics.sum' }] });
    }
    expect(await groupsOf({ ...body, having: { n: { equals: 1 } }, sort: 'sum_desc' })).toEqual([
      { key: { kind: 'book' }, n: 1, sum: 7 },
      { key: { kind: 'pen' }, n: 1, sum: 5 },
    ]);
  });
});

describe('groups', () => {
  test('of each type, in their order, the empty one last', async () => {
    const id = await made(admin, 'shops', { name: 'Quay', isOpen: true });
    await made(admin, 'sales', { name: 'b', kind: 'map', isGift: true, price: 10, shop: id });
    await made(admin, 'sales', { name: 'B', isGift: false, price: 9, about: { collection: 'shops', id } });
    await made(admin, 'sales', { name: 'ä', kind: 'book', price: -1.5 });
    const keys = async (field: string): Promise<unknown> => {
      const groups = await groupsOf({ groupBy: [field], metrics: { n: 'count' } });
      return (groups as { key: Record<string, unknown>; n: number }[]).map(({ key, n }) => [key[field], n]);
    };
    expect(await keys('name')).toEqual([
      ['B', 1],
      ['b', 1],
      ['ä', 1],
    ]);
    expect(await keys('kind')).toEqual([
      ['book', 1],
      ['map', 1],
      [null, 1],
    ]);
    expect(await keys('isGift')).toEqual([
      [false, 1],
      [true, 1],
      [null, 1],
    ]);
    expect(await keys('price')).toEqual([
      [-1.5, 1],
      [9, 1],
      [10, 1],
    ]);
    expect(await keys('shop')).toEqual([
      [id, 1],
      [null, 2],
    ]);
    expect(await keys('about')).toEqual([
      [{ collection: 'shops', id }, 1],
      [null, 2],
    ]);
    expect(await keys('more.weight')).toEqual([[null, 3]]);
  });

  test('of the members of long lists, each once', async () => {
    const tags = Array.from({ length: 30_000 }, (_, index) => `tag ${index}`);
    await made(admin, 'sales', { tags });
    await made(admin, 'sales', { tags: [...tags.slice(0, 1_000), 'tag 0'] });
    expect(
      await groupsOf({ groupBy: ['tags'], metrics: { n: 'count' }, having: { n: { gte: 2 } }, limit: 1_000 }),
    ).toHaveLength(1_000);
  });

  test('of lists: a document counts once for each of its members', async () => {
    await made(admin, 'sales', { tags: ['a', 'b', 'a'], sizes: [1, 2], price: 3, colours: ['red'] });
    await made(admin, 'sales', { tags: ['b'], sizes: [10], price: 4 });
    await made(admin, 'sales', { price: 5 });
    const metrics = { n: 'count', sum: { sum: 'price' } };
    expect(await groupsOf({ groupBy: ['tags'], metrics })).toEqual([
      { key: { tags: 'a' }, n: 1, sum: 3 },
      { key: { tags: 'b' }, n: 2, sum: 7 },
      { key: { tags: null }, n: 1, sum: 5 },
    ]);
    expect(await groupsOf({ groupBy: ['sizes', 'colours'], metrics, sort: 'sizes_desc' })).toEqual([
      { key: { sizes: 10, colours: null }, n: 1, sum: 4 },
      { key: { sizes: 2, colours: 'red' }, n: 1, sum: 3 },
      { key: { sizes: 1, colours: 'red' }, n: 1, sum: 3 },
      { key: { sizes: null, colours: null }, n: 1, sum: 5 },
    ]);
  });

  const at = '2024-02-29T23:30:15.250Z';
  test.each([
    ['day', 'year', undefined, '2024'],
    ['day', 'quarter', undefined, '2024-Q1'],
    ['day', 'month', undefined, '2024-02'],
    ['day', 'week', undefined, '2024-W09'],
    ['day', 'day', undefined, '2024-02-29'],
    ['at', 'year', undefined, '2024'],
    ['at', 'quarter', '+00:00', '2024-Q1'],
    ['at', 'month', '+02:00', '2024-03'],
    ['at', 'month', '+00:29', '2024-02'],
    ['at', 'week', '+02:00', '2024-W09'],
    ['at', 'day', '+02:00', '2024-03-01'],
    ['at', 'hour', undefined, '2024-02-29T23'],
    ['at', 'hour', '+05:45', '2024-03-01T05'],
    ['at', 'hour', '-10:30', '2024-02-29T13'],
    ['createdAt', 'year', undefined, '2026'],
  ])('of dates: %s by %s at %s is %s', async (field, by, offset, key) => {
    await made(admin, 'sales', { day: at.slice(0, 10), at });
    const groupBy = [{ field, by, ...(offset !== undefined && { offset }) }];
    expect(await groupsOf({ groupBy, metrics: { n: 'count' } })).toEqual([{ key: { [field]: key }, n: 1 }]);
  });

  test.each([
    ['2021-01-03', '2020-W53', '2021-Q1'],
    ['2021-01-04', '2021-W01', '2021-Q1'],
    ['2018-12-31', '2019-W01', '2018-Q4'],
    ['2027-01-01', '2026-W53', '2027-Q1'],
    ['0004-02-29', '0004-W09', '0004-Q1'],
    ['0000-06-30', '0000-W26', '0000-Q2'],
    ['9999-12-30', '9999-W52', '9999-Q4'],
    // Weeks at the ends of the calendar may begin or end outside of it.
    ['0000-01-01', null, '0000-Q1'],
    ['9999-12-31', null, '9999-Q4'],
  ])('the week of %s is %s', async (day, week, quarter) => {
    await made(admin, 'sales', { day });
    const metrics = { n: 'count' };
    expect(await groupsOf({ groupBy: [{ field: 'day', by: 'week' }], metrics })).toEqual([
      { key: { day: week }, n: 1 },
    ]);
    expect(await groupsOf({ groupBy: [{ field: 'day', by: 'quarter' }], metrics })).toEqual([
      { key: { day: quarter }, n: 1 },
    ]);
    expect(await groupsOf({ groupBy: [{ field: 'day', by: 'year' }, 'kind'], metrics })).toEqual([
      { key: { day: day.slice(0, 4), kind: null }, n: 1 },
    ]);
    expect(await groupsOf({ groupBy: ['day'], metrics })).toEqual([{ key: { day }, n: 1 }]);
  });

  test.each([
    ['0000-01-01T00:30:00.000Z', '-01:00'],
    ['9999-12-31T23:30:00.000Z', '+01:00'],
  ])('%s at %s is outside of the calendar, in the group null', async (time, offset) => {
    await made(admin, 'sales', { at: time });
    const metrics = { n: 'count' };
    for (const by of ['year', 'month', 'day', 'hour']) {
      const groups = await groupsOf({ groupBy: [{ field: 'at', by, offset }], metrics });
      expect([by, groups]).toEqual([by, [{ key: { at: null }, n: 1 }]]);
    }
    expect(await groupsOf({ groupBy: [{ field: 'at', by: 'year' }], metrics })).toEqual([
      { key: { at: time.slice(0, 4) }, n: 1 },
    ]);
  });

  test('several times in one part are one group, in the order of time', async () => {
    for (const at of ['2026-03-01T01:00:00Z', '2026-01-31T23:30:00Z', '2026-01-01T00:00:00Z'])
      await made(admin, 'sales', { at, price: 1 });
    await made(admin, 'sales', {});
    const metrics = { n: 'count', sum: { sum: 'price' } };
    expect(await groupsOf({ groupBy: [{ field: 'at', by: 'month' }], metrics })).toEqual([
      { key: { at: '2026-01' }, n: 2, sum: 2 },
      { key: { at: '2026-03' }, n: 1, sum: 1 },
      { key: { at: null }, n: 1, sum: 0 },
    ]);
    expect(await groupsOf({ groupBy: [{ field: 'at', by: 'month', offset: '+01:00' }], metrics })).toEqual([
      { key: { at: '2026-01' }, n: 1, sum: 1 },
      { key: { at: '2026-02' }, n: 1, sum: 1 },
      { key: { at: '2026-03' }, n: 1, sum: 1 },
      { key: { at: null }, n: 1, sum: 0 },
    ]);
  });
});

describe('the request', () => {
  beforeEach(async () => {
    for (const [kind, price] of [
      ['pen', 1],
      ['pen', 2],
      ['map', 9],
      ['book', 3],
      ['book', 0],
    ] as const)
      await made(admin, 'sales', { kind, price });
  });

  const metrics = { n: 'count', sum: { sum: 'price' } };
  const kinds = async (body: object): Promise<unknown> =>
    ((await groupsOf({ groupBy: ['kind'], metrics, ...body })) as { key: { kind: string } }[]).map(
      ({ key }) => key.kind,
    );

  test('filters documents by where, and groups by having', async () => {
    expect(await groupsOf({ where: { price: { gt: 1 } }, groupBy: ['kind'], metrics })).toEqual([
      { key: { kind: 'book' }, n: 1, sum: 3 },
      { key: { kind: 'map' }, n: 1, sum: 9 },
      { key: { kind: 'pen' }, n: 1, sum: 2 },
    ]);
    expect(await kinds({ having: { n: { gte: 2 } } })).toEqual(['book', 'pen']);
    expect(await kinds({ having: { n: 1 } })).toEqual(['map']);
    expect(await kinds({ having: { n: { gte: 1.5 }, sum: { lt: 9, not_equals: 3 } } })).toEqual([]);
    expect(await kinds({ having: { sum: { not_equals: 3 } } })).toEqual(['map']);
    expect(await kinds({ metrics: { a: { avg: 'pieces' } }, having: { a: null } })).toHaveLength(3);
    expect(await kinds({ metrics: { a: { avg: 'pieces' } }, having: { a: { exists: true } } })).toEqual([]);
    expect(
      await kinds({ metrics: { a: { max: 'createdAt' } }, having: { a: { lt: '2025-01-01T00:00:00Z' } } }),
    ).toEqual([]);
    expect(
      await kinds({ metrics: { a: { max: 'createdAt' } }, having: { a: { gt: '2025-01-01' } } }),
    ).toHaveLength(3);
  });

  test('sorts by metrics and groups; ties by the keys', async () => {
    expect(await kinds({ sort: 'n_desc' })).toEqual(['book', 'pen', 'map']);
    expect(await kinds({ sort: 'n_desc,kind_desc' })).toEqual(['pen', 'book', 'map']);
    expect(await kinds({ sort: ['sum', 'kind_desc'] })).toEqual(['pen', 'book', 'map']);
    expect(await kinds({ sort: 'kind_desc' })).toEqual(['pen', 'map', 'book']);
  });

  test('is cut at its limit, and says so', async () => {
    const { body } = await admin.post('/api/sales/aggregate', { groupBy: ['kind'], metrics, limit: 2 });
    expect(body).toEqual({
      groups: [
        { key: { kind: 'book' }, n: 2, sum: 3 },
        { key: { kind: 'map' }, n: 1, sum: 9 },
      ],
      hasMore: true,
    });
    expect(await kinds({ limit: 3 })).toHaveLength(3);
  });
});

describe('drafts', () => {
  beforeEach(async () => {
    const maker = await made(admin, 'makers', { name: 'Ada' }, true);
    const one = await made(admin, 'articles', {
      title: 'one',
      section: 'news',
      views: 1,
      words: ['a'],
      maker,
    });
    await made(admin, 'articles', { title: 'two', section: 'news', views: 2, maker });
    await made(admin, 'articles', { title: 'three', section: 'sport', views: 4, words: ['b'] }, true);
    await admin.patch(
      `/api/articles/${one}`,
      { section: 'sport', views: 8, words: ['b', 'c'] },
      { 'x-draft': 'true' },
    );
  });
  const body = { groupBy: ['section'], metrics: { n: 'count', views: { sum: 'views' } } };
  const merged = [
    { key: { section: 'news' }, n: 1, views: 2 },
    { key: { section: 'sport' }, n: 2, views: 12 },
  ];
  const published = [{ key: { section: 'news' }, n: 2, views: 3 }];

  test('are merged for those who see them, as in lists', async () => {
    expect(await groupsOf(body, 'articles')).toEqual(merged);
    expect(await groupsOf({ ...body, draft: true }, 'articles')).toEqual(merged);
    expect(await groupsOf({ ...body, draft: false }, 'articles')).toEqual(published);
    expect(
      await groupsOf({ ...body, where: { section: 'sport' }, draft: true }, 'articles', shop.editor),
    ).toEqual([merged[1]]);
    expect(await groupsOf({ groupBy: ['words'], metrics: { n: 'count' } }, 'articles')).toEqual([
      { key: { words: 'b' }, n: 2 },
      { key: { words: 'c' }, n: 1 },
      { key: { words: null }, n: 1 },
    ]);
    expect(await groupsOf({ groupBy: ['_status'], metrics: { n: 'count' } }, 'articles')).toEqual([
      { key: { _status: 'draft' }, n: 1 },
      { key: { _status: 'published' }, n: 2 },
    ]);
  });

  test('of a referenced document count only where drafts are seen', async () => {
    const byMaker = { groupBy: ['maker'], metrics: { n: 'count', makers: { countDistinct: 'maker' } } };
    expect(await groupsOf({ ...byMaker, draft: false }, 'articles')).toEqual([
      { key: { maker: null }, n: 2, makers: 0 },
    ]);
    expect(await groupsOf(byMaker, 'articles')).toEqual([
      { key: { maker: expect.any(String) }, n: 2, makers: 1 },
      { key: { maker: null }, n: 1, makers: 0 },
    ]);
  });
});
