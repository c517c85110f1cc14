/** What `aggregate` refuses: docs/spec/content-tools.md#numbers-and-views. */
import { beforeEach, expect, test } from 'vitest';
import { type Client, user } from '../access/support/guarded-service.js';
import { made, openShop, type Shop } from './support/shop.js';

let shop: Shop;
let editor: Client;
beforeEach(async () => {
  shop = await openShop();
  editor = shop.editor;
});

const n = { metrics: { n: 'count' } };
const long = 'x'.repeat(100_000);

test.each<[object, string]>([
  [{}, 'metrics'],
  [{ metrics: {} }, 'metrics'],
  [{ metrics: [] }, 'metrics'],
  [{ metrics: { n: 'sum' } }, 'metrics.n'],
  [{ metrics: { n: {} } }, 'metrics.n'],
  [{ metrics: { n: { sum: 'price', avg: 'price' } } }, 'metrics.n'],
  [{ metrics: { n: { total: 'price' } } }, 'metrics.n.total'],
  [{ metrics: { n: { sum: 1 } } }, 'metrics.n.sum'],
  [{ metrics: { n: { sum: 'name' } } }, 'metrics.n.sum'],
  [{ metrics: { n: { sum: 'sizes' } } }, 'metrics.n.sum'],
  [{ metrics: { n: { sum: 'nothing' } } }, 'metrics.n.sum'],
  [{ metrics: { n: { sum: 'lines.amount' } } }, 'metrics.n.sum'],
  [{ metrics: { n: { sum: 'shop.name' } } }, 'metrics.n.sum'],
  [{ metrics: { n: { avg: 'isGift' } } }, 'metrics.n.avg'],
  [{ metrics: { n: { min: 'kind' } } }, 'metrics.n.min'],
  [{ metrics: { n: { sum: 'day' } } }, 'metrics.n.sum'],
  [{ metrics: { n: { countDistinct: 'any' } } }, 'metrics.n.countDistinct'],
  [{ metrics: { n: { countDistinct: 'tags' } } }, 'metrics.n.countDistinct'],
  [{ metrics: { key: 'count' } }, 'metrics.key'],
  [{ metrics: { '': 'count' } }, 'metrics.'],
  [{ metrics: { '1': 'count' } }, 'metrics.1'],
  [{ metrics: { 'n"; --': 'count' } }, 'metrics.n"; --'],
  [JSON.parse('{"metrics":{"__proto__":"count"}}'), 'metrics.__proto__'],
  [{ metrics: { [long]: 'count' } }, `metrics.${long.slice(0, 100)}...`],
  [{ metrics: { kind: 'count' }, groupBy: ['kind'] }, 'metrics.kind'],
  [{ metrics: Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`m${at}`, 'count'])) }, 'metrics'],
  [{ ...n, groupBy: 'kind' }, 'groupBy'],
  [{ ...n, groupBy: [1] }, 'groupBy.0'],
  [{ ...n, groupBy: [null] }, 'groupBy.0'],
  [{ ...n, groupBy: [{}] }, 'groupBy.0.field'],
  [{ ...n, groupBy: ['nothing'] }, 'groupBy.0'],
  [{ ...n, groupBy: ['constructor'] }, 'groupBy.0'],
  [{ ...n, groupBy: ['__proto__'] }, 'groupBy.0'],
  [{ ...n, groupBy: [long] }, 'groupBy.0'],
  [{ ...n, groupBy: ['any'] }, 'groupBy.0'],
  [{ ...n, groupBy: ['makers'] }, 'groupBy.0'],
  [{ ...n, groupBy: ['lines'] }, 'groupBy.0'],
  [{ ...n, groupBy: ['lines.amount'] }, 'groupBy.0'],
  [{ ...n, groupBy: ['shop.name'] }, 'groupBy.0'],
  [{ ...n, groupBy: ['more'] }, 'groupBy.0'],
  [{ ...n, groupBy: ['kind', 'kind'] }, 'groupBy'],
  [{ ...n, groupBy: ['kind', 'name', 'isGift', 'price'] }, 'groupBy'],
  [{ ...n, groupBy: [{ field: 'kind', by: 'month' }] }, 'groupBy.0.by'],
  [{ ...n, groupBy: [{ field: 'day', by: 'decade' }] }, 'groupBy.0.by'],
  [{ ...n, groupBy: [{ field: 'day', by: 'hour' }] }, 'groupBy.0.by'],
  [{ ...n, groupBy: [{ field: 'day', by: 'month', offset: '+01:00' }] }, 'groupBy.0.offset'],
  [{ ...n, groupBy: [{ field: 'at', offset: '+01:00' }] }, 'groupBy.0.offset'],
  [{ ...n, groupBy: [{ field: 'at', by: 'day', offset: 'Europe/Berlin' }] }, 'groupBy.0.offset'],
  [{ ...n, groupBy: [{ field: 'at', by: 'day', offset: '+15:00' }] }, 'groupBy.0.offset'],
  [{ ...n, groupBy: [{ field: 'at', by: 'day', offset: 2 }] }, 'groupBy.0.offset'],
  [{ ...n, groupBy: [{ field: 'at', zone: '+02:00' }] }, 'groupBy.0.zone'],
  [{ ...n, having: { m: 1 } }, 'having.m'],
  [{ ...n, having: { constructor: 1 } }, 'having.constructor'],
  [JSON.parse('{"metrics":{"n":"count"},"having":{"__proto__":1}}'), 'having.__proto__'],
  [{ ...n, having: [] }, 'having'],
  [{ ...n, having: { n: {} } }, 'having.n'],
  [{ ...n, having: { n: '1' } }, 'having.n'],
  [{ ...n, having: { n: { gte: [1] } } }, 'having.n.gte'],
  [{ ...n, having: { n: { contains: 1 } } }, 'having.n.contains'],
  [{ metrics: { m: { max: 'day' } }, having: { m: { gte: 1 } } }, 'having.m.gte'],
  [{ metrics: { m: { max: 'day' } }, having: { m: { gte: '2026-02-30' } } }, 'having.m.gte'],
  [{ ...n, sort: 'm' }, 'sort'],
  [{ ...n, sort: 1 }, 'sort'],
  [{ ...n, sort: [] }, 'sort'],
  [{ ...n, sort: Array.from({ length: 14 }, () => 'n').join() }, 'sort'],
  [{ ...n, sort: long }, 'sort'],
  [{ ...n, limit: 0 }, 'limit'],
  [{ ...n, limit: 1_001 }, 'limit'],
  [{ ...n, limit: '10' }, 'limit'],
  [{ ...n, draft: true }, 'draft'],
  [{ ...n, draft: 'true' }, 'draft'],
  [{ ...n, where: { nothing: 1 } }, 'where.nothing'],
  [{ ...n, where: [] }, 'where'],
  [{ ...n, page: 1 }, 'page'],
  [{ ...n, group: ['kind'] }, 'group'],
])('400 with the path for %j', async (body, path) => {
  const { statements } = shop.service;
  statements.length = 0;
  const answer = await editor.post('/api/sales/aggregate', body);
  expect(answer.body).toMatchObject({ code: 'BAD_USER_INPUT', details: [{ path }] });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body).length).toBeLessThan(2_000);
  expect(statements).toEqual([]);
});

