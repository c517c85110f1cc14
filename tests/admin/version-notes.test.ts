/** Labels of versions and comments on them: docs/spec/content-tools.md#together. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

const config = `collections: [{ slug: 'notes', labels: { singular: 'Note', plural: 'Notes' }, drafts: true, versions: true,
  admin: { useAsTitle: 'title' }, access: { read: ['guest', 'customer', 'author', 'editor', 'admin', 'super_admin'], create: ['editor', 'admin', 'super_admin'], update: ['author', 'editor', 'admin', 'super_admin'], delete: ['editor', 'admin', 'super_admin'] },
  fields: [{ name: 'title', type: 'text', required: true }] },
  { slug: 'plain', fields: [{ name: 'title', type: 'text' }] }],
  globals: [{ slug: 'site', versions: true, access: { update: ['editor', 'admin', 'super_admin'] }, fields: [{ name: 'name', type: 'text' }] }]`;

describe('what is said of versions', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let admin: Api;
  let editor: Api;
  beforeAll(async () => {
    server = await startDashboard('drafts', { auth: true, config });
    admin = await server.api();
    editor = await server.api('editor');
  }, 60_000);
  afterAll(async () => {
    await server?.close();
    await closeBrowser();
  });

  /** A document with two versions, the newest first. */
  async function versioned(): Promise<{
    readonly id: string;
    readonly path: string;
    readonly versions: string[];
  }> {
    const { id } = (await editor('POST', '/api/notes', { title: 'One' })).body;
    await editor('PATCH', `/api/notes/${id}`, { title: 'Two' });
    const { body } = await editor('GET', `/api/notes/${id}/versions`);
    return {
      id,
      path: `/api/admin/versions/notes/${id}`,
      versions: body.docs.map((one: { id: string }) => one.id),
    };
  }

  test('a label replaces the one before, and null removes it', async () => {
    const { path, versions } = await versioned();
    const label = (api: Api, text: unknown) => api('PUT', `${path}/${versions[1]}/label`, { label: text });
    expect((await label(editor, 'First \u0000try')).body).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: [{ path: 'label', reason: 'value.nulCharacter' }],
    });
    expect((await label(editor, '  First try ')).body).toEqual({
      labels: [{ version: versions[1], label: 'First try' }],
      comments: [],
    });
    await label(admin, 'Approved');
    expect((await editor('GET', path)).body.labels).toEqual([{ version: versions[1], label: 'Approved' }]);
    await label(editor, null);
    expect((await editor('GET', path)).body.labels).toEqual([]);
    expect((await label(editor, 'x'.repeat(101))).status).toBe(400);
    expect((await label(editor, 7)).status).toBe(400);
  });

  test('comments have their author and time; authors and administrators delete them', async () => {
    const { path, versions } = await versioned();
    const comments = `${path}/${versions[0]}/comments`;
    const { body } = await editor('POST', comments, { text: '<b>Better</b>\nthan before' });
    expect(body.comments).toEqual([
      {
        ...{ id: expect.any(String), version: versions[0], text: '<b>Better</b>\nthan before' },
        ...{ author: server.users.get('editor')?.id, authorName: 'Editor Person' },
        createdAt: expect.any(String),
      },
    ]);
    const [{ id }] = body.comments;
    const author = await server.api('author');
    expect((await author('DELETE', `${comments}/${id}`)).status).toBe(403);
    const elsewhere = `${path}/${versions[1]}/comments/${id}`;
    expect((await editor('DELETE', elsewhere)).status).toBe(404);
    expect((await admin('DELETE', `${comments}/${id}`)).body.comments).toEqual([]);
    expect((await editor('DELETE', `${comments}/${id}`)).status).toBe(404);
    expect((await editor('POST', comments, { text: ' ' })).status).toBe(400);
    expect((await editor('POST', comments, { text: 'x', more: 1 })).status).toBe(400);
  });

  test('are for those who may read the history, of documents and globals that have one', async () => {
    const { id, path, versions } = await versioned();
    const customer = await server.api('customer');
    expect((await customer('GET', path)).status).toBe(403);
    expect((await customer('POST', `${path}/${versions[0]}/comments`, { text: 'x' })).status).toBe(403);
    expect((await (await server.api(null))('GET', path)).status).toBe(401);
    expect((await editor('GET', `/api/admin/versions/plain/${id}`)).status).toBe(404);
    const other = await versioned();
    const crossed = `${path}/${other.versions[0]}/label`;
    expect((await editor('PUT', crossed, { label: 'x' })).status).toBe(404);
    await editor('PATCH', '/api/globals/site', { name: 'Here' });
    const site = '/api/admin/versions/globals.site/global';
    const version = (await editor('GET', '/api/globals/site/versions')).body.docs[0].id;
    await editor('PUT', `${site}/${version}/label`, { label: 'Launch' });
    expect((await editor('GET', site)).body.labels).toEqual([{ version, label: 'Launch' }]);
  });

  test('are gone with the document', async () => {
    const { id, path, versions } = await versioned();
    await editor('POST', `${path}/${versions[0]}/comments`, { text: 'Soon gone' });
    expect((await editor('DELETE', `/api/notes/${id}`)).status).toBe(200);
    expect((await editor('GET', path)).status).toBe(404);
  });

  test.skipIf(noBrowser !== null)('stand beside the version, and are changed there', async () => {
    const { id } = await versioned();
    const { page } = await openDashboard(server, {
      role: 'editor',
      path: `/admin/collections/notes/${id}/versions`,
    });
    page.setDefaultTimeout(15_000);
    await page.getByRole('textbox', { name: 'Label' }).fill('Ready');
    await page.getByRole('button', { name: 'Save label' }).click();
    await page.locator('.version-label', { hasText: 'Ready' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Save label');
    await page.getByRole('textbox', { name: 'Comment' }).fill('Looks good.');
    await page.getByRole('button', { name: 'Add comment' }).click();
    await page.locator('.version-comment', { hasText: 'Looks good.' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('');
    await expectAccessible(page);
    // To the second.
    expect(await page.locator('.version-time').first().innerText()).toMatch(/\d\d:\d\d:\d\d/);
    const german = await openDashboard(server, {
      ...{ role: 'author', path: `/admin/collections/notes/${id}/versions` },
      ...{ locale: 'de-DE', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
    });
    await german.page.locator('.version-comment', { hasText: 'Editor Person' }).waitFor();
    expect(await german.page.getByRole('button', { name: /löschen/ }).count()).toBe(0);
    await expectAccessible(german.page);
    await page.getByRole('button', { name: 'Delete the comment of You' }).click();
    await page.locator('.version-comment').waitFor({ state: 'detached' });
  });
});
