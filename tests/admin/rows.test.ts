/** Lists of rows and blocks: adding between them, folding, copying to other documents. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

describe.skipIf(noBrowser !== null)('rows and blocks', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  let thing = '';
  beforeAll(async () => {
    server = await startDashboard('every-field');
    api = await server.api();
  }, 120_000);
  afterAll(() => server?.close());
  beforeEach(async () => {
    thing = await made(['One', 'Two']);
  });

  const made = async (texts: readonly string[]): Promise<string> => {
    const content = texts.map((text) => ({ blockType: 'heading', text, level: 3 }));
    return (await api('POST', '/api/things', { title: 'A thing', content })).body.id;
  };
  const open = async (id: string, options: object = {}): Promise<{ page: Page; content: Locator }> => {
    const { page } = await openDashboard(server, { path: `/admin/collections/things/${id}`, ...options });
    page.setDefaultTimeout(10_000);
    const content = page.locator('[data-field="content"]').first();
    await content.waitFor();
    return { page, content };
  };
  const texts = async (page: Page): Promise<unknown> => {
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByText('Published.').last().waitFor();
    const { body } = await api('GET', `/api/things/${new URL(page.url()).pathname.split('/').at(-1)}`);
    return body.content.map((block: { text?: string; blockType: string }) => block.text ?? block.blockType);
  };

  test('a block is chosen in a drawer, and inserted between two others', async () => {
    const { page, content } = await open(thing);
    const first = content.locator('.row').first();
    const gap = first.getByRole('button', { name: 'Insert after Row 1: Heading · One' });
    await gap.click();
    const drawer = page.getByRole('dialog', { name: 'Add block to Content' });
    await drawer.getByRole('button', { name: 'Heading', exact: true }).waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 700 });
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 800 });
    // The keyboard has the menu of the row for it.
    await first.getByRole('button', { name: 'More for Row 1: Heading · One' }).click();
    await page.getByRole('menuitem', { name: 'Insert below' }).click();
    await drawer.getByRole('button', { name: 'Heading' }).press('Enter');
    await content.locator('.row').nth(1).locator('input:focus').waitFor();
    await page.keyboard.type('Between');
    expect(await texts(page)).toEqual(['One', 'Between', 'Two']);
  });

  test('on a touch screen the “+” between two blocks is seen, and inserts there', async () => {
    const { page, content } = await open(thing, { hasTouch: true, isMobile: true });
    const gap = content.getByRole('button', { name: 'Insert after Row 1: Heading · One' });
    expect(await gap.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
    await expectAccessible(page);
    await gap.tap();
    await page.getByRole('dialog', { name: 'Add block to Content' }).waitFor();
  });

  test('the actions of a row are one stop of Tab, with arrows inside', async () => {
    const { page, content } = await open(thing);
    const bar = content.getByRole('toolbar', { name: 'Actions for Row 1: Heading · One' });
    expect(await bar.locator('[tabindex="0"]').count()).toBe(1);
    await content.locator('.row-toggle').first().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const toggles = content.locator('.row > .row-head > .row-toggle');
    await expect
      .poll(async () => (await toggles.allTextContents()).map((each) => /One|Two/.exec(each)?.[0]))
      .toEqual(['Two', 'One']);
  });

  test('more than three rows are folded with a summary, and what is unfolded is remembered', async () => {
    const id = await made(['One', 'Two', 'Three', 'Four']);
    const { page, content } = await open(id);
    const row = content.locator('.row').nth(1);
    await row.locator('.row-summary').getByText('3', { exact: true }).waitFor();
    expect(await content.locator('.row-toggle[aria-expanded="true"]').count()).toBe(0);
    await row.locator('.row-toggle').click();
    await row.getByRole('textbox', { name: 'Text' }).waitFor();
    await page.reload();
    await row.getByRole('textbox', { name: 'Text' }).waitFor();
    expect(await content.locator('.row-toggle[aria-expanded="true"]').count()).toBe(1);
    await expectAccessible(page);
  });

  test('a block is copied to another document, and one that does not fit is refused by name', async () => {
    const { page, content } = await open(thing, { permissions: ['clipboard-read', 'clipboard-write'] });
    const copy = async () => {
      await content.getByRole('button', { name: 'More for Row 2: Heading · Two' }).click();
      await page.getByRole('menuitem', { name: 'Copy' }).click();
      await page.getByText('Copied.').last().waitFor();
    };
    await copy();
    await page.goto(`/admin/collections/things/${await made(['Other'])}`);
    await content.getByRole('button', { name: 'Paste into Content' }).click();
    await content.locator('.row').nth(1).waitFor();
    await page.locator('[data-field="images"]').getByRole('button', { name: 'Paste into Images' }).click();
    await page.getByText('What you copied does not fit “Images”.').waitFor();
    expect(await texts(page)).toEqual(['Other', 'Two']);
    const [source, target] = await Promise.all(
      [thing, new URL(page.url()).pathname.split('/').at(-1)].map((id) => api('GET', `/api/things/${id}`)),
    );
    expect(target?.body.content[1].id).not.toBe(source?.body.content[1].id);
    // In a browser that gives scripts no clipboard, within the tab.
    const { page: other, content: own } = await open(thing);
    await other.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await own.getByRole('button', { name: 'More for Row 1: Heading · One' }).click();
    await other.getByRole('menuitem', { name: 'Copy' }).click();
    await own.getByRole('button', { name: 'More for Row 2: Heading · Two' }).click();
    await other.getByRole('menuitem', { name: 'Paste below' }).click();
    expect(await texts(other)).toEqual(['One', 'Two', 'One']);
  });
});

/** Blocks with pictures, with an icon of the config, and with neither. */
const blocks = `
  collections: [
    {
      slug: 'media',
      labels: { singular: 'File', plural: 'Media' },
      upload: { mimeTypes: ['image/png', 'image/svg+xml'] },
      drafts: false,
      admin: { useAsTitle: 'filename' },
      fields: [],
    },
    {
      slug: 'pages',
      drafts: false,
      fields: [
        {
          name: 'content',
          type: 'blocks',
          blocks: [
            { slug: 'picture', fields: [{ name: 'file', type: 'upload', to: 'media' }] },
            { slug: 'quote', admin: { icon: 'star' }, fields: [{ name: 'text', type: 'text' }] },
          ],
        },
      ],
    },
  ]`;

