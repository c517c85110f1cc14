/** The table of who may do what. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type ApiAnswer, type DashboardServer, startDashboard } from './support/dashboard-server.js';

const config = `collections: [{ slug: 'notes', labels: { singular: 'Note', plural: 'Notes' }, drafts: true, trash: true,
  access: { read: ['guest', 'customer', 'author', 'editor', 'admin', 'super_admin'], create: ['author', 'editor', 'admin', 'super_admin'], update: ({ user }) => user !== undefined, delete: ['editor', 'admin', 'super_admin'], purge: ['admin', 'super_admin'] },
  fields: [{ name: 'title', type: 'text' }, { name: 'layout', type: 'blocks', blocks: [{ slug: 'quote', fields: [{ name: 'text', type: 'text' }, { name: 'source', type: 'text', access: { read: ['admin', 'super_admin'], update: ['admin', 'super_admin'] } }] }] }, { name: 'fee', type: 'number', access: { read: ['editor', 'admin', 'super_admin'], update: ['editor', 'admin', 'super_admin'] } },
    { name: 'seo', type: 'group', fields: [{ name: 'score', type: 'number', access: { update: ['admin', 'super_admin'] } }] }] }],
  globals: [{ slug: 'site', access: { read: ['customer', 'admin', 'super_admin'], update: ['editor', 'admin', 'super_admin'] }, fields: [{ name: 'name', type: 'text' }] }]`;

describe('rights by role', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('drafts', { auth: true, config });
  }, 60_000);
  afterAll(async () => {
    await server?.close();
    await closeBrowser();
  });

  test('are as the config says; functions depend on the document', async () => {
    const { body } = await (await server.api('admin'))('GET', '/api/admin/rights');
    const of = (role: string | null, kind = 'collections', slug = 'notes'): ApiAnswer['body'] =>
      body.roles
        .find(({ name }: { name: string | null }) => name === role)
        [kind].find((one: { slug: string }) => one.slug === slug);
    expect(body.roles.map(({ name }: { name: string | null }) => name)).toEqual([
      ...['super_admin', 'admin', 'editor', 'author', 'customer', 'guest', null],
    ]);
    expect(of('editor')).toMatchObject({
      can: { read: true, create: true, update: 'row', delete: true },
      hidden: ['layout.quote.source'],
    });
    expect([of('admin').can.purge, of('editor').can.purge]).toEqual([true, false]);
    expect(of('author')).toMatchObject({
      can: { read: true, create: true, update: 'row', delete: false, purge: false },
      hidden: ['layout.quote.source', 'fee'],
    });
    expect(of('author').readOnly).toContain('seo.score');
    expect(of('customer').can).toEqual({
      ...{ read: true, create: false, update: 'row', delete: false },
      purge: false,
    });
    expect(of(null).can).toBeNull();
    expect(of('customer', 'globals', 'site').can).toMatchObject({ read: true, update: false });
    expect(of(null, 'globals', 'site').can).toBeNull();
  });

  test('are for administrators', async () => {
    for (const [role, status] of [
      ['editor', 403],
      [null, 401],
    ] as const)
      expect((await (await server.api(role))('GET', '/api/admin/rights')).status).toBe(status);
  });

  test.skipIf(noBrowser !== null)('stand in a table for each collection', async () => {
    for (const look of [
      {},
      { locale: 'de-DE', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
    ] as const) {
      const { page } = await openDashboard(server, { role: 'admin', path: '/admin/rights', ...look });
      await page.getByRole('heading', { level: 2, name: 'Notes' }).waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
    const { page } = await openDashboard(server, { role: 'admin' });
    await page.getByRole('link', { name: 'Rights', exact: true }).click();
    const row = page
      .getByRole('table')
      .first()
      .getByRole('row', { name: /^Author/ });
    await row.waitFor();
    expect((await row.innerText()).replace(/\s+/g, ' ')).toContain('Depends on the document');
    expect(await row.innerText()).toContain('Hidden: Source (Quote) and Fee');
    expect(await page.getByRole('columnheader', { name: 'Delete for good' }).count()).toBe(1);
    // One at a time is open; the others tell who changes them.
    const site = page.locator('details').filter({ has: page.getByRole('heading', { name: 'Site' }) });
    await site.getByText(/^Changed by Super admin/).waitFor();
    expect(await page.getByRole('table').count()).toBe(1);
    await site.getByText(/^Changed by/).click();
    await site.getByRole('table').waitFor();
    await expectAccessible(page);
  });
});
