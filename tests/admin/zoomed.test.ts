/**
 * Every screen in German, whose words are longer, where the browser zooms to 200 % (WCAG 1.4.4) and to 360
 * pixels (WCAG 1.4.10).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overflowOf } from '../support/accessibility.js';
import { noBrowser } from '../support/browser.js';
import { faultsOf } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

/** A window of 1280 pixels at 200 %, and a phone. */
const zooms = [
  { name: '200 %', viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  { name: '360 px', viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 },
] as const;

describe.skipIf(noBrowser !== null)('zoomed screens in German', { timeout: 180_000 }, () => {
  let server: DashboardServer;
  let screens: readonly string[] = [];
  beforeAll(async () => {
    server = await startDashboard('content-tools');
    const api = await server.api();
    const author = (await api('POST', '/api/authors', { name: 'Ada Winter' })).body.id;
    const values = { title: 'A tram line for the old harbour', author, tags: ['trams', 'harbour'] };
    const post = (await api('POST', '/api/posts', values)).body.id;
    await api('PATCH', `/api/posts/${post}`, { body: 'Another text.' }, { 'x-draft': 'true' });
    await api('POST', `/api/posts/${post}/publish`, { publishAt: '2999-01-01T00:00:00.000Z' });
    const gone = (await api('POST', '/api/posts', { ...values, title: 'Gone' })).body.id;
    await api('DELETE', `/api/posts/${gone}`);
    await api('POST', '/api/auth/invites', { email: 'somebody.new@engineering.example.com', role: 'editor' });
    const { body } = await api('POST', '/api/auth/api-keys', { name: 'Website', scopes: ['posts:read'] });
    screens = [
      ...['', 'collections/posts', `collections/posts/${post}`, `collections/posts/${post}/versions`],
      ...['collections/posts/new', 'collections/posts/trash', 'collections/products/new', 'nowhere'],
      ...['users', `users/${server.users.get('editor')?.id}`, 'invites', 'invites?new', 'rights'],
      ...['api-keys', 'api-keys/new', `api-keys/${body.apiKey.id}`, 'audit-log', 'settings/system'],
      ...['profile', 'sessions', 'schedule'],
    ];
  }, 60_000);
  afterAll(async () => {
    await server?.close();
    await closeBrowser();
  });

  test.each(zooms)('have no fault that axe finds and fit the window at $name', async ({ name, ...zoom }) => {
    const { page } = await openDashboard(server, { path: '/admin/profile', locale: 'de-DE', ...zoom });
    const faults: Record<string, readonly string[]> = {};
    for (const screen of screens) {
      await page.goto(`/admin/${screen}`);
      await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      const overflow = await overflowOf(page);
      const found = [...(await faultsOf(page)), ...(overflow > 0 ? [`${overflow} px too wide`] : [])];
      if (found.length > 0) faults[screen] = found;
    }
    expect(faults, name).toEqual({});
  });

  test('the buttons of a form lie over no half of an input', async () => {
    const blog = await startDashboard('blog');
    try {
      const viewport = { width: 360, height: 740 };
      const path = '/admin/collections/posts/new';
      const { page } = await openDashboard(blog, { path, locale: 'de-DE', viewport });
      await page.getByRole('button', { name: 'Veröffentlichen' }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await faultsOf(page)).toEqual([]);
      // The end of the form is above them.
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      const end = await page.locator('[data-field]').last().boundingBox();
      const bar = await page.locator('.edit-actions').boundingBox();
      expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    } finally {
      await blog.close();
    }
  });
});
