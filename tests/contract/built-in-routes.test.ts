/** docs/spec/contract.md#routes-beside-the-api: the routes outside the API. */
import { describe, expect, test } from 'vitest';
import { adminRoutes } from '../../runtime/codegen/routes/service-routes.js';
import { fileOf, useExam } from './support/exam.js';

const exam = useExam();
const origin = 'https://app.example.com';

test('GET /api/openapi.json is the OpenAPI 3.1 document that was generated, with every route and no other', async () => {
  const { status, headers, body } = await exam.get('/api/openapi.json');
  expect({ status, type: headers.get('content-type') }).toEqual({
    status: 200,
    type: 'application/json; charset=utf-8',
  });
  expect(body).toEqual(JSON.parse(fileOf(exam.folder, 'generated/openapi.json')));
  expect(body.openapi).toMatch(/^3\.1\.\d+$/);
  expect(body.info).toMatchObject({ title: 'Exam', version: headers.get('x-svc-contract') });
  const keyed = ['posts', 'tags'];
  const slugs = ['posts', 'people', 'tags', 'blog-notes', 'hooked'];
  expect(Object.keys(body.paths).sort()).toEqual(
    [
      ...slugs.flatMap((slug) =>
        ['', '/query', '/aggregate', '/bulk', '/{id}', '/{id}/duplicate'].map(
          (rest) => `/api/${slug}${rest}`,
        ),
      ),
      ...keyed.map((slug) => `/api/${slug}/upsert`),
      '/api/svc/bulk',
      '/api/globals/site',
      '/api/openapi.json',
      '/api/docs',
      '/api/docs/style.css',
      ...Object.values(adminRoutes).map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}')),
      '/health/live',
      '/health/ready',
    ].sort(),
  );
  for (const name of Object.keys(body.components.schemas))
    expect(Object.hasOwn(globalThis, name)).toBe(false);
});

test('comments above a collection are its description there, in the types and in the SDK', async () => {
  const { body } = await exam.get('/api/openapi.json');
  expect(body.tags).toContainEqual({ name: 'Posts', description: 'What people read.' });
  expect(fileOf(exam.folder, 'generated/sdk/types.d.ts')).toContain('What people read.');
  expect(fileOf(exam.folder, 'generated/types.ts')).toContain("export type * from './sdk/types.js';");
});

test.each(['/api/docs', '/api/docs/style.css'])('a 304 of %s keeps the policy of the page', async (path) => {
  const first = await exam.get(path);
  const again = await exam.get(path, { 'if-none-match': first.headers.get('etag') ?? '' });
  const policy = 'content-security-policy';
  expect([first.status, again.status]).toEqual([200, 304]);
  // Browsers replace the headers of the cached page with those of a 304.
  expect(again.headers.get(policy)).toBe(first.headers.get(policy));
  expect(first.headers.get(policy)).toContain("style-src 'self'");
});

test('GET /api/docs is a page that loads nothing from elsewhere', async () => {
  const { status, headers, body } = await exam.get('/api/docs');
  expect({ status, type: headers.get('content-type') }).toEqual({
    status: 200,
    type: 'text/html; charset=utf-8',
  });
  const loaded = [...String(body).matchAll(/<(?:script|link|img|iframe)[^>]*(?:src|href)="([^"]*)"/g)].map(
    ([, address]) => address,
  );
  expect(loaded.filter((address) => /^(?:[a-z]+:)?\/\//.test(address ?? ''))).toEqual([]);
});

test.each(['/health/live', '/health/ready'])('%s is 200 {"status":"ok"}', async (path) => {
  const { status, body } = await exam.get(path);
  expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
});

test('/metrics is not there unless switched on', async () => {
  expect((await exam.get('/metrics')).status).toBe(404);
});

test('every answer carries X-Svc-Contract and X-Request-Id, errors and 304 too', async () => {
  const { id } = await exam.create('tags', { name: 'carried' });
  const answers = [
    await exam.get('/api/tags'),
    await exam.get(`/api/tags/${id}`, { 'if-none-match': '"1"' }),
    await exam.get('/api/nope'),
    await exam.call('PUT', '/api/tags'),
    await exam.call('POST', '/api/tags', '{'),
    await exam.call('OPTIONS', '/api/tags'),
    await exam.get('/health/live'),
    await exam.get('/api/docs'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 304, 404, 405, 400, 204, 200, 200]);
  expect(new Set(answers.map(({ headers }) => headers.get('x-svc-contract')))).toEqual(
    new Set([expect.stringMatching(/^[0-9a-f]{32}$/)]),
  );
  expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length);
});

describe('CORS', () => {
  test('a listed origin may read answers and X-Svc-Contract, ETag, Location, Retry-After', async () => {
    const { headers } = await exam.get('/api/tags', { origin });
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('vary')).toMatch(/Origin/i);
    const exposed = headers
      .get('access-control-expose-headers')
      ?.split(/, ?/)
      .map((name) => name.toLowerCase());
    expect(exposed).toEqual(
      expect.arrayContaining(['etag', 'location', 'retry-after', 'x-request-id', 'x-svc-contract']),
    );
  });

  test('a preflight of a listed origin is answered, another one gets no permission', async () => {
    const asked = {
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'content-type,if-match,x-draft,x-api-key',
    };
    const allowed = await exam.call('OPTIONS', '/api/tags/x', undefined, { origin, ...asked });
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(origin);
    expect(allowed.headers.get('access-control-allow-methods')).toMatch(/PATCH/);
    const names = allowed.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
    for (const name of asked['access-control-request-headers'].split(',')) expect(names).toContain(name);
    for (const other of [
      'https://evil.example',
      'null',
      `${origin}.evil.example`,
      'http://app.example.com',
    ]) {
      const refused = await exam.call('OPTIONS', '/api/tags/x', undefined, { origin: other, ...asked });
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
      expect(
        (await exam.get('/api/tags', { origin: other })).headers.get('access-control-allow-origin'),
      ).toBeNull();
    }
  });
});

test('the log has one JSON line for a request, without its query', async () => {
  await exam.get('/api/tags?where={"name":"my-secret"}', { 'x-request-id': 'exam-log-line' });
  const [line = ''] = await exam.server.seen(/.*"requestId":"exam-log-line".*/);
  expect(JSON.parse(line)).toMatchObject({ method: 'GET', path: '/api/tags', status: 200 });
  expect(exam.server.output()).not.toContain('my-secret');
});
