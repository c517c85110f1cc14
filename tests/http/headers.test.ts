import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import type { App } from '../../runtime/http/app.js';
import { contract, createNotesService, type NotesOptions } from './support/notes-service.js';

const apps: App[] = [];
afterAll(() => Promise.all(apps.map((app) => app.close())));

function start(options?: NotesOptions): App {
  const { app } = createNotesService(options);
  apps.push(app);
  return app;
}

function headersOf(response: Response): Record<string, string> {
  return Object.fromEntries(response.headers);
}

describe('every answer', () => {
  const app = start();

  test.each([
    ['/api/notes', {}],
    ['/api/nothing', {}],
    ['/api/notes', { method: 'PUT' }],
    ['/api/notes', { method: 'OPTIONS' }],
    ['/health/live', {}],
    ['/health/ready', {}],
    ['/', {}],
  ])('carries the contract and the security headers: %s %j', async (path, init) => {
    expect(headersOf(await app.fetch(path, init))).toMatchObject({
      'x-svc-contract': contract.hash,
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-request-id': expect.any(String),
    });
  });

  test('says nothing about the software', async () => {
    const { url } = await app.listen();
    const headers = headersOf(await fetch(`${url}/api/notes`));
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
  });

  test('is private and asked again', async () => {
    expect(headersOf(await app.fetch('/api/notes'))).toMatchObject({ 'cache-control': 'private, no-cache' });
    expect(headersOf(await app.fetch('/health/live'))).toMatchObject({ 'cache-control': 'no-store' });
  });

  test('has HSTS only where the public address is https', async () => {
    expect(headersOf(await app.fetch('/api/notes'))).not.toHaveProperty('strict-transport-security');
    expect(headersOf(await start({ https: true }).fetch('/api/notes'))).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
  });

  test('a header of a route replaces the one that all have', async () => {
    const policy = {
      status: 200,
      headers: { 'content-security-policy': "default-src 'self'" },
      body: 'page',
    };
    const page = await start({ pages: { '/api/page': { GET: async () => policy } } }).fetch('/api/page');
    expect(headersOf(page)).toMatchObject({ 'content-security-policy': "default-src 'self'" });
  });
});

describe('X-Request-Id', () => {
  const app = start();

  test.each(['a', '7f3c', 'trace-1:2/3', 'A_b.c=+', 'x'.repeat(128)])('%s is taken over', async (id) => {
    expect(
      (await app.fetch('/health/live', { headers: { 'X-Request-Id': id } })).headers.get('x-request-id'),
    ).toBe(id);
  });

  test.each(['', 'x'.repeat(129), 'a b', '{"a":1}', 'a,b', "'; drop table", 'ä'])(
    '%j is replaced',
    async (id) => {
      const answer = await app.fetch('/health/live', { headers: { 'X-Request-Id': id } });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    },
  );

  test('no two requests share one', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => app.fetch('/health/live')));
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(100);
  });
});

