/** Routes of the config over HTTP. The OpenAPI document declares every response here. */
import { once } from 'node:events';
import { request as sendRaw } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { atLeast, defineRoute, refuse } from '../../runtime/config/index.js';
import { type AuthServer, startAuthServer } from '../support/auth-server.js';

const stats = defineRoute({
  id: 'stats',
  method: 'GET',
  path: '/stats/:year',
  access: 'public',
  params: z.object({ year: z.coerce.number().int().min(2000) }),
  query: z.object({
    tag: z.array(z.string()).optional(),
    limit: z.coerce.number().int().max(50).default(10),
  }),
  response: z.object({ year: z.int(), tags: z.array(z.string()), limit: z.int() }),
  handler: ({ params, query }) => ({ year: params.year, tags: query.tag ?? [], limit: query.limit }),
});

const subscribe = defineRoute({
  id: 'subscribe',
  method: 'POST',
  path: '/subscriptions',
  access: atLeast('customer'),
  body: z.strictObject({
    email: z.email(),
    items: z
      .array(z.object({ name: z.string() }))
      .max(3)
      .optional(),
  }),
  responses: {
    201: z.object({ by: z.string().nullable(), key: z.string().nullable() }),
    202: z.object({ queued: z.literal(true) }),
  },
  handler: ({ body, user, apiKey, log, requestId, reply }) => {
    log.info({ address: body.email }, `subscribed in ${requestId}`);
    if (body.items) return reply(202, { queued: true });
    return reply(201, { by: user?.email ?? null, key: apiKey?.name ?? null });
  },
});

const failures = {
  refusal: () => refuse('The end is before the start.', [{ path: 'end', message: 'too early' }]),
  missing: () => Object.assign(new Error('There is no such order.'), { status: 404 }),
  teapot: () => Object.assign(new Error('short and stout'), { status: 418 }),
  bug: () => new TypeError('secret detail'),
} as const;

const fail = defineRoute({
  id: 'fail',
  method: 'POST',
  path: '/failures/:kind',
  access: 'public',
  handler: ({ params }) => {
    throw failures[params.kind as keyof typeof failures]();
  },
});

const wrong = defineRoute({
  id: 'wrong',
  method: 'GET',
  path: '/wrong',
  access: 'public',
  response: z.object({ total: z.number() }),
  // What comes from elsewhere may have any shape.
  handler: () => JSON.parse('{"total":"many"}') as { total: number },
});

const guarded = defineRoute({
  id: 'guarded',
  method: 'POST',
  path: '/guarded',
  access: ({ req }) => req.get('x-pass') === 'yes',
  handler: () => undefined,
});

const usual = defineRoute({ id: 'usual', method: 'GET', path: '/usual', handler: () => {} });

const order = defineRoute({
  id: 'order',
  method: 'PUT',
  path: '/orders/:id',
  body: z.strictObject({
    name: z.string(),
    size: z.number(),
    list: z.array(z.string()).max(1),
    choice: z.enum(['a', 'b']),
    mail: z.email(),
    code: z.string().regex(/^a/),
    own: z.string().min(3, 'Too short, sorry'),
    odd: z.number().multipleOf(2),
  }),
  response: z.object({ id: z.string() }),
  handler: ({ params }) => ({ id: params.id }),
});

let cancelled = 0;
const stream = defineRoute({
  id: 'stream',
  method: 'GET',
  path: '/streams/:kind',
  access: 'public',
  handler: ({ params: { kind } }) => {
    if (kind === 'redirect') return new Response(null, { status: 302, headers: { location: '/elsewhere' } });
    const headers = { 'content-type': 'text/event-stream', 'set-cookie': 'seen=1; Path=/' };
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from('data: one\n\n'));
        if (kind === 'short') controller.close();
      },
      cancel() {
        cancelled += 1;
      },
    });
    return new Response(body, { headers });
  },
});

const routes = [stats, subscribe, fail, wrong, guarded, usual, order, stream];
let server: AuthServer;
beforeEach(async () => {
  server = await startAuthServer({ config: { routes, server: { metrics: true } } });
});

