/** Messages in the corner: they leave by themselves, and with the screen that they are about. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

describe.skipIf(noBrowser !== null)('messages', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('minimal', { auth: true });
  }, 60_000);
  afterAll(async () => {
    await server?.close();
    await closeBrowser();
  });

  const toast = (page: Page) => page.locator('.toast', { hasText: 'Profile saved.' });
  async function save(page: Page, name: string): Promise<void> {
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await toast(page).waitFor();
    // Not held open by the pointer.
    await page.mouse.move(0, 0);
  }

  test('of success leave after five seconds', async () => {
    const { page } = await openDashboard(server, { path: '/admin/profile' });
    await save(page, 'One');
    const shown = Date.now();
    await toast(page).waitFor({ state: 'detached', timeout: 15_000 });
    expect(Date.now() - shown).toBeGreaterThan(3000);
  });

  test('of success take the place of the one before', async () => {
    const { page } = await openDashboard(server, { path: '/admin/profile' });
    await save(page, 'Three');
    const before = await toast(page).elementHandle();
    await page.getByLabel('Name', { exact: true }).fill('Four');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => before?.evaluate((each) => each.isConnected)).toBe(false);
    expect(await toast(page).count()).toBe(1);
  });

  test('leave with their screen', async () => {
    const { page } = await openDashboard(server, { path: '/admin/profile' });
    await save(page, 'Two');
    await page.waitForTimeout(1600);
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    expect(await toast(page).count()).toBe(0);
  });
});
