/**
 * Every response that the document declares is caused by some request, and every response given is declared.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { operationsOf } from '../support/openapi-operations.js';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';

interface Created {
  readonly id: string;
  readonly [field: string]: unknown;
}

let server: GeneratedServer;
beforeAll(async () => {
  // Without authentication: auth.test.ts tests the responses of access control.
  const config = readFileSync(join(packageRoot, 'fixtures/blog/svc.config.ts'), 'utf8');
  server = await generatedServer({ config: config.replace(/^ {2}auth: .*$/m, '') });
});
afterAll(() => server.close());

async function create(path: string, body: object): Promise<Created> {
  const response = await server.send('POST', path, body);
  expect(response.status).toBe(201);
  return (await response.json()) as Created;
}

async function status(path: string, init?: RequestInit): Promise<number> {
  return (await server.fetch(path, init)).status;
}

test('documents in all their forms are as the document says', async () => {
  const author = await create('/api/authors', {
    name: 'Ada',
    email: 'ada@example.com',
    website: 'https://exämple.org/ü',
  });
  const tags = [
    await create('/api/tags', { name: 'sea' }),
    await create('/api/tags', { name: 'sky', color: '#00aaff' }),
  ];
  const post = await create('/api/posts', {
    title: 'By the sea',
    author: author.id,
    tags: tags.map(({ id }) => id),
    seo: { title: 'Sea' },
    body: { type: 'doc' },
  });
  await create('/api/comments', { post: post.id, name: 'Bob', text: 'Fine.' });

  const reads = [
    '',
    'depth=1',
    'depth=2',
    'depth=3',
    'select=title',
    'select=seo.title,author&depth=0',
    'draft=false',
    'draft=true',
  ];
  const deepReads = [
    'select=author.name,tags.name,comments.text&depth=2',
    'select=comments&depth=1',
    'select=seo,_revision&depth=10',
  ];
  for (const query of [...reads, ...deepReads]) {
    for (const path of [
      `/api/posts?${query}`,
      `/api/posts/${post.id}?${query}`,
      `/api/posts?${query}&cursor=`,
    ]) {
      expect({ path, status: await status(path) }).toEqual({ path, status: 200 });
    }
  }
  await server.send('PATCH', '/api/globals/site-settings', { pinned: post.id });
  for (const query of [
    '',
    'depth=1',
    'depth=2',
    'select=pinned',
    'select=pinned.title&depth=1',
    'select=navigation.label',
  ]) {
    const path = `/api/globals/site-settings?${query}`;
    expect({ path, status: await status(path) }).toEqual({ path, status: 200 });
  }
});

test('every declared answer that a client can cause is given', async () => {
  for (const { method, path, operation } of operationsOf(server.openapi)) {
    for (const declared of Object.keys(operation.responses ?? {})) {
      if (isBeyondClients(`${method} ${path} ${declared}`)) continue;
      await cause(method, path, declared);
    }
  }
  const declared = operationsOf(server.openapi).flatMap(({ method, path, operation }) =>
    Object.keys(operation.responses ?? {}).map((code) => `${method} ${path} ${code}`),
  );
  const missing = declared.filter((answer) => !isBeyondClients(answer) && !server.check.seen.has(answer));
  expect(missing).toEqual([]);
});

/**
 * Responses that no client can cause: errors of a failing machine, and a 207 where only a hook could make
 * documents differ. Only authors are referenced by other documents, and only authors and tags have unique
 * values.
 */
function isBeyondClients(answer: string): boolean {
  return (
    / 50[03]$/.test(answer) ||
    / .*\/(duplicate|upsert) 409$/.test(answer) ||
    /^(DELETE \/api\/(?!authors)|PATCH \/api\/(?!authors|tags))\w+ 207$/.test(answer)
  );
}

let count = 0;

/** Creates a document in the collection that a path belongs to. */
async function someDocument(path: string): Promise<Created> {
  count += 1;
  const [collection = ''] = /^\/api\/[a-z]+/.exec(path) ?? [];
  switch (collection) {
    case '/api/authors':
      return create(collection, { name: 'Ada', email: `ada${count}@example.com` });
    case '/api/tags':
      return create(collection, { name: `tag ${count}` });
    case '/api/posts':
      return create(collection, { title: 'Sea', author: (await someDocument('/api/authors')).id });
    default:
      return create(collection, { post: (await someDocument('/api/posts')).id, name: 'Bob', text: 'Fine.' });
  }
}

