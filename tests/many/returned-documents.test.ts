/** `return` of a bulk: what its results tell of the documents, docs/spec/content-tools.md#many-at-once. */
import { expect, test } from 'vitest';
import type { Answer } from '../access/support/guarded-service.js';
import { done } from '../drafts/support/desk.js';
import { openShop } from './support/shop.js';

const bulk = '/api/products/bulk';

test('documents are those that a single read of the requester shows', async () => {
  const { editor, admin } = await openShop();
  const { id } = done(await admin.post('/api/products', { name: 'Old', cost: 5 }));
  const operations = [
    { op: 'create', data: { name: 'New', sku: 'n' } },
    { op: 'update', id, data: { name: 'Changed', stock: { $inc: 2 } } },
    { op: 'upsert', key: { sku: 'n' }, data: { stock: 1 } },
    { op: 'delete', id },
  ];
  const { status, body } = await editor.post(bulk, { operations, return: 'documents' });
  expect(status).toBe(200);
  const [made, changed, upserted, deleted] = body.results;
  expect(changed.document).toMatchObject({ id, name: 'Changed', stock: 2, _revision: 2 });
  // What editors do not read is in no result.
  expect(body.results.some(({ document = {} }: Answer) => 'cost' in document)).toBe(false);
  expect(upserted).toMatchObject({ status: 200, id: made.id, document: { sku: 'n', stock: 1 } });
  expect(done(await editor.get(`/api/products/${made.id}`))).toEqual(upserted.document);
  expect(deleted).toEqual({ index: 3, id, status: 200 });
});

test('ids alone are returned by default, and nothing else can be asked for', async () => {
  const { editor } = await openShop();
  const operations = [{ op: 'create', data: { name: 'New' } }];
  for (const more of [{}, { return: 'ids' }]) {
    const { body } = await editor.post(bulk, { operations, ...more });
    expect(body.results).toEqual([{ index: 0, id: expect.any(String), status: 201, revision: 1 }]);
  }
  for (const wrong of ['document', true, null]) {
    const { status, body } = await editor.post(bulk, { operations, return: wrong });
    expect([wrong, status, body.details?.[0].path]).toEqual([wrong, 400, 'return']);
  }
  expect(done(await editor.get('/api/products?limit=0')).totalDocs).toBe(2);
});
