import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

const suite = describe.skipIf(noBrowser !== null);

suite(`saving is in reach wherever a form is scrolled${noBrowser ? `: ${noBrowser}` : ''}`, () => {
  let website: DashboardServer;
  let minimal: DashboardServer;
  let post = '';

  beforeAll(async () => {
    website = await startDashboard('website');
    minimal = await startDashboard('minimal');
    const api = await website.api();
    const lines = Array.from({ length: 40 }, (_line, index) => ({
      type: 'paragraph',
      content: [{ type: 'text', text: `Paragraph ${index} of a long story.` }],
    }));
    const text = { type: 'doc', content: lines };
    post = (await api('POST', '/api/posts', { title: 'The bridge is open', text })).body.id;
  }, 120_000);
  afterAll(async () => {
    await website?.close();
    await minimal?.close();
    await closeBrowser();
  });

  async function openPost(width: number, height: number, locale = 'en-GB'): Promise<Page> {
    const { page } = await openDashboard(website, {
      path: `/admin/collections/posts/${post}`,
      viewport: { width, height },
      locale,
    });
    page.setDefaultTimeout(15_000);
    await page.locator('.ProseMirror').first().waitFor();
    await page.waitForLoadState('networkidle');
    return page;
  }

  for (const [width, height] of [
    [1280, 720],
    [1280, 900],
    [1440, 900],
  ] as const) {
    test(`beside the form it sticks below the bar at the top at ${width} × ${height}`, async () => {
      const page = await openPost(width, height);
      await page.getByRole('textbox', { name: 'Title' }).first().fill('The bridge is open again');
      await scrollPage(page, 700);
      expect(await page.evaluate(() => scrollY)).toBe(700);
      await expectReached(page.getByRole('button', { name: 'Save draft' }));
      await expectReached(page.getByRole('button', { name: 'Publish changes' }));
    }, 60_000);
  }

  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1024, 768],
  ] as const) {
    test(`at ${width} × ${height} it is a bar at the end of the window, from the first moment to the last`, async () => {
      const page = await openPost(width, height);
      const end = await page.evaluate(() => document.documentElement.scrollHeight);
      expect(end).toBeGreaterThan(height * 2);
      for (const y of [0, end / 2, end]) {
        await scrollPage(page, y);
        await expectReached(page.getByRole('button', { name: 'Save draft' }));
        await expectReached(page.getByRole('button', { name: 'Publish changes' }));
        await expectReached(page.getByRole('button', { name: 'More actions' }));
        const bar = await page.locator('.edit-actions').boundingBox();
        expect(endOf(bar), 'no strip of the page below it').toBe(height);
        const sidebar = (await page.locator('.sidebar').boundingBox())?.width ?? 0;
        expect([bar?.x, bar?.width]).toEqual([sidebar, width - sidebar]);
      }
      // From the first input to the last element after the form and back: a bar never covers the focused
      // element.
      await scrollPage(page, 0);
      await page.getByRole('textbox', { name: 'Title' }).first().focus();
      const hidden = [...(await hiddenStops(page, 'Tab')), ...(await hiddenStops(page, 'Shift+Tab'))];
      expect(hidden).toEqual([]);
    }, 90_000);
  }

  test('a short form has the bar at the end of the window too', async () => {
    const { page } = await openDashboard(minimal, {
      path: '/admin/collections/notes/new',
      viewport: { width: 1024, height: 768 },
    });
    const actions = page.locator('.edit-actions');
    await actions.waitFor();
    const bar = await actions.boundingBox();
    expect(endOf(bar)).toBe(768);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(768);
  }, 60_000);

  test('German labels fit a phone, and what says that it is saved lies above them', async () => {
    const page = await openPost(360, 740, 'de-DE');
    await page.getByRole('textbox', { name: 'Title' }).first().fill('Die Brücke ist offen');
    await page.keyboard.press('Control+s');
    await page.getByText('Entwurf gespeichert.').waitFor();
    for (const name of ['Entwurf speichern', 'Veröffentlichen', 'Weitere Aktionen'])
      await expectReached(page.getByRole('button', { name, exact: true }));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const bar = await page.locator('.edit-actions').boundingBox();
    expect(bar?.height).toBeLessThan(70);
  }, 60_000);
});

async function scrollPage(page: Page, y: number): Promise<void> {
  await page.evaluate(
    (top) =>
      new Promise<void>((resolve) => {
        scrollTo({ top, behavior: 'instant' });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
    y,
  );
}

/** The lower edge, rounded to whole pixels, since it rarely is a whole number. */
function endOf(box: { readonly y: number; readonly height: number } | null): number {
  return Math.round((box?.y ?? 0) + (box?.height ?? 0));
}

/** Expects that a click in the center of the button reaches it. */
async function expectReached(button: Locator): Promise<void> {
  const found = await button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return element.contains(hit) ? 'reached' : `${hit?.outerHTML.slice(0, 80)} at ${x}, ${y}`;
  });
  expect(found).toBe('reached');
}

/**
 * Moves the focus through the screen by keyboard. Returns each stop that a bar covers entirely (WCAG 2.4.11).
 */
async function hiddenStops(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const hidden: string[] = [];
  for (let stop = 0; stop < 40; stop++) {
    const covered = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element.closest('.edit-main, .edit-side') === null) return null;
      if (element.closest('.edit-actions') !== null) return null;
      const { top, bottom, left, right } = element.getBoundingClientRect();
      const x = (left + right) / 2;
      const isSeen = [top + 1, (top + bottom) / 2, bottom - 1].some((y) =>
        element.contains(document.elementFromPoint(x, y)),
      );
      return isSeen ? null : element.outerHTML.slice(0, 120);
    });
    if (covered !== null) hidden.push(covered);
    await page.keyboard.press(key);
  }
  return hidden;
}
