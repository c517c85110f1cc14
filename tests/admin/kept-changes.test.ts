/** Unsaved changes: kept until the user decides about them, and never put over newer text without asking. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

describe.skipIf(noBrowser !== null)('changes that were never saved', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  let author = '';
  beforeAll(async () => {
    server = await startDashboard('blog');
    api = await server.api();
    author = (await api('POST', '/api/authors', { name: 'Ada', email: 'ada@example.com' })).body.id;
  });
  afterAll(() => server.close());

  const title = (page: Page) => page.getByLabel('Title').first();
  const excerpt = (page: Page) => page.getByLabel('Excerpt', { exact: true });
  const offer = (page: Page) => page.getByRole('button', { name: 'Restore them' });
  const opened = async (path?: string): Promise<Page> => {
    const { body } = await api('POST', '/api/posts', { title: 'Stored', author });
    const { page } = await openDashboard(server, { path: path ?? `/admin/collections/posts/${body.id}` });
    page.on('dialog', (dialog) => void dialog.accept());
    await title(page).waitFor();
    return page;
  };
  const reload = async (page: Page): Promise<void> => {
    await page.reload();
    await title(page).waitFor();
  };

  test('are all brought back, also those of two visits ago', async () => {
    const page = await opened();
    await title(page).fill('Typed first');
    await reload(page);
    await offer(page).waitFor();
    await excerpt(page).fill('Typed later');
    await reload(page);
    await offer(page).click();
    expect([await title(page).inputValue(), await excerpt(page).inputValue()]).toEqual([
      'Typed first',
      'Typed later',
    ]);
    expect(await offer(page).count()).toBe(0);
  });

  test('stay kept where the next visit changes nothing', async () => {
    const page = await opened();
    await title(page).fill('Typed first');
    await reload(page);
    await excerpt(page).fill('x');
    await excerpt(page).fill('');
    await reload(page);
    await offer(page).click();
    expect(await title(page).inputValue()).toBe('Typed first');
  });

  test('never take the place of what was saved since then without a choice', async () => {
    const page = await opened();
    await title(page).fill('Older');
    await excerpt(page).fill('Only there');
    await reload(page);
    await title(page).fill('Newer');
    await page.keyboard.press('Control+s');
    await page.getByText('Draft saved.').first().waitFor();
    await offer(page).click();
    const dialog = page.getByRole('dialog', { name: 'Restore unsaved changes?' });
    await dialog.getByRole('radio', { name: /newer/ }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Leave the form as it is' }).click();
    expect([await title(page).inputValue(), await excerpt(page).inputValue()]).toEqual(['Newer', '']);
    await offer(page).click();
    await dialog.getByRole('radio', { name: /newer/ }).check();
    await dialog.getByRole('button', { name: 'Use this' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect([await title(page).inputValue(), await excerpt(page).inputValue()]).toEqual([
      'Newer',
      'Only there',
    ]);
    expect(await offer(page).count()).toBe(0);
  });

  test('do the same in the form of a new document', async () => {
    const page = await opened('/admin/collections/posts/new');
    await title(page).fill('First thought');
    await excerpt(page).fill('Said first');
    await reload(page);
    await title(page).fill('Second thought');
    await offer(page).click();
    const dialog = page.getByRole('dialog', { name: 'Restore unsaved changes?' });
    await dialog.getByRole('radio', { name: /older/ }).check();
    await dialog.getByRole('button', { name: 'Use this' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect([await title(page).inputValue(), await excerpt(page).inputValue()]).toEqual([
      'First thought',
      'Said first',
    ]);
  });

  test('are dropped together, and told of by their age', async () => {
    const page = await opened();
    await title(page).fill('Typed first');
    await reload(page);
    await page.getByText('There are unsaved changes from less than a minute ago.').waitFor();
    await page.getByRole('button', { name: 'Discard them' }).click();
    expect(await offer(page).count()).toBe(0);
    await reload(page);
    expect(await offer(page).count()).toBe(0);
    expect(await title(page).inputValue()).toBe('Stored');
  });
});
