import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

const index = readFileSync(join(packageRoot, 'dist/admin/index.html'), 'utf8');
const script = /src="(\/admin\/assets\/[^"]+\.js)"/.exec(index)?.[1] ?? '';
const bytes = readFileSync(join(packageRoot, 'dist', script.slice(1)));

interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Calls the app in process, since a `fetch` over HTTP would decode the body and hide its encoding. */
async function get(
  server: DashboardServer,
  path: string,
  { headers = {}, method = 'GET' }: { headers?: Record<string, string>; method?: string } = {},
): Promise<RawAnswer> {
  const response = await server.app.fetch(`${server.url}${path}`, { method, headers, redirect: 'manual' });
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  };
}

describe('without authentication', () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('every-field');
  });
  afterAll(() => server.close());

  test('every address below /admin opens the application', async () => {
    for (const path of [
      '/admin',
      '/admin/',
      '/admin/users',
      '/admin/collections/samples/01990b5e?a=b',
      '/admin/login',
    ]) {
      const { status, headers, body } = await get(server, path);
      expect({ path, status, type: headers.get('content-type') }).toEqual({
        path,
        status: 200,
        type: 'text/html; charset=utf-8',
      });
      expect(body.toString()).toBe(index);
    }
  });

  test('its page is under a strict policy, and no cache answers without asking', async () => {
    const { headers } = await get(server, '/admin');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types ProseMirrorClipboard',
    ]);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(index).not.toMatch(/<style|<script(?![^>]*src=)|\son\w+=|style=/);
    const etag = headers.get('etag') ?? '';
    const again = await get(server, '/admin/users', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(again.headers.get('content-security-policy')).toBe(policy);
  });

  test('files with a hash are good for ever, in the form that the browser takes', async () => {
    const plain = await get(server, script);
    expect(plain.status).toBe(200);
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(plain.headers.get('vary')).toBe('Accept-Encoding');
    expect(plain.headers.get('set-cookie')).toBeNull();
    expect(plain.body.equals(bytes)).toBe(true);
    const brotli = await get(server, script, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(brotli.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(brotli.body).equals(bytes)).toBe(true);
    const gzipped = await get(server, script, { headers: { 'accept-encoding': 'gzip' } });
    expect(gzipped.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(gzipped.body).equals(bytes)).toBe(true);
    const tags = [plain, brotli, gzipped].map(({ headers }) => headers.get('etag'));
    expect(new Set(tags).size).toBe(3);
    const known = { 'accept-encoding': 'br', 'if-none-match': tags[1] ?? '' };
    expect((await get(server, script, { headers: known })).status).toBe(304);
    const head = await get(server, script, { method: 'HEAD' });
    expect({
      status: head.status,
      length: head.headers.get('content-length'),
      body: head.body.length,
    }).toEqual({
      status: 200,
      length: String(bytes.length),
      body: 0,
    });
  });

  test('what is no file is none, whatever it tries', async () => {
    const paths = [
      ...[
        '/admin/assets/none.js',
        '/admin/assets/',
        '/admin/assets/..%2findex.html',
        '/admin/brand/none.svg',
      ],
      ...['/admin/index.html', '/admin/none.map', '/admin/assets/%2e%2e/%2e%2e/package.json', `${script}.br`],
    ];
    for (const path of paths) {
      const { status, headers } = await get(server, path);
      expect({ path, status, type: headers.get('content-type') }).toEqual({
        path,
        status: 404,
        type: 'application/json; charset=utf-8',
      });
    }
  });

  test('other methods are refused, and say which are not', async () => {
    for (const path of ['/admin', '/admin/users', script]) {
      const { status, headers } = await get(server, path, { method: 'POST' });
      expect({ path, status, allow: headers.get('allow') }).toEqual({
        path,
        status: 405,
        allow: 'GET, HEAD, OPTIONS',
      });
    }
  });
});

describe('with authentication', () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('access');
  });
  afterAll(() => server.close());

  test('a visitor who is not signed in is led to the login, and back', async () => {
    const locationOf = async (path: string): Promise<unknown> => {
      const { status, headers } = await get(server, path);
      return { status, location: headers.get('location'), caching: headers.get('cache-control') };
    };
    const ledTo = (location: string): unknown => ({ status: 303, location, caching: 'no-store' });
    expect(await locationOf('/admin')).toEqual(ledTo('/admin/login'));
    expect(await locationOf('/admin/users?page=2')).toEqual(
      ledTo('/admin/login?next=%2Fadmin%2Fusers%3Fpage%3D2'),
    );
    expect(await locationOf('/admin//evil')).toEqual(ledTo('/admin/login?next=%2Fadmin%2F%2Fevil'));
    expect((await get(server, '/admin/users', { method: 'HEAD' })).status).toBe(303);
    expect((await get(server, script)).status).toBe(200);
  });

  test('the pages for people stay pages of the server', async () => {
    for (const path of [
      'login',
      'register',
      'forgot-password',
      'reset-password',
      'verify-email',
      'magic-link',
    ]) {
      const { body } = await get(server, `/admin/${path}`, { headers: { accept: 'text/html' } });
      expect(body.toString(), path).not.toContain('/admin/assets/');
    }
    expect((await get(server, '/admin/auth.css')).headers.get('content-type')).toBe(
      'text/css; charset=utf-8',
    );
  });

  test('every role gets the application, and a session whose access has expired goes on', async () => {
    for (const role of ['super_admin', 'guest'] as const) {
      const cookie = await server.session(role);
      expect((await get(server, '/admin/profile', { headers: { cookie } })).body.toString()).toBe(index);
    }
    const cookie = await server.session('editor');
    const refreshOnly = cookie
      .split('; ')
      .filter((pair) => pair.startsWith('svc_refresh='))
      .join('; ');
    const { status, headers, body } = await get(server, '/admin/users?a=b', {
      headers: { cookie: refreshOnly },
    });
    expect(status).toBe(200);
    expect(body.toString()).toBe(index);
    expect(headers.getSetCookie().map((line) => line.replace(/=.*/, ''))).toEqual([
      'svc_session',
      'svc_refresh',
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    const dead = await get(server, '/admin', { headers: { cookie: 'svc_session=x; svc_refresh=y' } });
    expect(dead.status).toBe(303);
  });
});