describe('inputs', () => {
  test('are what the schemas return, and so is the response', async () => {
    const { status, body, headers } = await server.client().get('/api/stats/2026?tag=a&tag=b&limit=5');
    expect({ status, body }).toEqual({ status: 200, body: { year: 2026, tags: ['a', 'b'], limit: 5 } });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-request-id')).toMatch(/./);
  });

  test('that are wrong are listed together, with their paths, as for built-in routes', async () => {
    const answered = await server.client().get('/api/stats/1999?limit=99');
    expect(answered.status).toBe(400);
    expect(answered.body).toMatchObject({
      code: 'BAD_USER_INPUT',
      reason: 'issues.firstAndCount',
      details: [
        { path: 'year', message: 'Must be at least 2000.', reason: 'number.tooSmall', params: { min: 2000 } },
        { path: 'limit', message: 'Must be at most 50.', reason: 'number.tooLarge', params: { max: 50 } },
      ],
    });
  });

  test('that are wrong have reasons where the service has words, and the messages of their schemas', async () => {
    const client = await server.signedIn();
    const sent = {
      size: '3',
      list: ['a', 'b'],
      choice: 'z',
      mail: 'x',
      code: 'b1',
      own: 'x',
      odd: 5,
      gone: 1,
    };
    const { status, body } = await client.send('PUT', '/api/orders/7', sent);
    expect(status).toBe(400);
    expect(body.details).toEqual([
      { path: 'name', message: 'Is required.', reason: 'value.required' },
      {
        path: 'size',
        message: 'Must be a number.',
        reason: 'value.wrongType',
        params: { wanted: 'number' },
      },
      {
        path: 'list',
        message: 'Must have at most 1 item.',
        reason: 'list.tooLong',
        params: { max: 1 },
      },
      {
        path: 'choice',
        message: 'Must be one of "a", "b".',
        reason: 'value.notAllowed',
        params: { values: ['a', 'b'] },
      },
      {
        path: 'mail',
        message: 'Must be an email address, such as ada@example.com.',
        reason: 'value.wrongType',
        params: { wanted: 'email' },
      },
      {
        path: 'code',
        message: 'Must match /^a/.',
        reason: 'text.patternMismatch',
        params: { pattern: '/^a/' },
      },
      { path: 'own', message: 'Too short, sorry' },
      { path: 'odd', message: expect.stringContaining('multiple of 2') },
      { path: 'gone', message: 'unknown property', reason: 'property.unknown' },
    ]);
    const valid = { size: 3, list: [], choice: 'a', mail: 'a@example.com', code: 'a', own: 'xyz', odd: 4 };
    const made = await client.send('PUT', '/api/orders/7', { name: 'x', ...valid });
    expect(made).toMatchObject({ status: 200, body: { id: '7' } });
    const preflight = await client.send('OPTIONS', '/api/orders/7');
    expect(preflight.headers.get('allow')).toBe('PUT, OPTIONS');
  });

  test.each([
    ['/api/stats/2026?limt=5', [{ path: 'limt', message: 'unknown parameter, did you mean "limit"?' }]],
    ['/api/stats/2026?limit=5&limit=6', [{ path: 'limit', message: 'is given twice' }]],
    ['/api/wrong?x=1', [{ path: 'x' }]],
  ])('%s is refused', async (path, details) => {
    const { status, body } = await server.client().get(path);
    expect({ status, details: body.details }).toMatchObject({ status: 400, details });
  });

  test('of a body have its media type, size and paths checked', async () => {
    const client = await server.signedIn();
    const path = '/api/subscriptions';
    const invalid = await client.post(path, { email: 'x', items: [{ name: 1 }], more: 1 });
    expect(invalid.status).toBe(400);
    expect(invalid.body.details.map((detail: { path: string }) => detail.path)).toEqual([
      'email',
      'items.0.name',
      'more',
    ]);
    const headers = { 'content-type': 'text/plain' };
    expect((await client.post(path, '{}', headers)).body.code).toBe('UNSUPPORTED_MEDIA_TYPE');
    const long = JSON.stringify({ email: 'x'.repeat(2 ** 20) });
    expect((await client.post(path, long)).body.code).toBe('PAYLOAD_TOO_LARGE');
    expect((await client.post(path, '{')).body.code).toBe('BAD_USER_INPUT');
    expect((await client.post(path)).body.code).toBe('BAD_USER_INPUT');
  });
});

describe('access', () => {
  test('is decided before the request is read: 401 without a credential, 403 with a lower role', async () => {
    await server.addUser('low@example.com', { role: 'guest' });
    const low = await server.signedIn('low@example.com');
    expect((await server.client().post('/api/subscriptions', '{')).body.code).toBe('UNAUTHENTICATED');
    expect((await low.post('/api/subscriptions', '{')).body.code).toBe('FORBIDDEN');
    const admin = await server.signedIn();
    const made = await admin.post('/api/subscriptions', { email: 'a@example.com' });
    expect(made).toMatchObject({ status: 201, body: { by: 'admin@example.com', key: null } });
    const queued = await admin.post('/api/subscriptions', { email: 'a@example.com', items: [] });
    expect(queued).toMatchObject({ status: 202, body: { queued: true } });
  });

  test('is that of authors and above unless the route says otherwise, for reading too', async () => {
    await server.addUser('low@example.com', { role: 'customer' });
    expect((await server.client().get('/api/usual')).status).toBe(401);
    expect((await (await server.signedIn('low@example.com')).get('/api/usual')).status).toBe(403);
    expect((await (await server.signedIn()).get('/api/usual')).status).toBe(204);
  });

  test('may be decided by a function of the request', async () => {
    expect((await server.client().post('/api/guarded')).status).toBe(401);
    expect((await (await server.signedIn()).post('/api/guarded')).status).toBe(403);
    expect((await server.client().post('/api/guarded', undefined, { 'x-pass': 'yes' })).status).toBe(204);
  });

  test('of API keys follows their role; keys with scopes reach public routes only', async () => {
    const admin = await server.signedIn();
    const keyOf = async (rights: object): Promise<Record<string, string>> => {
      const { body } = await admin.post('/api/auth/api-keys', { name: 'ci', ...rights });
      return { 'x-api-key': body.key };
    };
    const role = await keyOf({ role: 'editor' });
    const scoped = await keyOf({ scopes: ['*'] });
    const client = server.client();
    const made = await client.post('/api/subscriptions', { email: 'a@example.com' }, role);
    expect(made).toMatchObject({ status: 201, body: { by: null, key: 'ci' } });
    expect((await client.post('/api/subscriptions', { email: 'a@example.com' }, scoped)).status).toBe(403);
    expect((await client.get('/api/stats/2026', scoped)).status).toBe(200);
    expect((await client.get('/api/stats/2026', { 'x-api-key': 'svc_sec_no' })).status).toBe(401);
  });

  test('with cookies is refused to pages of other sites', async () => {
    const client = await server.signedIn();
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const { body } = await client.post('/api/subscriptions', { email: 'a@example.com' }, foreign);
    expect(body.code).toBe('FORBIDDEN');
  });
});

