/** An editor's day by keyboard alone: no step uses the pointer, or the focus of a script. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import {
  type Api,
  type DashboardServer,
  emailOf,
  password,
  startDashboard,
} from './support/dashboard-server.js';

const configFor = (site: string): string => `
  admin: { previewOrigins: ['${site}'] },
  collections: [
    {
      slug: 'media',
      labels: { singular: 'File', plural: 'Media' },
      upload: { mimeTypes: ['image/svg+xml'] },
      drafts: false,
      admin: { useAsTitle: 'filename' },
      fields: [],
    },
    { slug: 'people', admin: { useAsTitle: 'name' }, fields: [{ name: 'name', type: 'text' }] },
    {
      slug: 'posts',
      labels: { singular: 'Post', plural: 'Posts' },
      trash: true,
      versions: true,
      admin: { useAsTitle: 'title', preview: ({ document }) => '${site}/' + document.id },
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'body', type: 'richText' },
        { name: 'parts', type: 'blocks', blocks: [
          { slug: 'quote', fields: [{ name: 'words', type: 'text' }] },
          { slug: 'gap', fields: [{ name: 'size', type: 'number' }] },
        ] },
        { name: 'writer', type: 'relationship', to: 'people' },
        { name: 'cover', type: 'upload', to: 'media' },
      ],
    },
  ]`;

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 12"><rect width="16" height="12"/></svg>';

/** Presses Tab, or another key, until the target has the focus. Fails when it is far away. */
async function tabTo(
  page: Page,
  target: Locator,
  { most = 40, back = false, key = '' }: { most?: number; back?: boolean; key?: string } = {},
): Promise<void> {
  const pressed = key || (back ? 'Shift+Tab' : 'Tab');
  await target.first().waitFor();
  const stops: string[] = [];
  for (; stops.length <= most; stops.push(await focused(page))) {
    if (await target.first().evaluate((each) => each === document.activeElement)) return;
    await page.keyboard.press(pressed);
    // A frame that loads takes the focus, and lets it go when it has loaded.
    if ((await focused(page)).startsWith('<iframe')) await page.waitForTimeout(50);
  }
  throw new Error(`${target} was not reached within ${most} stops:\n${stops.join('\n')}`);
}

function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.outerHTML.slice(0, 100) ?? '');
}

