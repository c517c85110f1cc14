import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixtureIr, openApiText } from '../support/openapi-fixture.js';
import { type AnswerChecker, createAnswerChecker } from '../support/openapi-validator.js';

const id = '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10';

const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'X-Request-Id': 'a',
  'X-Svc-Contract': 'b',
  'Cache-Control': 'private, no-cache',
  Vary: 'Accept-Encoding',
  'Content-Security-Policy': "default-src 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const tag = {
  id,
  createdAt: '2026-05-17T09:30:00.000Z',
  updatedAt: '2026-05-17T09:30:00.000Z',
  _status: 'published',
  _revision: 1,
  name: 'sea',
  color: null,
};

/** Of a collection without drafts. */
const comment = {
  id,
  createdAt: '2026-05-17T09:30:00.000Z',
  updatedAt: '2026-05-17T09:30:00.000Z',
  _revision: 1,
  post: id,
  name: 'Ada',
  text: 'Yes.',
  approved: true,
};

const { name: _name, ...nameless } = comment;

const page = { docs: [tag], totalDocs: 1, page: 1, totalPages: 1, hasNextPage: false, hasPrevPage: false };

function answer(status: number, body: unknown, own: Readonly<Record<string, string>> = {}): Response {
  return new Response(body === null ? null : JSON.stringify(body), {
    status,
    headers: { ...headers, ...own },
  });
}

let check: AnswerChecker;

beforeAll(async () => {
  check = createAnswerChecker(openApiText(await fixtureIr('blog')));
});

describe('what the document allows passes', () => {
  test('a list, and the response can be read afterwards', async () => {
    const response = answer(200, page);
    await check({ url: '/api/tags?limit=1&sort=name_desc,id&select=name&where={"name":"sea"}' }, response);
    expect(await response.json()).toEqual(page);
  });

  test('a compressed answer of a raw socket', async () => {
    const body = gzipSync(JSON.stringify(page));
    const packed = { ...headers, 'Content-Encoding': 'gzip' };
    await check({ url: '/api/tags' }, { status: 200, headers: packed, body });
  });

  test('a creation', async () => {
    const created = answer(201, tag, { ETag: '"1"', Location: `/api/tags/${id}` });
    await check(
      new Request('http://localhost/api/tags', { method: 'POST', body: '{"name":"sea"}' }),
      created,
    );
  });

  test('HEAD without a body, 304, 404 of an unknown path, 405 and OPTIONS', async () => {
    await check({ method: 'HEAD', url: '/api/tags' }, answer(200, null));
    await check({ url: `/api/tags/${id}` }, answer(304, null, { ETag: '"1"' }));
    await check({ url: '/api/nothing' }, answer(404, { error: 'No.', code: 'NOT_FOUND' }));
    const refused = { error: 'No.', code: 'METHOD_NOT_ALLOWED' };
    const allow = { Allow: 'GET, HEAD, POST, PATCH, DELETE, OPTIONS' };
    await check({ method: 'PUT', url: '/api/tags' }, answer(405, refused, allow));
    await check({ method: 'OPTIONS', url: '/api/tags' }, answer(204, null, allow));
  });

  test('what `select` leaves out, with drafts and without', async () => {
    const reduced = { ...page, docs: [{ id, name: 'sea' }] };
    await check({ url: '/api/tags?select=name' }, answer(200, reduced));
    await check({ url: '/api/comments?select=name' }, answer(200, reduced));
    const query = { method: 'POST', url: '/api/comments/query', body: { select: ['name'] } };
    await check(query, answer(200, reduced));
  });

  test('a draft without what is required, where there are drafts', async () => {
    const draft = { ...tag, _status: 'draft', _pending: true, name: null };
    await check({ url: '/api/tags?draft=true' }, answer(200, { ...page, docs: [draft] }));
  });

  test('a fetch behind which everything is checked', async () => {
    const fetch = check.fetch(async () => answer(200, page));
    expect(await (await fetch('http://localhost/api/tags')).json()).toEqual(page);
    expect(check.seen).toContain('GET /api/tags 200');
  });
});

describe('what it does not allow fails', () => {
  test.each([
    ['an undeclared status', { url: '/api/tags' }, answer(404, { error: '', code: 'NOT_FOUND' }), '404'],
    [
      'an undeclared header',
      { url: '/api/tags' },
      answer(200, page, { 'X-Powered-By': 'x' }),
      'x-powered-by',
    ],
    ['a missing header', { url: `/api/tags/${id}` }, answer(200, tag), 'etag is missing'],
    ['a wrong header', { url: `/api/tags/${id}` }, answer(200, tag, { ETag: 'x' }), 'etag'],
    [
      'another media type',
      { url: '/api/tags' },
      answer(200, page, { 'Content-Type': 'text/plain' }),
      'media type',
    ],
    ['a body where none is declared', { method: 'HEAD', url: '/api/tags' }, answer(200, page), 'a body'],
    ['an undeclared property', { url: '/api/tags' }, answer(200, { ...page, more: 1 }), 'additional'],
    ['a missing property', { url: '/api/tags' }, answer(200, { ...page, docs: undefined }), 'docs'],
    [
      'a property that is undeclared further in',
      { url: '/api/tags' },
      answer(200, { ...page, docs: [{ ...tag, x: 1 }] }),
      'additional',
    ],
    [
      'a value of a wrong type',
      { url: '/api/tags' },
      answer(200, { ...page, docs: [{ ...tag, name: 1 }] }),
      'name',
    ],
    [
      'an id that is missing after `select`, where there are drafts',
      { url: '/api/tags?select=name' },
      answer(200, { ...page, docs: [{ name: 'sea' }] }),
      'id',
    ],
    [
      'a value of a wrong type after `select`, where there are no drafts',
      { url: '/api/comments?select=name' },
      answer(200, { ...page, docs: [{ id, name: null }] }),
      'name',
    ],
    [
      'a missing field without `select`, where there are no drafts',
      { url: '/api/comments' },
      answer(200, { ...page, docs: [nameless] }),
      'name',
    ],
    ['a code of another status', { url: '/api/tags' }, answer(400, { error: '', code: 'NOT_FOUND' }), 'code'],
    ['an unknown path that answers', { url: '/api/nothing' }, answer(200, page), '200'],
    [
      'an Allow header that forgets a method',
      { method: 'PUT', url: '/api/tags' },
      answer(405, { error: '', code: 'METHOD_NOT_ALLOWED' }, { Allow: 'GET, HEAD, OPTIONS' }),
      'Allow',
    ],
  ])('%s', async (_, request, response, message) => {
    await expect(check(request, response)).rejects.toThrow(message);
  });

  test.each([
    ['an unknown parameter', { url: '/api/tags?colour=red' }, 'colour'],
    ['a sort that the document does not know', { url: '/api/tags?sort=colour' }, 'sort'],
    ['a limit beyond the largest', { url: '/api/tags?limit=1001' }, 'limit'],
    ['a filter with an unknown operator', { url: '/api/tags?where={"name":{"like":"x"}}' }, 'where'],
  ])('a request that is taken with %s', async (_, request, message) => {
    await expect(check(request, answer(200, page))).rejects.toThrow(message);
  });

  test('a body that is taken with an unknown field', async () => {
    const created = answer(201, tag, { ETag: '"1"', Location: `/api/tags/${id}` });
    const request = { method: 'POST', url: '/api/tags', body: { name: 'sea', size: 1 } };
    await expect(check(request, created)).rejects.toThrow('the body was taken');
  });
});
