/** Previews and autosaves in the dashboard, with a real page of another origin. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

/** The page of a website, which shows what the SDK tells it. */
const script = `
  import { onPreview } from './expected/sdk/preview.js';
  const { dashboard } = document.body.dataset;
  onPreview((event) => {
    if (event.type === 'document') {
      document.querySelector('h1').textContent = event.document.title;
      document.querySelector('output').textContent = Number(document.querySelector('output').textContent) + 1;
    } else document.querySelector('em').textContent = 'saved ' + event.revision;
  }, { origin: dashboard });
`;

describe.skipIf(noBrowser !== null)(`previews${noBrowser ? `: ${noBrowser}` : ''}`, () => {
  let website: Server;
  let site = '';
  let dashboardOrigin = '';
  let server: DashboardServer;
  let api: Api;
  let post = '';
  const before = process.env['WEBSITE_URL'];
  const asked: string[] = [];

  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: script,
        resolveDir: join(import.meta.dirname, '../../fixtures/content-tools'),
        loader: 'ts',
      },
      ...{ bundle: true, format: 'iife', write: false },
    });
    const code = outputFiles[0]?.text ?? '';
    website = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        `<!doctype html><html lang="en"><title>Site</title><body data-dashboard="${dashboardOrigin}"><main><h1>Not told</h1><output>0</output><em></em></main><script>${code}</script></body></html>`,
      );
    });
    await new Promise<void>((resolve) => void website.listen(0, '127.0.0.1', resolve));
    site = `http://127.0.0.1:${(website.address() as AddressInfo).port}`;
    process.env['WEBSITE_URL'] = site;
    server = await startDashboard('content-tools', { config: "name: 'Previewed'" });
    dashboardOrigin = server.url;
    api = await server.api();
  }, 120_000);
  afterAll(async () => {
    if (before === undefined) delete process.env['WEBSITE_URL'];
    else process.env['WEBSITE_URL'] = before;
    website?.close();
    await server?.close();
    await closeBrowser();
  });
  beforeEach(async () => {
    post = (await api('POST', '/api/posts', { title: 'The news' })).body.id;
  });

  const open = async (locale = 'en-GB', ...expected: readonly RegExp[]): Promise<Page> => {
    const { page } = await openDashboard(server, {
      path: `/admin/collections/posts/${post}`,
      locale,
      // axe-core asks frames, too.
      expected: [
        new RegExp(`another origin: ${site}`),
        /Failed to execute 'postMessage' on 'DOMWindow'/,
        ...expected,
      ],
    });
    page.setDefaultTimeout(10_000);
    await page.locator('.edit-main').waitFor();
    return page;
  };
  const title = (page: Page) => page.getByRole('textbox', { name: /^Title/ }).first();
  const frameOf = (page: Page): FrameLocator => page.frameLocator('.live-frame');
  const merged = async (): Promise<Record<string, unknown>> =>
    (await api('GET', `/api/posts/${post}?draft=true`)).body;
  const heading = (page: Page, text: string): Promise<void> =>
    frameOf(page).locator('h1', { hasText: text }).waitFor();

  test('a page of the origin of the dashboard gets a tab, not a frame', async () => {
    const page = await open();
    await page.route('**/api/admin/preview/**', async (route) => {
      const response = await route.fetch();
      const json: Record<string, unknown> = await response.json();
      await route.fulfill({ response, json: { ...json, url: `${dashboardOrigin}/admin/login` } });
    });
    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Live preview' }).click();
    expect((await opened).url()).toMatch(/^(?:about:blank|http)/);
    expect(await page.locator('.live-frame').count()).toBe(0);
  });

  test('the page stands beside the form and follows it without a reload; then it learns of the save', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Live preview' }).click();
    await heading(page, 'The news');
    const loads = asked.length;
    await title(page).fill('');
    await title(page).pressSequentially('Typed words', { delay: 20 });
    await heading(page, 'Typed words');
    // At most one message each 150 ms.
    expect(Number(await frameOf(page).locator('output').innerText())).toBeLessThan(9);
    await page.locator('.document-state').getByText('Saved', { exact: true }).waitFor();
    await frameOf(page).locator('em', { hasText: 'saved 2' }).waitFor();
    expect(asked.length).toBe(loads);
    expect(await merged()).toMatchObject({ title: 'Typed words', _pending: true });
    for (const [width, pixels] of [
      ['Phone', 390],
      ['Tablet', 768],
    ] as const) {
      await page.getByRole('button', { name: width }).click();
      await expect.poll(async () => (await page.locator('.live-frame').boundingBox())?.width).toBe(pixels);
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Live preview' }).click();
    await page.locator('.live-frame').waitFor({ state: 'detached' });
  });

  test('the frame is sandboxed, and no other origin may be framed', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Live preview' }).click();
    await heading(page, 'The news');
    const sandbox = await page.locator('.live-frame').getAttribute('sandbox');
    expect(sandbox?.split(' ')).not.toContain('allow-top-navigation');
    const loaded = await page.reload();
    expect(loaded?.headers()['content-security-policy']).toContain(`; frame-src ${site};`);
  });

  test('"Preview" opens the page in a tab, by a token that opens the draft', async () => {
    await api('PATCH', `/api/posts/${post}`, { title: 'Draft' }, { 'x-draft': 'true' });
    const page = await open();
    const opening = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const tab = await opening;
    await tab.waitForURL(`${site}/posts/**`);
    const token = new URL(tab.url()).searchParams.get('token') ?? '';
    const { body } = await (await server.api(null))('GET', `/api/posts/${post}`, undefined, {
      'x-svc-preview': token,
    });
    expect(body.title).toBe('Draft');
  });

  test('a message of another frame or origin is not answered', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Live preview' }).click();
    await heading(page, 'The news');
    const told = (): Promise<string> => frameOf(page).locator('output').innerText();
    const count = await told();
    await page.evaluate(() => window.postMessage({ type: 'svc:ready' }, '*'));
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await told()).toBe(count);
    // The page of the website ignores what does not come of its dashboard.
    await page
      .frames()
      .find((frame) => frame.url().startsWith(site))
      ?.evaluate(() => {
        window.postMessage({ type: 'svc:document', document: { title: 'Forged' } }, '*');
      });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await frameOf(page).locator('h1').innerText()).toBe('The news');
  });

  test('what is typed while a save runs stays, and is saved next', async () => {
    const page = await open();
    let running = 0;
    let most = 0;
    await page.route(`**/api/posts/${post}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 600));
      running -= 1;
      return route.continue();
    });
    await title(page).fill('One');
    await page.getByText('Saving…').waitFor();
    await title(page).fill('One two');
    await expect.poll(async () => (await merged())['title'], { timeout: 10_000 }).toBe('One two');
    await page.locator('.document-state').getByText('Saved', { exact: true }).waitFor();
    expect(await title(page).inputValue()).toBe('One two');
    expect(most).toBe(1);
    expect((await api('GET', `/api/posts/${post}/versions`)).body.totalDocs).toBe(2);
  });

  test('what could not be saved for want of a connection is saved when it is back', async () => {
    const page = await open('en-GB', /ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH');
    await title(page).fill('Typed without a connection');
    await failed;
    await page.context().setOffline(false);
    await expect
      .poll(async () => (await merged())['title'], { timeout: 10_000 })
      .toBe('Typed without a connection');
    await page.locator('.document-state').getByText('Saved', { exact: true }).waitFor();
  });

  test('what the service could not save is tried again, without another key', async () => {
    const page = await open('en-GB', /ERR_CONNECTION_REFUSED/);
    let refused = 0;
    await page.route(`**/api/posts/${post}`, async (route) => {
      if (route.request().method() !== 'PATCH' || refused === 2) return route.continue();
      refused += 1;
      return route.abort('connectionrefused');
    });
    await title(page).fill('Tried again');
    await expect.poll(async () => (await merged())['title'], { timeout: 30_000 }).toBe('Tried again');
    expect(refused).toBe(2);
  });

  test('a change of another field by others is taken over, and does not interrupt', async () => {
    const page = await open();
    await api('PATCH', `/api/posts/${post}`, { slug: 'by-others' }, { 'x-draft': 'true' });
    await title(page).fill('Mine beside');
    await expect.poll(async () => (await merged())['title'], { timeout: 10_000 }).toBe('Mine beside');
    expect((await merged())['slug']).toBe('by-others');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.locator('.document-state').getByText('Saved', { exact: true }).waitFor();
    expect(await title(page).evaluate((own) => own === document.activeElement)).toBe(true);
  });

  test('a conflict stops it and shows both sides', async () => {
    const page = await open();
    await api('PATCH', `/api/posts/${post}`, { title: 'Theirs' }, { 'x-draft': 'true' });
    await title(page).fill('Mine');
    const dialog = page.getByRole('dialog');
    // The change may be reported above the form before the first save is refused.
    const compare = page.getByRole('button', { name: 'Compare', exact: true });
    await dialog.or(compare).first().waitFor();
    if (!(await dialog.isVisible())) await compare.click();
    await dialog.waitFor();
    await expectAccessible(page);
    expect((await merged())['title']).toBe('Theirs');
    await page.keyboard.press('Escape');
    await title(page).fill('Mine again');
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect((await merged())['title']).toBe('Theirs');
    expect(await title(page).inputValue()).toBe('Mine again');
  });

  test('opening a form saves nothing, and the German texts are there', async () => {
    const page = await open('de-DE');
    await page.getByRole('button', { name: 'Live-Vorschau' }).click();
    await heading(page, 'The news');
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect((await merged())['_revision']).toBe(1);
    await page
      .getByRole('textbox', { name: /^Title/ })
      .first()
      .fill('Neu');
    await page.getByText('Nicht gespeichert', { exact: true }).waitFor();
    await page.locator('.document-state').getByText('Gespeichert', { exact: true }).waitFor();
  });
});