describe('CORS', () => {
  const site = 'https://site.example';
  const preflight = {
    method: 'OPTIONS',
    headers: {
      Origin: site,
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'if-match',
    },
  };
  const cors = (response: Response): Record<string, string> =>
    Object.fromEntries(
      [...response.headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'),
    );

  test('is closed unless origins are listed', async () => {
    const closed = start();
    expect(cors(await closed.fetch('/api/notes', { headers: { Origin: site } }))).toEqual({
      vary: 'Accept-Encoding',
    });
    expect(cors(await closed.fetch('/api/notes', preflight))).not.toHaveProperty(
      'access-control-allow-origin',
    );
  });

  test('lets a listed origin read answers and their headers, with credentials', async () => {
    const app = start({ corsOrigins: ['https://other.example', site] });
    for (const path of ['/api/notes', '/api/nothing', '/health/live']) {
      expect(cors(await app.fetch(path, { headers: { Origin: site } }))).toEqual({
        'access-control-allow-origin': site,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers':
          'Content-Length, ETag, Idempotency-Replayed, Location, Retry-After, X-Request-Id, X-Svc-Contract, ' +
          'X-Svc-Dropped, X-Svc-Left, X-Svc-Left-Count',
        vary: 'Accept-Encoding, Origin',
      });
    }
  });

  test.each([
    'https://site.example.evil',
    'http://site.example',
    'https://site.example:8443',
    'null',
    'https://SITE.example',
    '',
  ])('refuses %j, but tells caches that the origin matters', async (origin) => {
    const app = start({ corsOrigins: [site] });
    expect(cors(await app.fetch('/api/notes', { headers: { Origin: origin } }))).toEqual({
      vary: 'Accept-Encoding, Origin',
    });
  });

  test('answers preflights, of paths that do not exist too', async () => {
    const app = start({ corsOrigins: [site] });
    for (const path of ['/api/notes', '/api/nothing']) {
      const answer = await app.fetch(path, preflight);
      expect(answer.status).toBe(204);
      expect(cors(answer)).toMatchObject({
        'access-control-allow-origin': site,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': expect.stringMatching(
          /Authorization.*Content-Type.*If-Match.*X-API-Key.*X-Draft/,
        ),
        'access-control-max-age': '7200',
      });
    }
  });

  test('* lets everybody read, never with credentials', async () => {
    const app = start({ corsOrigins: ['*'] });
    const answer = cors(await app.fetch('/api/notes', { headers: { Origin: 'https://any.example' } }));
    expect(answer).toMatchObject({ 'access-control-allow-origin': '*', vary: 'Accept-Encoding' });
    expect(answer).not.toHaveProperty('access-control-allow-credentials');
  });

  test('an origin listed beside * keeps its credentials', async () => {
    const app = start({ corsOrigins: ['*', site] });
    expect(cors(await app.fetch('/api/notes', { headers: { Origin: site } }))).toMatchObject({
      'access-control-allow-origin': site,
      'access-control-allow-credentials': 'true',
      vary: 'Accept-Encoding, Origin',
    });
  });
});

describe('compression', () => {
  const text = JSON.stringify({ text: 'All work and no play. '.repeat(1000) });
  const small = JSON.stringify({ text: 'x'.repeat(500) });
  const reply = (body: string) => async () => ({ status: 200, headers: { ETag: '"1"' }, body });
  const app = start({ pages: { '/api/text': { GET: reply(text) }, '/api/small': { GET: reply(small) } } });

  async function encoded(path: string, accepted: string): Promise<{ encoding: string | null; text: string }> {
    const response = await app.fetch(path, { headers: { 'Accept-Encoding': accepted } });
    const encoding = response.headers.get('content-encoding');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
    expect(headersOf(response)).toMatchObject({ etag: '"1"', vary: 'Accept-Encoding' });
    return { encoding, text: decoded(bytes, encoding) };
  }

  function decoded(bytes: Buffer, encoding: string | null): string {
    if (encoding === 'br') return brotliDecompressSync(bytes).toString();
    return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
  }

  test.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br', 'br'],
    ['*', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['GZIP;q=1.0', 'gzip'],
    ['deflate, zstd', null],
    ['identity', null],
    ['gzip;q=0', null],
    ['br;q=much, gzip', 'gzip'],
    [',;,', null],
    ['*;q=0', null],
    ['', null],
  ])('%j gets %s', async (accepted, encoding) => {
    expect(await encoded('/api/text', accepted)).toEqual({ encoding, text });
  });

  test('leaves small answers alone', async () => {
    expect(await encoded('/api/small', 'gzip, br')).toEqual({ encoding: null, text: small });
  });

  test('HEAD tells what GET would send', async () => {
    const init = { headers: { 'Accept-Encoding': 'gzip' } };
    const get = await app.fetch('/api/text', init);
    const head = await app.fetch('/api/text', { ...init, method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect(await head.text()).toBe('');
  });
});
