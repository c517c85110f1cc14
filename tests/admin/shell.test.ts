import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, password, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

const narrow = { width: 360, height: 740 };

function navigation(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
}

describe.skipIf(noBrowser !== null)('the frame of the dashboard', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('blog');
    const api = await server.api();
    await api('POST', '/api/tags', { name: 'engines' });
  });
  afterAll(() => server.close());

  test('a navigation moves the focus to the heading and names the window', async () => {
    const { page } = await openDashboard(server);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await navigation(page, 'Tags').click();
    const heading = page.getByRole('heading', { level: 1, name: 'Tags' });
    await heading.waitFor();
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.title()).toBe('Tags – Blog');
    expect(await navigation(page, 'Tags').getAttribute('aria-current')).toBe('page');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  });

  test('in forced colours one sees where one is', async () => {
    const { page } = await openDashboard(server, { forcedColors: 'active' });
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await links.first().waitFor();
    const coloursOf = (current: boolean) =>
      page
        .locator(`.navigation-link${current ? '[aria-current]' : ':not([aria-current])'}`)
        .first()
        .evaluate((link) => [getComputedStyle(link).backgroundColor, getComputedStyle(link).color]);
    expect(await coloursOf(true)).not.toEqual(await coloursOf(false));
    await expectAccessible(page);
  });

  test('a long navigation shows where one is', async () => {
    const { page } = await openDashboard(server, {
      path: '/admin/settings/system',
      viewport: { width: 1280, height: 360 },
    });
    await page.getByRole('heading', { level: 1, name: 'System settings' }).waitFor();
    const entry = navigation(page, 'System settings');
    const place = await entry.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(place).toBe(true);
  });

  test('the first stop of the keyboard leads past the navigation', async () => {
    const { page } = await openDashboard(server);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  test('a narrow window has the navigation in a drawer that gives the focus back', async () => {
    const { page } = await openDashboard(server, { viewport: narrow });
    const open = page.getByRole('button', { name: 'Open navigation' });
    await open.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Main' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => open.evaluate((element) => element === document.activeElement)).toBe(true);
    await open.click();
    await navigation(page, 'Posts').click();
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expectNoSidewaysScroll(page);
  });

  test('colours and language are chosen by keyboard and kept', async () => {
    const { page } = await openDashboard(server, { colorScheme: 'light' });
    await page.getByRole('button', { name: /^Account of/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await expectAccessible(page);
    await page.getByRole('menuitemradio', { name: 'Dark' }).press('Enter');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  });

  test('the page runs from right to left where the language does', async () => {
    const { page, context } = await openDashboard(server, { viewport: narrow });
    await context.addInitScript(() => localStorage.setItem('svc-admin:language', 'rtl-test'));
    await page.goto('/admin/collections/tags');
    await page.getByRole('link', { name: 'engines' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    const [menu, heading] = await Promise.all([
      page.getByRole('navigation', { name: 'Main' }).boundingBox(),
      page.getByRole('heading', { level: 1 }).boundingBox(),
    ]);
    expect(menu?.x ?? 0).toBeGreaterThan(heading?.x ?? 0);
  });

  test('an address that leads nowhere says so, and leads home', async () => {
    const { page } = await openDashboard(server, { path: '/admin/collections/nonsense' });
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  });

  test('a session that ends is signed in to again over the screen, and the call goes on', async () => {
    const { page } = await openDashboard(server, { role: 'editor', path: '/admin/collections/tags' });
    await page.getByRole('link', { name: 'engines' }).waitFor();
    const api = await server.api();
    await api('DELETE', `/api/users/${server.users.get('editor')?.id}/sessions`);
    await page.getByRole('searchbox').fill('engine');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.getByLabel('Password').fill('Wrong-Horse-7-Battery');
    await page.keyboard.press('Enter');
    await dialog.getByText('The email or password is wrong.').waitFor();
    await dialog.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('1 document', { exact: true }).first().waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('engine');
  });

  test('what nobody may see is not in the navigation', async () => {
    const { page } = await openDashboard(server, { role: 'customer' });
    await navigation(page, 'Posts').waitFor();
    expect(await navigation(page, 'Users').count()).toBe(0);
    expect(await navigation(page, 'Activity').count()).toBe(0);
  });
});

describe.skipIf(noBrowser !== null)('a service without authentication', { timeout: 60_000 }, () => {
  test('is open to everybody, without account', async () => {
    const server = await startDashboard('every-field');
    try {
      const { page } = await openDashboard(server);
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      await page.getByRole('button', { name: 'Appearance and language' }).click();
      await page.getByRole('menu').waitFor();
      expect(await page.getByRole('menuitem', { name: 'Sign out' }).count()).toBe(0);
      await page.close();
    } finally {
      await server.close();
    }
  });
});
