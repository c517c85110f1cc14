/** `$inc`, `$add` and `$remove` in bodies of changes. */
import { describe, expect, test } from 'vitest';
import type { Answer } from '../access/support/guarded-service.js';
import { done, openDesk } from '../drafts/support/desk.js';
import { makers, openShop, products, type Shop } from './support/shop.js';

async function made({ editor }: Shop, data: object = {}): Promise<Answer> {
  return done(await editor.post('/api/products', { name: 'Lamp', ...data }));
}

describe('$inc', () => {
  test('adds to the stored number; an empty one counts as 0', async () => {
    const shop = await openShop();
    const { id } = await made(shop, { stock: 5 });
    const { body } = await shop.editor.patch(`/api/products/${id}`, {
      stock: { $inc: 2 },
      price: { $inc: -1.5 },
      stats: { views: { $inc: 1 } },
    });
    expect(body).toMatchObject({ stock: 7, price: -1.5, stats: { views: 1 } });
  });

  test('no update is lost where many are sent at once', async () => {
    const shop = await openShop();
    const { id } = await made(shop);
    const change = { stock: { $inc: 1 } };
    await Promise.all(Array.from({ length: 20 }, () => shop.editor.patch(`/api/products/${id}`, change)));
    expect(done(await shop.editor.get(`/api/products/${id}`)).stock).toBe(20);
  });

  test.each([
    ['beyond max', { stock: { $inc: 1001 } }, 'stock'],
    ['below min', { stock: { $inc: -1 } }, 'stock'],
    ['not whole', { stock: { $inc: 0.5 } }, 'stock'],
    ['1e308', { price: { $inc: 1e308 } }, 'price'],
    ['no exact number', { price: { $inc: Number.MAX_SAFE_INTEGER } }, 'price'],
    ['null, as NaN is sent', { price: { $inc: Number.NaN } }, 'price.$inc'],
    ['text', { price: { $inc: '1' } }, 'price.$inc'],
    ['on a text', { name: { $inc: 1 } }, 'name'],
    ['with another operator', { price: { $inc: 1, $set: 2 } }, 'price'],
    ['in a row', { rows: [{ count: { $inc: 1 } }] }, 'rows.0.count'],
  ])('%s is refused', async (_, change, path) => {
    const shop = await openShop();
    const { id } = await made(shop, { price: 1 });
    const answer = await shop.editor.patch(`/api/products/${id}`, change);
    expect(answer.status).toBe(400);
    expect(answer.body.details).toMatchObject([{ path }]);
  });

  test('is data in json, and nothing in a creation', async () => {
    const shop = await openShop();
    const { id } = await made(shop, { data: { $inc: 1 } });
    const { body } = await shop.editor.patch(`/api/products/${id}`, { data: { $add: [1] } });
    expect(body.data).toEqual({ $add: [1] });
    const creation = await shop.editor.post('/api/products', { name: 'x', price: { $inc: 1 } });
    expect(creation.status).toBe(400);
  });

  test('a field that may not be read takes none, nor one that may not be changed', async () => {
    const shop = await openShop();
    const { id } = await made(shop);
    const path = `/api/products/${id}`;
    expect((await shop.editor.patch(path, { cost: { $inc: 1 } })).status).toBe(403);
    expect((await shop.editor.patch(path, { margin: { $inc: 1 } })).status).toBe(403);
    expect((await shop.editor.patch(path, { cost: 7 })).status).toBe(200);
    expect((await shop.admin.patch(path, { cost: { $inc: 1 } })).body.cost).toBe(8);
    const where = encodeURIComponent(JSON.stringify({ name: { equals: 'Lamp' } }));
    expect((await shop.editor.patch(`/api/products?where=${where}`, { cost: { $inc: 1 } })).status).toBe(403);
  });

  test('a document that may be changed but not read takes none, whatever the field', async () => {
    const access = { create: ['editor'], read: ['admin'], update: ['editor'], delete: ['editor'] };
    const open = { slug: 'makers', drafts: false, fields: [{ name: 'name', type: 'text' }] } as const;
    const { editor, admin } = await openShop({ collections: [{ ...products, access }, open] });
    const { id } = (await editor.post('/api/products', { name: 'Lamp', stock: 5 })).body;
    for (const change of [{ stock: { $inc: 1 } }, { stats: { views: { $inc: 1 } } }]) {
      const answer = await editor.patch(`/api/products/${id}`, change);
      expect([answer.status, answer.body.reason]).toEqual([403, 'operator.hiddenFields']);
    }
    expect((await editor.patch(`/api/products/${id}`, { stock: 7 })).status).toBe(200);
    expect(done(await admin.get(`/api/products/${id}`))).toMatchObject({ stock: 7, stats: { views: null } });
  });

  test('a callback of access sees the value that is stored', async () => {
    const update = ({ data }: { data?: Readonly<Record<string, unknown>> }): boolean =>
      !(Number(data?.['stock'] ?? 0) > 10);
    const access = { read: () => true, create: () => true, delete: () => true, update };
    const { collections } = { collections: [{ ...products, access }] };
    const open = { slug: 'makers', drafts: false, fields: [{ name: 'name', type: 'text' }] } as const;
    const shop = await openShop({ collections: [...collections, open] as never });
    const { id } = await made(shop, { stock: 5 });
    expect((await shop.editor.patch(`/api/products/${id}`, { stock: { $inc: 5 } })).status).toBe(200);
    expect((await shop.editor.patch(`/api/products/${id}`, { stock: { $inc: 1 } })).status).toBe(403);
  });

  test('counts from the merged value in a draft', async () => {
    const desk = await openDesk();
    const { id } = await desk.publish({ title: 'Live', rank: 1 });
    await desk.save(id, { rank: 10 });
    expect((await desk.save(id, { rank: { $inc: 5 } })).body.rank).toBe(15);
    expect((await desk.editor.patch(`/api/articles/${id}`, { rank: { $inc: 1 } })).body.rank).toBe(2);
  });
});

