/** docs/spec/contract.md#errors. */
import { describe, expect, test } from 'vitest';
import { sendRaw } from '../http/support/raw-connection.js';
import { badInput, useExam } from './support/exam.js';

const exam = useExam();

describe('404 NOT_FOUND', () => {
  test.each([
    '/',
    '/api',
    '/api/nope',
    '/api/Posts',
    '/api/posts/',
    '/api//posts',
    '/api/posts/a/b',
    '/api/constructor',
    '/api/__proto__',
    '/api/globals/nope',
    '/api/users',
    '/api/auth/me',
    '/metrics',
    '/health',
  ])('of the route %s', async (path) => {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT']) {
      const called = await exam.call(method, path, method === 'GET' || method === 'DELETE' ? undefined : {});
      expect({ method, status: called.status, body: called.body }).toEqual({
        method,
        status: 404,
        body: {
          ...{ error: `There is no route ${path}.`, code: 'NOT_FOUND' },
          ...{ reason: 'route.unknown', params: { path } },
        },
      });
      expect(called.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  test.each(['publish', 'unpublish', 'draft', 'versions'])(
    'of …/%s where drafts and versions are switched off',
    async (action) => {
      const { id } = await exam.create('tags', { name: action });
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { status, body } = await exam.call(
          method,
          `/api/tags/${id}/${action}`,
          method === 'POST' ? {} : undefined,
        );
        expect({ status, code: body.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
      }
    },
  );

  test.each(['no-id', '%00', '%2F', '..%2f', 'x'.repeat(3000), '01A1FED0-B526-72E0-B037-10FE42F86A01'])(
    'of the id %s',
    async (id) => {
      const { status, body } = await exam.get(`/api/posts/${id}`);
      expect({ status, code: body.code, keys: Object.keys(body) }).toEqual({
        status: 404,
        code: 'NOT_FOUND',
        keys: ['error', 'code', 'reason', 'params'],
      });
      expect(body.error.length).toBeLessThan(300);
    },
  );
});

describe('405 METHOD_NOT_ALLOWED', () => {
  test.each([
    ['PUT', '/api/posts', 'GET, HEAD, POST, PATCH, DELETE, OPTIONS'],
    ['GET', '/api/posts/bulk', 'POST, OPTIONS'],
    ['POST', '/api/posts/some-id', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['PUT', '/api/posts/some-id', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['GET', '/api/posts/query', 'POST, OPTIONS'],
    ['HEAD', '/api/posts/query', 'POST, OPTIONS'],
    ['POST', '/api/openapi.json', 'GET, HEAD, OPTIONS'],
    ['POST', '/api/docs', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/health/live', 'GET, HEAD, OPTIONS'],
  ])('%s %s, with Allow', async (method, path, allow) => {
    const { status, headers, body } = await exam.call(method, path);
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow });
    expect(body).toEqual(
      method === 'HEAD'
        ? ''
        : {
            ...{ error: expect.stringContaining(method), code: 'METHOD_NOT_ALLOWED' },
            ...{ reason: 'method.notAllowed', params: expect.objectContaining({ method }) },
          },
    );
    const options = await exam.call('OPTIONS', path);
    expect({ status: options.status, allow: options.headers.get('allow') }).toEqual({ status: 204, allow });
  });
});

describe('400, 413 and 415 of bodies', () => {
  test.each([
    ['', 'The request has no body; send a JSON object.'],
    ['null', 'The body must be a JSON object; it is null.'],
    ['[]', 'The body must be a JSON object; it is a list.'],
    ['"x"', 'The body must be a JSON object; it is a string.'],
    ['{', expect.stringContaining('not valid JSON')],
    ['{"name":NaN}', expect.stringContaining('not valid JSON')],
    ["{'name':1}", expect.stringContaining('not valid JSON')],
  ])('%j', async (text, error) => {
    for (const [method, path] of [
      ['POST', '/api/tags'],
      ['POST', '/api/tags/query'],
      ['PATCH', '/api/globals/site'],
    ] as const) {
      expect(await exam.refused(method, path, text)).toEqual({ status: 400, error, code: 'BAD_USER_INPUT' });
    }
  });

  test('what is not application/json is 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=latin1',
    ]) {
      expect(await exam.refused('POST', '/api/tags', '{}', { 'content-type': type })).toEqual({
        status: 415,
        error: expect.any(String),
        code: 'UNSUPPORTED_MEDIA_TYPE',
      });
    }
    expect(
      (
        await exam.call('POST', '/api/tags', '{"name":"typed"}', {
          'content-type': 'APPLICATION/JSON; charset="UTF-8"',
        })
      ).status,
    ).toBe(201);
  });

  test('1 MiB is taken, a byte more is 413', async () => {
    const body = (bytes: number): string => {
      const frame = '{"title":"big","data":""}';
      return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
    };
    expect((await exam.call('POST', '/api/posts', body(1_048_576))).status).toBe(201);
    expect(await exam.refused('POST', '/api/posts', body(1_048_577))).toEqual({
      status: 413,
      error: expect.stringContaining('1048576'),
      code: 'PAYLOAD_TOO_LARGE',
    });
  });
});

describe('500 INTERNAL_ERROR', () => {
  test('tells a requestId and nothing else, and nothing was written; the log has the rest', async () => {
    const { status, headers, body } = await exam.call('POST', '/api/hooked', { text: 'throw' });
    expect(status).toBe(500);
    expect(body).toEqual({
      error: expect.any(String),
      code: 'INTERNAL_ERROR',
      reason: 'service.internalError',
      requestId: headers.get('x-request-id'),
    });
    expect(JSON.stringify(body)).not.toMatch(/SELECT|passwd|\.ts|\.js|at /);
    expect((await exam.list('hooked', { limit: 0 })).body.totalDocs).toBe(0);
    await exam.server.seen(new RegExp(`"requestId":"${body.requestId}".*SELECT secret FROM`));
  });
});

describe('hooks and validate', () => {
  test('refuse is 400 with its message and details, and nothing is written', async () => {
    expect(await exam.refused('POST', '/api/hooked', { text: 'refuse' })).toEqual({
      status: 400,
      error: 'Not this text.',
      code: 'BAD_USER_INPUT',
      details: [{ path: 'text', message: 'Choose another.' }],
    });
    expect((await exam.list('hooked', { where: { text: 'refuse' }, limit: 0 })).body.totalDocs).toBe(0);
  });

  test('hooks of an array run in order, afterRead changes the answer, a late throw is only logged', async () => {
    const created = await exam.call('POST', '/api/hooked', { text: 'late' });
    expect({ status: created.status, text: created.body.text, steps: created.body.steps }).toEqual({
      status: 201,
      text: 'late!',
      steps: ['one', 'two'],
    });
    expect((await exam.get(`/api/hooked/${created.body.id}`)).body.text).toBe('late!');
    await exam.server.seen(/too late to matter/);
  });

  test('a beforeDelete that refuses keeps the document', async () => {
    const { id } = await exam.create('hooked', { text: 'keep' });
    expect(await exam.refused('DELETE', `/api/hooked/${id}`)).toEqual({
      status: 400,
      error: 'This one stays.',
      code: 'BAD_USER_INPUT',
    });
    expect((await exam.get(`/api/hooked/${id}`)).status).toBe(200);
  });

  test('a message of validate is the fault of its field', async () => {
    const { status, body } = await exam.call('POST', '/api/hooked', { text: 'odd' });
    expect({ status, code: body.code, details: body.details }).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      details: [{ path: 'text', message: 'Must be even.' }],
    });
  });
});

