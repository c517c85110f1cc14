/** The rich text editor: its tools, tables, pictures, pastes and full screen. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

const config = `
  collections: [
    { slug: 'media', upload: { mimeTypes: ['image/svg+xml', 'image/png'] }, drafts: false, fields: [] },
    {
      slug: 'posts',
      labels: { singular: 'Post', plural: 'Posts' },
      drafts: false,
      admin: { useAsTitle: 'title' },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'body', type: 'richText', required: true },
        { name: 'notes', type: 'richText' },
      ],
    },
  ]`;

const text = (value: string) => ({ type: 'text', text: value });
const paragraph = (value: string) => ({ type: 'paragraph', content: [text(value)] });

/** Pastes as another program would: the browser gives both forms. */
async function paste(page: Page, html: string): Promise<void> {
  await page.evaluate((content) => {
    const data = new DataTransfer();
    data.setData('text/html', content);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, html);
}

describe.skipIf(noBrowser !== null)('writing', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  let post = '';
  beforeAll(async () => {
    server = await startDashboard('uploads', { auth: true, config });
    api = await server.api();
  }, 120_000);
  afterAll(() => server?.close());
  beforeEach(async () => {
    const body = { type: 'doc', content: [paragraph('One'), paragraph('Two'), paragraph('Three')] };
    post = (await api('POST', '/api/posts', { title: 'A post', body })).body.id;
  });

  const open = async (options: object = {}): Promise<{ page: Page; body: Locator }> => {
    const { page } = await openDashboard(server, { path: `/admin/collections/posts/${post}`, ...options });
    page.setDefaultTimeout(10_000);
    const body = page.locator('[data-field="body"] [contenteditable="true"]');
    await body.waitFor();
    return { page, body };
  };
  /** Saves, and returns the blocks of the text. */
  const saved = async (page: Page, field = 'body'): Promise<unknown> => {
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.').last().waitFor();
    return (await api('GET', `/api/posts/${post}`)).body[field]?.content;
  };
  const focusName = (page: Page): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);

  test('has its tools only while it has the focus, without moving what follows', async () => {
    const { page, body } = await open();
    const notes = page.locator('[data-field="notes"]');
    const place = async () => (await notes.boundingBox())?.y;
    const before = await place();
    expect(await page.getByRole('toolbar').count()).toBe(0);
    // Three lines, not nine.
    const empty = await notes.locator('.rich-text').boundingBox();
    expect(empty?.height).toBeLessThan(110);
    await body.click();
    const toolbar = page.getByRole('toolbar', { name: 'Format Body' });
    await toolbar.waitFor();
    expect(await place()).toBe(before);
    expect(await toolbar.locator('[tabindex="0"]').count()).toBe(1);
    // Every sign is drawn.
    expect(await toolbar.locator('button:not(:has(svg path))').count()).toBe(0);
    await page.keyboard.press('Alt+F10');
    expect(await focusName(page)).toBe('Bold');
    await page.keyboard.press('ArrowRight');
    expect(await focusName(page)).toBe('Italic');
    await page.keyboard.press('End');
    expect(await focusName(page)).toBe('Full screen');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => body.evaluate((own) => own === document.activeElement)).toBe(true);
    await page.getByRole('textbox', { name: 'Title' }).click();
    await toolbar.waitFor({ state: 'detached' });
    await page.locator('[data-field="body"] .rich-length').getByText('3 words · 1 min read').waitFor();
    await page.setViewportSize({ width: 360, height: 700 });
    await body.click();
    await toolbar.waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test('shows the commands for text at a selection, which Tab reaches', async () => {
    const { page, body } = await open();
    await body.getByText('Two').dblclick({ position: { x: 12, y: 8 } });
    const bubble = page.getByRole('toolbar', { name: 'Format the selection in Body' });
    await bubble.waitFor();
    const [line, box] = [await body.getByText('Two').boundingBox(), await bubble.boundingBox()];
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((line?.y ?? 0) + 2);
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    expect(await focusName(page)).toBe('Bold');
    await page.keyboard.press('Enter');
    await body.locator('strong').waitFor();
    expect(await saved(page)).toEqual([
      paragraph('One'),
      { type: 'paragraph', content: [{ ...text('Two'), marks: [{ type: 'bold' }] }] },
      paragraph('Three'),
    ]);
  });

  test('inserts by a menu at a slash: filtered, by keys alone, in both languages', async () => {
    const { page, body } = await open();
    await body.getByText('Three').click();
    await page.keyboard.press('End');
    // Not inside a word or an address.
    await page.keyboard.type(' and/or');
    expect(await page.getByRole('listbox').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.keyboard.type('/');
    const list = page.getByRole('listbox', { name: 'Insert' });
    await list.waitFor();
    await expectAccessible(page);
    await page.keyboard.type('he');
    await expect.poll(() => list.getByRole('option').count()).toBe(3);
    await page.keyboard.press('ArrowDown');
    const active = async () => {
      const id = await body.getAttribute('aria-activedescendant');
      return id === null ? null : page.locator(`[id="${id}"]`).getAttribute('aria-selected');
    };
    await expect.poll(active).toBe('true');
    await page.keyboard.press('Enter');
    await list.waitFor({ state: 'detached' });
    expect(await body.getAttribute('aria-activedescendant')).toBeNull();
    await page.keyboard.type('A heading');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/quo');
    await list.waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await page.keyboard.type('te');
    expect(await page.getByRole('listbox').count()).toBe(0);
    expect(await saved(page)).toEqual([
      paragraph('One'),
      paragraph('Two'),
      paragraph('Three and/or'),
      { type: 'heading', attrs: { level: 2 }, content: [text('A heading')] },
      paragraph('/quote'),
    ]);
    const german = await open({ locale: 'de-DE' });
    await german.body.getByText('One').click();
    await german.page.keyboard.press('End');
    await german.page.keyboard.type(' /tabe');
    await german.page.getByRole('option', { name: 'Tabelle' }).waitFor();
  });

  test('opens the menu below a table that ends the text', async () => {
    const { page, body } = await open();
    await body.getByText('Three').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/table');
    await page.keyboard.press('Enter');
    await body.locator('td').last().click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('/');
    await page.getByRole('listbox', { name: 'Insert' }).waitFor();
    await page.keyboard.type('quo');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Said');
    await body.locator('blockquote', { hasText: 'Said' }).waitFor();
  });

  test('writes tables, by the slash and by keys, and changes them by a menu', async () => {
    const { page, body } = await open();
    await body.getByText('Three').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/table');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Name');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Size');
    const menu = async (name: string) => {
      await page.keyboard.press('Alt+F10');
      await page.getByRole('button', { name: 'Change the table' }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await page.keyboard.press('Tab');
    await page.keyboard.type('Year');
    await expectAccessible(page);
    await menu('Remove row');
    await body.locator('td').first().click();
    await menu('Remove row');
    await menu('Remove column');
    await body.locator('td').first().click();
    await page.keyboard.type('Ada');
    await page.keyboard.press('Tab');
    await page.keyboard.type('7');
    // From the last cell Tab adds a row, and leaves the table from a row that is still empty.
    await page.keyboard.press('Tab');
    expect(await body.locator('tr').count()).toBe(2);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(() => body.evaluate((own) => own === document.activeElement)).toBe(false);
    const cell = (value?: string) => ({
      type: 'tableCell',
      attrs: { colspan: 1, rowspan: 1 },
      content: [value === undefined ? { type: 'paragraph' } : paragraph(value)],
    });
    expect(await saved(page)).toEqual([
      paragraph('One'),
      paragraph('Two'),
      paragraph('Three'),
      {
        type: 'table',
        content: [
          { type: 'tableRow', content: [cell('Ada'), cell('7')] },
          { type: 'tableRow', content: [cell(), cell()] },
        ],
      },
    ]);
    await page.reload();
    await body.locator('table').waitFor();
  });

  test('moves blocks by keys, by the toolbar and by a handle', async () => {
    const { page, body } = await open();
    await body.getByText('Three').click();
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await expect.poll(() => body.locator('p').allTextContents()).toEqual(['One', 'Three', 'Two']);
    await page.getByRole('button', { name: 'Move up' }).click();
    await expect.poll(() => body.locator('p').allTextContents()).toEqual(['Three', 'One', 'Two']);
    await body.getByText('Three').hover();
    const handle = page.locator('[data-field="body"] .rich-handle');
    await handle.dragTo(body.getByText('Two'), { targetPosition: { x: 20, y: 18 } });
    await expect.poll(() => body.locator('p').allTextContents()).toEqual(['One', 'Two', 'Three']);
  });

  test('keeps headings, lists, tables and links of Word and Google Docs', async () => {
    const { page } = await open();
    const notes = page.locator('[data-field="notes"] [contenteditable="true"]');
    await notes.click();
    await paste(
      page,
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body>
      <p class=MsoTitle>The title<o:p></o:p></p>
      <h2>Part <span style='font-weight:normal'>one</span></h2>
      <p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.</span>First</p>
      <p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.</span>Second</p>
      <table class=MsoTableGrid><thead><tr><td><p class=MsoNormal><b>Name</b></p></td><td><p>Size</p></td></tr></thead>
      <tr><td colspan=2><p class=MsoNormal>Wide</p></td></tr></table>
      <p class=MsoNormal>See <a href="https://example.com/a">this</a>.</p></body></html>`,
    );
    const cell = (type: string, content: unknown, colspan = 1) => ({
      ...{ type, attrs: { colspan, rowspan: 1 }, content: [{ type: 'paragraph', content: [content] }] },
    });
    const item = (value: string) => ({ type: 'listItem', content: [paragraph(value)] });
    expect(await saved(page, 'notes')).toEqual([
      { type: 'heading', attrs: { level: 1 }, content: [text('The title')] },
      { type: 'heading', attrs: { level: 2 }, content: [text('Part one')] },
      { type: 'orderedList', attrs: { start: 1 }, content: [item('First'), item('Second')] },
      {
        type: 'table',
        content: [
          {
            type: 'tableRow',
            content: [
              cell('tableHeader', { ...text('Name'), marks: [{ type: 'bold' }] }),
              cell('tableHeader', text('Size')),
            ],
          },
          { type: 'tableRow', content: [cell('tableCell', text('Wide'), 2)] },
        ],
      },
      {
        type: 'paragraph',
        content: [
          text('See '),
          { ...text('this'), marks: [{ type: 'link', attrs: { href: 'https://example.com/a' } }] },
          text('.'),
        ],
      },
    ]);
    expect(await page.locator('.toast', { hasText: 'left out' }).count()).toBe(0);

    await notes.click();
    await page.keyboard.press('Control+a');
    await paste(
      page,
      `<b style="font-weight:normal" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-weight:400">Docs</span></h1>
      <ul><li dir="ltr"><p dir="ltr"><span style="font-weight:700">Bold</span></p></li></ul>
      <div><table><colgroup><col></colgroup><tbody><tr><td><p><span>a</span></p></td><td><p>b</p></td></tr></tbody></table></div></b>`,
    );
    expect(await saved(page, 'notes')).toMatchObject([
      { type: 'heading', attrs: { level: 1 }, content: [text('Docs')] },
      {
        type: 'bulletList',
        content: [
          {
            type: 'listItem',
            content: [{ type: 'paragraph', content: [{ ...text('Bold'), marks: [{ type: 'bold' }] }] }],
          },
        ],
      },
      {
        type: 'table',
        content: [{ type: 'tableRow', content: [{ type: 'tableCell' }, { type: 'tableCell' }] }],
      },
    ]);
  });

  test('takes pasted pictures into the files, and says what it cannot take', async () => {
    const { page, body } = await open();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3"/></svg>';
    const data = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
    await body.getByText('Two').click();
    await page.keyboard.press('End');
    await paste(
      page,
      `<p>Before</p><p><img alt="A red car.jpg" src="${data}"></p><p>After</p><img src="https://elsewhere.example/a.png">`,
    );
    await page.getByText('One image or video was left out.').waitFor();
    await body.locator('.rich-picture img').waitFor();
    await expectAccessible(page);
    const media = (await api('GET', '/api/media')).body.docs;
    expect(media).toMatchObject([{ filename: 'A red car.svg' }]);
    expect(await saved(page)).toEqual([
      paragraph('One'),
      paragraph('TwoBefore'),
      { type: 'upload', attrs: { collection: 'media', id: media[0].id } },
      paragraph('After'),
      paragraph('Three'),
    ]);
    // A picture that was copied by itself, and one of a type that nothing takes.
    await body.getByText('Three').click();
    await page.keyboard.press('End');
    await page.evaluate((source) => {
      const files = new DataTransfer();
      files.items.add(new File([source], 'copied.svg', { type: 'image/svg+xml' }));
      files.items.add(new File(['x'], 'film.avi', { type: 'video/avi' }));
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true }),
      );
    }, svg);
    await page.getByText('One image or video was left out.').nth(1).waitFor();
    await expect.poll(() => body.locator('.rich-picture').count()).toBe(2);
    expect(await saved(page)).toHaveLength(6);
  });

  test('fills the window with lines of 68 characters, keeps what can be undone, and gives the place back', async () => {
    const { page, body } = await open();
    await body.getByText('One').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' more');
    await page.keyboard.press('Control+Shift+F');
    const dialog = page.getByRole('dialog', { name: 'Body' });
    await dialog.waitFor();
    await expect
      .poll(() => dialog.locator('.rich-content').evaluate((own) => own === document.activeElement))
      .toBe(true);
    await page.keyboard.type(' words');
    const look = await dialog.locator('.rich-content').evaluate((own) => {
      const { fontSize, inlineSize, paddingInlineStart } = getComputedStyle(own);
      const sample = document.createElement('span');
      sample.textContent = '0'.repeat(68);
      own.querySelector('p')?.append(sample);
      const measure = sample.getBoundingClientRect().width;
      sample.remove();
      return {
        size: Number.parseFloat(fontSize),
        ratio: (Number.parseFloat(inlineSize) - 2 * Number.parseFloat(paddingInlineStart)) / measure,
      };
    });
    expect(look.size).toBeGreaterThanOrEqual(16);
    expect(look.size).toBeLessThanOrEqual(17);
    expect(look.ratio).toBeCloseTo(1, 1);
    await expectAccessible(page);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => dialog.locator('.rich-content p').first().textContent()).toBe('One');
    await page.keyboard.press('Control+Shift+z');
    await page.keyboard.type('!');
    await dialog.getByText('Not saved', { exact: true }).waitFor();
    await dialog.getByText(/\d words/).waitFor();
    await page.keyboard.press('Control+s');
    await dialog.getByText('Saved', { exact: true }).waitFor();
    await page.keyboard.type('!');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => body.evaluate((own) => own === document.activeElement)).toBe(true);
    // The message of the first saving may still be there.
    await expect.poll(async () => JSON.stringify(await saved(page))).toMatch(/One more( words)?!!/);
  });
});
