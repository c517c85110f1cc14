/** Titles keep their room: beside states in lists, and without blowing up a page. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

describe.skipIf(noBrowser !== null)('titles', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  let author = '';
  beforeAll(async () => {
    server = await startDashboard('blog');
    api = await server.api();
    author = (await api('POST', '/api/authors', { name: 'Ada', email: 'ada@example.com' })).body.id;
  });
  afterAll(() => server.close());

  const stateOf = (page: Page, title: string) =>
    page.getByRole('row', { name: title }).locator('.list-badges');

  test.each([
    ['en-GB', 'Published with changes'],
    ['de-DE', 'Veröffentlicht, mit Änderungen'],
  ])('have room beside a long state: %s', async (locale, state) => {
    const title = `A title of the usual length for a list, in ${locale}`;
    const { body } = await api('POST', '/api/posts', { title, author });
    await api('PATCH', `/api/posts/${body.id}`, { excerpt: 'Changed' }, { 'x-draft': 'true' });
    const { page } = await openDashboard(server, {
      ...{ path: '/admin/collections/posts', locale },
      viewport: { width: 1280, height: 860 },
    });
    await stateOf(page, title).getByText(state).waitFor();
    const link = await page.getByRole('link', { name: title, exact: true }).boundingBox();
    expect(link?.width).toBeGreaterThanOrEqual(180);
    await expectNoSidewaysScroll(page);
  });

  test('without a space make no page wider', async () => {
    const { body } = await api('POST', '/api/posts', { title: 'x'.repeat(200), author });
    await api('PATCH', `/api/posts/${body.id}`, { excerpt: 'Changed' });
    for (const width of [1280, 360]) {
      for (const path of [`posts/${body.id}`, `posts/${body.id}/versions`, 'posts']) {
        const { page } = await openDashboard(server, {
          path: `/admin/collections/${path}`,
          viewport: { width, height: 860 },
        });
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        await expectNoSidewaysScroll(page);
      }
    }
  });
});
