/**
 * What is at hand on every screen: new documents, groups of the navigation that fold, the list of shortcuts.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

describe.skipIf(noBrowser !== null)('on every screen', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('content-tools');
  }, 60_000);
  afterAll(() => server.close());

  test('a document of any collection is created from the bar, by the keyboard', async () => {
    const { page } = await openDashboard(server, { path: '/admin/schedule' });
    const button = page.getByRole('banner').getByRole('button', { name: 'New' });
    await button.focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu', { name: 'New' });
    expect(await menu.getByRole('menuitem').allInnerTexts()).toContain('Post');
    await expectAccessible(page);
    await menu.getByRole('menuitem', { name: 'Post', exact: true }).click();
    await page.waitForURL('**/admin/collections/posts/new');
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  test('a group of the navigation folds, keeps the current entry, and stays folded', async () => {
    const { page } = await openDashboard(server, { path: '/admin/collections/posts' });
    const navigation = page.getByRole('navigation', { name: 'Main' });
    const fold = navigation.getByRole('button', { name: 'Content' });
    const entries = async (): Promise<readonly string[]> =>
      (await navigation.getByRole('link').allInnerTexts()).filter((name) =>
        ['Posts', 'Products'].includes(name),
      );
    await expect.poll(entries).toEqual(['Posts', 'Products']);
    await fold.press('Enter');
    expect(await fold.getAttribute('aria-expanded')).toBe('false');
    expect(await entries()).toEqual(['Posts']);
    await page.reload();
    await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('false');
    expect(await entries()).toEqual(['Posts']);
    await expectAccessible(page);
    await fold.click();
    await expect.poll(entries).toEqual(['Posts', 'Products']);
  });

  test('a collection says how many drafts it has, also after one is made', async () => {
    const api = await server.api();
    await api('POST', '/api/posts', { title: 'First draft' }, { 'x-draft': 'true' });
    await api('POST', '/api/posts', { title: 'Published' });
    const { page } = await openDashboard(server, { path: '/admin/collections/posts/new' });
    const posts = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Posts' });
    await expect.poll(() => posts.getAttribute('title')).toBe('1 draft');
    expect(await posts.innerText()).toMatch(/^Posts\s*1$/);
    expect(
      await page.getByRole('navigation').getByRole('link', { name: 'Products' }).getAttribute('title'),
    ).toBeNull();
    await page.getByRole('textbox', { name: /^Title/ }).fill('Second draft');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect.poll(() => posts.getAttribute('title')).toBe('2 drafts');
  });

  test('a folded group says how many drafts are in it', async () => {
    const api = await server.api();
    await api('POST', '/api/posts', { title: 'One more draft' }, { 'x-draft': 'true' });
    const drafts = (await api('GET', '/api/admin/draft-counts')).body.collections.posts;
    const { page } = await openDashboard(server, { path: '/admin/schedule' });
    const navigation = page.getByRole('navigation', { name: 'Main' });
    const fold = navigation.getByRole('button', { name: /^Content/ });
    await navigation.getByRole('link', { name: 'Posts' }).getByText(`${drafts}`).waitFor();
    expect(await fold.innerText()).toBe('Content');
    await fold.click();
    const folded = navigation.getByRole('button', { name: `Content ${drafts} drafts`, expanded: false });
    await folded.waitFor();
    expect(await folded.locator('.navigation-count').innerText()).toBe(`${drafts}`);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await folded.click();
    await navigation.getByRole('link', { name: 'Posts' }).waitFor();
  });

  test('nothing covers the navigation, however low the window is', async () => {
    const { page } = await openDashboard(server, { path: '/admin/schedule' });
    const navigation = page.getByRole('navigation', { name: 'Main' });
    const reference = navigation.getByRole('link', { name: /^API reference/ });
    await reference.waitFor();
    for (const height of [860, 620, 420, 300]) {
      await page.setViewportSize({ width: 1280, height });
      for (const link of await navigation.getByRole('link').all()) {
        await link.scrollIntoViewIfNeeded();
        const isOnTop = await link.evaluate((each) => {
          const { left, top, bottom, width } = each.getBoundingClientRect();
          const hits = [top + 2, bottom - 2].map((y) => document.elementFromPoint(left + width / 2, y));
          return bottom <= window.innerHeight + 1 && hits.every((hit) => hit !== null && each.contains(hit));
        });
        expect(isOnTop, `${await link.innerText()} at ${height}`).toBe(true);
      }
    }
    // One list scrolls: no part of the navigation has a place of its own in which it cuts another.
    await page.setViewportSize({ width: 1280, height: 420 });
    expect(await reference.evaluate((each) => each.closest('.navigation') !== null)).toBe(true);
    await page.setViewportSize({ width: 1280, height: 860 });
    const box = await reference.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(800);
  });

  test('? lists the shortcuts, but not while somebody types, and can be switched off', async () => {
    const { page } = await openDashboard(server, { path: '/admin/collections/posts' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const search = page.getByRole('searchbox').first();
    await search.click();
    await page.keyboard.type('?');
    expect(await search.inputValue()).toBe('?');
    expect(await list.count()).toBe(0);
    await search.fill('');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    await list.getByRole('heading', { name: 'In a document' }).waitFor();
    await expectAccessible(page);
    await list.getByRole('switch', { name: 'Open this list with ?' }).click();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page
      .getByRole('button', { name: 'Appearance and language' })
      .or(page.getByRole('button', { name: /^Account of/ }))
      .click();
    expect(await list.count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await list.getByRole('switch', { name: 'Open this list with ?' }).click();
    await page.keyboard.press('Escape');
  });

  test('all of it fits into 360 px, in German too', async () => {
    const { page } = await openDashboard(server, {
      ...{ path: '/admin/collections/posts', locale: 'de-DE', viewport: { width: 360, height: 740 } },
    });
    await page.getByRole('banner').getByRole('button', { name: 'Neu' }).click();
    await page.getByRole('menu', { name: 'Neu' }).waitFor();
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    await page
      .getByRole('dialog', { name: 'Tastenkürzel' })
      .getByRole('heading', { name: 'Überall' })
      .waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
