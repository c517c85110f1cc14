/** Persons without a name: by their address for those who may read it, else as another user. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import {
  type Api,
  type DashboardServer,
  password,
  type Role,
  startDashboard,
} from './support/dashboard-server.js';

const config = `collections: [{ slug: 'notes', labels: { singular: 'Note', plural: 'Notes' }, drafts: true, versions: true,
  admin: { useAsTitle: 'title' }, fields: [{ name: 'title', type: 'text', required: true }] }], globals: []`;

/** Signs in as a role does, by its address. */
const nameless = 'nameless' as Role;

describe.skipIf(noBrowser !== null)('a person without a name', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let person: Api;
  beforeAll(async () => {
    server = await startDashboard('drafts', { auth: true, config });
    const admin = await server.api();
    const account = { email: 'nameless@example.com', password, role: 'editor' };
    expect((await admin('POST', '/api/users', account)).status).toBe(201);
    person = await server.api(nameless);
  }, 60_000);
  afterAll(async () => {
    await server?.close();
    await closeBrowser();
  });

  async function written(): Promise<{ readonly id: string; readonly path: string }> {
    const { id } = (await person('POST', '/api/notes', { title: 'One' })).body;
    await person('PATCH', `/api/notes/${id}`, { title: 'Two' });
    const { body } = await person('GET', `/api/notes/${id}/versions`);
    const comments = `/api/admin/versions/notes/${id}/${body.docs[0].id}/comments`;
    expect((await person('POST', comments, { text: 'A remark' })).status).toBe(200);
    return { id, path: `/admin/collections/notes/${id}` };
  }

  test.each([
    ['super_admin', 'en-GB', 'nameless@example.com'],
    ['editor', 'en-GB', 'another user'],
    ['editor', 'de-DE', 'ein anderer Benutzer'],
  ] as const)('is named in the history of versions for %s in %s', async (role, locale, author) => {
    const { path } = await written();
    const { page } = await openDashboard(server, { path: `${path}/versions`, role, locale });
    await page.locator('.versions-list').getByText(author).first().waitFor();
    await page.locator('.version-comment').getByText(author).waitFor();
    await expectAccessible(page);
  });

  test.each([
    ['super_admin', 'en-GB', 'nameless@example.com is editing this', /^Changed by nameless@example\.com/],
    ['editor', 'en-GB', 'another user is editing this', /^Changed by another user/],
    ['editor', 'de-DE', 'ein anderer Benutzer bearbeitet dies', /^Geändert von einem anderen Benutzer/],
  ] as const)(
    'is named as present, and as author of a change, for %s in %s',
    async (role, locale, there, by) => {
      const { id, path } = await written();
      await person('POST', `/api/admin/presence/notes/${id}`, { state: 'editing' });
      const { page } = await openDashboard(server, { path, role, locale });
      await page.locator('.document-others', { hasText: there }).waitFor();
      await page.getByRole('textbox', { name: /^Title/ }).fill('Mine');
      await person('PATCH', `/api/notes/${id}`, { title: 'Three' }, { 'x-draft': 'true' });
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      await page.getByText(by).waitFor();
      await expectAccessible(page);
    },
  );

  test('is named where the user has to choose between two changes', async () => {
    const { id, path } = await written();
    for (const [role, author] of [
      ['super_admin', 'nameless@example.com'],
      ['editor', 'another user'],
    ] as const) {
      const { page } = await openDashboard(server, { path, role });
      await page.getByRole('textbox', { name: /^Title/ }).fill(`Mine, ${role}`);
      await person('PATCH', `/api/notes/${id}`, { title: `Theirs, ${role}` }, { 'x-draft': 'true' });
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByRole('dialog').getByText(`Last saved by ${author}.`).waitFor();
    }
  });
});
