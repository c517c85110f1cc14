/** What `sdk/mocks` finds by `search`: what the service would find. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../fixtures/content-tools/expected/sdk/index.js';
import { createMocks } from '../../fixtures/content-tools/expected/sdk/mocks.js';
import { HttpResponse, http, setupServer } from './msw.js';

const baseUrl = 'http://content.test';
const mocks = createMocks({ baseUrl, http, HttpResponse });
const server = setupServer(...mocks.handlers);
const client = createClient({ baseUrl, retry: false });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());
beforeEach(() => {
  mocks.reset();
  for (const post of [
    { title: 'The red fox', body: 'a fox in a wood', tags: ['animal'] },
    { title: 'A red house', body: 'with foxes on its roof' },
    { title: 'Straße', body: 'nothing red' },
  ])
    mocks.data.posts.add(post);
  mocks.data.products.add({ name: 'Red paint', sku: 'p1' });
});

test.each([
  ['red fox', ['The red fox', 'A red house']],
  ['"red fox"', ['The red fox']],
  ['red -fox', ['A red house', 'Straße']],
  ['fo*', ['The red fox', 'A red house']],
  ['strasse', ['Straße']],
  ['animal', ['The red fox']],
  ['absent', []],
])('%s', async (search, titles) => {
  const { docs, totalDocs } = await client.posts.find({ search });
  expect(docs.map(({ title }) => title)).toEqual(titles);
  expect(totalDocs).toBe(titles.length);
  expect(await client.posts.count({ search })).toBe(titles.length);
});

test('highlights, numbers and several collections', async () => {
  const { docs } = await client.posts.find({ search: 'red fox', highlight: true, limit: 1 });
  expect(docs[0]?._highlights).toEqual({
    title: [
      {
        text: 'The red fox',
        marks: [
          [4, 7],
          [8, 11],
        ],
      },
    ],
    body: [{ text: 'a fox in a wood', marks: [[2, 5]] }],
  });
  const { groups } = await client.posts.aggregate({ search: 'red', metrics: { n: 'count' } });
  expect(groups).toEqual([{ key: {}, n: 3 }]);
  const { hits } = await client.svc.search('red', { limit: 3 });
  expect(hits.map(({ collection, score }) => [collection, score])).toEqual([
    ['posts', 8],
    ['posts', 8],
    ['posts', 2],
  ]);
  expect((await client.svc.search('red', { collections: ['products'] })).hits).toMatchObject([
    { collection: 'products', document: { name: 'Red paint' }, score: 2 },
  ]);
});

test('a text without words is refused', async () => {
  await expect(client.posts.find({ search: '-red' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
});
