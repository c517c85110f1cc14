/** Who else has a document open, and who has changed it: docs/spec/content-tools.md#together. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

const config = `collections: [{ slug: 'notes', labels: { singular: 'Note', plural: 'Notes' }, drafts: { readRoles: ['editor', 'admin', 'super_admin'] }, versions: true,
  admin: { useAsTitle: 'title' }, access: { read: ['guest', 'customer', 'author', 'editor', 'admin', 'super_admin'], create: ['editor', 'admin', 'super_admin'], update: ['editor', 'admin', 'super_admin'] },
  fields: [{ name: 'title', type: 'text', required: true }, { name: 'text', type: 'textarea' }] },
  { slug: 'pages', drafts: false, access: { read: () => true, update: ['editor', 'admin', 'super_admin'] }, fields: [{ name: 'title', type: 'text' }] }],
  globals: [{ slug: 'site', label: 'Site', access: { update: ['editor', 'admin', 'super_admin'] }, fields: [{ name: 'name', type: 'text' }] }]`;

describe('who has a document open', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let admin: Api;
  let editor: Api;
  let note = '';
  beforeAll(async () => {
    server = await startDashboard('drafts', { auth: true, config });
    admin = await server.api();
    editor = await server.api('editor');
  }, 60_000);
  afterAll(async () => {
    await server?.close();
    await closeBrowser();
  });
  const add = async (title: string): Promise<string> =>
    (await admin('POST', '/api/notes', { title })).body.id;
  const page = async () => (await admin('POST', '/api/pages', { title: 'Page' })).body;
  const at = (api: Api, state: string, revision?: number, path = `notes/${note}`) =>
    api('POST', `/api/admin/presence/${path}`, { state, ...(revision !== undefined && { revision }) });
  const named = { name: 'Editor Person', id: expect.any(String), since: expect.any(String) };

  test('is told to the others, by name, until the user leaves', async () => {
    note = await add('Shared');
    expect((await at(editor, 'reading')).body).toEqual({
      ...{ revision: 1, updatedAt: expect.any(String), changedBy: null, others: [] },
    });
    expect((await at(admin, 'reading')).body.others).toEqual([{ ...named, isEditing: false }]);
    await at(editor, 'editing');
    expect((await at(admin, 'reading')).body.others).toEqual([{ ...named, isEditing: true }]);
    await at(editor, 'left');
    expect((await at(admin, 'reading')).body.others).toEqual([]);
  });

  test('is of one document, and works for globals', async () => {
    note = await add('One');
    await at(editor, 'reading');
    note = await add('Another');
    expect((await at(admin, 'reading')).body.others).toEqual([]);
    await at(editor, 'reading', undefined, 'globals/site');
    expect((await at(admin, 'reading', undefined, 'globals/site')).body.others).toHaveLength(1);
  });

  test('is told to, and of, those only who may change the document', async () => {
    note = await add('Watched');
    await at(editor, 'editing');
    const author = await server.api('author');
    const shown = await at(author, 'reading', undefined, `pages/${(await page()).id}`);
    expect(shown).toMatchObject({ status: 200, body: { others: [] } });
    const { id } = await page();
    await at(editor, 'reading', undefined, `pages/${id}`);
    expect((await at(author, 'reading', undefined, `pages/${id}`)).body.others).toEqual([]);
    expect((await at(admin, 'reading', undefined, `pages/${id}`)).body.others).toEqual([
      { ...named, isEditing: false },
    ]);
  });

  test('knows the revision of a draft, for those who see it, and of globals', async () => {
    note = await add('Published');
    await editor('PATCH', `/api/notes/${note}`, { title: 'Drafted' }, { 'x-draft': 'true' });
    const draft = (await admin('GET', `/api/notes/${note}`)).body;
    expect(draft).toMatchObject({ title: 'Drafted', _revision: 2 });
    expect((await at(admin, 'reading', 2)).body).toMatchObject({
      ...{ revision: 2, updatedAt: draft.updatedAt, changedBy: null },
    });
    const customer = await server.api('customer');
    const published = (await customer('GET', `/api/notes/${note}`)).body;
    expect((await at(customer, 'reading', published._revision)).body).toMatchObject({
      ...{ revision: published._revision, updatedAt: published.updatedAt, changedBy: null },
    });
    await admin('PATCH', '/api/globals/site', { name: 'Live' });
    const { status } = await admin('PATCH', '/api/globals/site', { name: 'Next' }, { 'x-draft': 'true' });
    expect(status).toBe(200);
    const site = (await admin('GET', '/api/globals/site')).body;
    expect((await at(admin, 'reading', site._revision, 'globals/site')).body).toMatchObject({
      ...{ revision: site._revision, updatedAt: site.updatedAt, changedBy: null },
    });
  });

  test('is not told to those who see no drafts, who are not told of either', async () => {
    note = await add('Public');
    await at(editor, 'editing');
    const customer = await server.api('customer');
    expect(await at(customer, 'reading')).toMatchObject({ status: 200, body: { others: [] } });
    expect((await at(admin, 'reading')).body.others).toHaveLength(1);
    const draft = (await admin('POST', '/api/notes', { title: 'Draft' }, { 'x-draft': 'true' })).body.id;
    expect((await at(customer, 'reading', undefined, `notes/${draft}`)).status).toBe(404);
    expect((await at(await server.api(null), 'reading')).status).toBe(401);
    expect((await at(editor, 'reading', undefined, 'notes/none')).status).toBe(404);
  });

  test('says who has changed the document, if the client shows another revision', async () => {
    note = await add('Changed');
    const patch = await editor(
      'PATCH',
      `/api/notes/${note}`,
      { title: 'Changed again' },
      { 'x-draft': 'true' },
    );
    expect(patch).toMatchObject({ status: 200, body: { _revision: 2 } });
    const { body } = await at(admin, 'reading', 1);
    expect(body).toMatchObject({ revision: 2, changedBy: { name: 'Editor Person' } });
    expect((await at(admin, 'reading', 2)).body.changedBy).toBeNull();
  });

  test('refuses what is no state', async () => {
    note = await add('Checked');
    for (const body of [
      {},
      { state: 'away' },
      { state: 'reading', revision: 'x' },
      { state: 'left', more: 1 },
    ])
      expect((await admin('POST', `/api/admin/presence/notes/${note}`, body)).status).toBe(400);
  });

  test.skipIf(noBrowser !== null)(
    'is shown beside the status; a change of another user is reported with name and time before saving',
    async () => {
      note = await add('Together');
      await at(editor, 'editing');
      const path = `/admin/collections/notes/${note}`;
      const { page } = await openDashboard(server, { path });
      page.setDefaultTimeout(20_000);
      await page.locator('.document-others', { hasText: 'Editor Person is editing this' }).waitFor();
      await expectAccessible(page);
      await page.getByRole('textbox', { name: /^Title/ }).fill('Together, mine');
      await editor('PATCH', `/api/notes/${note}`, { text: 'Theirs' }, { 'x-draft': 'true' });
      // As when the window gets the focus: the next poll would be 15 seconds away.
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      await page.getByText(/^Changed by Editor Person/).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Compare' }).click();
      await page.getByRole('dialog').waitFor();
      const german = await openDashboard(server, { path, locale: 'de-DE', colorScheme: 'dark' });
      await german.page.locator('.document-others', { hasText: 'Editor Person bearbeitet dies' }).waitFor();
      await expectAccessible(german.page);
      await german.page.setViewportSize({ width: 360, height: 740 });
      await expectAccessible(german.page);
    },
  );

  test.skipIf(noBrowser !== null)(
    'is asked for again each 15 seconds',
    async () => {
      note = await add('Polled');
      const { page } = await openDashboard(server, { path: `/admin/collections/notes/${note}` });
      const asked = async (): Promise<number> => {
        await page.waitForRequest((request) => request.url().includes('/api/admin/presence/notes/'), {
          timeout: 40_000,
        });
        return performance.now();
      };
      await page.locator('.edit-main').waitFor();
      const first = await asked();
      expect((await asked()) - first).toBeGreaterThan(14_000);
    },
    100_000,
  );
});
