/**
 * Writes of many documents through the emitted client; each response is checked against the OpenAPI document.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient, type SvcClient } from '../../fixtures/drafts/expected/sdk/index.js';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';

let server: GeneratedServer;
let client: SvcClient;
let author: string;
/** Method and path with query of each request, without the origin. */
const sent: string[] = [];
beforeAll(async () => {
  server = await generatedServer('drafts');
  const fetch = server.check.fetch((request) => {
    const { pathname, search } = new URL(request.url);
    sent.push(`${request.method} ${pathname}${decodeURIComponent(search)}`);
    return server.app.fetch(request);
  });
  client = createClient({ baseUrl: 'http://localhost', fetch: (request) => fetch(request), retry: false });
  author = (await client.authors.create({ name: 'Ada' })).id;
});
afterAll(() => server.close());

const body = 'Once upon a time';
let article: { readonly id: string; readonly _revision: number };
beforeEach(async () => {
  article = await client.articles.create({ title: 'Old', body, author });
  sent.length = 0;
});

describe('bulk', () => {
  test('does operations, and answers a row for each', async () => {
    const result = await client.articles.bulk([
      { op: 'create', data: { title: 'New', body, author } },
      { op: 'create', data: { title: 'Half' }, draft: true },
      { op: 'update', id: article.id, data: { title: 'Changed' }, ifMatch: article._revision },
      { op: 'unpublish', id: article.id },
    ]);
    expect(result).toMatchObject({ dryRun: false, succeeded: 4, failed: 0 });
    expect(result.results.map(({ status }) => status)).toEqual([201, 201, 200, 200]);
    expect(result.results[2]).toEqual({ index: 2, id: article.id, status: 200, revision: 2 });
    expect(sent).toEqual(['POST /api/articles/bulk']);
  });

  test('fails as a whole, or with atomic: false tells which have failed', async () => {
    const operations = [
      { op: 'update', id: article.id, data: { title: 'Changed' } },
      { op: 'delete', id: article.id, ifMatch: 7 },
    ] as const;
    const { error } = await client.safe.articles.bulk(operations);
    expect(error).toMatchObject({ code: 'CONFLICT', details: [{ path: 'operations[1]' }] });
    const { failed, results } = await client.articles.bulk(operations, { atomic: false });
    expect(failed).toBe(1);
    const [row] = results.filter(({ code }) => code !== undefined);
    expect(row?.code === 'CONFLICT' && row.currentRevision).toBe(2);
    const trial = await client.articles.bulk([{ op: 'delete', id: article.id }], { dryRun: true });
    expect(trial.dryRun).toBe(true);
    expect((await client.articles.findById(article.id)).title).toBe('Changed');
  });

  test('takes what fits the collection', () => {
    const check = async (): Promise<void> => {
      // @ts-expect-error: a creation takes no id.
      await client.articles.bulk([{ op: 'create', id: article.id, data: { title: 'New', body, author } }]);
      // @ts-expect-error: required fields may be missing only in a draft.
      await client.articles.bulk([{ op: 'create', data: { title: 'New' } }]);
      // @ts-expect-error: there is no such operation.
      await client.articles.bulk([{ op: 'upsert', id: article.id }]);
      // @ts-expect-error: letters have no drafts.
      await client.letters.bulk([{ op: 'publish', id: article.id }]);
      // @ts-expect-error: only a filter takes an expected number of documents.
      await client.articles.bulk([], { expect: 1 });
      // @ts-expect-error: a filter must be given.
      await client.articles.deleteMany({}, { expect: 1 });
      // @ts-expect-error: there is no such field.
      await client.articles.updateMany({ where: { title: 'Old' } }, { nothing: 1 });
      // @ts-expect-error: letters have no drafts.
      await client.letters.updateMany({ where: { createdAt: null } }, {}, { draft: true });
    };
    expect(check).toBeTypeOf('function');
  });
});

describe('updateMany and deleteMany', () => {
  test('write what find shows', async () => {
    await client.articles.deleteMany({ where: { title: 'Many' }, draft: true });
    for (const number of [101, 102]) await client.articles.create({ title: 'Many', body, author, number });
    const where = { title: 'Many' };
    sent.length = 0;
    const saved = await client.articles.updateMany(
      { where },
      { title: 'Pending' },
      { draft: true, expect: 2 },
    );
    expect(saved.succeeded).toBe(2);
    expect(sent).toEqual(['PATCH /api/articles?where={"title":"Many"}&expect=2&draft=false']);
    expect(await client.articles.count({ where })).toBe(2);
    expect(await client.articles.count({ where, draft: true })).toBe(0);
    expect((await client.safe.articles.deleteMany({ where }, { expect: 3 })).error?.code).toBe('CONFLICT');
    expect((await client.articles.deleteMany({ where }, { dryRun: true, atomic: false })).succeeded).toBe(2);
    expect((await client.articles.deleteMany({ where: { title: 'Pending' }, draft: true })).succeeded).toBe(
      2,
    );
    expect(await client.articles.count({ where, draft: true })).toBe(0);
  });

  test('refuse a filter that says nothing', async () => {
    const where = { title: undefined as unknown as string };
    sent.length = 0;
    expect((await client.safe.articles.deleteMany({ where })).error?.code).toBe('BAD_USER_INPUT');
    expect(sent).toEqual([]);
    expect((await client.safe.articles.deleteMany({ where: {} })).error?.code).toBe('BAD_USER_INPUT');
    expect((await client.articles.findById(article.id)).title).toBe('Old');
  });
});

test('none is sent again after a connection that breaks', async () => {
  let tries = 0;
  const broken = createClient({
    baseUrl: 'http://localhost',
    fetch: async () => {
      tries += 1;
      throw new TypeError('socket hang up');
    },
    retry: 2,
  });
  const where = { title: 'Old' };
  for (const call of [
    broken.safe.articles.bulk([{ op: 'delete', id: article.id }]),
    broken.safe.articles.updateMany({ where }, { title: 'New' }),
    broken.safe.articles.deleteMany({ where }),
  ]) {
    expect((await call).error?.code).toBe('NETWORK');
  }
  expect(tries).toBe(3);
});
