/** Options for TanStack Query, with its real client against a real service. */
import {
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  type QueryKey,
  QueryObserver,
} from '@tanstack/query-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emitSdk } from '../../generator/emit/sdk.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { ClientOptions } from '../../templates/sdk/options.js';
import { type AuthServer, adminEmail, password, secret, startAuthServer } from '../support/auth-server.js';
import { importEmitted, irOf } from '../support/emitted.js';
import { answer, scriptedServer } from '../support/scripted-server.js';
import type * as Sdk from './query-client.js';
import { queryConfig } from './query-client.js';

let server: AuthServer;
let cache: QueryClient;
let module: Sdk.Module;
let createClient: (options: ClientOptions) => Sdk.Client;
let client: Sdk.Client;
let queries: Sdk.Queries;
let mutations: Sdk.Mutations;
/** The calls of this test, as `GET /api/posts`. */
let calls: string[];

beforeEach(async () => {
  calls = [];
  const config: ServiceConfig = queryConfig;
  server = await startAuthServer({ config, auth: { rateLimit: false } });
  const files = emitSdk(irOf({ ...config, auth: { secret } }));
  const query = await importEmitted(files, 'sdk/query.js');
  const index = await importEmitted(files, 'sdk/index.js');
  const counted: NonNullable<ClientOptions['fetch']> = (input, init) => {
    const request = new Request(input, init);
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
    return fetch(request);
  };
  ({ createClient } = index as { createClient: typeof createClient });
  client = createClient({ baseUrl: server.url, fetch: counted, retry: false });
  cache = new QueryClient();
  module = query as unknown as Sdk.Module;
  queries = module.createQueries(client);
  mutations = module.createMutations(client, cache);
  await client.auth.login({ email: adminEmail, password });
  calls = [];
});

afterEach(() => {
  cache.clear();
});

/** Fetches queries, and tells which of them a change makes stale. */
async function staleAfter(
  watched: Readonly<Record<string, Sdk.AnyQuery>>,
  change: () => Promise<unknown>,
): Promise<readonly string[]> {
  for (const query of Object.values(watched)) await cache.fetchQuery(query);
  await change();
  return Object.entries(watched)
    .filter(([, { queryKey }]) => cache.getQueryState(queryKey)?.isInvalidated !== false)
    .map(([name]) => name);
}

async function mutate<V, T>(options: Sdk.AnyMutation<V, T>, variables: V): Promise<T> {
  return await new MutationObserver(cache, options).mutate(variables);
}

describe('queries', () => {
  test('read through the client, once for the same key', async () => {
    const author = await client.authors.create({ name: 'Ada' });
    await client.posts.create({ title: 'One', author: author.id });
    const query = queries.posts.find({ depth: 1, select: ['title', 'author.name'] });
    const page = await cache.fetchQuery(query);
    expect(page.docs).toEqual([
      { id: expect.any(String), title: 'One', author: expect.objectContaining({ name: 'Ada' }) },
    ]);
    await cache.ensureQueryData(queries.posts.find({ depth: 1, select: ['title', 'author.name'] }));
    expect(calls.filter((call) => call === 'GET /api/posts')).toHaveLength(1);
  });

  test('of one document, of the first, by ids, by a key, of numbers, globals and the user', async () => {
    const { id } = await client.authors.create({ name: 'Ada' });
    expect(await cache.fetchQuery(queries.authors.findById(id))).toMatchObject({ name: 'Ada' });
    expect(await cache.fetchQuery(queries.authors.findOne())).toMatchObject({ id });
    expect(await cache.fetchQuery(queries.authors.findByIds([id]))).toHaveLength(1);
    expect(await cache.fetchQuery(queries.authors.findByKey({ name: 'Ada' }))).toMatchObject({ id });
    expect(await cache.fetchQuery(queries.authors.findByKey({ name: 'Bob' }))).toBeNull();
    expect(await cache.fetchQuery(queries.authors.count())).toBe(1);
    expect(await cache.fetchQuery(queries.globals.siteSettings.get())).toMatchObject({ title: null });
    expect(await cache.fetchQuery(queries.auth.me())).toMatchObject({ user: { email: adminEmail } });
  });

  test('fail with the error of the client, at the first try', async () => {
    const observer = new QueryObserver(cache, queries.posts.findById('none'));
    const result = await observer.refetch();
    expect(result.error?.code).toBe('NOT_FOUND');
    expect(calls).toEqual(['GET /api/posts/none']);
  });

  test('are aborted with their signal', async () => {
    const query = queries.posts.find();
    const running = cache.fetchQuery(query).catch((error: unknown) => error);
    await cache.cancelQueries(query);
    await running;
    expect(cache.getQueryState(query.queryKey)?.status).toBe('pending');
  });

  test('read a list by cursor until its end', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await client.authors.create({ name });
    const observer = new InfiniteQueryObserver(cache, queries.authors.infinite({ limit: 2, sort: 'name' }));
    await observer.refetch();
    while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage();
    const { data } = observer.getCurrentResult();
    expect(data?.pages.map(({ docs }) => docs.map(({ name }) => name))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e'],
    ]);
  });
});

