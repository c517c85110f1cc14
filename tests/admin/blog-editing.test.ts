import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

if (noBrowser !== null) process.stderr.write(`Editing a blog is not tested: ${noBrowser}\n`);

afterAll(closeBrowser);

describe.skipIf(noBrowser !== null)('editing a blog', { timeout: 90_000 }, () => {
  let server: DashboardServer;
  let visitor: Api;
  let post = '';
  beforeAll(async () => {
    server = await startDashboard('blog');
    visitor = await server.api(null);
    const api = await server.api();
    const author = (await api('POST', '/api/authors', { name: 'Ann', email: 'ann@example.com' })).body.id;
    await api('POST', '/api/authors', { name: 'Bob', email: 'bob@example.com' });
    await api('POST', '/api/tags', { name: 'engines' });
    post = (await api('POST', '/api/posts', { title: 'On engines', author })).body.id;
  }, 120_000);
  afterAll(() => server?.close());

  test('an editor opens a post from the list, writes its text and chooses author and tag', async () => {
    const { page } = await openDashboard(server, {
      role: 'editor',
      path: '/admin/collections/posts',
      // Most people see the animations.
      reducedMotion: 'no-preference',
    });
    await page.getByRole('link', { name: 'On engines' }).click();
    const text = field(page, 'body').locator('[contenteditable="true"]');
    await text.click();
    await page.keyboard.type('They ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('turn');
    await choose(page, { path: 'author', button: 'Change Author', document: 'Bob' });
    await choose(page, { path: 'tags', button: 'Add to Tags', document: 'engines' });
    await page.getByRole('dialog').getByRole('button', { name: /^Done/ }).click();
    await press(page, 'Publish changes', 'Published.');
    const { body } = await visitor('GET', `/api/posts/${post}?depth=1`);
    expect(body).toMatchObject({ author: { name: 'Bob' }, tags: [{ name: 'engines' }] });
    expect(JSON.stringify(body.body)).toContain('{"type":"text","text":"turn","marks":[{"type":"bold"}]}');
  });

  test('an admin writes the site settings; an editor reads them', async () => {
    const path = '/admin/globals/site-settings';
    const { page } = await openDashboard(server, { role: 'admin', path });
    await field(page, 'tagline').getByRole('textbox').fill('All about engines');
    await choose(page, { path: 'pinned', button: 'Choose Pinned', document: 'On engines' });
    await press(page, 'Publish', 'Published.');
    const { body } = await visitor('GET', '/api/globals/site-settings');
    expect(body).toMatchObject({ title: 'My blog', tagline: 'All about engines', pinned: post });

    const { page: reading } = await openDashboard(server, { role: 'editor', path });
    await reading.getByText('You can read this, but not change it.').waitFor();
    const tagline = field(reading, 'tagline').getByRole('textbox');
    expect(await tagline.inputValue()).toBe('All about engines');
    expect(await tagline.isEditable()).toBe(false);
    expect(await reading.getByRole('button', { name: 'Publish' }).count()).toBe(0);
  });
});

function field(page: Page, path: string): Locator {
  return page.locator(`[data-field="${path}"]`).first();
}

interface Choice {
  /** Path of the relationship field. */
  readonly path: string;
  readonly button: string;
  readonly document: string;
}

async function choose(page: Page, { path, button, document }: Choice): Promise<void> {
  await field(page, path).getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: document }).click();
}

async function press(page: Page, button: string, said: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.locator('.toast', { hasText: said }).last().waitFor();
}
