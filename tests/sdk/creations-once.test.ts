/** A creation whose response is lost makes one document, through the emitted client and a real server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type SvcClient } from '../../fixtures/drafts/expected/sdk/index.js';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';

let server: GeneratedServer;
let client: SvcClient;
/** Number of the next responses that are lost. */
let lost = 0;
beforeAll(async () => {
  server = await generatedServer('drafts');
  const fetch = server.check.fetch((request) => server.app.fetch(request));
  client = createClient({
    baseUrl: 'http://localhost',
    fetch: async (request) => {
      const response = await fetch(request);
      lost -= 1;
      if (lost >= 0) throw new TypeError('fetch failed');
      return response;
    },
  });
});
afterAll(() => server.close());

async function countOf(name: string): Promise<number> {
  return client.authors.count({ where: { name } });
}

test('a retried creation makes one document', async () => {
  lost = 2;
  const { id, name } = await client.authors.create({ name: 'Ada' }, { idempotencyKey: 'ada' });
  expect([name, await countOf('Ada')]).toEqual(['Ada', 1]);
  expect(await client.authors.findById(id)).toMatchObject({ name: 'Ada' });
});

test('a key of your own holds beyond a call', async () => {
  lost = 9;
  const { error } = await client.safe.authors.create({ name: 'Bob' }, { idempotencyKey: 'bob' });
  expect(error?.code).toBe('NETWORK');
  lost = 0;
  const bob = await client.authors.create({ name: 'Bob' }, { idempotencyKey: 'bob' });
  expect(await client.authors.create({ name: 'Bob' }, { idempotencyKey: 'bob' })).toEqual(bob);
  expect(await countOf('Bob')).toBe(1);
  const other = await client.safe.authors.create({ name: 'Eve' }, { idempotencyKey: 'bob' });
  expect([other.error?.code, other.error?.details?.[0]?.path]).toEqual(['CONFLICT', 'Idempotency-Key']);
});

test('two calls with the same data make two documents', async () => {
  await Promise.all([client.authors.create({ name: 'Twin' }), client.authors.create({ name: 'Twin' })]);
  expect(await countOf('Twin')).toBe(2);
});

test('a refused creation is not kept', async () => {
  const nameless = {} as { name: string };
  const first = await client.safe.authors.create(nameless, { idempotencyKey: 'again' });
  expect(first.error?.code).toBe('BAD_USER_INPUT');
  expect(await client.authors.create({ name: 'Now' }, { idempotencyKey: 'again' })).toMatchObject({
    name: 'Now',
  });
});

test('a retried bulk call with a key is done once', async () => {
  const operations = [{ op: 'create', data: { name: 'Many' } }] as const;
  lost = 2;
  const { succeeded, results } = await client.authors.bulk(operations, { idempotencyKey: 'many' });
  expect([succeeded, await countOf('Many')]).toEqual([1, 1]);
  expect(await client.authors.bulk(operations, { idempotencyKey: 'many' })).toMatchObject({ results });
  lost = 1;
  const { error } = await client.safe.authors.bulk(operations);
  expect(error?.code).toBe('NETWORK');
  lost = 0;
});
