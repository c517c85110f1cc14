/** Drafts through the emitted client; each response is checked against the OpenAPI document. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient, type SvcClient } from '../../fixtures/drafts/expected/sdk/index.js';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';

let server: GeneratedServer;
let client: SvcClient;
let author: string;
beforeAll(async () => {
  server = await generatedServer('drafts');
  const fetch = server.check.fetch((request) => server.app.fetch(request));
  client = createClient({ baseUrl: 'http://localhost', fetch: (request) => fetch(request), retry: false });
  author = (await client.authors.create({ name: 'Ada' })).id;
});
afterAll(() => server.close());

const body = 'Once upon a time';
let article: { readonly id: string; readonly _revision: number };
beforeEach(async () => {
  article = await client.articles.create({ title: 'Old', body, author });
});

describe('a draft', () => {
  test('is created of next to nothing, read by who asks for drafts, and published when it is whole', async () => {
    const draft = await client.articles.create({ title: 'Half' }, { draft: true });
    expect(draft).toMatchObject({ title: 'Half', body: null, author: null, _status: 'draft' });
    expect((await client.safe.articles.findById(draft.id)).error?.code).toBe('NOT_FOUND');
    expect(await client.articles.findById(draft.id, { draft: true, select: ['body'] })).toEqual({
      id: draft.id,
      body: null,
    });
    const { error } = await client.safe.articles.publish(draft.id);
    expect(error?.code).toBe('BAD_USER_INPUT');
    expect(error?.details?.map(({ path }) => path).sort()).toEqual(['author', 'body']);
    await client.articles.update(draft.id, { body, author }, { draft: true, ifMatch: draft._revision });
    expect(await client.articles.publish(draft.id)).toMatchObject({ title: 'Half', _status: 'published' });
  });

  test('stays out of lists, counts and iterations that do not ask for it', async () => {
    await client.articles.update(article.id, { title: 'Pending' }, { draft: true });
    const where = { title: 'Pending' };
    expect((await client.articles.find({ where })).docs).toEqual([]);
    expect(await client.articles.count({ where, draft: true })).toBe(1);
    for await (const { id, title } of client.articles.iterate({ where, draft: true })) {
      expect({ id, title }).toEqual({ id: article.id, title: 'Pending' });
    }
    const discarded = await client.articles.discardDraft(article.id);
    expect(discarded.title).toBe('Old');
    expect(await client.articles.count({ where, draft: true })).toBe(0);
  });

  test('of a rule that only publication has is refused then', async () => {
    await client.articles.update(article.id, { title: 'LOUD NEWS' }, { draft: true });
    const { error } = await client.safe.articles.publish(article.id);
    expect(error).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
    expect((await client.articles.findById(article.id)).title).toBe('Old');
  });
});

describe('mutate', () => {
  test('goes on from what is published while a draft is pending, and leaves the draft', async () => {
    await client.articles.update(article.id, { title: 'Pending' }, { draft: true });
    await client.articles.mutate(article.id, ({ body }) => ({ body: `${body}.` }));
    expect(await client.articles.findById(article.id)).toMatchObject({ title: 'Old', body: `${body}.` });
    expect(await client.articles.findById(article.id, { draft: true })).toMatchObject({
      title: 'Pending',
      body: `${body}.`,
    });
  });

  test('goes on from the draft where it is told to', async () => {
    await client.articles.update(article.id, { title: 'Pending' }, { draft: true });
    await client.articles.mutate(article.id, ({ title }) => ({ title: `${title}!` }), { draft: true });
    expect((await client.articles.findById(article.id)).title).toBe('Old');
    expect((await client.articles.findById(article.id, { draft: true })).title).toBe('Pending!');
  });

  test('loses no change among savers of drafts and publishers', async () => {
    await client.articles.update(article.id, { number: 0 });
    const add = ({ number }: { readonly number: number | null }) => ({ number: (number ?? 0) + 1 });
    await Promise.all([
      ...Array.from({ length: 8 }, () => client.articles.mutate(article.id, add)),
      ...Array.from({ length: 8 }, (_, index) =>
        client.articles.update(article.id, { title: `T${index}` }, { draft: true }),
      ),
    ]);
    expect((await client.articles.findById(article.id)).number).toBe(8);
    expect((await client.articles.findById(article.id, { draft: true })).title).toMatch(/^T\d$/);
    await client.articles.delete(article.id);
  });
});

test('documents are published and taken back, now and later', async () => {
  await client.articles.update(article.id, { title: 'New' }, { draft: true });
  const stale = await client.safe.articles.publish(article.id, {}, { ifMatch: article._revision });
  expect(stale.error).toMatchObject({ code: 'CONFLICT', currentRevision: 2 });
  const planned = await client.articles.publish(article.id, { publishAt: '2999-01-01T00:00:00Z' });
  expect(planned.title).toBe('New');
  expect((await client.articles.findById(article.id)).title).toBe('Old');
  expect((await client.articles.publish(article.id)).title).toBe('New');
  expect(await client.articles.unpublish(article.id)).toMatchObject({ title: 'New', _status: 'draft' });
  expect((await client.safe.articles.findById(article.id)).error?.code).toBe('NOT_FOUND');
  expect((await client.safe.articles.discardDraft(article.id)).error?.code).toBe('CONFLICT');
});

test('versions are listed and restored, with drafts and without', async () => {
  await client.articles.update(article.id, { title: 'New' }, { draft: true });
  const { docs, totalDocs } = await client.articles.versions(article.id, { limit: 5 });
  expect({ totalDocs, titles: docs.map(({ document, status }) => [document.title, status]) }).toEqual({
    totalDocs: 2,
    titles: [
      ['New', 'draft'],
      ['Old', 'published'],
    ],
  });
  const restored = await client.articles.restore(article.id, docs[1]?.id ?? '');
  expect(restored.title).toBe('Old');

  const correction = await client.corrections.create({ article: article.id, text: 'First' });
  await client.corrections.update(correction.id, { text: 'Second' });
  const history = await client.corrections.versions(correction.id);
  await client.corrections.restore(correction.id, history.docs.at(-1)?.id ?? '');
  expect((await client.corrections.findById(correction.id)).text).toBe('First');
});

test('a global has the same', async () => {
  const { frontPage } = client.globals;
  await frontPage.update({ headline: 'Today', lead: article.id });
  await frontPage.update({ headline: null }, { draft: true });
  expect((await frontPage.get({ draft: true })).headline).toBeNull();
  expect((await frontPage.get()).headline).toBe('Today');
  await frontPage.mutate(() => ({ headline: 'Tomorrow' }), { draft: true });
  expect((await frontPage.publish()).headline).toBe('Tomorrow');
  const { docs } = await frontPage.versions();
  await frontPage.restore(docs.at(-1)?.id ?? '');
  expect((await frontPage.discardDraft()).headline).toBe('Tomorrow');
  expect((await frontPage.unpublish())._status).toBe('draft');
});
