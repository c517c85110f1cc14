/** Transactions, upserts, copies and partial changes through the emitted client. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, isSvcError, type SvcClient } from '../../fixtures/drafts/expected/sdk/index.js';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';

let server: GeneratedServer;
let client: SvcClient;
beforeAll(async () => {
  server = await generatedServer('drafts');
  const fetch = server.check.fetch((request) => server.app.fetch(request));
  client = createClient({ baseUrl: 'http://localhost', fetch: (request) => fetch(request), retry: false });
});
afterAll(() => server.close());

const body = 'Once upon a time';

test('a transaction writes several collections, with ids of what it creates', async () => {
  const done = await client.svc.bulk((tx) => {
    const author = tx.authors.create({ name: 'Ada' });
    tx.articles.create({ title: 'Old', body, author: author.id });
  });
  const [author, article] = done.results;
  expect(await client.articles.findById(article?.id ?? '')).toMatchObject({ author: author?.id });
});

test('a copy is a draft with other values', async () => {
  const author = (await client.authors.create({ name: 'Bob' })).id;
  const { id } = await client.articles.create({ title: 'One', body, author });
  const copy = await client.articles.duplicate(id, { title: 'Two' });
  expect(copy).toMatchObject({ title: 'Two', body, _status: 'draft' });
});

test('a change by a filter throws where some were not written, unless it may be partial', async () => {
  const author = (await client.authors.create({ name: 'Eve' })).id;
  await client.articles.create({ title: 'Eve', body, author });
  const where = { name: 'Eve' };
  const error: unknown = await client.authors.deleteMany({ where }, { atomic: false }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(isSvcError(error)).toBe(true);
  expect(error).toMatchObject({ code: 'CONFLICT', result: { failed: 1 } });
  const partial = await client.authors.deleteMany({ where }, { atomic: false, partial: true });
  expect(partial.failed).toBe(1);
});
