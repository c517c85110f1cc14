import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { generate } from '../../generator/generate.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

const logo = '<svg xmlns="http://www.w3.org/2000/svg"><title>Acme</title></svg>';

describe('a service with a look of its own', () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('every-field', {
      config: `admin: {
        name: 'Acme', logo: './logo.svg', logoDark: '/static/dark.png', accentColor: 'oklch(0.6 0.2 260)',
        css: 'brand.css', widgets: { colour: './colour.js', map: '/static/map.js' },
      }`,
      files: {
        'logo.svg': logo,
        'brand.css': ':root { --radius: 0 }',
        'colour.js': 'export const widget = 1;',
      },
      ownFolder: true,
    });
  });
  afterAll(() => server.close());

  test('has addresses of its own origin, and serves the files of the project there', async () => {
    const api = await server.api(null);
    const { branding } = (await api('GET', '/api/admin/meta')).body;
    expect(branding).toEqual({
      name: 'Acme',
      logo: expect.stringMatching(/^\/admin\/brand\/logo-[0-9a-f]{8}\.svg$/),
      logoDark: '/static/dark.png',
      accentColor: 'oklch(0.6 0.2 260)',
      css: expect.stringMatching(/^\/admin\/brand\/brand-[0-9a-f]{8}\.css$/),
      widgets: {
        colour: expect.stringMatching(/^\/admin\/brand\/colour-[0-9a-f]{8}\.js$/),
        map: '/static/map.js',
      },
    });
    const served = await fetch(`${server.url}${branding.logo}`);
    expect(await served.text()).toBe(logo);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      // Mails may use the same logo file, which other origins then load.
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(Object.fromEntries((await fetch(`${server.url}${branding.css}`)).headers)).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect((await fetch(`${server.url}${branding.widgets.colour}`)).headers.get('content-type')).toBe(
      'text/javascript; charset=utf-8',
    );
  });

  test('has another address when a file has changed', async () => {
    const file = join(server.folder, 'generated/admin.json');
    const before = readFileSync(file, 'utf8');
    expect((await generate({ cwd: server.folder, check: true })).stale).toEqual([]);
    writeFileSync(join(server.folder, 'logo.svg'), logo.replace('Acme', 'Other'));
    const { written, sources } = await generate({ cwd: server.folder });
    expect(written.map((path) => path.replace(/.*\//, ''))).toEqual(['admin.json', 'brand.json']);
    expect(sources).toContain(join(server.folder, 'logo.svg'));
    expect(readFileSync(file, 'utf8')).not.toBe(before);
  });
});

test('without a dashboard there is neither the page nor its routes, and the login leads to a page all the same', async () => {
  const server = await startDashboard('access', { config: 'admin: false' });
  onTestFinished(() => server.close());
  expect(Object.keys(server.openapi.paths ?? {}).filter((path) => path.startsWith('/api/admin'))).toEqual([]);
  const cookie = await server.session('editor');
  const get = (path: string): Promise<Response> =>
    fetch(`${server.url}${path}`, { headers: { cookie }, redirect: 'manual' });
  expect((await get('/api/admin/meta')).status).toBe(404);
  expect((await get('/admin/users')).status).toBe(404);
  expect(await (await get('/admin')).text()).toContain('You are signed in as');
});

test('pages of signing in have the look of the dashboard', async () => {
  const server = await startDashboard('access', {
    config: `admin: { name: 'Acme & Co', logo: './logo.svg', logoDark: '/static/dark.png', accentColor: '#2563eb' }`,
    files: { 'logo.svg': logo },
  });
  onTestFinished(() => server.close());
  const page = await (await fetch(`${server.url}/admin/login`)).text();
  expect(page).toContain('<title>Sign in - Acme &amp; Co</title>');
  const [, address = ''] = /<img class="logo" src="([^"]+)"/.exec(page) ?? [];
  expect(address).toMatch(/^\/admin\/brand\/logo-[0-9a-f]{8}\.svg$/);
  expect(await (await fetch(`${server.url}${address}`)).text()).toBe(logo);
  expect(page).toContain('<source srcset="/static/dark.png" media="(prefers-color-scheme: dark)">');
  const style = await (await fetch(`${server.url}/admin/auth.css`)).text();
  expect(style).toContain(':root {\n  --accent: #2563eb;\n}');
});