describe('HEAD', () => {
  test.each([
    '/api/posts',
    '/api/posts?limit=x',
    '/api/posts/no-id',
    '/api/globals/site',
    '/api/openapi.json',
    '/api/docs',
    '/health/live',
    '/health/ready',
  ])('of %s answers like GET without a body', async (path) => {
    const get = await exam.get(path);
    const head = await exam.call('HEAD', path);
    const told = ({ headers }: typeof get): object => ({
      type: headers.get('content-type'),
      etag: headers.get('etag'),
      contract: headers.get('x-svc-contract'),
    });
    expect({ status: head.status, body: head.body, ...told(head) }).toEqual({
      status: get.status,
      body: '',
      ...told(get),
    });
  });
});

describe('unknown query parameters', () => {
  test.each([
    ['POST', '/api/posts'],
    ['PATCH', '/api/globals/site'],
    ['GET', '/api/globals/site'],
    ['GET', '/api/openapi.json'],
    ['GET', '/api/docs'],
    ['GET', '/health/live'],
    ['GET', '/health/ready'],
  ])('of %s %s are 400', async (method, path) => {
    const { status, body } = await exam.call(
      method,
      `${path}?nope=1`,
      method === 'GET' ? undefined : { title: 'x' },
    );
    expect({ status, code: body.code, path: body.details?.[0]?.path }).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      path: 'nope',
    });
  });

  test('depth and select are none of a write', async () => {
    expect(await exam.refused('POST', '/api/posts?depth=1', { title: 'x' })).toEqual(
      badInput('depth', 'unknown parameter; this route takes none'),
    );
  });
});

test.each(['true', 'false', 'maybe'])('X-Draft: %s is 400 where drafts are switched off', async (value) => {
  const draft = { 'x-draft': value };
  for (const [method, path] of [
    ['POST', '/api/tags'],
    ['PATCH', '/api/globals/site'],
  ] as const) {
    const { status, body } = await exam.call(method, path, { name: 'x' }, draft);
    expect({ status, code: body.code, path: body.details?.[0]?.path }).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      path: 'X-Draft',
    });
  }
});

test.each(['1', '""', '"a"', '"-1"', '"1.0"', '"01"', ''])(
  'If-Match: %s is no revision: 400',
  async (tag) => {
    const { id } = await exam.create('tags', { name: `matched ${tag}` });
    const { status, body } = await exam.call('PATCH', `/api/tags/${id}`, {}, { 'if-match': tag });
    expect({ status, code: body.code, path: body.details?.[0]?.path }).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      path: 'If-Match',
    });
  },
);

describe('what Node refuses itself has the error object too, and ends the connection', () => {
  test.each([
    ['no Host', 'GET /api/tags HTTP/1.1\r\n\r\n', 400],
    ['two Hosts', 'GET /api/tags HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    [
      'an unknown expectation',
      'POST /api/tags HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nContent-Length: 2\r\n\r\n{}',
      417,
    ],
    [
      'two lengths',
      'POST /api/tags HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
      400,
    ],
    ['an unknown method', 'BREW /api/tags HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a line that is too long', `GET /api/tags?where=${'x'.repeat(17_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ])('%s', async (_, text, expected) => {
    const { status, headers, body } = await sendRaw(exam.url, text);
    expect({
      status,
      type: headers['content-type'],
      connection: headers['connection'],
      body: JSON.parse(body),
    }).toEqual({
      status: expected,
      type: 'application/json; charset=utf-8',
      connection: 'close',
      body: { error: expect.any(String), code: 'BAD_USER_INPUT' },
    });
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-svc-contract']).toMatch(/^[0-9a-f]{32}$/);
  });

  test('HTTP/1.0 needs no Host', async () => {
    expect((await sendRaw(exam.url, 'GET /api/tags?limit=0 HTTP/1.0\r\n\r\n')).status).toBe(200);
  });
});
