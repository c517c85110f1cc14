/** The start page: first steps, own changes, drafts to review, numbers of the config, the month. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

const draft = { 'x-draft': 'true' };
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const widgetOf = (page: Page, name: string | RegExp) => page.getByRole('article', { name });
const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SVC_TEST_PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

describe('the overview of the service', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let editor: Api;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    server = await startDashboard('content-tools');
    editor = await server.api('editor');
    const admin = await server.api('admin');
    const maps = (await editor('POST', '/api/categories', { name: 'Maps' })).body.id;
    for (const [name, price, category] of [
      ['World', 20, maps],
      ['Town', 5, maps],
      ['Pen', 2, null],
    ] as const)
      expect((await editor('POST', '/api/products', { name, sku: name, price, category })).status).toBe(201);
    const post = async (api: Api, title: string, headers = {}): Promise<void> => {
      ids[title] = (await api('POST', '/api/posts', { title, status: 'written' }, headers)).body.id;
    };
    await post(editor, 'Public one');
    await post(editor, 'My draft', draft);
    await post(admin, 'Their draft', draft);
    await post(admin, 'Planned', draft);
    await admin('POST', `/api/posts/${ids['Planned']}/publish`, {
      publishAt: '2999-01-08T09:30:00.000Z',
      unpublishAt: '2999-02-01T00:00:00.000Z',
    });
  }, 60_000);
  afterAll(() => server.close());

  test('names what the requester has changed, and what they may publish', async () => {
    const { body } = await editor('GET', '/api/admin/overview');
    const titles = (list: { title: string }[]): readonly string[] => list.map(({ title }) => title);
    expect(titles(body.mine)).toEqual(['My draft', 'Public one', 'Pen', 'Town', 'World', 'Maps']);
    expect(body.mine[0]).toMatchObject({ slug: 'posts', status: 'draft', pending: false, scheduled: false });
    expect(body.drafts.map(({ canPublish }: { canPublish: boolean }) => canPublish)).toEqual([
      true,
      true,
      true,
    ]);
    const customer = await (await server.api('customer'))('GET', '/api/admin/overview');
    expect(customer.body.mine).toEqual([]);
    for (const each of customer.body.drafts) expect(each.canPublish).toBe(false);
  });

  test('tells of the widgets only those who may read what they count', async () => {
    const widgets = async (api: Api): Promise<number> =>
      (await api('GET', '/api/admin/meta')).body.overview.length;
    expect(await widgets(await server.api('admin'))).toBe(4);
    // One of them uses the costs, which only administrators read.
    expect(await widgets(editor)).toBe(3);
  });

  test.skipIf(noBrowser !== null)('counts by a field, and leads to the documents', async () => {
    const { page } = await openDashboard(server, { role: 'admin' });
    const widget = widgetOf(page, 'Products by Category').first();
    await widget.getByRole('link', { name: 'Maps' }).waitFor();
    expect(await widget.getByRole('row').allInnerTexts()).toEqual([
      expect.stringMatching(/Category\s+Documents\s+Price, total\s+Costs, highest/),
      expect.stringMatching(/Maps\s+2\s+25\s+–/),
      expect.stringMatching(/Not filled in\s+1\s+2\s+–/),
    ]);
    const states = widgetOf(page, 'Posts by state');
    expect(await states.getByRole('row').last().innerText()).toMatch(/Written\s+4/);
    await expectAccessible(page);
    await shoot(page, 'overview-light');
    await states.getByRole('link', { name: 'Written' }).click();
    await page.getByText('4 documents', { exact: true }).first().waitFor();
    await page.goBack();
    await widgetOf(page, /^Posts by Created/)
      .getByRole('link')
      .first()
      .click();
    await page.getByText('4 documents', { exact: true }).first().waitFor();
  });

  test.skipIf(noBrowser !== null)('shows own changes, drafts to review, and the month', async () => {
    const { page } = await openDashboard(server, { role: 'editor' });
    await region(page, 'Mine').getByRole('link', { name: 'My draft' }).waitFor();
    expect((await region(page, 'Mine').getByRole('link').allInnerTexts()).slice(0, 2)).toEqual([
      'My draft',
      'Public one',
    ]);
    const review = region(page, 'To review').getByRole('link');
    expect((await review.allInnerTexts()).filter((text) => !text.startsWith('All drafts'))).toEqual([
      'Planned',
      'Their draft',
    ]);
    const month = region(page, /^Scheduled in/);
    await month.getByRole('columnheader', { name: 'Mon' }).waitFor();
    expect(await month.getByRole('heading').innerText()).toBe('Scheduled in January 2999');
    expect(await month.getByRole('columnheader').first().innerText()).toBe('Mon');
    await month
      .getByRole('cell', { name: 'Tuesday 8 January' })
      .getByRole('link', { name: 'Planned' })
      .waitFor();
    await month.getByRole('button', { name: 'Next scheduled' }).click();
    await month.getByRole('heading', { name: 'Scheduled in February 2999' }).waitFor();
    await page.getByRole('button', { name: 'Previous month' }).click();
    await month.getByRole('cell', { name: 'Tuesday 8 January' }).waitFor();
    await month.getByRole('button', { name: 'Today' }).click();
    await month.locator('[aria-current="date"]').waitFor();
    await page.setViewportSize({ width: 880, height: 800 });
    expect(await month.locator('thead').isVisible()).toBe(false);
    const american = await openDashboard(server, { role: 'editor', locale: 'en-US' });
    await region(american.page, /^Scheduled in/)
      .getByRole('columnheader')
      .first()
      .waitFor();
    expect(await american.page.locator('.month th').first().innerText()).toBe('Sun');
  });

  test.skipIf(noBrowser !== null)('fits 360 pixels, in German and in the dark', async () => {
    const { page } = await openDashboard(server, {
      ...{ locale: 'de-DE', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
    });
    await widgetOf(page, 'Beiträge nach Stand').getByRole('link').first().waitFor();
    await region(page, /^Geplant im/)
      .getByText('Dienstag, 8. Januar')
      .waitFor();
    await region(page, 'Erste Schritte').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await shoot(page, 'overview-dark-360');
  });

  test.skipIf(noBrowser !== null)('a text that is a title takes a few lines', async () => {
    const { id } = (await editor('POST', '/api/authors', { name: 'A name without an end. '.repeat(220) }))
      .body;
    for (const width of [1280, 360]) {
      const { page } = await openDashboard(server, { role: 'editor', viewport: { width, height: 740 } });
      for (const name of ['Mine', 'Recent changes']) {
        const link = region(page, name)
          .getByRole('link', { name: /^A name/ })
          .first();
        await link.waitFor();
        expect((await link.boundingBox())?.height, `${name} at ${width}`).toBeLessThan(64);
      }
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
    await editor('DELETE', `/api/authors/${id}`);
  });

  test.skipIf(noBrowser !== null)('a step of the schedule is cancelled, after a question', async () => {
    const { page } = await openDashboard(server, { role: 'editor', path: '/admin/schedule' });
    await page
      .getByRole('row', { name: /Unpublish/ })
      .getByRole('button')
      .click();
    const question = page.getByRole('alertdialog', { name: 'Cancel the schedule of “Planned”?' });
    await question.getByText('It will not be unpublished').waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel the schedule' }).click();
    await page.getByText('The schedule of “Planned” was cancelled.').first().waitFor();
    await question.waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /Unpublish/ }).waitFor({ state: 'detached' });
    const path = `/api/posts/${ids['Planned']}/schedule`;
    expect((await editor('GET', path)).body).toMatchObject({
      ...{ publishAt: '2999-01-08T09:30:00.000Z', unpublishAt: null },
    });
    await page
      .getByRole('row', { name: /Publish/ })
      .getByRole('button')
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the schedule' }).click();
    await page.getByRole('heading', { name: 'Nothing is scheduled' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect((await editor('GET', `/api/posts/${ids['Planned']}?draft=true`)).body._status).toBe('draft');
  });

  test.skipIf(noBrowser !== null)('the icons of the config are in the navigation', async () => {
    const { page } = await openDashboard(server);
    const shape = (name: string): Promise<string | null> =>
      page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name, exact: true })
        .locator('path')
        .getAttribute('d');
    await region(page, 'Mine').waitFor();
    const shapes = await Promise.all(['Posts', 'Products', 'Categories'].map(shape));
    expect(new Set(shapes).size).toBe(3);
  });
});

describe.skipIf(noBrowser !== null)('the first steps', { timeout: 60_000 }, () => {
  test('are shown to administrators of a new service, until done or hidden', async () => {
    const server = await startDashboard('content-tools');
    try {
      const { page } = await openDashboard(server);
      const steps = region(page, 'First steps');
      // The users of the test are colleagues, and the config has a preview.
      await steps.getByText('2 of 4 done').waitFor();
      // It does not push what the screen is for out of the window.
      expect((await steps.boundingBox())?.height).toBeLessThan(140);
      await expectAccessible(page);
      await shoot(page, 'first-steps');
      const api = await server.api();
      await api('POST', '/api/products', { name: 'Pen', sku: 'pen' });
      const author = (await api('POST', '/api/authors', { name: 'Ada Winter' })).body.id;
      await page.reload();
      await steps.getByText('2 of 4 done').waitFor();
      await api('POST', '/api/posts', { title: 'The first one', author });
      await page.reload();
      await steps.getByText('3 of 4 done').waitFor();
      expect(await steps.getByRole('link').allInnerTexts()).toEqual(['Create an API key']);
      await steps.getByRole('button', { name: 'Hide' }).click();
      await steps.waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
      await page.reload();
      await region(page, 'Mine').waitFor();
      expect(await steps.count()).toBe(0);
      const writer = await openDashboard(server, { role: 'author' });
      await region(writer.page, 'Mine').waitFor();
      expect(await region(writer.page, 'First steps').count()).toBe(0);
    } finally {
      await server.close();
    }
  });
});
