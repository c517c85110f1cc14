/** A save whose response is lost: what the user has written is no conflict with the user. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

const slugs = { byHand: 'notes', byItself: 'drafts' } as const;

const collection = (slug: string, drafts: string) => `{ slug: '${slug}', drafts: ${drafts}, versions: true,
  admin: { useAsTitle: 'title' }, fields: [{ name: 'title', type: 'text', required: true },
  { name: 'place', type: 'slug', from: 'title' }, { name: 'text', type: 'textarea' }] }`;

const config = `collections: [${collection(slugs.byHand, 'true')}, ${collection(slugs.byItself, '{ autosave: { seconds: 1 } }')}], globals: []`;

/** The console lines of a connection that is cut. */
const expected = [/net::ERR_/, /Failed to load resource/];

describe.skipIf(noBrowser !== null)('a save whose response is lost', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  beforeAll(async () => {
    server = await startDashboard('drafts', { auth: true, config });
    api = await server.api('editor');
  }, 60_000);
  afterAll(() => server?.close());

  const title = (page: Page) => page.getByRole('textbox', { name: /^Title/ });
  const text = (page: Page) => page.getByRole('textbox', { name: 'Text' });
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Somebody else has changed this' });
  const saveDraft = (page: Page) => page.getByRole('button', { name: 'Save draft' });
  const stored = async (slug: string, id: string) => (await api('GET', `/api/${slug}/${id}?draft=true`)).body;

  async function opened(slug: string): Promise<{ readonly page: Page; readonly id: string }> {
    const { id } = (await api('POST', `/api/${slug}`, { title: 'Before' })).body;
    const { page } = await openDashboard(server, { path: `/admin/collections/${slug}/${id}`, expected });
    await title(page).waitFor();
    return { page, id };
  }

  /** The next change is stored, and its response is lost on the way. */
  async function cutNext(page: Page, method = 'PATCH'): Promise<() => Promise<void>> {
    let isCut = (): void => undefined;
    const cut = new Promise<void>((resolve) => {
      isCut = resolve;
    });
    let isOver = false;
    await page.route('**/api/*/*', async (route) => {
      if (isOver || route.request().method() !== method) return route.fallback();
      isOver = true;
      await route.fetch();
      await route.abort('connectionreset');
      isCut();
    });
    return () => cut;
  }

  test('is continued by the next one, without a question', async () => {
    const { page, id } = await opened(slugs.byHand);
    const cut = await cutNext(page);
    await title(page).fill('Mine');
    await saveDraft(page).click();
    await cut();
    expect((await stored(slugs.byHand, id)).title).toBe('Mine');
    await title(page).fill('Mine, and more');
    await text(page).fill('A text');
    await saveDraft(page).click();
    await page.getByText('Draft saved.').first().waitFor();
    expect(await dialog(page).count()).toBe(0);
    expect(await stored(slugs.byHand, id)).toMatchObject({ title: 'Mine, and more', text: 'A text' });
  });

  test('is sent again as it was, without a question', async () => {
    const { page, id } = await opened(slugs.byHand);
    const cut = await cutNext(page);
    await title(page).fill('Once');
    await saveDraft(page).click();
    await cut();
    await saveDraft(page).click();
    await page.getByText('Draft saved.').first().waitFor();
    expect(await dialog(page).count()).toBe(0);
    expect(await stored(slugs.byHand, id)).toMatchObject({ title: 'Once', _revision: 2 });
  });

  test('is published with what was typed since then', async () => {
    const { page, id } = await opened(slugs.byHand);
    const cut = await cutNext(page);
    await title(page).fill('For all');
    await saveDraft(page).click();
    await cut();
    await text(page).fill('For all, too');
    await page
      .getByRole('button', { name: /^Publish/ })
      .first()
      .click();
    await page.getByText('Published.').first().waitFor();
    const { body } = await api('GET', `/api/${slugs.byHand}/${id}?draft=false`);
    expect(body).toMatchObject({ title: 'For all', text: 'For all, too' });
  });

  test('is no change of another window when the document is read again', async () => {
    const { page } = await opened(slugs.byHand);
    const cut = await cutNext(page);
    await title(page).fill('Seen');
    await saveDraft(page).click();
    await cut();
    await text(page).fill('Typed on');
    const read = page.waitForResponse((response) => response.url().includes('/presence/'));
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await read;
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('button', { name: 'Compare' }).count()).toBe(0);
    expect([await title(page).inputValue(), await text(page).inputValue()]).toEqual(['Seen', 'Typed on']);
  });

  test('of another person since then is a conflict as ever', async () => {
    const { page, id } = await opened(slugs.byHand);
    const cut = await cutNext(page);
    await title(page).fill('Mine');
    await saveDraft(page).click();
    await cut();
    const admin = await server.api();
    await admin('PATCH', `/api/${slugs.byHand}/${id}`, { title: 'Theirs' }, { 'x-draft': 'true' });
    await text(page).fill('More of mine');
    await saveDraft(page).click();
    await dialog(page).waitFor();
    expect((await stored(slugs.byHand, id)).title).toBe('Theirs');
  });

  test('that never arrived is a conflict with the change of another person', async () => {
    const { page, id } = await opened(slugs.byHand);
    let isOver = false;
    await page.route('**/api/*/*', (route) => {
      if (isOver || route.request().method() !== 'PATCH') return route.fallback();
      isOver = true;
      return route.abort('connectionreset');
    });
    await title(page).fill('Mine');
    await saveDraft(page).click();
    await expect.poll(() => isOver).toBe(true);
    const admin = await server.api();
    await admin('PATCH', `/api/${slugs.byHand}/${id}`, { title: 'Theirs' }, { 'x-draft': 'true' });
    await saveDraft(page).click();
    await dialog(page).waitFor();
  });

  test('by itself goes on by itself', async () => {
    const { page, id } = await opened(slugs.byItself);
    const cut = await cutNext(page);
    await title(page).fill('Mine');
    await cut();
    await title(page).fill('Mine, and more');
    await expect
      .poll(async () => (await stored(slugs.byItself, id)).title, { timeout: 15_000 })
      .toBe('Mine, and more');
    expect(await dialog(page).count()).toBe(0);
    expect(await title(page).inputValue()).toBe('Mine, and more');
  });
});
