/** Searches, numbers and saved views through the emitted client. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type SvcClient } from '../../fixtures/content-tools/expected/sdk/index.js';
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
  for (const post of [{ title: 'The red fox' }, { title: 'A red house' }, { title: 'Nothing' }])
    await client.posts.create(post);
  await client.products.create({ name: 'Red paint', sku: 'r-1' });
});
afterAll(() => server.close());

test('a search finds words, with highlights on request', async () => {
  const { docs, totalDocs } = await client.posts.find({ search: 'red fo', highlight: true });
  expect([totalDocs, docs[0]?._highlights]).toEqual([
    1,
    {
      title: [
        {
          text: 'The red fox',
          marks: [
            [4, 7],
            [8, 11],
          ],
        },
      ],
    },
  ]);
  expect(await client.posts.count({ search: 'red' })).toBe(2);
  const { error } = await client.safe.posts.find({ search: '-red' });
  expect(error?.code).toBe('BAD_USER_INPUT');
});

test('one search goes over several collections', async () => {
  const { hits } = await client.svc.search('red');
  expect(hits.map(({ collection }) => collection).sort()).toEqual(['posts', 'posts', 'products']);
  const named = await client.svc.search('red', { collections: ['products'], limit: 1 });
  expect(named.hits).toMatchObject([{ collection: 'products', document: { name: 'Red paint' } }]);
});

test('groups and their numbers', async () => {
  const { groups, hasMore } = await client.products.aggregate({
    search: 'paint',
    metrics: { n: 'count', most: { max: 'price' } },
  });
  expect([groups, hasMore]).toEqual([[{ key: {}, n: 1, most: null }], false]);
});

test('views are saved, listed, changed and deleted', async () => {
  const query = { where: { title: { contains: 'red' } }, sort: 'title_asc' };
  const made = await client.svc.createView({ slug: 'posts', name: 'Red', query });
  expect(made).toMatchObject({ name: 'Red', query, isOwn: true, dropped: [] });
  await client.svc.updateView(made.id, { name: 'Redder' });
  const { docs } = await client.svc.views({ slug: 'posts' });
  expect(docs.map(({ name }) => name)).toEqual(['Redder']);
  await client.svc.deleteView(made.id);
  expect((await client.svc.views()).totalDocs).toBe(0);
});
