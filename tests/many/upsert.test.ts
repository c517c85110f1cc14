/** Upserts by unique keys, and copies of documents. */
import { describe, expect, test } from 'vitest';
import { type Client, key, user } from '../access/support/guarded-service.js';
import { articles, done, openDesk } from '../drafts/support/desk.js';
import { openShop, products } from './support/shop.js';

const upsert = '/api/products/upsert';

describe('an upsert', () => {
  test('creates a document, then changes it', async () => {
    const { editor } = await openShop();
    const sent = { key: { sku: 'a' }, data: { name: 'Lamp' }, create: { stock: 5 } };
    const made = await editor.post(upsert, sent);
    expect(made).toMatchObject({ status: 201, body: { sku: 'a', name: 'Lamp', stock: 5, _revision: 1 } });
    expect(made.headers.get('location')).toBe(`/api/products/${made.body.id}`);
    const changed = await editor.post(upsert, { ...sent, data: { name: 'Desk' }, create: { stock: 9 } });
    expect(changed).toMatchObject({ status: 200, body: { id: made.body.id, name: 'Desk', stock: 5 } });
    const same = await editor.post(upsert, { key: { sku: 'a' }, data: { name: 'Desk' } });
    expect(same.body._revision).toBe(2);
  });

  test('takes the fields of a unique index together, and no others', async () => {
    const { editor } = await openShop();
    const path = '/api/makers/upsert';
    const made = await editor.post(path, { key: { name: 'Ada', country: 'GB' }, data: { number: 1 } });
    expect(made.status).toBe(201);
    const changed = await editor.post(path, { key: { country: 'GB', name: 'Ada' }, data: { number: 2 } });
    expect(changed).toMatchObject({ status: 200, body: { id: made.body.id, number: 2 } });
    for (const key of [
      { name: 'Ada' },
      {},
      { country: 'GB', name: null },
      { id: made.body.id },
      { nope: 1 },
    ]) {
      expect((await editor.post(path, { key, data: { number: 3 } })).status).toBe(400);
    }
  });

  test('one of 20 at once creates, the others change', async () => {
    const { editor } = await openShop();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, price) =>
        editor.post(upsert, { key: { sku: 'a' }, data: { name: 'Lamp', price } }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 201]);
    expect(done(await editor.get('/api/products?limit=0')).totalDocs).toBe(1);
  });

  test('a match that may not be read is a conflict that does not tell its id', async () => {
    const read = (): object => ({ sku: { not_equals: 'secret' } });
    const access = { create: () => true, update: () => true, delete: () => true };
    const hidden = { ...products, access: { ...access, read } };
    const open = { slug: 'makers', drafts: false, fields: [{ name: 'name', type: 'text' }] } as const;
    const { editor } = await openShop({ collections: [hidden, open] });
    const made = done(await editor.post('/api/products', { name: 'Lamp', sku: 'secret' }));
    const answer = await editor.post(upsert, { key: { sku: 'secret' }, data: { name: 'Mine' } });
    expect(answer.status).toBe(409);
    expect(JSON.stringify(answer.body)).not.toContain(made.id);
  });

  test('drafts count as matches', async () => {
    const desk = await openDesk();
    const draft = await desk.draft({ title: 'Draft', code: 'x' });
    const path = '/api/articles/upsert';
    const answer = await desk.editor.post(path, { key: { code: 'x' }, data: { title: 'Live' } });
    expect(answer).toMatchObject({ status: 200, body: { id: draft.id, title: 'Live' } });
  });

  test('a match that is a draft which the requester does not see is a conflict without its id', async () => {
    const desk = await openDesk({ collections: [{ ...articles, drafts: { readRoles: ['editor'] } }] });
    const draft = await desk.draft({ title: 'Secret', code: 'x' });
    const author = desk.service.as(user('author'));
    const path = '/api/articles/upsert';
    const answer = await author.post(path, { key: { code: 'x' }, data: { title: 'Mine' } });
    expect(answer.status).toBe(409);
    expect(JSON.stringify(answer.body)).not.toContain(draft.id);
    expect(JSON.stringify(answer.body)).not.toContain('Secret');
    const unchanged = done(await desk.editor.get(`/api/articles/${draft.id}?draft=true`));
    expect(unchanged).toMatchObject({ title: 'Secret', _revision: draft._revision });
  });

  test('needs the rights to create and to change', async () => {
    const list = { read: ['editor'], create: ['admin'], update: ['editor', 'admin'], delete: ['admin'] };
    const limited = { ...products, access: list };
    const open = { slug: 'makers', drafts: false, fields: [{ name: 'name', type: 'text' }] } as const;
    const { editor, admin } = await openShop({ collections: [limited, open] });
    const sent = { key: { sku: 'a' }, data: { name: 'Lamp' } };
    expect((await editor.post(upsert, sent)).status).toBe(403);
    expect((await admin.post(upsert, sent)).status).toBe(201);
    expect((await editor.post(upsert, sent)).status).toBe(403);
    const operations = [{ op: 'upsert', ...sent }];
    expect((await editor.post('/api/products/bulk', { operations })).status).toBe(403);
  });
});

