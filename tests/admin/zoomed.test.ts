/**
 * Every screen where the browser zooms to 200 % (WCAG 1.4.4) and to 360 pixels (WCAG 1.4.10): in German,
 * whose words are longer, and dark in English.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overflowOf } from '../support/accessibility.js';
import { noBrowser } from '../support/browser.js';
import { faultsOf } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

/** A window of 1280 pixels at 200 %, and a phone. */
const half = { zoom: '200 %', viewport: { width: 640, height: 400 } };
const phone = { zoom: '360 px', viewport: { width: 360, height: 740 } };
const looks = [
  { language: 'German', locale: 'de-DE', colorScheme: 'light', zooms: [half, phone] },
  { language: 'English', locale: 'en-GB', colorScheme: 'dark', zooms: [half] },
] as const;

/** With a global and a library. */
const config = `
  globals: [{ slug: 'site', fields: [{ name: 'slogan', type: 'text' }, { name: 'imprint', type: 'richText' }] }],
  collections: [...fixture.collections, { slug: 'media', upload: { mimeTypes: ['image/svg+xml'] }, fields: [] }]`;

describe.skipIf(noBrowser !== null)('zoomed screens', { timeout: 180_000 }, () => {
  let server: DashboardServer;
  let screens: readonly string[] = [];
  beforeAll(async () => {
    server = await startDashboard('content-tools', { config });
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
    const form = new FormData();
    const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    form.append('file', new Blob([picture], { type: 'image/svg+xml' }), 'timetable-of-the-harbour-line.svg');
    const headers = { cookie: await server.session('super_admin') };
    const sent = await fetch(`${server.url}/api/media`, { method: 'POST', body: form, headers });
    const { id: file } = (await sent.json()) as { readonly id: string };
    screens = [
      ...['globals/site', 'collections/media', `collections/media/${file}`, 'collections/media/new'],
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

  test.each(looks)(
    'have no fault that axe finds and fit the window: $language, $colorScheme',
    async (look) => {
      const { zooms, locale, colorScheme } = look;
      const options = { locale, colorScheme, viewport: half.viewport, deviceScaleFactor: 2 };
      const { page } = await openDashboard(server, { path: '/admin/profile', ...options });
      const faults: Record<string, readonly string[]> = {};
      for (const screen of screens) {
        await page.goto(`/admin/${screen}`);
        await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor({ state: 'attached' });
        await page.waitForLoadState('networkidle');
        for (const { zoom, viewport } of zooms) {
          await page.setViewportSize(viewport);
          const found = await faultsOf(page);
          const overflow = await overflowOf(page);
          const all = [...found, ...(overflow > 0 ? [`${overflow} px too wide`] : [])];
          if (all.length > 0) faults[`${screen}, ${zoom}`] = all;
        }
      }
      expect(faults).toEqual({});
    },
  );

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