describe.skipIf(noBrowser !== null)('the head of a folded block', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('uploads', { auth: true, config: blocks });
  }, 120_000);
  afterAll(() => server?.close());

  test('shows its first picture, or the icon of its kind', async () => {
    const api = await server.api();
    const body = new FormData();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3"/></svg>';
    body.append('file', new Blob([svg], { type: 'image/svg+xml' }), 'sea.svg');
    const headers = { cookie: await server.session('super_admin'), origin: server.url };
    const sent = await fetch(`${server.url}/api/media`, { method: 'POST', body, headers });
    const { id: file } = (await sent.json()) as { readonly id: string };
    const content = [
      { blockType: 'picture', file },
      { blockType: 'picture' },
      { blockType: 'quote', text: 'Well said' },
      { blockType: 'picture', file },
    ];
    const { id } = (await api('POST', '/api/pages', { content })).body;
    const { page, requests } = await openDashboard(server, { path: `/admin/collections/pages/${id}` });
    const heads = page.locator('.row-toggle');
    const picture = heads.nth(0).locator('.thumbnail img');
    await picture.waitFor();
    const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
    expect(await heads.locator('.thumbnail').count()).toBe(2);
    expect(await heads.locator('.row-sign svg').count()).toBe(2);
    // Both pictures are asked for together.
    expect(requests.calls.filter((call) => /^GET \/api\/media\?/.test(call)).length).toBe(1);
    await expectAccessible(page);
    await heads.nth(0).click();
    await heads.nth(0).locator('.row-sign svg').waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
  });
});
