import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

/** Drafts of notes: complete ones, and some without their required text. */
const whole = 288;
const lacking = 12;
const all = whole + lacking;

const config = `
  collections: [{
    slug: 'notes',
    labels: { singular: 'Note', plural: 'Notes' },
    admin: { useAsTitle: 'title' },
    fields: [
      { name: 'title', type: 'text', required: true },
      { name: 'text', type: 'text', required: true },
    ],
  }],
  globals: []`;

async function addDrafts(api: Api): Promise<void> {
  for (let index = 1; index <= all; index++) {
    const isLacking = index % (all / lacking) === 0;
    const data = {
      title: `Note ${String(index).padStart(3, '0')}`,
      ...(!isLacking && { text: 'Something' }),
    };
    const { status } = await api('POST', '/api/notes', data, { 'x-draft': 'true' });
    expect(status).toBe(201);
  }
}

/** Collects every change in the text of live regions from now on, as a screen reader announces them. */
async function listen(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const read = (): void => {
      for (const region of document.querySelectorAll('[role="dialog"] [role="status"]')) {
        const text = region.textContent ?? '';
        if (text !== heard.at(-1)) heard.push(text);
      }
    };
    new MutationObserver(read).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  return () => page.evaluate(() => (window as unknown as { readonly heard: readonly string[] }).heard);
}

const suite = describe.skipIf(noBrowser !== null);

suite(`work on hundreds of documents${noBrowser ? `: ${noBrowser}` : ''}`, { timeout: 120_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  beforeAll(async () => {
    server = await startDashboard('minimal', { auth: true, config });
    api = await server.api();
    await addDrafts(api);
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    await closeBrowser();
  });

  test('is told as it goes on, and ends with what was done and what was not', async () => {
    const { page, requests } = await openDashboard(server, {
      path: '/admin/collections/notes?sort=title_asc',
    });
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: `Select all ${all}` }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const heard = await listen(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();

    const dialog = page.getByRole('dialog', { name: 'Publish' });
    const progress = dialog.getByRole('progressbar', { name: 'Progress' });
    await expect.poll(() => progress.getAttribute('max')).toBe(String(all));
    await dialog.getByText(`${whole} documents were published. ${lacking} failed.`).first().waitFor({
      timeout: 90_000,
    });
    expect(await progress.getAttribute('value')).toBe(String(all));

    const texts = await heard();
    const steps = texts.flatMap((text) => /^(\d+) of 300 done\.$/.exec(text)?.[1] ?? []).map(Number);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(steps.every((step) => step % 30 === 0)).toBe(true);
    expect(new Set(steps).size).toBeGreaterThanOrEqual(5);
    expect(steps.length).toBe(new Set(steps).size);
    expect(texts.at(-1)).toBe(`${whole} documents were published. ${lacking} failed.`);

    const failures = dialog.getByRole('list', { name: `${lacking} failed:` });
    const titles = await failures.locator('strong').allInnerTexts();
    expect(titles.toSorted()).toEqual(
      Array.from({ length: lacking }, (_, index) => `Note ${String((index + 1) * 25).padStart(3, '0')}`),
    );
    expect(await failures.locator('span').first().innerText()).toContain('text');
    await expectAccessible(page);
    // One request per document would exceed the rate limit for every client at the same address. The first
    // two only try, 200 documents each.
    const writes = requests.calls.filter((call) => !call.startsWith('GET '));
    expect(writes).toEqual(Array.from({ length: 8 }, () => 'POST /api/notes/bulk'));
    const { body: published } = await api('GET', '/api/notes?draft=false&limit=0');
    expect(published.totalDocs).toBe(whole);

    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Draft' }).count()).toBe(1);
  });
});
