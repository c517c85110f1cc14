import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard, sharedBrowser } from './support/dashboard-browser.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

/** A config with few display options. */
const config = `
  collections: [{
    slug: 'posts',
    labels: { singular: 'Post', plural: 'Posts' },
    description: 'Served at \`/api/posts\`, <b>newest first</b>.',
    admin: { useAsTitle: 'title' },
    fields: [
      { name: 'slug', type: 'slug', from: 'title' },
      { name: 'title', type: 'text', required: true, description: 'Becomes the \`<title>\` of the page.' },
      { name: 'category', type: 'select', options: ['news', 'culture'] },
      { name: 'minutes', type: 'number' },
      { name: 'source', type: 'url' },
    ],
  }],
  globals: [{
    slug: 'site',
    label: 'Site',
    fields: [{ name: 'headline', type: 'text', default: 'Good morning' }],
  }]`;

describe.skipIf(noBrowser !== null)(
  `what a dashboard shows where the config says little${noBrowser ? `: ${noBrowser}` : ''}`,
  { timeout: 60_000 },
  () => {
    let server: DashboardServer;
    beforeAll(async () => {
      server = await startDashboard('minimal', { config });
      const api = await server.api();
      const title = 'A title as long as they are where somebody has really something to say';
      const more = { category: 'culture', minutes: 5, source: 'https://example.com/where/it/is/from' };
      const { body } = await api('POST', '/api/posts', { title, ...more });
      await api('PATCH', `/api/posts/${body.id}`, { minutes: 6 }, { 'x-draft': 'true' });
    }, 60_000);
    afterAll(async () => {
      await server?.close();
      await closeBrowser();
    });

    async function openPosts(look: object): Promise<Page> {
      const { page } = await openDashboard(server, { path: '/admin/collections/posts', ...look });
      await page.getByText('Published with changes', { exact: true }).waitFor();
      return page;
    }

    test('the status and the last change come right behind the title, and are seen whole on a laptop', async () => {
      const page = await openPosts({ viewport: { width: 1280, height: 800 } });
      const heads = await page.getByRole('columnheader').allInnerTexts();
      expect(heads.filter((head) => head !== '')).toEqual([
        ...['Title', 'Status', 'Updated', 'Slug', 'Category', 'Minutes'],
      ]);
      const frame = await page.getByRole('region', { name: 'Posts' }).boundingBox();
      const edge = (frame?.x ?? 0) + (frame?.width ?? 0);
      for (const cell of [2, 3]) {
        const box = await page.locator('tbody tr > *').nth(cell).boundingBox();
        expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(edge);
      }
    });

    test('the title takes what other columns leave, and a cut one has a tooltip', async () => {
      const page = await openPosts({ viewport: { width: 1440, height: 800 } });
      const link = page.locator('tbody th a');
      const width = async (): Promise<number> => (await page.locator('tbody th').boundingBox())?.width ?? 0;
      const wide = await width();
      expect(wide).toBeGreaterThan(300);
      await page.setViewportSize({ width: 1100, height: 800 });
      expect(await width()).toBeLessThan(wide);
      await link.hover();
      expect(await link.getAttribute('title')).toBe(await link.innerText());
    });

    test('the title stays in place while the other columns go sideways', async () => {
      const page = await openPosts({ viewport: { width: 620, height: 740 } });
      const place = async (part: string): Promise<number> =>
        (await page.locator(`tbody tr > ${part}`).first().boundingBox())?.x ?? NaN;
      const [title, last] = [await place('th'), await place('td:last-child')];
      await page.getByRole('region', { name: 'Posts' }).evaluate((frame) => frame.scrollTo(150, 0));
      await expect.poll(() => place('td:last-child')).toBeLessThan(last - 100);
      expect(await place('th')).toBeCloseTo(title, 0);
    });

    for (const [colorScheme, language] of [
      ['light', 'en'],
      ['dark', 'en'],
      ['light', 'rtl-test'],
    ] as const) {
      test(`a table that goes on has a shadow on that side alone (${colorScheme}, ${language})`, async () => {
        const page = await openPosts({ colorScheme, viewport: { width: 620, height: 740 } });
        await page.evaluate((name) => localStorage.setItem('svc-admin:language', name), language);
        await page.reload();
        await page.getByText('Published with changes', { exact: true }).waitFor();
        const table = page.getByRole('region', { name: 'Posts' });
        const atStart = await shades(page);
        const [near, far] = language === 'en' ? (['left', 'right'] as const) : (['right', 'left'] as const);
        expect(atStart[far], 'more on the far side').toBeGreaterThan(6);
        expect(atStart[near], 'nothing on the near side').toBeLessThan(3);
        await table.evaluate((element) => {
          element.scrollLeft = getComputedStyle(element).direction === 'rtl' ? -9999 : 9999;
        });
        const atEnd = await shades(page);
        expect(atEnd[far], 'the end of the table').toBeLessThan(3);
      });
    }

    test('code of a description looks like code, and nothing else in it is markup', async () => {
      const page = await openPosts({});
      const note = page.locator('.page-note');
      expect(await note.innerText()).toBe('Served at /api/posts, <b>newest first</b>.');
      expect(await note.locator('code').allInnerTexts()).toEqual(['/api/posts']);
      await page.getByRole('link', { name: 'New Post' }).click();
      const described = page.locator('.field-description', { hasText: 'of the page' });
      expect(await described.locator('code').innerText()).toBe('<title>');
    });

    test('a global that was never saved is no draft: the public gets its defaults', async () => {
      const { page } = await openDashboard(server, { path: '/admin/globals/site' });
      const heading = page.locator('.document-state');
      await heading.getByText('Defaults').waitFor();
      expect(await heading.getByText('Draft').count()).toBe(0);
      await page.getByRole('textbox', { name: 'Headline' }).fill('Good evening');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByText('Draft saved.').waitFor();
      await heading.getByText('Draft', { exact: true }).waitFor();
      expect(await heading.getByText('Defaults').count()).toBe(0);
    });
  },
);

/**
 * How much darker the outermost pixels of the table are than those 2 rem further in, by side. Measured just
 * above its lower edge, where no text is.
 */
async function shades(page: Page): Promise<{ readonly left: number; readonly right: number }> {
  const frame = await page.getByRole('region', { name: 'Posts' }).boundingBox();
  if (frame === null) throw new Error('There is no table.');
  const y = frame.y + frame.height - 10;
  const clip = { x: frame.x + 1, width: frame.width - 2, y, height: 1 };
  const picture = (await page.screenshot({ clip })).toString('base64');
  // In a separate page, since the policy of the dashboard does not allow such an image.
  const reader = await (await sharedBrowser()).newPage();
  try {
    return await reader.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, 1);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('There is no canvas.');
      context.drawImage(image, 0, 0);
      const light = (x: number): number => {
        const [red = 0, green = 0, blue = 0] = context.getImageData(x, 0, 1, 1).data;
        return (red + green + blue) / 3;
      };
      return {
        left: light(40) - light(0),
        right: light(image.width - 41) - light(image.width - 1),
      };
    }, picture);
  } finally {
    await reader.close();
  }
}