describe('$add and $remove', () => {
  test('change a list as a set', async () => {
    const shop = await openShop();
    const first = await made(shop);
    const second = await made(shop);
    const { id } = await made(shop, { labels: ['a', 'b'] });
    const path = `/api/products/${id}`;
    const seen = [first, second].map((one) => ({ collection: 'products', id: one.id }));
    const added = await shop.editor.patch(path, { labels: { $add: ['b', 'c', 'c'] }, seen: { $add: seen } });
    expect(added.body).toMatchObject({ labels: ['a', 'b', 'c'], seen });
    const removed = await shop.editor.patch(path, {
      labels: { $remove: ['a', 'x'] },
      seen: { $remove: [seen[0]] },
    });
    expect(removed.body).toMatchObject({ labels: ['b', 'c'], seen: [seen[1]] });
  });

  // Compared one with another, this took minutes, in which the process did nothing else.
  test('take as many members as a body can hold', async () => {
    const shop = await openShop();
    const labels = (letter: string): string[] => Array.from({ length: 40_000 }, (_, at) => `${letter}${at}`);
    const path = `/api/products/${(await made(shop, { labels: labels('a') })).id}`;
    const added = await shop.editor.patch(path, { labels: { $add: [...labels('b'), 'a0'] } });
    expect(added.body.labels).toEqual([...labels('a'), ...labels('b')]);
    const removed = await shop.editor.patch(path, { labels: { $remove: labels('a') } });
    expect(removed.body.labels).toEqual(labels('b'));
  });

  test('take lists of numbers, of choices, and of documents of one collection', async () => {
    const lists = [
      { name: 'sizes', type: 'number', hasMany: true, max: 9 },
      { name: 'colours', type: 'select', options: ['red', 'blue'], hasMany: true },
      { name: 'makers', type: 'relationship', to: 'makers', hasMany: true },
      { name: 'more', type: 'group', fields: [{ name: 'words', type: 'text', hasMany: true }] },
    ] as const;
    const collections = [{ slug: 'things', drafts: false, fields: lists }, makers];
    const { editor } = await openShop({ collections });
    const ids: string[] = [];
    for (const number of [1, 2]) {
      ids.push(done(await editor.post('/api/makers', { name: 'Ada', country: `${number}`, number })).id);
    }
    const [one, two] = ids;
    const { id } = done(await editor.post('/api/things', { sizes: [1, 2], colours: ['red'], makers: [one] }));
    const path = `/api/things/${id}`;
    const added = await editor.patch(path, {
      ...{ sizes: { $add: [2, 3] }, colours: { $add: ['blue'] }, makers: { $add: [two, one] } },
      more: { words: { $add: ['a'] } },
    });
    expect(added.body).toMatchObject({
      ...{ sizes: [1, 2, 3], colours: ['red', 'blue'], makers: [one, two], more: { words: ['a'] } },
    });
    const removed = await editor.patch(path, {
      ...{ sizes: { $remove: [1, 7] }, colours: { $remove: ['red'] }, makers: { $remove: [one] } },
      more: { words: { $remove: ['a'] } },
    });
    expect(removed.body).toMatchObject({
      sizes: [2, 3],
      colours: ['blue'],
      makers: [two],
      more: { words: [] },
    });
    for (const [change, at] of [
      [{ sizes: { $add: [10] } }, 'sizes.2'],
      [{ colours: { $add: ['green'] } }, 'colours.1'],
    ] as const) {
      const refused = await editor.patch(path, change);
      expect([refused.status, refused.body.details[0].path]).toEqual([400, at]);
    }
  });

  test('are data in a rich text, as in json', async () => {
    const fields = [{ name: 'body', type: 'richText' }] as const;
    const { editor } = await openShop({ collections: [{ slug: 'things', drafts: false, fields }] });
    const { id } = done(await editor.post('/api/things', { body: { type: 'doc' } }));
    for (const body of [{ $inc: 1 }, { $add: [1] }, { $remove: [] }]) {
      const changed = await editor.patch(`/api/things/${id}`, { body });
      expect([changed.status, changed.body.body]).toEqual([200, body]);
    }
  });

  test.each([
    ['no list', { labels: { $add: 'a' } }, 'labels.$add'],
    ['a wrong member', { labels: { $add: [1] } }, 'labels.0'],
    ['on a number', { stock: { $add: [1] } }, 'stock'],
    ['a document that does not exist', { seen: { $add: [{ collection: 'makers', id: 'x' }] } }, 'seen.0'],
  ])('%s is refused', async (_, change, path) => {
    const shop = await openShop();
    const { id } = await made(shop);
    const answer = await shop.editor.patch(`/api/products/${id}`, change);
    expect(answer.status).toBe(400);
    expect(answer.body.details).toMatchObject([{ path }]);
  });
});
