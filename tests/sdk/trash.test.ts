/** `client.posts.trash`, and the same of `local`; each response is checked against the OpenAPI document. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, type SvcClient } from '../../fixtures/content-tools/expected/sdk/index.js';
import { createMocks } from '../../fixtures/content-tools/expected/sdk/mocks.js';
import { of } from '../local/support/of.js';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';
import { HttpResponse, http, setupServer } from './msw.js';

let server: GeneratedServer;
let client: SvcClient;
/** Method and path with query of each request, without the origin. */
const sent: string[] = [];
beforeAll(async () => {
  server = await generatedServer('content-tools');
  client = createClient({
    ...{ baseUrl: 'http://localhost', retry: false },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      sent.push(`${request.method} ${pathname}${decodeURIComponent(search.replaceAll('+', ' '))}`);
      const { method, headers } = request;
      const body = method === 'GET' || request.body === null ? null : await request.text();
      return server.fetch(request.url, { method, headers, body });
    },
  });
});
afterAll(() => server.close());

describe('client.<collection>.trash', () => {
  test('finds, reads, restores and deletes what is in the trash', async () => {
    const made = await client.products.create({ name: 'Drill', sku: 'A-1' });
    await client.products.delete(made.id);
    const page = await client.products.trash.find({
      where: { title: { contains: 'dri' } },
      sort: ['title', '_deletedAt_desc'],
    });
    expect(page).toMatchObject({ totalDocs: 1, docs: [{ id: made.id, name: 'Drill', _revision: 1 }] });
    const [found] = page.docs;
    expect(found?._deletedBy?.length).toBe(36);
    expect(await client.products.trash.get(made.id)).toEqual(found);
    expect(await client.products.trash.find({ limit: 0 })).toMatchObject({ totalDocs: 1, docs: [] });

    const other = await client.products.create({ name: 'Other', sku: 'A-1' });
    const { error } = await client.safe.products.trash.restore(made.id);
    expect(error).toMatchObject({ code: 'CONFLICT', details: [{ path: 'sku' }] });
    const back = await client.products.trash.restore(made.id, { values: { sku: 'A-2' } }, { ifMatch: 1 });
    expect(back).toMatchObject({ id: made.id, sku: 'A-2', _revision: 2 });

    await client.products.trash.purge(made.id, { ifMatch: 2 });
    await client.products.delete(other.id);
    expect(await client.products.trash.empty()).toEqual({ purged: 1, left: 0 });
    expect((await client.safe.products.trash.get(other.id)).error?.code).toBe('NOT_FOUND');
  });

  test('sends a request for each call', async () => {
    sent.length = 0;
    await client.products.trash.find();
    await client.products.trash.find({ where: { OR: [{ id: 'x' }] }, sort: 'id', limit: 2, page: 1 });
    await client.safe.products.trash.get('x');
    expect(sent).toEqual([
      'GET /api/products?trash=only',
      'GET /api/products?trash=only&where={"OR":[{"id":"x"}]}&sort=id&limit=2&page=1',
      'GET /api/products/x?trash=only',
    ]);
    await expect(client.products.trash.purge('..')).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  test('returns drafts as they were', async () => {
    const draft = await client.posts.create({ body: 'Once' }, { draft: true });
    await client.posts.delete(draft.id);
    const trashed = await client.posts.trash.get(draft.id);
    expect([trashed._status, trashed.title, trashed.body]).toEqual(['draft', null, 'Once']);
    // @ts-expect-error: what is pending is not told of what is in the trash.
    expect(trashed._pending).toBeUndefined();
    expect(await client.posts.trash.restore(draft.id, { values: { title: 'Now' } })).toMatchObject({
      _status: 'draft',
      title: 'Now',
    });
  });

  test('is reached by many operations, filters and transactions', async () => {
    const first = await client.products.create({ name: 'First', sku: 'M-1' });
    const second = await client.products.create({ name: 'Second', sku: 'M-2' });
    const author = await client.authors.create({ name: 'Ada' });
    for (const { id } of [first, second]) await client.products.delete(id);
    await client.authors.delete(author.id);
    const { results } = await client.products.bulk([
      { op: 'restore', id: first.id, ifMatch: 1, values: { sku: 'M-3' } },
      { op: 'delete', id: second.id, permanent: true },
    ]);
    expect(results).toMatchObject([{ revision: 2 }, { status: 200 }]);
    await client.products.delete(first.id);
    const all = await client.svc.bulk((tx) => {
      tx.authors.restore(author.id, { values: { name: 'Grace' } });
      tx.posts.create({ title: 'Hello', author: author.id });
      tx.products.delete(first.id, { permanent: true });
    });
    expect(all).toMatchObject({ changed: 3, failed: 0 });
    await client.products.create({ name: 'Third', sku: 'M-4' });
    const where = { sku: { equals: 'M-4' } };
    expect(await client.products.deleteMany({ where }, { permanent: true, expect: 1 })).toMatchObject({
      changed: 1,
    });
    expect(await client.products.trash.find({ limit: 0 })).toMatchObject({ totalDocs: 0 });
  });

  test('exists only where the collection has a trash', () => {
    const check = async (): Promise<void> => {
      // @ts-expect-error: categories have no trash.
      await client.categories.trash.find();
      // @ts-expect-error: the trash is found by its own paths.
      await client.posts.trash.find({ where: { body: 'x' } });
      // @ts-expect-error: the same of its order.
      await client.posts.trash.find({ sort: 'body' });
      // @ts-expect-error: categories have no trash.
      await client.categories.bulk([{ op: 'restore', id: 'x' }]);
      // @ts-expect-error: the same of a deletion for good.
      await client.categories.deleteMany({ all: true }, { permanent: true });
      // @ts-expect-error: there is no such field.
      await client.posts.bulk([{ op: 'restore', id: 'x', values: { colour: 'red' } }]);
      // @ts-expect-error: categories have no trash.
      await client.svc.bulk((tx) => tx.categories.restore('x'));
      // @ts-expect-error: there is no such field.
      await client.posts.trash.restore('x', { values: { colour: 'red' } });
    };
    expect(check).toBeTypeOf('function');
    expect('trash' in client.categories).toBe(false);
  });
});

test('local has the same methods', async () => {
  const products = of(server.app.local.as('system'), 'products');
  const { id } = await products.create({ name: 'Saw', sku: 'S-1' });
  await products.delete(id);
  expect(await products.trash.find()).toMatchObject({ docs: [{ id, _deletedBy: null }], totalDocs: 1 });
  expect(await products.trash.get(id)).toMatchObject({ sku: 'S-1' });
  expect(await products.trash.restore(id, { values: { sku: 'S-2' } })).toMatchObject({ sku: 'S-2' });
  await products.delete(id);
  expect(await products.trash.empty()).toEqual({ purged: 1, left: 0 });
  await expect(of(server.app.local, 'products').trash.find()).rejects.toMatchObject({ status: 403 });
  await expect(of(server.app.local.as('system'), 'categories').trash.find()).rejects.toThrow(
    'local.categories.trash.find is not a function.',
  );
});

test('mocks have a trash', async () => {
  const baseUrl = 'http://tools.test';
  const mocks = createMocks({ baseUrl, http, HttpResponse });
  const mocked = setupServer(...mocks.handlers);
  mocked.listen({ onUnhandledRequest: 'error' });
  try {
    const { products, posts, categories } = createClient({ baseUrl, retry: false });
    const user = mocks.logIn();
    const { id } = mocks.data.products.add({ name: 'Drill', sku: 'A-1' });
    await products.delete(id);
    expect(mocks.data.products.all()).toEqual([]);
    const other = mocks.data.products.add({ name: 'Other', sku: 'A-1' });
    const page = await products.trash.find({ where: { title: { contains: 'dri' } } });
    expect(page).toMatchObject({ totalDocs: 1, docs: [{ id, name: 'Drill', _deletedBy: user.id }] });
    expect(await products.trash.get(id)).toEqual(page.docs[0]);
    await expect(products.trash.restore(id)).rejects.toMatchObject({ details: [{ path: 'sku' }] });
    await expect(products.trash.restore(id, {}, { ifMatch: 7 })).rejects.toMatchObject({
      currentRevision: 1,
    });
    const back = await products.trash.restore(id, { values: { sku: 'A-2' } });
    expect(back).toMatchObject({ id, sku: 'A-2', _revision: 2 });
    await products.trash.purge(other.id);
    await products.bulk([{ op: 'delete', id }]);
    const restored = await products.bulk([{ op: 'restore', id, values: { sku: 'A-3' } }]);
    expect(restored.results).toMatchObject([{ id, status: 200, revision: 3 }]);
    const gone = mocks.data.products.add({ name: 'Gone', sku: 'G-1' });
    await products.deleteMany({ where: { sku: { equals: 'G-1' } } }, { permanent: true });
    await expect(products.trash.get(gone.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await products.delete(id);
    expect(await products.trash.empty()).toEqual({ purged: 1, left: 0 });
    await expect(products.trash.get(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });

    const draft = mocks.data.posts.add({ title: 'One' }, { draft: true });
    await posts.delete(draft.id);
    expect(await posts.trash.restore(draft.id)).toMatchObject({ _status: 'draft', title: 'One' });
    const category = mocks.data.categories.add({ name: 'Tools' });
    await categories.delete(category.id);
    expect(mocks.data.categories.all()).toEqual([]);
  } finally {
    mocked.close();
  }
});
