/** What is scheduled: the route, and the screen that shows all of it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

describe('what is scheduled', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let editor: Api;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    server = await startDashboard('website', { auth: true });
    editor = await server.api('editor');
    const draft = { 'x-draft': 'true' };
    for (const [title, publishAt] of [
      ['Later', '2999-02-01T00:00:00.000Z'],
      ['Sooner', '2999-01-01T00:00:00.000Z'],
    ] as const) {
      const { body } = await editor('POST', '/api/categories', { title }, draft);
      ids[title] = body.id;
      await editor('POST', `/api/categories/${body.id}/publish`, { publishAt });
    }
    ids['Never'] = (await editor('POST', '/api/categories', { title: 'Never' })).body.id;
    const text = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }] };
    const post = await editor('POST', '/api/posts', { title: 'Ends', text });
    ids['Ends'] = post.body.id;
    await editor('POST', `/api/posts/${post.body.id}/publish`, { unpublishAt: '2999-03-01T00:00:00.000Z' });
  }, 60_000);
  afterAll(async () => {
    await server?.close();
    await closeBrowser();
  });

  const steps = async (api: Api, search = ''): Promise<readonly unknown[]> =>
    (await api('GET', `/api/admin/scheduled${search}`)).body.scheduled;

  test('is listed in the order in which it happens', async () => {
    const [first, ...others] = await steps(editor);
    expect(first).toEqual({
      ...{ kind: 'collection', slug: 'categories', id: ids['Sooner'], title: 'Sooner' },
      ...{ action: 'publish', at: '2999-01-01T00:00:00.000Z', error: null },
    });
    expect(others).toMatchObject([
      { title: 'Later', action: 'publish' },
      { title: 'Ends', action: 'unpublish' },
    ]);
  });

  test('is told of chosen documents of a collection', async () => {
    const asked = `?collection=categories&ids=${ids['Later']},${ids['Never']},${ids['Ends']},none`;
    expect(await steps(editor, asked)).toMatchObject([{ title: 'Later' }]);
    expect(await steps(editor, `?collection=categories&ids=${ids['Never']}`)).toEqual([]);
    expect(await steps(editor, '?collection=nowhere&ids=x')).toEqual([]);
    for (const wrong of ['?ids=x', '?collection=categories', '?collection=categories&ids=', '?other=1'])
      expect((await editor('GET', `/api/admin/scheduled${wrong}`)).status, wrong).toBe(400);
    const many = Array.from({ length: 201 }, (_id, index) => index).join(',');
    expect((await editor('GET', `/api/admin/scheduled?collection=categories&ids=${many}`)).status).toBe(400);
  });

  test('is not told to those who see no drafts', async () => {
    const other = await startDashboard('minimal', {
      auth: true,
      config: `collections: [{ slug: 'notes', drafts: { readRoles: ['editor'] }, admin: { useAsTitle: 'title' },
        fields: [{ name: 'title', type: 'text' }] }], globals: []`,
    });
    try {
      const admin = await other.api('editor');
      const { id } = (await admin('POST', '/api/notes', { title: 'Seen' })).body;
      await admin('POST', `/api/notes/${id}/publish`, { unpublishAt: '2999-01-01T00:00:00.000Z' });
      const asked = `?collection=notes&ids=${id}`;
      expect(await steps(admin, asked)).toHaveLength(1);
      const author = await other.api('author');
      expect((await author('GET', `/api/notes/${id}`)).status).toBe(200);
      expect(await steps(author)).toEqual([]);
      expect(await steps(author, asked)).toEqual([]);
      expect((await (await other.api(null))('GET', '/api/admin/scheduled')).status).toBe(401);
    } finally {
      await other.close();
    }
  });

  test.skipIf(noBrowser !== null)('stands on one screen, which leads to the documents', async () => {
    for (const look of [
      { locale: 'en-GB' },
      { locale: 'de-DE', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
    ] as const) {
      const { page } = await openDashboard(server, { role: 'editor', path: '/admin/schedule', ...look });
      await page.getByRole('link', { name: 'Sooner' }).waitFor();
      expect(await page.locator('tbody th .link').allInnerTexts()).toEqual(['Sooner', 'Later', 'Ends']);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
    const { page } = await openDashboard(server, { role: 'editor' });
    await page.getByRole('link', { name: 'Schedule', exact: true }).click();
    await page.getByRole('link', { name: 'Ends' }).click();
    await page.locator('.edit-badges').getByText('Scheduled 1 Mar 2999').waitFor();
  });

  test.skipIf(noBrowser !== null)('is not cancelled when it was planned otherwise meanwhile', async () => {
    const schedule = `/api/categories/${ids['Later']}/schedule`;
    const plan = { publishAt: '2999-02-02T00:00:00.000Z', unpublishAt: '2999-04-01T00:00:00.000Z' };
    const { page } = await openDashboard(server, { role: 'editor', path: '/admin/schedule' });
    await page.getByRole('button', { name: 'Cancel the schedule of Later' }).click();
    await editor('POST', `/api/categories/${ids['Later']}/publish`, plan);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the schedule' }).click();
    await page.getByText('Nothing was cancelled.').first().waitFor();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect((await editor('GET', schedule)).body).toMatchObject(plan);

    await page.getByRole('button', { name: 'Cancel the schedule of Later' }).nth(1).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the schedule' }).click();
    await page.getByText('The schedule of “Later” was cancelled.').first().waitFor();
    await expect
      .poll(async () => (await editor('GET', schedule)).body)
      .toMatchObject({ publishAt: plan.publishAt, unpublishAt: null });
  });
});
