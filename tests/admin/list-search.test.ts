/** The search of a list by words: what it finds, where, in which order, and what is done with all of it. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

const list = '/admin/collections/posts';

/** Whether no frame around an element cuts it. */
const isSeenWhole = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const own = element.getBoundingClientRect();
    for (let frame = element.parentElement; frame !== null; frame = frame.parentElement) {
      if (getComputedStyle(frame).overflowX === 'visible') continue;
      const outer = frame.getBoundingClientRect();
      if (own.right > outer.right + 1 || own.bottom > outer.bottom + 1 || own.left < outer.left - 1)
        return false;
    }
    return own.width > 0;
  });

const counted = (page: Page, text: string): Promise<void> =>
  page.locator('.list-count').getByText(text, { exact: true }).waitFor();

describe.skipIf(noBrowser !== null)('the search of a list', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  beforeAll(async () => {
    server = await startDashboard('content-tools');
    api = await server.api();
    const posts = [
      { title: 'The weekend', body: 'A bridge over the river, and a walk.' },
      { title: 'Bridge and tunnel', body: 'Nothing about it.' },
      { title: 'Bridges in winter', body: 'Snow on a bridge of wood.' },
      { title: 'Bread', tags: ['baking'] },
    ];
    for (const post of posts) expect((await api('POST', '/api/posts', post)).status).toBe(201);
  }, 60_000);
  afterAll(() => server.close());

  test('finds words of all searched fields, the best first, and shows where', async () => {
    const { page, requests } = await openDashboard(server, { path: list });
    await page.getByRole('searchbox', { name: 'Search Posts' }).fill('bridge');
    await counted(page, '3 documents');
    const rows = page.locator('tbody th');
    expect(await rows.locator('a').allInnerTexts()).toEqual([
      'Bridge and tunnel',
      'Bridges in winter',
      'The weekend',
    ]);
    expect(await rows.nth(0).locator('a mark').allInnerTexts()).toEqual(['Bridge']);
    expect(await rows.nth(2).locator('.list-found').innerText()).toContain('Found in Body: A bridge over');
    expect(await rows.nth(2).locator('.list-found mark').allInnerTexts()).toEqual(['bridge']);
    expect(new URL(page.url()).search).toBe('?q=bridge');
    expect(requests.calls.some((call) => /\/api\/posts\?.*search=bridge/.test(call))).toBe(true);
    await expectAccessible(page);
    await page.getByRole('searchbox').fill('bridge weekend');
    await counted(page, '1 document');
    await page.getByRole('searchbox').fill('-"');
    await page.getByRole('heading', { name: 'Type a word' }).waitFor();
    await page.getByRole('searchbox').fill('nowhere');
    await page.getByRole('heading', { name: 'No results' }).waitFor();
  });

  test('is sorted otherwise where the user asks for it', async () => {
    const { page } = await openDashboard(server, { path: `${list}?q=bridge&sort=title_desc` });
    await counted(page, '3 documents');
    expect(await page.locator('tbody th a').allInnerTexts()).toEqual([
      'The weekend',
      'Bridges in winter',
      'Bridge and tunnel',
    ]);
  });

  test('of all that match only those are deleted', async () => {
    for (let index = 0; index < 30; index++) await api('POST', '/api/posts', { title: `Removable ${index}` });
    const { page } = await openDashboard(server, { path: `${list}?q=removable` });
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Select all 30' }).click();
    await page.getByRole('button', { name: 'Move to trash' }).click();
    const question = page.getByRole('alertdialog', { name: 'Move 30 Posts to the trash?' });
    await question.getByRole('button', { name: 'Move to trash' }).click();
    await page.getByText('30 documents were moved to the trash.').waitFor();
    expect((await api('GET', '/api/posts?limit=0')).body.totalDocs).toBe(4);
  });

  test.each([1280, 1000, 700, 360])(
    'shows the found word with what is before it, %i pixels wide',
    async (width) => {
      const before = 'All of this was written long before anybody had thought about the ';
      const filler = 'Many words that say nothing about it come first. '.repeat(8);
      const post = {
        title: `Far from the beginning ${width}`,
        body: `${filler}${before}viaduct and its arches.`,
      };
      const { id } = (await api('POST', '/api/posts', post)).body;
      const { page } = await openDashboard(server, {
        path: `${list}?q=viaduct`,
        viewport: { width, height: 800 },
      });
      const found = page.locator('.list-found').first();
      const mark = found.locator('mark');
      await mark.waitFor();
      expect(await found.innerText()).toContain('about the viaduct');
      expect(await isSeenWhole(mark)).toBe(true);
      await page.keyboard.press('Control+K');
      const palette = page.getByRole('dialog', { name: 'Search or jump to' });
      await palette.getByRole('combobox').fill('viaduct');
      const hit = palette.locator('.palette-found mark').first();
      await hit.waitFor();
      expect(await isSeenWhole(hit)).toBe(true);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await api('DELETE', `/api/posts/${id}?permanent=true`);
    },
  );

  test('shows a word that is found late in a long title', async () => {
    const title = `${'A title that goes on about other things '.repeat(2)}until the aqueduct`;
    const { id } = (await api('POST', '/api/posts', { title })).body;
    const { page } = await openDashboard(server, {
      path: `${list}?q=aqueduct`,
      viewport: { width: 1000, height: 800 },
    });
    const mark = page.locator('.list-found mark');
    await mark.waitFor();
    expect(await mark.innerText()).toBe('aqueduct');
    expect(await isSeenWhole(mark)).toBe(true);
    await api('DELETE', `/api/posts/${id}?permanent=true`);
  });

  test('fits 360 pixels, in German and in the dark', async () => {
    const { page } = await openDashboard(server, {
      path: `${list}?q=bridge`,
      locale: 'de-DE',
      colorScheme: 'dark',
      viewport: { width: 360, height: 640 },
    });
    await page
      .getByText(/^Gefunden in Body/)
      .first()
      .waitFor({ state: 'attached' });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

describe.skipIf(noBrowser !== null)('the search where the config has none', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('content-tools');
    const api = await server.api();
    for (const name of ['Ada of the bridge at the weekend', 'Ada of the bridge', 'A weekend'])
      expect((await api('POST', '/api/authors', { name })).status).toBe(201);
  }, 60_000);
  afterAll(() => server.close());

  test('finds documents with all of the words, in any order', async () => {
    const { page } = await openDashboard(server, { path: '/admin/collections/authors' });
    const box = page.getByRole('searchbox', { name: 'Search Authors' });
    await box.fill('weekend bridge');
    await counted(page, '1 document');
    expect(await page.locator('tbody th a').allInnerTexts()).toEqual(['Ada of the bridge at the weekend']);
    await box.fill('bridge');
    await counted(page, '2 documents');
    await box.fill('a b c d e f g h i j k l m n o p q r s t u v w x y z');
    await page.getByRole('heading', { name: 'No results' }).waitFor();
  });

  test('finds them in the palette too, and where a document is chosen', async () => {
    const { page } = await openDashboard(server, { path: '/admin/collections/posts/new' });
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    await page.keyboard.press('Control+K');
    const palette = page.getByRole('dialog', { name: 'Search or jump to' });
    await palette.getByRole('combobox').fill('weekend bridge');
    await palette.getByRole('option', { name: 'Ada of the bridge at the weekend' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Choose Author' }).click();
    const drawer = page.getByRole('dialog', { name: 'Choose: Author' });
    await drawer.getByRole('searchbox').fill('weekend bridge');
    const found = drawer.locator('.picker-result');
    await expect.poll(() => found.allTextContents()).toEqual(['Ada of the bridge at the weekend']);
  });
});
