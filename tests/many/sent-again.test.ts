/** `Idempotency-Key` on writes other than creations: docs/spec/contract.md#idempotency. */
import { describe, expect, test } from 'vitest';
import { type Result, user } from '../access/support/guarded-service.js';
import { done, openDesk } from '../drafts/support/desk.js';
import { openShop } from './support/shop.js';

const withKey = (value: string): Readonly<Record<string, string>> => ({ 'idempotency-key': value });

function isReplay({ headers }: Result): boolean {
  return headers.get('idempotency-replayed') === 'true';
}

describe('a request that is sent again', () => {
  test('changes a document once', async () => {
    const { editor } = await openShop();
    const { id } = done(await editor.post('/api/products', { name: 'Lamp', stock: 1 }));
    const path = `/api/products/${id}`;
    const change = { stock: { $inc: 1 } };
    const first = await editor.patch(path, change, withKey('a'));
    const again = await editor.patch(path, change, withKey('a'));
    expect([isReplay(first), isReplay(again)]).toEqual([false, true]);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(done(await editor.get(path)).stock).toBe(2);
    expect((await editor.patch(path, { stock: 9 }, withKey('a'))).status).toBe(409);
  });

  test('of many at the same time one is done', async () => {
    const { editor } = await openShop();
    const { id } = done(await editor.post('/api/products', { name: 'Lamp' }));
    const path = `/api/products/${id}`;
    const results = await Promise.all(
      Array.from({ length: 5 }, () => editor.patch(path, { stock: { $inc: 1 } }, withKey('a'))),
    );
    expect(results.map(({ status, body }) => [status, body.stock])).toEqual(Array(5).fill([200, 1]));
  });

  test('deletes once, and gets its response though the document is gone', async () => {
    const { editor } = await openShop();
    const { id } = done(await editor.post('/api/products', { name: 'Lamp' }));
    const path = `/api/products/${id}`;
    const first = await editor.delete(path, withKey('a'));
    const again = await editor.delete(path, withKey('a'));
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(isReplay(again)).toBe(true);
    expect((await editor.delete(path)).status).toBe(404);
  });

  test('by a filter gets its results though nothing matches any more', async () => {
    const { editor } = await openShop();
    await editor.post('/api/products', { name: 'Lamp' });
    const where = encodeURIComponent('{"name":"Lamp"}');
    const first = await editor.delete(`/api/products?where=${where}&expect=1`, withKey('a'));
    const again = await editor.delete(`/api/products?where=${where}&expect=1`, withKey('a'));
    expect(first.body.changed).toBe(1);
    expect([again.status, again.body, isReplay(again)]).toEqual([200, first.body, true]);
    const other = await editor.delete(`/api/products?where=${where}&expect=2`, withKey('a'));
    expect(other.status).toBe(409);
  });

  test('publishes once', async () => {
    const desk = await openDesk();
    const { id } = await desk.draft({ title: 'Draft' });
    const path = `/api/articles/${id}/publish`;
    const first = await desk.editor.post(path, {}, withKey('a'));
    const again = await desk.editor.post(path, {}, withKey('a'));
    expect([again.body, isReplay(again)]).toEqual([first.body, true]);
    const unpublish = `/api/articles/${id}/unpublish`;
    const ended = await desk.editor.post(unpublish, {}, withKey('a'));
    expect([ended.status, isReplay(ended)]).toEqual([200, false]);
  });

  test('copies and upserts once', async () => {
    const { editor } = await openShop();
    const { id } = done(await editor.post('/api/products', { name: 'Lamp' }));
    const copies = [1, 2].map(() => editor.post(`/api/products/${id}/duplicate`, {}, withKey('a')));
    const [first, second] = await Promise.all(copies);
    expect(second?.body).toEqual(first?.body);
    const sent = { key: { sku: 'x' }, data: { name: 'Desk' } };
    const made = await editor.post('/api/products/upsert', sent, withKey('b'));
    const again = await editor.post('/api/products/upsert', sent, withKey('b'));
    expect([made.status, again.status, isReplay(again)]).toEqual([201, 201, true]);
    expect(done(await editor.get('/api/products?limit=0')).totalDocs).toBe(3);
  });

  test('by another user is another request', async () => {
    const { service, editor } = await openShop();
    const { id } = done(await editor.post('/api/products', { name: 'Lamp' }));
    const path = `/api/products/${id}`;
    await editor.patch(path, { stock: { $inc: 1 } }, withKey('a'));
    const other = service.as(user('admin'));
    const result = await other.patch(path, { stock: { $inc: 1 } }, withKey('a'));
    expect([isReplay(result), result.body.stock]).toEqual([false, 2]);
  });

  test('by another method is another request', async () => {
    const { editor } = await openShop();
    const { id } = done(await editor.post('/api/products', { name: 'Lamp' }));
    const path = `/api/products/${id}`;
    expect(isReplay(await editor.patch(path, { stock: 1 }, withKey('a')))).toBe(false);
    const deleted = await editor.delete(path, withKey('a'));
    expect([deleted.status, isReplay(deleted)]).toEqual([200, false]);
    expect((await editor.get(path)).status).toBe(404);
  });

  test('a refusal is not kept', async () => {
    const { editor } = await openShop();
    const { id } = done(await editor.post('/api/products', { name: 'Lamp' }));
    const path = `/api/products/${id}`;
    expect((await editor.patch(path, { stock: -1 }, withKey('a'))).status).toBe(400);
    expect((await editor.patch(path, { stock: 1 }, withKey('a'))).status).toBe(200);
  });
});