describe.skipIf(noBrowser !== null)(`a day by keyboard${noBrowser ? `: ${noBrowser}` : ''}`, () => {
  let server: DashboardServer;
  let website: Server;
  let site = '';
  let api: Api;
  let post = '';
  beforeAll(async () => {
    website = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><html lang="en"><title>Site</title><h1>As on the website</h1></html>');
    });
    await new Promise<void>((resolve) => void website.listen(0, '127.0.0.1', resolve));
    site = `http://127.0.0.1:${(website.address() as AddressInfo).port}`;
    server = await startDashboard('uploads', { auth: true, config: configFor(site) });
    api = await server.api();
    await api('POST', '/api/people', { name: 'Ada Winter' });
    post = (await api('POST', '/api/posts', { title: 'Tram line' }, { 'x-draft': 'true' })).body.id;
    for (const title of ['Ferry', 'Theatre']) await api('POST', '/api/posts', { title });
    const body = new FormData();
    body.append('file', new Blob([svg], { type: 'image/svg+xml' }), 'harbour.svg');
    const headers = { cookie: await server.session('super_admin'), origin: server.url };
    expect((await fetch(`${server.url}/api/media`, { method: 'POST', body, headers })).status).toBe(201);
  }, 120_000);
  afterAll(async () => {
    website?.close();
    await server?.close();
    await closeBrowser();
  });

  test('from signing in to signing out', { timeout: 120_000 }, async () => {
    const { page } = await openDashboard(server, {
      role: null,
      path: '/admin/login',
      expected: [new RegExp(`another origin: ${site}`)],
    });
    page.setDefaultTimeout(15_000);
    const { keyboard } = page;
    const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });

    // Sign in.
    await tabTo(page, page.getByLabel('Email'));
    await keyboard.type(emailOf('super_admin'));
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await keyboard.type(password);
    await keyboard.press('Enter');
    await page.waitForURL(/\/admin$/);
    await page.locator('main h1').waitFor();

    // Search, and open.
    await keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search documents/ }).waitFor();
    await keyboard.type('Tram');
    await page.getByRole('option', { name: /^Tram line/, selected: true }).waitFor();
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Tram line' }).waitFor();

    // Edit a text, a rich text and a block.
    await tabTo(page, page.getByRole('textbox', { name: 'Title' }));
    await keyboard.press('End');
    await keyboard.type(', again');
    await tabTo(page, page.getByRole('textbox', { name: 'Body' }));
    await keyboard.type('/he');
    await page
      .getByRole('option', { name: /Heading 2|Heading/ })
      .first()
      .waitFor();
    await keyboard.press('Enter');
    await keyboard.type('The first rails');
    await keyboard.press('Enter');
    await keyboard.type('They were laid early.');
    await tabTo(page, button('Add block to Parts'));
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Quote' }));
    await keyboard.press('Enter');
    const words = page.getByRole('textbox', { name: 'Words' });
    await tabTo(page, words);
    await keyboard.type('Nobody has found a plan.');

    // Choose a document and a picture.
    await tabTo(page, button('Choose Writer'));
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Ada Winter', exact: true }));
    await keyboard.press('Enter');
    await page.locator('[data-field="writer"]').getByText('Ada Winter').waitFor();
    await tabTo(page, button('Choose Cover'));
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: /harbour\.svg/ }));
    await keyboard.press('Enter');
    await page.locator('[data-field="cover"]').getByText('harbour.svg').waitFor();

    // Save, and look at it as on the website.
    await keyboard.press('Control+s');
    await page.getByText('Draft saved.').last().waitFor();
    await tabTo(page, button('Live preview'), { back: true, most: 60 });
    await keyboard.press('Enter');
    await page.frameLocator('.live-frame').getByText('As on the website').waitFor();
    await tabTo(page, button(/preview/i), { most: 60 });

    // Publish, and schedule its end.
    await keyboard.press('Control+Shift+P');
    await page.getByText('Published.').last().waitFor();
    expect((await api('GET', `/api/posts/${post}`)).body).toMatchObject({
      title: 'Tram line, again',
      _status: 'published',
      parts: [{ words: 'Nobody has found a plan.' }],
    });
    await tabTo(page, button('More actions'), { back: true, most: 60 });
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('menuitem', { name: 'Schedule…' }), { key: 'ArrowDown' });
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('dialog').getByLabel('Unpublish at', { exact: true }));
    await keyboard.type('2999-12-12T10:00');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Save schedule' }));
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Scheduled', exact: true }).waitFor();
    expect((await api('GET', `/api/posts/${post}/schedule`)).body.unpublishAt).toMatch(/^2999-12-12/);

    // Back to the list: two at once into the trash, and one out of it.
    await tabTo(page, page.getByRole('link', { name: 'Posts', exact: true }).last(), {
      back: true,
      most: 60,
    });
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'Ferry' }));
    await keyboard.press('ArrowLeft');
    await keyboard.press('Space');
    await keyboard.press('ArrowDown');
    await keyboard.press('Space');
    await tabTo(page, button('Move to trash'));
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }));
    await keyboard.press('Enter');
    await page.getByText('2 documents were moved to the trash.').waitFor();
    await tabTo(page, page.getByRole('link', { name: 'Trash' }), { back: true, most: 60 });
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Trash: Posts' }).waitFor();
    await tabTo(page, button('Restore Ferry'));
    await keyboard.press('Enter');
    await page.getByText('“Ferry” was restored.').waitFor();

    // Sign out.
    await tabTo(page, button(/^Account of/), { back: true, most: 60 });
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('menuitem', { name: 'Sign out' }), { key: 'ArrowDown' });
    await keyboard.press('Enter');
    await page.waitForURL(/\/admin\/login/);
  });
});
