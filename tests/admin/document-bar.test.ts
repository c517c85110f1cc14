/** The bar of a document: its state, its actions, its shortcuts, and the way through the list it is from. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

const draft = { 'x-draft': 'true' };

describe.skipIf(noBrowser !== null)('the document bar', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  const ids: string[] = [];
  beforeAll(async () => {
    server = await startDashboard('drafts', {
      config: `collections: [{ slug: 'notes', labels: { singular: 'Note', plural: 'Notes' }, drafts: true, versions: true,
        admin: { useAsTitle: 'title' },
        fields: [{ name: 'title', type: 'text', required: true }, { name: 'kind', type: 'select', options: ['a', 'b'] },
          { name: 'text', type: 'richText' }, { name: 'tags', type: 'text', hasMany: true }] }], globals: []`,
    });
    api = await server.api();
    for (let index = 101; index <= 160; index++) {
      const kind = index % 2 === 0 ? 'a' : 'b';
      ids.push((await api('POST', '/api/notes', { title: `Note ${index}`, kind })).body.id);
    }
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    await closeBrowser();
  });

  const add = async (title: string, headers = {}): Promise<string> =>
    (await api('POST', '/api/notes', { title }, headers)).body.id;
  const stored = async (id: string): Promise<Record<string, unknown>> =>
    (await api('GET', `/api/notes/${id}?draft=true`)).body;
  const bar = (page: Page): Locator => page.locator('.document-bar');
  const state = async (page: Page): Promise<readonly string[]> =>
    (await bar(page).locator('.document-state').innerText()).split('\n').filter((line) => line !== '');
  const title = (page: Page): Locator => page.getByRole('textbox', { name: /^Title/ });
  const isFocused = (locator: Locator): Promise<boolean> =>
    locator.evaluate((element) => element === document.activeElement);
  async function open(id: string, options: object = {}): Promise<Page> {
    const { page } = await openDashboard(server, { path: `/admin/collections/notes/${id}`, ...options });
    page.setDefaultTimeout(15_000);
    await title(page).waitFor();
    return page;
  }

  test('has the status in one vocabulary and the saved state, beside the heading', async () => {
    const id = await add('Words', draft);
    const page = await open(id);
    const heading = page.getByRole('heading', { level: 1 });
    await expect.poll(() => state(page)).toEqual(['Draft', 'Saved']);
    expect(await heading.innerText()).toBe('Words');
    await title(page).fill('Other words');
    await expect.poll(() => state(page)).toEqual(['Draft', 'Not saved']);
    expect(await heading.innerText()).toBe('Other words');
    await page.keyboard.press('Control+s');
    await expect.poll(() => state(page)).toEqual(['Draft', 'Saved']);
    await page.keyboard.press('Control+Shift+P');
    await expect.poll(() => state(page)).toEqual(['Published', 'Saved']);
    expect(await stored(id)).toMatchObject({ title: 'Other words', _status: 'published' });
    await title(page).fill('Pending words');
    await page.keyboard.press('Control+s');
    await expect.poll(() => state(page)).toEqual(['Published with changes', 'Saved']);
    const year = new Date().getUTCFullYear() + 1;
    await api('POST', `/api/notes/${id}/publish`, { publishAt: `${year}-12-24T10:00:00.000Z` });
    await page.reload();
    await expect.poll(async () => (await state(page))[1]?.replace(/ \d+$/, '')).toBe('Scheduled 24 Dec');
    await expectAccessible(page);
    await page.goto('/admin/collections/notes?q=Pending+words');
    const row = page.getByRole('row', { name: /Pending words/ });
    await row.getByText('Published with changes').waitFor();
    await row.getByText(/^Scheduled 24 Dec/).waitFor();
    const german = await open(id, { locale: 'de-DE', colorScheme: 'dark' });
    await expect.poll(() => state(german).then(([first]) => first)).toBe('Veröffentlicht, mit Änderungen');
    await expectAccessible(german);
  });

  test('stays in the window, and its actions are at most 12 Tab stops from the top', async () => {
    const id = await add('Stops');
    const page = await open(id);
    await title(page).fill('Stops changed');
    const publish = page.getByRole('button', { name: 'Publish changes' });
    await page.evaluate(() => scrollTo(0, 10_000));
    for (const part of [page.getByRole('heading', { level: 1 }), publish])
      expect((await part.isVisible()) && (await part.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.evaluate(() => scrollTo(0, 0));
    const stopsTo = async (target: Locator): Promise<number> => {
      let stops = 0;
      while (!(await isFocused(target)) && stops++ < 30) await page.keyboard.press('Tab');
      return stops;
    };
    await page.getByRole('heading', { level: 1 }).focus();
    expect(await stopsTo(publish)).toBeLessThanOrEqual(12);
    // From the very top: by the second skip link.
    await page.keyboard.press('Control+s');
    await expect.poll(() => state(page)).toEqual(['Published with changes', 'Saved']);
    await page.reload();
    await publish.waitFor();
    const skip = page.getByRole('link', { name: 'Skip to the actions' });
    expect(await stopsTo(skip)).toBe(2);
    await page.keyboard.press('Enter');
    expect(2 + 1 + (await stopsTo(publish))).toBeLessThanOrEqual(12);
  });

  test('fits a phone', async () => {
    const id = await add('A title that is much longer than a phone is wide, so that it has to be cut');
    const page = await open(id, { viewport: { width: 360, height: 740 } });
    await title(page).fill('A title that is much longer than a phone is wide, so that it is cut');
    await expectNoSidewaysScroll(page);
    for (const name of ['Save draft', 'Publish changes', 'More actions'])
      expect(await page.getByRole('button', { name }).isVisible()).toBe(true);
    const head = await page.locator('.document-head').boundingBox();
    expect(head?.width).toBe(360);
    expect(head?.height).toBeLessThanOrEqual(100);
    await expectAccessible(page);
  });

  test('leads to the next and the previous document of the list, and back to the list as it was', async () => {
    const where = encodeURIComponent(JSON.stringify({ kind: { equals: 'a' } }));
    const list = `/admin/collections/notes?where=${where}&sort=title_asc`;
    const { page } = await openDashboard(server, { path: list, viewport: { width: 1280, height: 600 } });
    page.setDefaultTimeout(15_000);
    const frame = page.locator('.list-page .table-frame');
    await page.getByRole('link', { name: 'Note 150' }).waitFor();
    // To its end, so that a click does not scroll further.
    await frame.evaluate((element) => element.scrollTo(0, 10_000));
    const scrolled = await frame.evaluate((element) => element.scrollTop);
    expect(scrolled).toBeGreaterThan(100);
    await page.getByRole('link', { name: 'Note 150' }).click();
    const heading = (name: string): Promise<void> =>
      page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await heading('Note 150');
    const next = page.getByRole('link', { name: 'Next in the list' });
    // 25 fit on a page: the next one is on another page.
    await next.click();
    await heading('Note 152');
    await next.click();
    await heading('Note 154');
    await page.getByRole('link', { name: 'Previous in the list' }).click();
    await heading('Note 152');
    await page.getByRole('link', { name: 'Previous in the list' }).click();
    await heading('Note 150');
    await page.locator('.document-back').click();
    await page.getByRole('link', { name: 'Note 150' }).waitFor();
    expect(new URL(page.url()).searchParams.get('where')).toBe(JSON.stringify({ kind: { equals: 'a' } }));
    await expect.poll(() => frame.evaluate((element) => element.scrollTop)).toBe(scrolled);
    // By Escape, and by the browser.
    await page.getByRole('link', { name: 'Note 150' }).click();
    await heading('Note 150');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Note 150' }).waitFor();
    await expect.poll(() => frame.evaluate((element) => element.scrollTop)).toBe(scrolled);
    await page.getByRole('link', { name: 'Note 150' }).click();
    await heading('Note 150');
    await page.goBack();
    await page.getByRole('link', { name: 'Note 150' }).waitFor();
    await expect.poll(() => frame.evaluate((element) => element.scrollTop)).toBe(scrolled);
  });

  test('the ends of a list say so, and a document that is opened directly has no neighbours', async () => {
    const { page } = await openDashboard(server, {
      path: '/admin/collections/notes?q=Note+101',
    });
    await page.getByRole('link', { name: 'Note 101' }).click();
    const next = page.getByRole('button', { name: 'Next in the list' });
    await next.waitFor();
    expect(await next.getAttribute('title')).toBe('Next in the list: This is the last one.');
    expect(await next.getAttribute('aria-disabled')).toBe('true');
    await expectAccessible(page);
    const direct = await open(ids[5] ?? '');
    expect(await direct.locator('.document-neighbours').count()).toBe(0);
  });

  test('Escape closes what is open first, and asks before it leaves changes behind', async () => {
    const id = await add('Escaped');
    const page = await open(id);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
    await title(page).fill('Escaped, changed');
    await page.keyboard.press('Escape');
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await title(page).inputValue()).toBe('Escaped, changed');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { level: 1, name: 'Notes' }).waitFor();
  });

  test('a first publication can be undone, a later one not', async () => {
    const id = await add('Undone', draft);
    const page = await open(id);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const undo = page.locator('.toast').getByRole('button', { name: 'Undo' });
    await undo.click();
    await expect.poll(() => state(page)).toEqual(['Draft', 'Saved']);
    expect((await stored(id))['_status']).toBe('draft');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await undo.waitFor();
    await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).first().click();
    await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).last().click();
    await undo.waitFor({ state: 'detached' });
    await title(page).fill('Undone, again');
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.locator('.toast').getByText('Published.').waitFor();
    expect(await undo.count()).toBe(0);
  });

  test('"Save and create another" saves, and shows an empty form', async () => {
    const { page } = await openDashboard(server, {
      path: `/admin/collections/notes/new?preset=${encodeURIComponent('{"title":"First of two"}')}`,
    });
    const again = async (): Promise<void> => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Save and create another' }).click();
    };
    await title(page).waitFor();
    await again();
    await expect.poll(() => title(page).inputValue()).toBe('');
    await title(page).fill('Second of two');
    await again();
    await expect.poll(() => title(page).inputValue()).toBe('');
    const { body } = await api(
      'GET',
      '/api/notes?draft=true&sort=title_asc&where={"title":{"contains":"of two"}}',
    );
    expect(body.docs.map(({ title }: { title: string }) => title)).toEqual(['First of two', 'Second of two']);
    const stored = await open(body.docs[0].id);
    await title(stored).fill('');
    await stored.getByRole('button', { name: 'More actions' }).click();
    await stored.getByRole('menuitem', { name: 'Save and create another' }).click();
    // A draft may lack what is required.
    await stored.getByRole('heading', { level: 1, name: 'New Note' }).waitFor();
  });
});