/** Sends a request that gets a response with the given status. */
async function cause(method: string, path: string, code: string): Promise<unknown> {
  if (path.endsWith('/bulk')) return causeOfBulk(path, code);
  if (path.endsWith('/upsert')) return causeOfUpsert(path, code);
  if (path.endsWith('/duplicate')) return causeOfCopy(path, code);
  if (/^\/api\/\w+$/.test(path) && (method === 'PATCH' || method === 'DELETE')) {
    return causeByFilter(method, path, code);
  }
  const isGlobal = path.startsWith('/api/globals/');
  const hasId = path.includes('{id}');
  // Routes of the dashboard have the collection or global in a segment of their path.
  const collection = path.includes('{slug}') ? '/api/posts' : path;
  const document = hasId && code !== '404' ? await someDocument(collection) : null;
  const isOfMany = path === '/api/admin/references/{slug}';
  const slug = hasId ? 'posts' : code === '404' ? 'nothing' : isOfMany ? 'posts' : 'site-settings';
  const url = path
    .replace('{slug}', slug)
    .replace('{id}', document?.id ?? '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10');
  const isWrite = method === 'POST' || method === 'PATCH';
  switch (code) {
    case '200':
      if (method === 'PATCH') return server.send(method, url, isGlobal ? { tagline: 'x' } : {});
      // A draft can be discarded only if a version is published.
      if (url.endsWith('/site-settings/draft'))
        await server.send('PATCH', url.slice(0, -6), { tagline: 'x' });
      if (isOfMany) return server.send(method, url, { ids: [(await someDocument('/api/posts')).id] });
      if (url.startsWith('/api/admin/presence/')) return server.send(method, url, { state: 'reading' });
      if (url.endsWith('/aggregate')) return server.send(method, url, { metrics: { n: 'count' } });
      return isWrite ? server.send(method, url, {}) : server.fetch(url, { method });
    case '201':
      return someDocument(path);
    case '304': {
      const { headers } = await server.fetch(url);
      return server.fetch(url, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    }
    case '400':
      return server.fetch(`${url}?unknown=1`, { method });
    case '401':
      return server.fetch(url, { headers: { 'x-svc-preview': 'ended' } });
    case '404':
      return isWrite ? server.send(method, url, {}) : server.fetch(url, { method });
    case '409':
      return hasId || isGlobal ? conflict(method, url, isGlobal) : taken(path);
    case '413':
      return server.send(method, url, { name: 'x'.repeat(1_100_000) });
    case '415':
      return server.fetch(url, { method, body: 'a=b', headers: { 'content-type': 'text/plain' } });
    default:
      throw new Error(`Nothing here causes ${code} of ${method} ${path}.`);
  }
}

/** A body that no route reads. */
function sendText(path: string): Promise<Response> {
  return server.fetch(path, { method: 'POST', body: 'a=b', headers: { 'content-type': 'text/plain' } });
}

/** Like `cause`, for a document by a unique key. */
async function causeOfUpsert(path: string, code: string): Promise<unknown> {
  if (code === '415') return sendText(path);
  if (code === '413') return server.send('POST', path, { data: 'x'.repeat(1_100_000) });
  if (code === '400') return server.send('POST', path, {});
  const {
    id: _id,
    createdAt: _at,
    updatedAt: _then,
    _status,
    _revision,
    ...values
  } = await someDocument(path);
  const name = ['email', 'slug', 'name'].find((one) => typeof values[one] === 'string') ?? 'name';
  const { [name]: value, ...data } = values;
  const key = { [name]: code === '201' ? `new-${value}` : value };
  return server.send('POST', path, { key, data });
}

/** Like `cause`, for a copy of a document. */
async function causeOfCopy(path: string, code: string): Promise<unknown> {
  const missing = '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10';
  const { id } = code === '404' ? { id: missing } : await someDocument(path);
  const url = path.replace('{id}', id);
  count += 1;
  const own = path.startsWith('/api/authors')
    ? { email: `copy${count}@example.com` }
    : path.startsWith('/api/tags')
      ? { name: `copy ${count}` }
      : {};
  switch (code) {
    case '415':
      return sendText(url);
    case '413':
      return server.send('POST', url, { name: 'x'.repeat(1_100_000) });
    case '400':
      return server.send('POST', url, { unknown: 1 });
    default:
      return server.send('POST', url, own);
  }
}

/** Like `cause`, for a list of operations. */
async function causeOfBulk(path: string, code: string): Promise<unknown> {
  const isOfService = path === '/api/svc/bulk';
  const place = isOfService ? '/api/authors' : path;
  const { id } = await someDocument(place);
  const of = isOfService ? { collection: 'authors' } : {};
  const gone = { op: 'delete', id: '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10', ...of };
  const update = { op: 'update', id, data: {}, ...of };
  switch (code) {
    case '200':
      return server.send('POST', path, { operations: [update] });
    case '207':
      return server.send('POST', path, { operations: [update, gone], atomic: false });
    case '404':
      return server.send('POST', path, { operations: [update, gone] });
    case '409':
      return server.send('POST', path, { operations: [{ ...update, ifMatch: 999 }] });
    case '415':
      return server.fetch(path, { method: 'POST', body: 'a=b', headers: { 'content-type': 'text/plain' } });
    default:
      return server.send('POST', path, code === '413' ? { operations: ['x'.repeat(8_500_000)] } : {});
  }
}

/** Like `cause`, for all documents that match a filter. */
async function causeByFilter(method: string, path: string, code: string): Promise<unknown> {
  const { id } = await someDocument(path);
  const filtered = (more: string): string =>
    `${path}?where=${encodeURIComponent(JSON.stringify({ id }))}${more}`;
  const send = (url: string, body: object): Promise<Response> =>
    method === 'PATCH' ? server.send(method, url, body) : server.fetch(url, { method });
  switch (code) {
    case '200':
      return send(filtered(''), {});
    case '207':
      return method === 'PATCH'
        ? send(`${path}?where=${await anyTwo(path)}&atomic=false`, sameForTwo(path))
        : send(`${path}?where=${await authorOfPost()}&atomic=false`, {});
    case '409':
      return send(filtered('&expect=999'), {});
    case '413':
      return send(filtered(''), { name: 'x'.repeat(1_100_000) });
    case '415':
      return server.fetch(filtered(''), { method, body: 'a=b', headers: { 'content-type': 'text/plain' } });
    default:
      return send(path, {});
  }
}

/** A filter that matches two documents. */
async function anyTwo(path: string): Promise<string> {
  const ids = [(await someDocument(path)).id, (await someDocument(path)).id];
  return encodeURIComponent(JSON.stringify({ id: { in: ids } }));
}

/** A change that one document accepts and a second one does not. */
function sameForTwo(path: string): object {
  return path === '/api/authors' ? { email: 'taken@example.com' } : { name: 'taken' };
}

/** A filter that matches a document that must not be deleted. */
async function authorOfPost(): Promise<string> {
  const { author } = await someDocument('/api/posts');
  return encodeURIComponent(JSON.stringify({ id: author }));
}

/** A creation with the unique values of another document, or with an `Idempotency-Key` of another request. */
async function taken(path: string): Promise<unknown> {
  const { createdAt, updatedAt, id, _status, _revision, ...values } = await someDocument(path);
  const key = { 'idempotency-key': `of ${path}`.replaceAll(' ', '-') };
  await server.send('POST', path, values, key);
  return server.send('POST', path, { ...values, other: 1 }, key);
}

/** A write to a document that was modified. */
async function conflict(method: string, url: string, isGlobal: boolean): Promise<unknown> {
  const headers = { 'if-match': '"999"' };
  if (method === 'DELETE') return server.fetch(url, { method, headers });
  return server.send(method, url, isGlobal && method === 'PATCH' ? { tagline: 'y' } : {}, headers);
}

test('what belongs to no operation is as the document says', async () => {
  expect(await status('/api/nothing')).toBe(404);
  expect(await status('/api/posts/', { method: 'GET' })).toBe(404);
  expect(await status('/api/%E0%A4%A')).toBe(400);
  expect(await status('/api/posts/query', { method: 'DELETE' })).toBe(405);
  expect(await status('/health/live', { method: 'PUT' })).toBe(405);
  expect(await status('/api/posts', { method: 'OPTIONS' })).toBe(204);
  expect(await status('/api/posts', { method: 'HEAD' })).toBe(200);
  expect(await status('/api/docs', { method: 'HEAD' })).toBe(200);
});

test('a compressed answer is as the document says', async () => {
  const response = await server.fetch('/api/openapi.json', { headers: { 'accept-encoding': 'br' } });
  expect(response.headers.get('content-encoding')).toBe('br');
});
