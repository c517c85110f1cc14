/**
 * Dates and times are readable in browsers with a 12-hour clock (such as Chromium without a set language),
 * and in the language of the page.
 */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

const exact = '2026-11-05T23:45:12.345Z';
const wholeMinute = '2026-11-05T23:45:00.000Z';

/** How many pixels an input is narrower than its value needs when the browser renders it. */
function cutOff(input: Locator): Promise<number> {
  return input.evaluate((element) => {
    const natural = element.cloneNode() as HTMLInputElement;
    natural.style.cssText = 'position: absolute; inline-size: max-content; max-inline-size: none';
    element.after(natural);
    const missing = natural.offsetWidth - (element as HTMLInputElement).offsetWidth;
    natural.remove();
    return missing;
  });
}

describe.skipIf(noBrowser !== null)('a field for a date', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  let author = '';
  beforeAll(async () => {
    server = await startDashboard('blog');
    api = await server.api();
    author = (await api('POST', '/api/authors', { name: 'Ada', email: 'ada@example.com' })).body.id;
  });
  afterAll(() => server.close());

  const openPost = async (
    publishedAt: string | null,
    options: Parameters<typeof openDashboard>[1] = {},
  ): Promise<{ page: Page; id: string; input: Locator }> => {
    const made = await api('POST', '/api/posts', { title: 'Timed', author, publishedAt });
    const { id } = made.body;
    const { page } = await openDashboard(server, { path: `/admin/collections/posts/${id}`, ...options });
    const input = page.getByLabel('Published at', { exact: true });
    await input.waitFor();
    return { page, id, input };
  };

  test.each([360, 720, 1280])('is wide enough for AM and PM in a window of %i pixels', async (width) => {
    const { page, input } = await openPost(exact, { viewport: { width, height: 740 } });
    expect(await input.inputValue()).toMatch(/^2026-11-05T23:45:12(\.000)?$/);
    expect(await cutOff(input)).toBeLessThanOrEqual(0);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test('shows seconds where they are not 0, and never milliseconds', async () => {
    const { input } = await openPost(wholeMinute);
    expect(await input.inputValue()).toBe('2026-11-05T23:45');
    expect(await cutOff(input)).toBeLessThanOrEqual(0);
  });

  test('keeps milliseconds that nobody has edited', async () => {
    const { page, id, input } = await openPost(exact);
    await page.getByLabel('Title').first().fill('Another title');
    await input.focus();
    await page.keyboard.press('Tab');
    // Changed, and changed back.
    await input.fill('2026-11-06T23:45:12');
    await input.fill('2026-11-05T23:45:12');
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByText('Published.', { exact: true }).first().waitFor();
    const stored = (await api('GET', `/api/posts/${id}`)).body;
    expect([stored.title, stored.publishedAt]).toEqual(['Another title', exact]);
    await input.fill('2026-11-05T23:45:13');
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await expect
      .poll(async () => (await api('GET', `/api/posts/${id}`)).body.publishedAt)
      .toBe('2026-11-05T23:45:13.000Z');
  });

  test('is said in the language of the page, for the ear too', async () => {
    const { page, input } = await openPost(exact, { locale: 'de-DE' });
    const words = 'Donnerstag, 5. November 2026 um 23:45:12';
    await page.getByText(words).waitFor();
    const described = (await input.getAttribute('aria-describedby'))?.split(' ') ?? [];
    const texts = await page.evaluate(
      (ids) => ids.map((id) => document.getElementById(id)?.textContent ?? ''),
      described,
    );
    expect(texts.join(' ')).toContain(words);
    await input.fill('2026-12-24T18:00');
    await page.getByText('Donnerstag, 24. Dezember 2026 um 18:00', { exact: true }).waitFor();
  });

  test('is wide enough in schedules, filters and the audit log too', async () => {
    const { page } = await openPost(null);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Schedule/ }).click();
    const planned = page.getByLabel('Publish at', { exact: true });
    await planned.fill('2099-11-05T23:45');
    expect(await cutOff(planned)).toBeLessThanOrEqual(0);
    await page
      .getByText(/5 November 2099 at 23:45/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    const where = encodeURIComponent(JSON.stringify({ publishedAt: { gt: wholeMinute } }));
    for (const path of [
      `/admin/collections/posts?where=${where}`,
      '/admin/audit-log?from=2026-11-05T23:45&to=2026-12-24T18:00',
    ]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const filter = page.getByRole('button', { name: /^Filter/ });
      if (path.includes('posts')) await filter.click();
      const inputs = page.locator('input[type="datetime-local"]');
      await inputs.first().waitFor();
      for (const input of await inputs.all()) expect(await cutOff(input), path).toBeLessThanOrEqual(0);
    }
  });
});

describe.skipIf(noBrowser !== null)('a field for a day', { timeout: 60_000 }, () => {
  test('is said in the language of the page', async () => {
    const server = await startDashboard('every-field');
    try {
      const { page } = await openDashboard(server, {
        path: '/admin/collections/things/new',
        locale: 'de-DE',
      });
      await page.getByLabel('Made on', { exact: true }).fill('2026-11-05');
      await page.getByText('Donnerstag, 5. November 2026', { exact: true }).waitFor();
    } finally {
      await server.close();
    }
  });
});
