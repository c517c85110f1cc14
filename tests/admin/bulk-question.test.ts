/** The confirmation before an action on many documents, and the page while the action runs. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

const all = 120;

describe.skipIf(noBrowser !== null)('work on many documents', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  let author = '';
  beforeAll(async () => {
    server = await startDashboard('blog');
    api = await server.api();
    author = (await api('POST', '/api/authors', { name: 'Ada', email: 'ada@example.com' })).body.id;
    await api('POST', '/api/authors', { name: 'Ben', email: 'ben@example.com' });
    const ids: string[] = [];
    for (let index = 1; index <= all; index++) {
      ids.push((await api('POST', '/api/tags', { name: `tag ${String(index).padStart(3, '0')}` })).body.id);
    }
    await api('POST', '/api/posts', { title: 'Tagged', author, tags: ids.slice(0, 2) });
    await api('POST', '/api/posts', { title: 'With a late one', author, tags: ids.slice(110, 111) });
    await api('POST', '/api/posts', { title: 'With the last one', author, tags: ids.slice(-1) });
  }, 120_000);
  afterAll(() => server.close());

  const selectAll = async (page: Page): Promise<void> => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: `Select all ${all}` }).click();
    await page.getByText(`${all} selected`, { exact: true }).waitFor();
  };
  const totalTags = async (): Promise<number> => (await api('GET', '/api/tags?limit=0')).body.totalDocs;

  test('a deletion names number and collection, what it does to others, and has a large number typed', async () => {
    const { page } = await openDashboard(server, { path: '/admin/collections/tags' });
    await selectAll(page);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: `Delete ${all} Tags?` });
    await question.getByText('These lose their references to them:').waitFor();
    await question.getByText('Posts: 3').waitFor();
    await expectAccessible(page);
    const confirm = question.getByRole('button', { name: 'Delete' });
    expect(await confirm.getAttribute('aria-disabled')).toBe('true');
    const input = question.getByLabel(`Type ${all} to confirm`);
    await input.fill('12');
    await confirm.click({ force: true });
    expect(await question.count()).toBe(1);
    await input.fill(`${all}`);
    expect(await confirm.getAttribute('aria-disabled')).toBeNull();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await totalTags()).toBe(all);
  });

  test('what cannot be deleted is named before', async () => {
    const { page } = await openDashboard(server, { path: '/admin/collections/authors' });
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete 2 Authors?' });
    await question.getByText('1 cannot be deleted: other documents need it').waitFor();
    expect(await question.getByRole('listitem').allInnerTexts()).toEqual(['Ada']);
  });

  test('what was not agreed to is not deleted', async () => {
    const { page } = await openDashboard(server, { path: '/admin/collections/tags' });
    await selectAll(page);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: `Delete ${all} Tags?` });
    await question.getByLabel(`Type ${all} to confirm`).fill(`${all}`);
    const late = (await api('POST', '/api/tags', { name: 'came later' })).body.id;
    await question.getByRole('button', { name: 'Delete' }).click();
    const again = page.getByRole('alertdialog', { name: `Delete ${all + 1} Tags?` });
    await again.getByText(`Nothing was deleted: ${all + 1} documents match by now.`).waitFor();
    expect(await again.getByLabel(`Type ${all + 1} to confirm`).inputValue()).toBe('');
    expect(await totalTags()).toBe(all + 1);
    await api('DELETE', `/api/tags/${late}`);
  });

  test('a reload asks while it goes on', async () => {
    const { page } = await openDashboard(server, { path: '/admin/collections/tags' });
    await selectAll(page);
    await page.getByRole('button', { name: 'Unpublish', exact: true }).click();
    // Slow enough that the reload happens while requests are running.
    await page.route('**/api/tags/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    const question = page.getByRole('alertdialog', { name: `Unpublish ${all} Tags?` });
    await question.getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText('Keep this tab open until it is finished.').waitFor();
    await page
      .getByText(/^\d+ of 120 done\./)
      .first()
      .waitFor();
    const asked = page.waitForEvent('dialog');
    void page.evaluate(() => location.reload()).catch(() => undefined);
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page
      .getByText(/documents? (was|were) unpublished\..*Stopped\. What was done so far is kept\./)
      .first()
      .waitFor();
  });

  test('in forced colours nothing shows through the bar', async () => {
    const { page } = await openDashboard(server, {
      path: '/admin/collections/tags',
      forcedColors: 'active',
    });
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    const bar = page.locator('.bulk-bar');
    await bar.waitFor();
    const [background, page_] = await bar.evaluate((element) => {
      const canvas = document.createElement('div');
      canvas.style.backgroundColor = 'Canvas';
      element.append(canvas);
      return [element, canvas].map((each) => getComputedStyle(each).backgroundColor);
    });
    expect(background).toBe(page_);
    await expectAccessible(page);
  });
});
