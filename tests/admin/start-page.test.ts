import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

const draft = { 'x-draft': 'true' };

describe.skipIf(noBrowser !== null)('the start page', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('blog');
    const api = await server.api();
    const { body: author } = await api('POST', '/api/authors', { name: 'Ada', email: 'ada@example.org' });
    const post = { category: 'news', author: author.id };
    await api('POST', '/api/posts', { ...post, title: 'For everybody' });
    await api('POST', '/api/posts', { ...post, title: 'Half of it' }, draft);
    const { body: planned } = await api('POST', '/api/posts', { ...post, title: 'For later' }, draft);
    await api('POST', `/api/posts/${planned.id}/publish`, { publishAt: '2099-05-01T08:00:00Z' });
  });
  afterAll(() => server.close());

  test('counts documents, and lists what waits, what is planned and what has changed', async () => {
    const { page } = await openDashboard(server);
    await page.getByRole('link', { name: /^Posts\s*3 documents$/ }).waitFor();
    await page.getByRole('link', { name: /^Authors\s*1 document$/ }).waitFor();
    // What waits comes first.
    const mine = page.getByRole('region', { name: 'Mine' });
    expect(await mine.getByRole('link').allTextContents()).toEqual([
      ...['For later', 'Half of it'],
      ...['For everybody', 'Ada'],
    ]);
    await page.getByRole('region', { name: 'To review' }).getByText('No drafts by others').waitFor();
    const scheduled = page.getByRole('region', { name: 'Scheduled' });
    // In the format of the browser's locale, en-GB.
    await scheduled.getByText('Publishes 1 May 2099, 08:00').waitFor();
    const recent = page.getByRole('region', { name: 'Recent changes' });
    expect((await recent.getByRole('link').allTextContents()).toSorted()).toEqual([
      'Ada',
      'For everybody',
      'For later',
      'Half of it',
    ]);
  });

  test('leads on: to a list, to a new document, to a draft', async () => {
    const { page } = await openDashboard(server);
    expect(await page.getByRole('link', { name: 'New Post' }).getAttribute('href')).toBe(
      '/admin/collections/posts/new',
    );
    await page.getByRole('region', { name: 'Mine' }).getByRole('link', { name: 'Half of it' }).click();
    await page.waitForURL(/\/admin\/collections\/posts\/[0-9a-f-]{36}$/);
    await page.goBack();
    await page.getByRole('link', { name: /^Posts\s*3/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
  });

  test('shows what a role may see', async () => {
    const { page } = await openDashboard(server, { role: 'customer' });
    await page.getByRole('link', { name: /^Comments\s*0/ }).waitFor();
    expect(await page.getByRole('link', { name: 'New Post' }).count()).toBe(0);
  });

  test.each(['light', 'dark'] as const)('is accessible in %s, wide and narrow', async (colorScheme) => {
    const { page } = await openDashboard(server, { colorScheme });
    await page.getByRole('region', { name: 'Scheduled' }).getByRole('link').first().waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});
