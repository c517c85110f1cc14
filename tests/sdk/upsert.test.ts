/** Upserts, alone and in transactions, and changes that may fail in part, through the emitted client. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, isSvcError, type SvcClient } from '../../fixtures/content-tools/expected/sdk/index.js';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';

let server: GeneratedServer;
let client: SvcClient;
beforeAll(async () => {
  server = await generatedServer('content-tools');
  client = createClient({
    ...{ baseUrl: 'http://localhost', retry: false },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { method, headers } = request;
      const body = method === 'GET' || request.body === null ? null : await request.text();
      return server.fetch(request.url, { method, headers, body });
    },
  });
});
afterAll(() => server.close());

test('an upsert creates with the values for a new document, then changes', async () => {
  const made = await client.products.upsert({ sku: 'u-1' }, { stock: 5 }, { create: { name: 'Lamp' } });
  expect(made).toMatchObject({ sku: 'u-1', stock: 5, name: 'Lamp', _revision: 1 });
  const changed = await client.products.upsert({ sku: 'u-1' }, { stock: 6 }, { create: { name: 'Desk' } });
  expect(changed).toMatchObject({ id: made.id, stock: 6, name: 'Lamp', _revision: 2 });
  const { error } = await client.safe.products.upsert({ sku: 'u-2' }, { stock: 1 });
  expect(error).toMatchObject({ code: 'BAD_USER_INPUT', details: [{ path: 'name' }] });
});

test('a transaction takes upserts, and refers to what they write', async () => {
  const { results } = await client.svc.bulk((tx) => {
    const product = tx.products.upsert({ sku: 't-1' }, { stock: 1 }, { create: { name: 'Cup' } });
    tx.posts.create({ title: 'About a cup', products: [product.id] });
  });
  const [product, post] = results;
  expect(product?.status).toBe(201);
  expect((await client.posts.findById(post?.id ?? '')).products).toEqual([product?.id]);
});

test('updateMany throws where some were not written, unless it may be partial', async () => {
  for (const sku of ['p-1', 'p-2']) await client.products.create({ name: 'Twin', sku });
  const where = { name: { equals: 'Twin' } };
  const change = { sku: 'same' };
  const error: unknown = await client.products.updateMany({ where }, change, { atomic: false }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(isSvcError(error)).toBe(true);
  expect(error).toMatchObject({ code: 'CONFLICT', result: { changed: 1, failed: 1 } });
  const partial = await client.products.updateMany({ where }, change, { atomic: false, partial: true });
  expect(partial).toMatchObject({ unchanged: 1, failed: 1 });
});
