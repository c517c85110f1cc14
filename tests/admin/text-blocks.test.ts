/** Blocks in a rich text: inserted, edited, moved, copied, removed, and brought back. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

const fields = `[
  { name: 'title', type: 'text' },
  { name: 'body', type: 'richText', blocks: 'inserts' },
  {
    name: 'inserts',
    type: 'blocks',
    maxRows: 3,
    blocks: [
      {
        slug: 'quote',
        description: { en: 'Words of somebody.', de: 'Worte von jemandem.' },
        admin: { icon: 'chat' },
        label: { en: 'Quotation', de: 'Zitatkasten' },
        fields: [{ name: 'text', type: 'text', required: true }, { name: 'by', type: 'text' }],
      },
      { slug: 'code', fields: [{ name: 'code', type: 'textarea' }] },
    ],
  },
]`;
const config = `
  collections: [
    {
      slug: 'posts',
      labels: { singular: 'Post', plural: 'Posts' },
      drafts: false,
      admin: { useAsTitle: 'title' },
      fields: ${fields},
    },
    { slug: 'media', upload: { mimeTypes: ['image/png'] }, drafts: false, fields: [] },
  ]`;

const paragraph = (value: string) => ({ type: 'paragraph', content: [{ type: 'text', text: value }] });
const block = (id: string) => ({ type: 'block', attrs: { id } });
const quote = (id: string, text: string) => ({ id, blockType: 'quote', text, by: null });

interface Stored {
  readonly body: { readonly content: readonly { type: string; attrs?: { id: string } }[] } | null;
  readonly inserts: readonly { id: string; blockType: string; text?: string }[];
}

describe.skipIf(noBrowser !== null)('blocks in a text', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  let post = '';
  beforeAll(async () => {
    server = await startDashboard('uploads', { auth: true, config });
    api = await server.api();
  }, 120_000);
  afterAll(() => server?.close());
  beforeEach(async () => {
    const body = { type: 'doc', content: [paragraph('One'), block('a'), paragraph('Two')] };
    post = (await api('POST', '/api/posts', { title: 'A post', body, inserts: [quote('a', 'Ventured')] }))
      .body.id;
  });

  const open = async (options: object = {}): Promise<{ page: Page; body: Locator }> => {
    const { page } = await openDashboard(server, { path: `/admin/collections/posts/${post}`, ...options });
    page.setDefaultTimeout(10_000);
    const body = page.locator('[data-field="body"] [contenteditable="true"]');
    await body.waitFor();
    return { page, body };
  };
  const saved = async (page: Page): Promise<Stored> => {
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.').last().waitFor();
    return (await api('GET', `/api/posts/${post}`)).body;
  };
  const typesOf = ({ body }: Stored) => body?.content.map(({ type }) => type);

  test('are drawn in the text, and edited beside it', async () => {
    const { page, body } = await open();
    expect(await page.locator('[data-field="inserts"]').count()).toBe(0);
    const card = body.locator('.rich-block');
    await card.getByText('Quotation').waitFor();
    await card.getByText('Ventured').waitFor();
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Edit Quotation · Ventured' }).click();
    const drawer = page.getByRole('dialog', { name: 'Quotation' });
    await drawer.getByRole('textbox', { name: 'Text' }).fill('Gained');
    await expectAccessible(page);
    await drawer.getByRole('button', { name: 'Done' }).click();
    await card.getByText('Gained').waitFor();
    const stored = await saved(page);
    expect(stored.inserts).toEqual([quote('a', 'Gained')]);
    expect(typesOf(stored)).toEqual(['paragraph', 'block', 'paragraph']);
    await page.setViewportSize({ width: 360, height: 700 });
    await expectNoSidewaysScroll(page);
  });

  test('are inserted by the menu at a slash, by keys alone', async () => {
    const { page, body } = await open();
    await body.getByText('Two').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/quot');
    await page.getByRole('option', { name: 'Quotation' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Quotation' });
    await drawer.waitFor();
    await page.keyboard.type('New words');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await body.getByText('New words').waitFor();
    const stored = await saved(page);
    expect(stored.inserts.map(({ text }) => text)).toEqual(['Ventured', 'New words']);
    expect(stored.body?.content.at(-1)).toEqual(block(stored.inserts[1]?.id ?? ''));
  });

  test('are chosen by the toolbar, with their descriptions, and no more than allowed', async () => {
    const { page, body } = await open({ locale: 'de-DE' });
    for (const count of [2, 3]) {
      await body.getByText('Two').click();
      await page.getByRole('toolbar').getByRole('button', { name: 'Block', exact: true }).click();
      await page.getByText('Worte von jemandem.').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Code' }).click();
      await page.getByRole('button', { name: 'Fertig' }).click();
      await expect.poll(() => body.locator('.rich-block').count()).toBe(count);
    }
    await body.getByText('Two').click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Block', exact: true }).click();
    await page.getByRole('button', { name: 'Zitatkasten' }).click();
    await page.getByText('Höchstens 3.').waitFor();
    expect(await body.locator('.rich-block').count()).toBe(3);
  });

  test('are moved, removed, and brought back with their fields', async () => {
    const { page, body } = await open();
    await body.locator('.rich-block-title').click();
    await page.keyboard.press('Alt+Shift+ArrowUp');
    expect(typesOf(await saved(page))).toEqual(['block', 'paragraph', 'paragraph']);
    await body.getByRole('button', { name: 'Remove block' }).click();
    await body.locator('.rich-block').waitFor({ state: 'detached' });
    const without = await saved(page);
    expect([typesOf(without), without.inserts]).toEqual([['paragraph', 'paragraph'], []]);
    await body.getByText('One').click();
    await page.keyboard.press('Control+z');
    await body.getByText('Ventured').waitFor();
    expect((await saved(page)).inserts).toEqual([quote('a', 'Ventured')]);
  });

  test('are copied in a text and into another document, and cut without losing their row', async () => {
    const { page, body } = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const selected = body.locator('.ProseMirror-selectednode');
    await body.locator('.rich-block-title').click();
    await selected.waitFor();
    await page.keyboard.press('Control+c');
    await body.getByText('Two').click();
    await selected.waitFor({ state: 'detached' });
    await page.keyboard.press('End');
    await page.keyboard.press('Control+v');
    await expect.poll(() => body.locator('.rich-block').count()).toBe(2);
    const copied = await saved(page);
    expect(copied.inserts.map(({ text }) => text)).toEqual(['Ventured', 'Ventured']);
    expect(new Set(copied.inserts.map(({ id }) => id)).size).toBe(2);
    await body.locator('.rich-block-title').first().click();
    await selected.waitFor();
    await page.keyboard.press('Control+x');
    await expect.poll(() => body.locator('.rich-block').count()).toBe(1);
    await body.getByText('Two').click();
    await page.keyboard.press('Control+v');
    await expect.poll(() => body.locator('.rich-block').count()).toBe(2);
    expect((await saved(page)).inserts.map(({ id }) => id)).toContain('a');
    const other = (await api('POST', '/api/posts', { title: 'Other' })).body.id;
    await page.goto(`/admin/collections/posts/${other}`);
    await body.click();
    await page.keyboard.press('Control+v');
    await body.getByText('Ventured').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.').last().waitFor();
    const { body: pasted } = await api('GET', `/api/posts/${other}`);
    expect(pasted.inserts.map((row: { text: string }) => row.text)).toEqual(['Ventured']);
    expect(pasted.body.content).toContainEqual(block(pasted.inserts[0].id));
  });

  test('say what is wrong at the card, which the summary of errors opens', async () => {
    const { page, body } = await open();
    await body.getByRole('button', { name: /^Edit/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Quotation' });
    await drawer.getByRole('textbox', { name: 'Text' }).fill('');
    await drawer.getByRole('button', { name: 'Done' }).click();
    await page.keyboard.press('Control+s');
    await body.getByText('Something in this block needs to be corrected.').waitFor();
    await expectAccessible(page);
    await page.getByRole('alert').getByRole('link').first().click();
    await drawer.getByRole('textbox', { name: 'Text' }).fill('Right');
    await drawer.getByRole('button', { name: 'Done' }).click();
    await body.getByText('Something in here').waitFor({ state: 'detached' });
    expect((await saved(page)).inserts).toEqual([quote('a', 'Right')]);
  });

  test('that the text does not show are below it, and can be put in', async () => {
    await api('PATCH', `/api/posts/${post}`, {
      inserts: [quote('a', 'Ventured'), quote('b', 'Waiting'), quote('c', 'Unwanted')],
    });
    const { page, body } = await open();
    const below = page.getByRole('region', { name: 'Blocks that are not in the text' });
    await below.getByText('Waiting').waitFor();
    await expectAccessible(page);
    await below.getByRole('button', { name: 'Insert at the end' }).first().click();
    await body.getByText('Waiting').waitFor();
    await below.getByRole('button', { name: 'Remove block' }).click();
    await below.waitFor({ state: 'detached' });
    const stored = await saved(page);
    expect(stored.inserts.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(stored.body?.content.at(-1)).toEqual(block('b'));
  });
});
