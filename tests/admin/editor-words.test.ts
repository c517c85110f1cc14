/** Wording for editors: one term for each state, and no terms that only developers understand. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

describe.skipIf(noBrowser !== null)('what editors read', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  let author = '';
  const name = 'Northwind Magazine';
  beforeAll(async () => {
    server = await startDashboard('blog', { config: `admin: { name: '${name}' }` });
    api = await server.api();
    author = (await api('POST', '/api/authors', { name: 'Ada', email: 'ada@example.com' })).body.id;
  });
  afterAll(() => server.close());

  const newPost = async (data: object): Promise<string> =>
    (await api('POST', '/api/posts', { author, ...data })).body.id;
  const badges = (page: Page, within: string) =>
    page.locator(within).first().locator('.badge').allInnerTexts();

  test('a state is the same word in the heading, in lists and on the start page', async () => {
    const id = await newPost({ title: 'Pending' });
    await newPost({ title: 'Public' });
    await api('POST', '/api/posts', { title: 'Not yet', author }, { 'x-draft': 'true' });
    await api('PATCH', `/api/posts/${id}`, { title: 'Pending, renamed' }, { 'x-draft': 'true' });
    const states = { 'Pending, renamed': 'Published with changes', Public: 'Published', 'Not yet': 'Draft' };
    const { page } = await openDashboard(server, { path: '/admin/collections/posts?columns=title,_status' });
    for (const [title, state] of Object.entries(states)) {
      await page.goto('/admin/collections/posts?columns=title,_status');
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
      await row.getByText(state, { exact: true }).waitFor();
      expect(await row.locator('.badge').allInnerTexts()).toEqual([state]);
      await row.getByRole('link', { name: title }).click();
      const heading = page.getByRole('heading', { level: 1, name: title });
      await heading.waitFor();
      await page.locator('.edit-badges').getByText(state, { exact: true }).waitFor();
      expect(await badges(page, '.edit-badges')).toEqual([state]);
      await expectAccessible(page);
    }
    await page.goto('/admin');
    const line = page.locator('.dashboard-line', { hasText: 'Pending, renamed' }).first();
    await line.getByText('Published with changes', { exact: true }).waitFor();
  });

  test('drafts of nobody known are not among my drafts', async () => {
    const other = await startDashboard('drafts', { auth: true });
    try {
      const own = await other.api('editor');
      const writer = (await own('POST', '/api/authors', { name: 'Ann' })).body.id;
      const draft = { 'x-draft': 'true' };
      expect((await own('POST', '/api/articles', { title: 'Mine', author: writer }, draft)).status).toBe(201);
      const admin = await other.api();
      const overview = (await own('GET', '/api/admin/overview')).body;
      expect(overview.drafts.map(({ mine }: { mine: boolean | null }) => mine)).toContain(true);
      await admin('POST', '/api/articles', { title: 'Theirs', author: writer }, draft);
      const { page } = await openDashboard(other, { role: 'editor', path: '/admin' });
      // As for imported documents, whose author is unknown.
      await page.route('**/api/admin/overview', async (route) => {
        const response = await route.fetch();
        const json = (await response.json()) as { drafts: { title: string; mine: boolean | null }[] };
        for (const each of json.drafts) if (each.title === 'Theirs') each.mine = null;
        await route.fulfill({ response, json });
      });
      await page.reload();
      const mine = page.getByRole('region', { name: 'Mine' });
      await mine.getByRole('link', { name: 'Mine' }).waitFor();
      expect(await mine.getByRole('link', { name: 'Theirs' }).count()).toBe(0);
      const others = page.getByRole('region', { name: 'To review' });
      await others.getByRole('link', { name: 'Theirs' }).waitFor();
      expect(await others.getByRole('link', { name: 'Mine' }).count()).toBe(0);
      await expectAccessible(page);
    } finally {
      await other.close();
    }
  });

  test('what is no slug is named together with everything else that is wrong', async () => {
    const { page } = await openDashboard(server, { path: '/admin/collections/posts/new' });
    await page.getByLabel('Slug', { exact: true }).fill('a b/c');
    await page.getByLabel('Reading minutes').fill('0');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const summary = page.getByRole('alert');
    await summary.waitFor();
    const faults = await summary.innerText();
    expect(faults).toMatch(/Title/);
    expect(faults).toMatch(/Slug.*part of an address/);
    expect(faults).toMatch(/Reading minutes/);
  });

  test('the name of the service is whole, in two lines or in its tooltip', async () => {
    const { page } = await openDashboard(server);
    const brand = page.locator('.sidebar .brand');
    await brand.waitFor();
    const isCut = await brand
      .locator('.brand-name')
      .evaluate((text) => text.scrollHeight > text.clientHeight + 1 || text.scrollWidth > text.clientWidth);
    expect(isCut).toBe(false);
    expect(await brand.getAttribute('title')).toBe(name);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
  });

  test('a pasted table stays one, and what is left out is told', async () => {
    const id = await newPost({ title: 'Pasted' });
    const { page } = await openDashboard(server, { path: `/admin/collections/posts/${id}` });
    const body = page.getByRole('textbox', { name: 'Body' });
    await body.click();
    const paste = (html: string): Promise<void> =>
      body.evaluate((element, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', text);
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      }, html);
    await paste(
      '<p>Before</p><table><tr><td>a</td><td><b>b</b></td></tr><tr><td>c</td><td>d</td></tr></table>' +
        '<p>After <img src="https://example.com/x.png"></p>',
    );
    expect(await body.locator('> p').allInnerTexts()).toEqual(['Before', 'After']);
    expect(await body.locator('table p').allInnerTexts()).toEqual(['a', 'b', 'c', 'd']);
    await page.getByText('This text cannot contain images or videos: one was left out.').first().waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.reload();
    page.on('dialog', (dialog) => void dialog.accept());
    await body.click();
    // A table that only lays out a mail is not treated as a table of the text.
    await paste('<table><tr><td><p>One <strong>bold</strong> line</p></td></tr></table>');
    expect(await body.locator('strong').innerText()).toBe('bold');
    expect(await body.locator('table').count()).toBe(0);
    // The clipboard contains only an image.
    await body.evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['x'], 'x.png', { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.getByText('This text cannot contain images or videos: one was left out.').first().waitFor();
  });
});

