import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Listener } from '../../runtime/http/app.js';
import { createNotesService } from './support/notes-service.js';
import { openRaw } from './support/raw-connection.js';

describe('by default', () => {
  const { app } = createNotesService();
  let listener: Listener;
  beforeAll(async () => {
    listener = await app.listen();
  });
  afterAll(() => app.close());

  test('headers have 15 s, a request has 30 s, and a silent connection ends after 45 s', () => {
    const { headersTimeout, requestTimeout, timeout, keepAliveTimeout, maxHeadersCount } = listener.server;
    expect({ headersTimeout, requestTimeout, timeout }).toEqual({
      headersTimeout: 15_000,
      requestTimeout: 30_000,
      timeout: 45_000,
    });
    expect(keepAliveTimeout).toBeGreaterThan(60_000);
    expect(maxHeadersCount).not.toBe(0);
  });

  test.each([
    [
      'a header line that is too long',
      `GET /api/notes HTTP/1.1\r\nHost: test\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    [
      'a target that is too long',
      `GET /api/notes?where=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: test\r\n\r\n`,
      431,
    ],
    ['what is not HTTP', 'hello\r\n\r\n', 400],
    [
      'a chunk without a size',
      'POST /api/notes HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
    ],
    [
      'two lengths',
      'POST /api/notes HTTP/1.1\r\nHost: test\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
    ],
    [
      'a length beside chunks',
      'POST /api/notes HTTP/1.1\r\nHost: test\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a space in the target', 'GET /api/ notes HTTP/1.1\r\nHost: test\r\n\r\n', 400],
    ['a line break in a header', 'GET /api/notes HTTP/1.1\r\nHost: test\r\nX-A: a\rb\r\n\r\n', 400],
  ])('%s is answered as an error object, and the connection ends', async (_, text, status) => {
    const connection = await openRaw(listener.url);
    connection.write(text);
    const [answer] = await connection.answers(1);
    expect([answer?.status, JSON.parse(answer?.body ?? '')]).toEqual([
      status,
      { error: expect.any(String), code: 'BAD_USER_INPUT' },
    ]);
    expect(answer?.headers).toMatchObject({ connection: 'close', 'x-content-type-options': 'nosniff' });
    await connection.closed();
  });
});

describe('with less time', () => {
  const gate = new EventEmitter();
  const { app, log } = createNotesService({
    requestTimeout: 500,
    during: async ({ requestId }) => {
      if (requestId === 'stuck') await once(gate, 'open');
    },
  });
  let url: string;
  beforeAll(async () => {
    ({ url } = await app.listen());
  });
  afterAll(() => app.close());

  test.each([
    ['nothing at all', ''],
    ['half a request line', 'GET /api/no'],
    ['half of its headers', 'GET /api/notes HTTP/1.1\r\nHost: test\r\n'],
    [
      'half of its body',
      'POST /api/notes HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"a',
    ],
  ])('a client that sends %s is told 408 and put out', async (_, text) => {
    const connection = await openRaw(url);
    connection.write(text);
    expect(await connection.closed()).toContain('HTTP/1.1 408 Request Timeout\r\n');
  });

  test('a client that sends a byte now and then is put out as well', async () => {
    const connection = await openRaw(url);
    connection.write(
      'POST /api/notes HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n',
    );
    const drip = setInterval(() => connection.write(' '), 50);
    expect(await connection.closed()).toContain('408 Request Timeout');
    clearInterval(drip);
  });

  test('a request that takes too long is given up with 503; its late answer goes nowhere', async () => {
    const response = await fetch(`${url}/api/notes`, { headers: { 'X-Request-Id': 'stuck' } });
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
      503,
      '1',
      {
        ...{ error: expect.stringContaining('500 ms'), code: 'UNAVAILABLE' },
        ...{ reason: 'request.timeout', params: { milliseconds: 500 } },
      },
    ]);
    gate.emit('open');
    expect((await fetch(`${url}/api/notes`)).status).toBe(200);
    expect(log.filter(({ requestId }) => requestId === 'stuck')).toMatchObject([{ status: 503 }]);
  });

  test('so is one in process', async () => {
    const answer = app.fetch('/api/notes', { headers: { 'X-Request-Id': 'stuck' } });
    expect((await answer).status).toBe(503);
    gate.emit('open');
  });
});

test('a refused request waits for the answers before it', async () => {
  const gate = new EventEmitter();
  const { app } = createNotesService({ during: async () => void (await once(gate, 'open')) });
  const { url } = await app.listen();
  const connection = await openRaw(url);
  connection.write('GET /api/notes HTTP/1.1\r\nHost: test\r\n\r\nthis is not HTTP\r\n\r\n');
  setTimeout(() => gate.emit('open'), 50);
  const answers = await connection.answers(2);
  expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  await connection.closed();
  await app.close();
});

test('requests sent without waiting are answered in their order', async () => {
  const delays = new Map([
    ['first', 30],
    ['second', 0],
    ['third', 10],
  ]);
  const { app } = createNotesService({
    during: ({ requestId }) => new Promise((resolve) => setTimeout(resolve, delays.get(requestId) ?? 0)),
  });
  const { url } = await app.listen();
  const connection = await openRaw(url);
  connection.write(
    [...delays.keys()]
      .map((id) => `GET /api/notes HTTP/1.1\r\nHost: test\r\nX-Request-Id: ${id}\r\n\r\n`)
      .join(''),
  );
  const answers = await connection.answers(3);
  expect(answers.map(({ headers }) => headers['x-request-id'])).toEqual(['first', 'second', 'third']);
  connection.socket.destroy();
  await app.close();
});
