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
    expect(await input.inputValue()).toBe('05/11/2026, 23:45:12');
    expect(await cutOff(input)).toBeLessThanOrEqual(0);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test('shows seconds where they are not 0, and never milliseconds', async () => {
    const { input } = await openPost(wholeMinute);
    expect(await input.inputValue()).toBe('05/11/2026, 23:45');
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

  test('is typed in the language of the page, and what is no date stays until it is corrected', async () => {
    const { page, id, input } = await openPost(null, { locale: 'de-DE' });
    expect(await input.getAttribute('placeholder')).toBe('31.12.2026, 18:30');
    await input.fill('24.12.2026 25:00');
    await input.blur();
    await page.getByText('Das ist kein vollständiges Datum.').waitFor();
    expect(await input.inputValue()).toBe('24.12.2026 25:00');
    await expectAccessible(page);
    await input.fill('24.12.26 18:00');
    await input.blur();
    await expect.poll(() => input.inputValue()).toBe('24.12.2026, 18:00');
    await page.keyboard.press('Control+s');
    await expect
      .poll(async () => (await api('GET', `/api/posts/${id}?draft=true`)).body.publishedAt)
      .toBe('2026-12-24T18:00:00.000Z');
  });

  test('is chosen in a calendar by keys, with its time kept, in two stops of Tab', async () => {
    const { page, input } = await openPost(wholeMinute);
    await input.focus();
    await page.keyboard.press('Tab');
    const opener = page.getByRole('button', { name: 'Choose Published at in a calendar' });
    await expect.poll(() => opener.evaluate((own) => own === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    const grid = page.getByRole('grid', { name: 'November 2026' });
    await grid.waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(focused).toMatch(/^Thursday,? 5 November 2026$/);
    await expectAccessible(page);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toMatch(/^Friday,? 13 November 2026$/);
    await page.keyboard.press('PageDown');
    await page.getByRole('grid', { name: 'December 2026' }).waitFor();
    await page.keyboard.press('Home');
    await expect.poll(focused).toMatch(/^Monday,? 7 December 2026$/);
    await page.keyboard.press('Enter');
    await grid.waitFor({ state: 'detached' });
    expect(await input.inputValue()).toBe('07/12/2026, 23:45');
    await expect.poll(() => opener.evaluate((own) => own === document.activeElement)).toBe(true);
    await page.setViewportSize({ width: 360, height: 740 });
    await opener.click();
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByRole('grid', { name: 'January 2027' }).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
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
    await page.getByRole('button', { name: 'Choose Publish at in a calendar' }).click();
    await page.getByRole('button', { name: /^Friday,? 13 November 2099$/ }).click();
    expect(await planned.inputValue()).toBe('13/11/2099, 23:45');
    const end = page.getByLabel('Unpublish at', { exact: true });
    await end.fill('nonsense');
    await page.getByRole('button', { name: 'Save schedule' }).click();
    await page.getByText('This is not a date.').waitFor();
    await expectAccessible(page);
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
      const inputs = page.locator('input.input-date');
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
