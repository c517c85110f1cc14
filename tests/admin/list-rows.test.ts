/** Rows of lists: by keyboard, with widths of columns, as cards, and with pictures of what they refer to. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { picture } from '../../fixtures/blog/demo/picture.js';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

const list = '/admin/collections/posts?sort=title_asc';

describe.skipIf(noBrowser !== null)(
  `rows of lists${noBrowser ? `: ${noBrowser}` : ''}`,
  { timeout: 60_000 },
  () => {
    let server: DashboardServer;
    beforeAll(async () => {
      server = await startDashboard('content-tools');
      const api = await server.api();
      const author = (await api('POST', '/api/authors', { name: 'Ada Winter' })).body.id;
      for (const title of ['Brick theatre', 'Ferry', 'Tram line'])
        await api('POST', '/api/posts', { title, author, tags: ['harbour'] });
    }, 60_000);
    afterAll(async () => {
      await server?.close();
      await closeBrowser();
    });

    async function openList(look: object = {}): Promise<Page> {
      const { page } = await openDashboard(server, { path: list, ...look });
      await page.getByRole('link', { name: 'Tram line' }).waitFor();
      return page;
    }
    const focused = (page: Page): Promise<string> =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
      );

    test('times that the service notes are relative, with the full time as tooltip', async () => {
      const page = await openList();
      const head = page.getByRole('columnheader', { name: 'Updated' });
      await head.waitFor();
      const time = page.locator('tbody tr').first().locator('time').first();
      expect(await time.innerText()).toMatch(/^(now|\d+ (second|minute)s? ago)$/);
      expect(await time.getAttribute('title')).toMatch(/\d{4}.*\d{2}:\d{2}:\d{2}/);
    });

    test('while a list loads, rows in its shape are shown', async () => {
      const { page } = await openDashboard(server);
      await page.getByRole('heading', { level: 1 }).waitFor();
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\/api\/posts\?/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(list);
      const rows = page.locator('.list-table tbody tr');
      await rows.locator('.skeleton').first().waitFor();
      expect(await rows.count()).toBeGreaterThan(3);
      release();
      await page.getByRole('link', { name: 'Tram line' }).waitFor();
      expect(await page.locator('.list-table .skeleton').count()).toBe(0);
    });

    test('a row is one stop of Tab, and arrow keys move inside of it and to others', async () => {
      const page = await openList();
      await page.getByRole('link', { name: 'Brick theatre' }).focus();
      await page.keyboard.press('Tab');
      expect(await focused(page)).toBe('Ferry');
      await page.keyboard.press('ArrowLeft');
      expect(await focused(page)).toBe('Select Ferry');
      await page.keyboard.press('Space');
      expect(await page.getByRole('checkbox', { name: 'Select Ferry' }).isChecked()).toBe(true);
      await page.keyboard.press('ArrowDown');
      expect(await focused(page)).toBe('Select Tram line');
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      expect(await focused(page)).toBe('Brick theatre');
      await page.keyboard.press('ArrowUp');
      expect(await focused(page)).toBe('Title');
      await page.keyboard.press('ArrowLeft');
      expect(await focused(page)).toBe('Select all on this page');
      await page.keyboard.press('Tab');
      expect(await focused(page), 'the row of heads is one stop too').toBe('Brick theatre');
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
    });

    test('columns get another width by pointer and by keyboard, and keep it', async () => {
      const page = await openList({ viewport: { width: 1440, height: 800 } });
      const author = page.getByRole('columnheader', { name: 'Slug' });
      const width = async (of: Locator): Promise<number> => Math.round((await of.boundingBox())?.width ?? 0);
      const before = await width(author);
      const box = await author.boundingBox();
      const [x, y] = [(box?.x ?? 0) + before - 3, (box?.y ?? 0) + 10];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 20, y);
      await page.mouse.move(x + 60, y);
      const stored = (): Promise<string | null> =>
        page.evaluate(() => localStorage.getItem('svc-admin:widths:posts'));
      expect(await stored()).toBeNull();
      await page.mouse.up();
      expect(await stored()).not.toBeNull();
      expect(Math.abs((await width(author)) - before - 60)).toBeLessThan(6);
      const cut = page.getByRole('columnheader', { name: 'Title' });
      await cut.getByRole('button').focus();
      await page.keyboard.press('Shift+ArrowLeft');
      const title = await width(cut);
      await page.keyboard.press('Shift+ArrowLeft');
      await expect.poll(() => width(cut)).toBe(title - 16);
      await page.reload();
      await page.getByRole('link', { name: 'Tram line' }).waitFor();
      expect(await width(cut)).toBe(title - 16);
      expect(Math.abs((await width(author)) - before - 60)).toBeLessThan(6);
      await expectAccessible(page);
      await author.locator('.list-edge').dblclick();
      await expect.poll(async () => Math.abs((await width(author)) - before)).toBeLessThan(6);
    });

    test('rows fold into cards where a table has no room, and nothing scrolls sideways', async () => {
      const page = await openList({ viewport: { width: 360, height: 740 } });
      await expectNoSidewaysScroll(page);
      const frame = page.getByRole('region', { name: 'Posts' });
      expect(await frame.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
      // All that the cards are sorted by is in the window, and large enough for a finger.
      const strip = page.locator('.list-cards thead tr');
      expect(await strip.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
      for (const head of await strip.getByRole('button').all()) {
        const box = await head.boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
        expect(box?.height).toBeGreaterThanOrEqual(24);
      }
      const row = page.getByRole('row', { name: /Ferry/ });
      const title = await row.getByRole('link').boundingBox();
      const status = await row.getByText('Published').boundingBox();
      expect(status?.y ?? 0).toBeGreaterThan((title?.y ?? 0) + 10);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page);
      }
      await shoot(page, 'rows-360');
    });

    test('a switch shows cards beside the table, in the address', async () => {
      const page = await openList();
      await page.getByRole('button', { name: 'Cards' }).click();
      const first = page.getByRole('row', { name: /Brick theatre/ });
      const second = page.getByRole('row', { name: /Ferry/ });
      await expect.poll(async () => (await first.boundingBox())?.y).toBe((await second.boundingBox())?.y);
      expect(page.url()).toContain('look=grid');
      await expectAccessible(page);
      await shoot(page, 'cards');
      await page.reload();
      await page.getByRole('button', { name: 'Cards', pressed: true }).waitFor();
      await page.getByRole('button', { name: 'Table' }).click();
      await expect
        .poll(async () => (await first.boundingBox())?.y ?? 0)
        .toBeLessThan((await second.boundingBox())?.y ?? 0);
    });

    test('related documents with pictures are shown with them', async () => {
      const site = await startDashboard('website', { auth: true });
      // Hooks run in reverse order: the page is closed before its server, so no request of it is refused.
      onTestFinished(() => site.close());
      const api = await site.api();
      const form = new FormData();
      form.append('data', JSON.stringify({ alt: 'The sun' }));
      form.append('file', new Blob([new Uint8Array(picture())], { type: 'image/png' }), 'harbour.png');
      const headers = { cookie: await site.session('super_admin') };
      const sent = await fetch(`${site.url}/api/media`, { method: 'POST', body: form, headers });
      const { id } = (await sent.json()) as { readonly id: string };
      await api('POST', '/api/posts', { title: 'With a picture', heroImage: id }, { 'x-draft': 'true' });
      const path = '/admin/collections/posts?columns=heroImage';
      const { page } = await openDashboard(site, { path });
      const shown = page.locator('tbody td .thumbnail img');
      await shown.waitFor();
      await expect.poll(() => shown.evaluate((each) => (each as HTMLImageElement).naturalWidth)).not.toBe(0);
      await expectAccessible(page);
      await shoot(page, 'pictures');
    });
  },
);

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SVC_TEST_SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}