test('400 for parameters in the address, and 405 for another method', async () => {
  expect((await editor.post('/api/sales/aggregate?limit=1', n)).status).toBe(400);
  expect((await editor.patch('/api/sales/aggregate', n)).status).toBe(405);
});

test.each<[string, object]>([
  ['a metric', { metrics: { m: { sum: 'margin' } } }],
  ['a count of values', { metrics: { m: { countDistinct: 'secretShop' } } }],
  ['a group', { ...n, groupBy: ['margin'] }],
  ['a group by relation', { ...n, groupBy: [{ field: 'secretShop' }] }],
  ['a filter', { ...n, where: { OR: [{ kind: 'pen' }, { margin: { gt: 1 } }] } }],
])('403 before a query for %s of a field that may not be read', async (_, body) => {
  await made(shop.admin, 'sales', { margin: 5 });
  const { statements } = shop.service;
  statements.length = 0;
  expect((await editor.post('/api/sales/aggregate', body)).body.code).toBe('FORBIDDEN');
  expect(statements).toEqual([]);
  expect((await shop.admin.post('/api/sales/aggregate', body)).status).toBe(200);
});

test('403 for a collection that may not be read, before the body is looked at', async () => {
  const customer = shop.service.as(user('customer'));
  const { statements } = shop.service;
  statements.length = 0;
  expect((await customer.send('POST', '/api/sales/aggregate', '{')).status).toBe(403);
  expect(statements).toEqual([]);
});
