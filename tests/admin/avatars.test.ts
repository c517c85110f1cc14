/** Pictures of people in lists, and their initials where there is none. */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { picture } from '../../fixtures/blog/demo/picture.js';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

const config = `
  collections: [
    { slug: 'media', upload: { mimeTypes: ['image/png'] }, fields: [] },
    { slug: 'users', fields: [{ name: 'avatar', type: 'upload', to: 'media' }] },
    {
      slug: 'authors',
      admin: { useAsTitle: 'name' },
      fields: [{ name: 'name', type: 'text' }, { name: 'portrait', type: 'upload', to: 'media' }],
    },
    {
      slug: 'books',
      admin: { useAsTitle: 'title', defaultColumns: ['title', 'author'] },
      fields: [{ name: 'title', type: 'text' }, { name: 'author', type: 'relationship', to: 'authors' }],
    },
  ]`;

describe.skipIf(noBrowser !== null)('avatars', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  let file = '';
  beforeAll(async () => {
    server = await startDashboard('minimal', { auth: true, config });
    api = await server.api();
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(picture())], { type: 'image/png' }), 'face.png');
    const headers = { cookie: await server.session('super_admin') };
    const sent = await fetch(`${server.url}/api/media`, { method: 'POST', body: form, headers });
    file = ((await sent.json()) as { readonly id: string }).id;
  }, 60_000);
  afterAll(async () => {
    await server?.close();
    await closeBrowser();
  });

  /** The picture is loaded and as wide as the circle. */
  async function expectPicture(row: Locator): Promise<void> {
    const image = row.locator('.avatar img');
    await image.waitFor();
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    const circle = await row.locator('.avatar').boundingBox();
    expect(circle?.width).toBe(circle?.height);
    expect((await image.boundingBox())?.width).toBeGreaterThanOrEqual((circle?.width ?? 0) - 2);
  }

  test('of users are in the list of users', async () => {
    const editor = server.users.get('editor')?.id ?? '';
    const changed = await api('PATCH', `/api/users/${editor}`, { avatar: file });
    expect(changed.status).toBe(200);
    const { page } = await openDashboard(server, { path: '/admin/users' });
    const rowOf = (id: string): Locator =>
      page.getByRole('row').filter({ has: page.locator(`a[href$="/users/${id}"]`) });
    await expectPicture(rowOf(editor));
    const guest = rowOf(server.users.get('guest')?.id ?? '');
    expect(await guest.locator('.avatar img').count()).toBe(0);
    expect(await guest.locator('.avatar').innerText()).toMatch(/^\p{Lu}{1,2}$/u);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
  });

  test('of the signed-in user is at their menu', async () => {
    const author = server.users.get('author')?.id ?? '';
    expect((await api('PATCH', `/api/users/${author}`, { avatar: file })).status).toBe(200);
    const { page } = await openDashboard(server, { role: 'author' });
    const account = page.getByRole('button', { name: 'Account of Author Person' });
    await expectPicture(account);
    await expectAccessible(page);
    await page.goto('/admin/profile');
    await page.getByRole('button', { name: 'Remove' }).first().click();
    await page.getByRole('button', { name: 'Save' }).click();
    await account.getByText('A', { exact: true }).waitFor();
    expect(await account.locator('img').count()).toBe(0);
  });

  test('of documents with a portrait are in their list, also as cards', async () => {
    await api('POST', '/api/authors', { name: 'Ada Winter', portrait: file });
    await api('POST', '/api/authors', { name: 'Ben Sommer' });
    const { page } = await openDashboard(server, { path: '/admin/collections/authors' });
    await expectPicture(page.getByRole('row', { name: /Ada Winter/ }));
    expect(
      await page
        .getByRole('row', { name: /Ben Sommer/ })
        .locator('.avatar')
        .innerText(),
    ).toBe('BS');
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.locator('.avatar img').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('of related people are beside their names, or their initials', async () => {
    const authorOf = async (name: string, portrait?: string): Promise<string> =>
      (await api('POST', '/api/authors', { name, portrait })).body.id;
    await api('POST', '/api/books', { title: 'Waves', author: await authorOf('Cleo Herbst', file) });
    await api('POST', '/api/books', { title: 'Sand', author: await authorOf('Dora Lenz') });
    const { page } = await openDashboard(server, { path: '/admin/collections/books' });
    await expectPicture(page.getByRole('row', { name: /Waves/ }));
    await page.getByRole('row', { name: /Sand/ }).locator('.avatar', { hasText: 'DL' }).waitFor();
    await expectAccessible(page);
  });
});