/** Whether a document may be changed depends on the new values, so its form is open. */
const rules = `
  collections: [{
    slug: 'notices',
    labels: { singular: 'Notice', plural: { en: 'Notices', de: 'Aushänge' } },
    access: { update: ({ data }) => data?.text !== 'Forbidden' },
    drafts: false,
    admin: { useAsTitle: 'title' },
    fields: [{ name: 'title', type: 'text' }, { name: 'text', type: 'text' }],
  }]`;

describe.skipIf(noBrowser !== null)('what a rule refuses', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let notice = '';
  beforeAll(async () => {
    server = await startDashboard('minimal', { auth: true, config: rules });
    notice = (await (await server.api())('POST', '/api/notices', { title: 'Closed' })).body.id;
  }, 60_000);
  afterAll(() => server.close());

  test.each([
    ['en-GB', 'The rules for “Notices” do not let you change this document in this way.'],
    ['de-DE', 'Die Regeln für „Aushänge“ erlauben Ihnen nicht, dieses Dokument so zu ändern.'],
  ])('is said with the label of the collection, without words of the API (%s)', async (locale, text) => {
    const path = `/admin/collections/notices/${notice}`;
    const { page } = await openDashboard(server, { role: 'editor', path, locale });
    await page.getByRole('textbox', { name: 'Text' }).fill('Forbidden');
    await page.keyboard.press('Control+s');
    await page.getByText(text).first().waitFor();
    await expectAccessible(page);
  });
});
