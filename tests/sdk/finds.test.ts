/** Reads of one or some documents, schedules and the creation of many through the emitted client. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createClient, type SvcClient } from '../../fixtures/drafts/expected/sdk/index.js';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';

let server: GeneratedServer;
let client: SvcClient;
let sent: string[] = [];
let author: string;
beforeAll(async () => {
  server = await generatedServer('drafts');
  const fetch = server.check.fetch((request) => server.app.fetch(request));
  client = createClient({
    baseUrl: 'http://localhost',
    retry: false,
    fetch: (request) => fetch(request),
    onRequest: ({ method, url }) => {
      sent.push(`${method} ${url.slice('http://localhost'.length)}`);
    },
  });
  author = (await client.authors.create({ name: 'Ada' })).id;
});
afterAll(() => server.close());

async function article(title: string): Promise<string> {
  return (await client.articles.create({ title, body: 'Once', author })).id;
}

describe('findOne', () => {
  test('is the first of a query, or null, and counts nothing', async () => {
    const id = await article('Alone');
    await article('Beta');
    sent = [];
    const found = await client.articles.findOne({ where: { title: 'Alone' }, select: ['title'] });
    expect(found).toEqual({ id, title: 'Alone' });
    expect(sent).toEqual([expect.stringContaining('limit=1&count=none')]);
    expect(
      await client.articles.findOne({ sort: 'title_desc', where: { title: { gte: 'B' } } }),
    ).toMatchObject({
      title: 'Beta',
    });
    expect(await client.articles.findOne({ where: { title: 'None' } })).toBe(null);
    expect(await client.safe.articles.findOne({ where: { title: 'None' } })).toEqual({
      data: null,
      error: null,
    });
  });

  test('reads drafts on request, and says what is wrong with a query', async () => {
    const id = await article('Shown');
    await client.articles.update(id, { title: 'Waits' }, { draft: true });
    expect(await client.articles.findOne({ where: { title: 'Waits' } })).toBe(null);
    const where = { title: 'Waits', _pending: true };
    expect(await client.articles.findOne({ where, draft: true, depth: 1 })).toMatchObject({
      _pending: true,
      author: { name: 'Ada' },
    });
    const { error } = await client.safe.articles.findOne({
      where: { title: undefined as unknown as string },
    });
    expect(error?.code).toBe('BAD_USER_INPUT');
  });
});

describe('findByKey', () => {
  test('finds by a unique field, and is null without a document', async () => {
    const { id, slug } = await client.articles.create({ title: 'By key', body: 'Once', author, number: 77 });
    expect(await client.articles.findByKey({ slug: slug ?? '' })).toMatchObject({ id });
    expect(await client.articles.findByKey({ number: 77 }, { select: ['title'] })).toEqual({
      id,
      title: 'By key',
    });
    expect(await client.articles.findByKey({ number: 78 })).toBe(null);
    await client.articles.update(id, { number: 78 }, { draft: true });
    expect(await client.articles.findByKey({ number: 78 })).toBe(null);
    expect(await client.articles.findByKey({ number: 78 }, { draft: true })).toMatchObject({ id });
  });

  test('without a value it finds nothing, and never the first document', async () => {
    const empty = { slug: undefined } as unknown as { slug: string };
    expect((await client.safe.articles.findByKey(empty)).error?.code).toBe('BAD_USER_INPUT');
    const nothing = {} as unknown as { slug: string };
    expect((await client.safe.articles.findByKey(nothing)).error?.code).toBe('BAD_USER_INPUT');
  });
});

describe('findByIds', () => {
  test('keeps the order of the ids, repeats, and leaves out what is not there', async () => {
    const [one, two] = [await article('One'), await article('Two')];
    const missing = '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10';
    const found = await client.articles.findByIds([two, missing, one, two], { select: ['title'] });
    expect(found).toEqual([
      { id: two, title: 'Two' },
      { id: one, title: 'One' },
      { id: two, title: 'Two' },
    ]);
    sent = [];
    expect(await client.articles.findByIds([])).toEqual([]);
    expect(sent).toEqual([]);
  });

  test('asks for a hundred at a time', async () => {
    const documents = Array.from({ length: 230 }, (_, index) => ({ name: `Author ${index}` }));
    const { results } = await client.authors.createMany(documents);
    const ids = results.map(({ id }) => id ?? '').reverse();
    sent = [];
    const found = await client.authors.findByIds(ids);
    expect(found.map(({ name }) => name)).toEqual(documents.map(({ name }) => name).reverse());
    expect(sent).toHaveLength(3);
  });
});

test('a schedule is read and cancelled', async () => {
  const { id } = await client.articles.create({ title: 'Soon' }, { draft: true });
  const none = { publishAt: null, unpublishAt: null, error: null };
  expect(await client.articles.schedule(id)).toEqual(none);
  const publishAt = '2090-01-01T08:00:00.000Z';
  await client.articles.publish(id, { publishAt });
  expect(await client.articles.schedule(id)).toEqual({ ...none, publishAt });
  expect(await client.articles.cancelSchedule(id)).toEqual(none);
  expect((await client.safe.articles.schedule('nothing')).error?.code).toBe('NOT_FOUND');
  expect(await client.globals.frontPage.schedule()).toEqual(none);
  expect(await client.globals.frontPage.cancelSchedule()).toEqual(none);
});

describe('createMany', () => {
  test('creates each by itself, in calls of a thousand, with a row for each', async () => {
    const documents = Array.from({ length: 1203 }, (_, index) => ({
      name: index % 500 === 7 ? '' : `N${index}`,
    }));
    sent = [];
    const { succeeded, failed, results } = await client.authors.createMany(
      documents.map(({ name }) => ({ name: name === '' ? (null as unknown as string) : name })),
    );
    expect([succeeded, failed, results.length]).toEqual([1200, 3, 1203]);
    expect(sent).toEqual(Array(2).fill('POST /api/authors/bulk'));
    expect(results.map(({ index }) => index)).toEqual(documents.map((_, index) => index));
    expect(results.filter(({ code }) => code).map(({ index, status }) => [index, status])).toEqual([
      [7, 400],
      [507, 400],
      [1007, 400],
    ]);
  });

  test('sends less at a time where the server takes no more bytes', async () => {
    const body = 'x'.repeat(2_000_000);
    const documents = ['A', 'B', 'C', 'D', 'E'].map((title) => ({ title, body, author }));
    const { succeeded, results } = await client.articles.createMany(documents);
    expect([succeeded, results.map(({ index }) => index)]).toEqual([5, [0, 1, 2, 3, 4]]);
    const tooLarge = { title: 'F', body: 'x'.repeat(9_000_000), author };
    expect((await client.safe.articles.createMany([tooLarge])).error?.code).toBe('PAYLOAD_TOO_LARGE');
  });

  test('tells what was created before a connection breaks', async () => {
    let bulks = 0;
    const breaking = createServer((request, response) => {
      if (request.url?.endsWith('/bulk')) bulks += 1;
      if (bulks === 2) request.socket.destroy();
      else server.app(request, response);
    });
    await new Promise<void>((resolve) => breaking.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void breaking.close());
    const { port } = breaking.address() as AddressInfo;
    const remote = createClient({ baseUrl: `http://127.0.0.1:${port}`, retry: false });
    const documents = Array.from({ length: 1003 }, (_, index) => ({
      name: index === 7 ? (null as unknown as string) : `Broken ${index}`,
    }));
    const { error } = await remote.safe.authors.createMany(documents);
    expect(error?.code).toBe('NETWORK');
    expect(error?.result).toMatchObject({ matched: 1000, succeeded: 999, failed: 1 });
    const rows = error?.result?.results ?? [];
    expect([rows.length, rows[7]?.code, rows[8]?.id?.length]).toEqual([1000, 'BAD_USER_INPUT', 36]);
    // The rest can be sent again.
    const { succeeded } = await remote.authors.createMany(documents.slice(rows.length));
    expect(succeeded).toBe(3);
    expect(await client.authors.count({ where: { name: { contains: 'Broken ' } } })).toBe(1002);
  });

  test('tells what was created before a call is refused', async () => {
    const documents = [
      { title: 'G', body: 'x'.repeat(6_000_000), author },
      { title: 'H', body: 'x'.repeat(9_000_000), author },
    ];
    const { error } = await client.safe.articles.createMany(documents);
    expect(error?.code).toBe('PAYLOAD_TOO_LARGE');
    expect(error?.result).toMatchObject({ succeeded: 1, results: [{ index: 0, status: 201 }] });
    const first = await client.safe.articles.createMany(documents.slice(1));
    expect(first.error?.result).toMatchObject({ succeeded: 0, results: [] });
  });

  test('takes no idempotency key, which would be for all or none', async () => {
    const { error } = await client.safe.authors.createMany([{ name: 'Keyed' }], {
      // @ts-expect-error: `bulk` takes one.
      idempotencyKey: 'key',
    });
    expect([error?.code, error?.details?.[0]?.path]).toEqual(['BAD_USER_INPUT', 'Idempotency-Key']);
  });

  test('creates drafts on request, and nothing of an empty list', async () => {
    const { results } = await client.articles.createMany([{ title: 'Half' }], { draft: true });
    const found = await client.articles.findById(results[0]?.id ?? '', { draft: true });
    expect([found._status, found.title]).toEqual(['draft', 'Half']);
    expect(await client.articles.createMany([])).toEqual({
      dryRun: false,
      matched: 0,
      changed: 0,
      unchanged: 0,
      succeeded: 0,
      failed: 0,
      results: [],
    });
  });
});