describe('a mutation makes stale', () => {
  let author: string;
  let post: string;

  beforeEach(async () => {
    author = (await client.authors.create({ name: 'Ada' })).id;
    post = (await client.posts.create({ title: 'One', author })).id;
    await client.comments.create({ text: 'Yes', post });
  });

  const all = (): Readonly<Record<string, Sdk.AnyQuery>> => ({
    authors: queries.authors.find(),
    posts: queries.posts.find(),
    'posts with authors': queries.posts.find({ depth: 1 }),
    'posts by the name of authors': queries.posts.find({ where: { OR: [{ 'author.name': 'Ada' }] } }),
    comments: queries.comments.find(),
    'comments with posts': queries.comments.findOne({ depth: 1 }),
    'comments with posts with authors': queries.comments.find({ depth: 2 }),
    'comments by the name of authors': queries.comments.count({ where: { 'post.author.name': 'Ada' } }),
    'authors with posts': queries.authors.findById(author, { depth: 1 }),
    settings: queries.globals.siteSettings.get(),
    'settings with posts with authors': queries.globals.siteSettings.get({ depth: 2 }),
    me: queries.auth.me(),
  });

  test('of an author: lists of authors, and what is populated or filtered by them', async () => {
    const change = () => mutate(mutations.authors.update(), { id: author, data: { name: 'Ada L.' } });
    expect(await staleAfter(all(), change)).toEqual([
      'authors',
      'posts with authors',
      'posts by the name of authors',
      'comments with posts with authors',
      'comments by the name of authors',
      'authors with posts',
      'settings with posts with authors',
    ]);
  });

  test('of a comment: comments alone', async () => {
    const change = () => mutate(mutations.comments.create(), { text: 'No', post });
    const stale = await staleAfter(all(), change);
    expect(stale).toEqual(expect.arrayContaining(['comments', 'comments with posts']));
    expect(stale.filter((name) => !name.startsWith('comments'))).toEqual([]);
  });

  test('that deletes a post: the comments that are deleted with it', async () => {
    const change = () => mutate(mutations.posts.delete(), { id: post });
    const stale = await staleAfter(all(), change);
    expect(stale).toEqual(expect.arrayContaining(['posts', 'comments', 'authors with posts', 'settings']));
    expect(stale).not.toContain('authors');
    expect(await client.comments.count()).toBe(0);
  });

  test('of a global: that global', async () => {
    const change = () => mutate(mutations.globals.siteSettings.update(), { data: { title: 'New' } });
    expect(await staleAfter(all(), change)).toEqual(['settings', 'settings with posts with authors']);
  });

  test('that fails: the same, since a call without a response may have been done', async () => {
    const change = () =>
      mutate(mutations.comments.update(), { id: 'none', data: { text: 'x' } }).catch(() => undefined);
    expect(await staleAfter(all(), change)).toContain('comments');
  });
});

test('a refused login keeps the results of the user', async () => {
  const query = queries.auth.me();
  const me = await cache.fetchQuery(query);
  const login = mutate(mutations.auth.login(), {
    email: adminEmail,
    password: 'not the one',
  });
  await expect(login).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect(cache.getQueryData(query.queryKey as QueryKey)).toEqual(me);
});

test('logging out drops the results of the user', async () => {
  const query = queries.auth.me();
  await cache.fetchQuery(query);
  await mutate<void, object>(mutations.auth.logout(), undefined);
  expect(cache.getQueryData(query.queryKey as QueryKey)).toBeUndefined();
  expect(await cache.fetchQuery(query)).toEqual({ user: null });
});

test('the variables of writes to many documents become a query, a body and options', async () => {
  const { url, received } = await scriptedServer((_request, response) => answer(response, 200, {}));
  const writes = module.createMutations(createClient({ baseUrl: url }), cache);
  const where = { text: 'Yes' };
  await mutate(writes.comments.updateMany({ expect: 2 }), { where, data: { text: 'No' } });
  await mutate(writes.comments.deleteMany({ dryRun: true }), { where });
  await mutate(writes.comments.bulk({ atomic: false }), [{ op: 'delete', id: 'c1' }]);
  await mutate(writes.comments.updateMany(), { where, data: { text: 'No' }, idempotencyKey: 'one' });
  await mutate(writes.comments.deleteMany({ idempotencyKey: 'all' }), { where, idempotencyKey: 'two' });
  await mutate(writes.comments.deleteMany({ idempotencyKey: 'all' }), { where });
  const remove = writes.comments.bulk({ idempotencyKey: ([one]) => `${one?.op}-all` });
  await mutate(remove, [{ op: 'delete', id: 'c1' }]);
  expect(received.slice(3).map(({ headers }) => headers['idempotency-key'])).toEqual([
    ...['one', 'two', 'all', 'delete-all'],
  ]);
  expect(
    received.slice(0, 3).map(({ method, url, body }) => [method, decodeURIComponent(`${url}`), body]),
  ).toEqual([
    ['PATCH', '/api/comments?where={"text":"Yes"}&expect=2', '{"text":"No"}'],
    ['DELETE', '/api/comments?where={"text":"Yes"}&dryRun=true', ''],
    ['POST', '/api/comments/bulk', '{"operations":[{"op":"delete","id":"c1"}],"atomic":false}'],
  ]);
});

test('a key is made for each call, and holds for its retries and for later calls', async () => {
  let lost = 0;
  const breaking: NonNullable<ClientOptions['fetch']> = async (input, init) => {
    const response = await fetch(new Request(input, init));
    lost -= 1;
    if (lost >= 0) throw new TypeError('fetch failed');
    return response;
  };
  const own = createClient({ baseUrl: server.url, fetch: breaking });
  await own.auth.login({ email: adminEmail, password });
  const create = module.createMutations(own, cache).comments.create({ idempotencyKey: ({ text }) => text });
  const author = (await client.authors.create({ name: 'Ada' })).id;
  const post = (await client.posts.create({ title: 'One', author })).id;
  lost = 1;
  const first = await mutate(create, { text: 'a', post });
  const second = await mutate(create, { text: 'b', post });
  const again = await mutate(create, { text: 'a', post });
  expect(second.id).not.toBe(first.id);
  expect(again.id).toBe(first.id);
  expect(await client.comments.count()).toBe(2);
});