describe('a copy', () => {
  test('has new rows and a slug of its own, and no unique value', async () => {
    const { editor } = await openShop();
    const original = done(
      await editor.post('/api/products', {
        name: 'Lamp',
        sku: 'a',
        labels: ['x'],
        cost: 5,
        rows: [{ count: 1 }],
        stats: { views: 3 },
      }),
    );
    const { status, body } = await editor.post(`/api/products/${original.id}/duplicate`, { stock: 7 });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Lamp', sku: null, labels: ['x'], stock: 7, stats: { views: 3 } });
    expect(body.slug).toMatch(/^lamp-/);
    expect(body.id).not.toBe(original.id);
    expect(body.rows[0].id).not.toBe(original.rows[0].id);
  });

  test('leaves out what its author may not read or set', async () => {
    const { editor, admin } = await openShop();
    const original = done(await admin.post('/api/products', { name: 'Lamp', cost: 5, margin: 3 }));
    const copy = done(await editor.post(`/api/products/${original.id}/duplicate`, {}));
    expect(done(await admin.get(`/api/products/${copy.id}`))).toMatchObject({ cost: null, margin: null });
    const forced = await editor.post(`/api/products/${original.id}/duplicate`, { margin: 9 });
    expect(forced.status).toBe(403);
  });

  test('needs the rights to read and to create, and a document that its author sees', async () => {
    const read = ({ req }: { req: { user?: { role?: unknown } | null } }): true | object =>
      req.user?.role === 'admin' || { name: { not_equals: 'Hidden' } };
    const access = { read, create: ['admin', 'editor'], update: () => true, delete: () => true };
    const open = { slug: 'makers', drafts: false, fields: [{ name: 'name', type: 'text' }] } as const;
    const { service, editor, admin } = await openShop({
      collections: [{ ...products, access }, open] as never,
    });
    const shown = done(await admin.post('/api/products', { name: 'Lamp' }));
    const hidden = done(await admin.post('/api/products', { name: 'Hidden' }));
    const copy = async (client: Client, { id }: { readonly id: string }): Promise<number> =>
      (await client.post(`/api/products/${id}/duplicate`, {})).status;
    expect(await copy(editor, shown)).toBe(201);
    expect(await copy(editor, hidden)).toBe(404);
    expect(await copy(service.as(user('author')), shown)).toBe(403);
    for (const scopes of [['products:read'], ['products:create']]) {
      expect([scopes, await copy(service.as(key(scopes)), shown)]).toEqual([scopes, 403]);
    }
    expect(await copy(service.as(key(['products:read', 'products:create'])), shown)).toBe(201);
  });

  test('needs required unique values in its body', async () => {
    const { editor } = await openShop();
    const original = done(await editor.post('/api/makers', { name: 'Ada', country: 'GB', number: 1 }));
    const path = `/api/makers/${original.id}/duplicate`;
    expect(await editor.post(path, {})).toMatchObject({
      status: 400,
      body: { details: [{ path: 'number' }] },
    });
    expect(await editor.post(path, { number: 2 })).toMatchObject({ status: 201, body: { name: 'Ada' } });
  });

  test('is a draft where there are drafts, of what its author sees', async () => {
    const desk = await openDesk({ collections: [articles] });
    const original = await desk.publish({ title: 'Live' });
    await desk.save(original.id, { title: 'Pending' });
    const copy = await desk.editor.post(`/api/articles/${original.id}/duplicate`, {});
    expect(copy).toMatchObject({ status: 201, body: { title: 'Pending', _status: 'draft' } });
    expect((await desk.published(copy.body.id)).status).toBe(404);
    const hidden = await desk.draft({ title: 'Secret' });
    expect((await desk.anonymous.post(`/api/articles/${hidden.id}/duplicate`, {})).status).toBe(403);
  });
});