describe('what a handler throws', () => {
  test.each([
    [
      'refusal',
      400,
      {
        code: 'BAD_USER_INPUT',
        error: 'The end is before the start.',
        details: [{ path: 'end', message: 'too early' }],
      },
    ],
    ['missing', 404, { code: 'NOT_FOUND', error: 'There is no such order.' }],
    ['teapot', 500, { code: 'INTERNAL_ERROR', requestId: expect.any(String) }],
    ['bug', 500, { code: 'INTERNAL_ERROR', requestId: expect.any(String) }],
  ])('%s is %i', async (kind, status, body) => {
    const answered = await server.client().post(`/api/failures/${kind}`);
    expect(answered).toMatchObject({ status, body });
    expect(JSON.stringify(answered.body)).not.toContain('secret detail');
    const line = server.log.find((each) => each.includes('The handler of the route fail failed'));
    expect(line === undefined).toBe(status !== 500);
  });

  test('a response of an unknown shape is a 500, and a line in the log that names the route', async () => {
    expect((await server.client().get('/api/wrong')).status).toBe(500);
    expect(server.log.join('')).toMatch(
      /The route wrong returned what its response schema does not allow: total: /,
    );
  });
});

describe('the rest of HTTP', () => {
  test('HEAD, OPTIONS, 405 and 404 are those of built-in routes', async () => {
    const client = server.client();
    expect((await client.send('HEAD', '/api/stats/2026')).status).toBe(200);
    expect((await client.send('OPTIONS', '/api/stats/2026')).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    const post = await client.post('/api/stats/2026');
    expect({ status: post.status, allow: post.headers.get('allow') }).toEqual({
      status: 405,
      allow: 'GET, HEAD, OPTIONS',
    });
    expect((await client.get('/api/stats')).status).toBe(404);
  });

  test('metrics count the pattern, and lines of the handler have the id of the request', async () => {
    const client = await server.signedIn();
    await client.get('/api/stats/2026');
    await client.post('/api/subscriptions', { email: 'a@example.com' }, { 'x-request-id': 'mine-1' });
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain(
      'svc_http_requests_total{method="GET",route="/api/stats/:year",status="200"} 1',
    );
    expect(server.log.join('')).toContain(
      '"requestId":"mine-1","route":"subscribe","address":"a@example.com","msg":"subscribed in mine-1"',
    );
  });

  test('app.fetch returns the same', async () => {
    const response = await server.app.fetch('/api/stats/2026');
    expect(await response.json()).toEqual({ year: 2026, tags: [], limit: 10 });
  });
});

describe('a Response', () => {
  // Its headers are the handler's own, so no document declares them.
  const read = (path: string): Promise<Response> => fetch(`${server.url}${path}`, { redirect: 'manual' });

  test('is sent with its status and headers', async () => {
    const redirect = await read('/api/streams/redirect');
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, '/elsewhere']);
    const short = await read('/api/streams/short');
    expect([short.status, await short.text()]).toEqual([200, 'data: one\n\n']);
    expect(short.headers.getSetCookie()).toEqual(['seen=1; Path=/']);
    expect(short.headers.get('content-type')).toBe('text/event-stream');
    expect(short.headers.get('x-content-type-options')).toBe('nosniff');
    const inProcess = await server.app.fetch('/api/streams/short');
    expect(await inProcess.text()).toBe('data: one\n\n');
  });

  test('streams: the first part arrives at once, and a client that leaves ends the stream', async () => {
    const before = cancelled;
    const sent = sendRaw(`${server.url}/api/streams/endless`).end();
    const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream];
    const [part] = (await once(response, 'data')) as [Buffer];
    expect(part.toString()).toBe('data: one\n\n');
    sent.destroy();
    await expect.poll(() => cancelled).toBe(before + 1);
    await fetch(`${server.url}/api/streams/endless`, { method: 'HEAD' });
    await expect.poll(() => cancelled).toBe(before + 2);
  });
});
