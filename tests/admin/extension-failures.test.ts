/** What an extension may do wrong, and what an attacker may try with it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

const suite = describe.skipIf(noBrowser !== null);

const config = `
  globals: [],
  admin: { extensions: './extension.tsx' },
  collections: [{
    slug: 'things',
    drafts: false,
    admin: { useAsTitle: 'name', defaultColumns: ['name', 'note'] },
    fields: [
      { name: 'name', type: 'text' },
      { name: 'note', type: 'text', admin: { widget: 'broken' } },
    ],
  }]`;

/** Visitors see nothing of it. */
const closed = config.replace('drafts: false,', "drafts: false, access: { read: ['admin', 'super_admin'] },");

const broken = `import { defineAdmin, useDocument, useUser, useClient } from 'svc/admin';
import { useState } from 'react';

function Broken(): never { throw new Error('on purpose'); }
function Lost() { useDocument(); return null; }
function Inner({ html }: { html: string }) { return <div id="inner" dangerouslySetInnerHTML={{ __html: html }} />; }
function Who() {
  const user = useUser();
  const client = useClient() as { things: { count(): Promise<number> } };
  const [count, setCount] = useState('…');
  return <div>
    <p id="who">{user?.email} {user?.role}</p>
    <button type="button" onClick={() => { setCount('…'); client.things.count().then((n) => setCount(String(n)), (e) => setCount(e.code)); }}>Count</button>
    <output>{count}</output>
  </div>;
}
function Params({ params }: { params: Readonly<Record<string, string>> }) { return <p>{params['id']} of {params['kind']}</p>; }

const evil = '<img src=x onerror="document.title=1"><script>alert(1)</script>';
export default defineAdmin({
  pages: [
    { path: 'broken', title: 'Broken page', component: Broken },
    { path: 'lost', title: 'Lost', component: Lost },
    { path: 'inner', title: 'Inner', component: () => <Inner html={evil} /> },
    { path: 'evil', title: evil, component: () => <p>still text</p> },
    { path: 'who', title: 'Who', group: 'Tools', component: Who },
    { path: 'secret', title: 'For editors', roles: ['editor'], component: Who },
    { path: 'orders/:kind/:id', title: 'Order', component: Params },
  ],
  cells: { things: { note: Broken } },
  actions: [{ collection: 'things', name: 'fail', label: 'Fail', run() { throw new Error('no printer'); } }],
  widgets: { broken: Broken },
  overview: [{ title: 'Broken part', component: Broken }, { title: 'Whole part', component: () => <p>I am here</p> }],
});
`;

const thrown = [
  /on purpose/,
  /no printer/,
  /useDocument works/,
  /TrustedHTML|Trusted Type/i,
  /action fail has failed/,
];

suite(`an extension with errors${noBrowser ? `: ${noBrowser}` : ''}`, () => {
  let server: DashboardServer;
  let failing: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('minimal', {
      auth: true,
      config: closed,
      files: { 'extension.tsx': broken },
    });
    failing = await startDashboard('minimal', {
      config: config.replace("note', type: 'text', admin: { widget: 'broken' }", "note', type: 'text'"),
      files: { 'extension.tsx': "throw new Error('at the start');\nexport default {};\n" },
    });
    for (const each of [server, failing]) {
      const api = await each.api();
      expect((await api('POST', '/api/things', { name: 'Lamp', note: 'kept' })).status).toBe(201);
    }
  }, 240_000);
  afterAll(async () => {
    await server?.close();
    await failing?.close();
    await closeBrowser();
  });

  test('a page, a part, a cell and a widget fail in their place only', async () => {
    const { page } = await openDashboard(server, { expected: thrown });
    page.setDefaultTimeout(20_000);
    await page.getByText('“Broken part” cannot be shown').waitFor();
    await page.getByText('I am here').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Broken page' }).click();
    await page.getByText('“Broken page” cannot be shown').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Things' }).click();
    await page.getByRole('cell', { name: 'Error' }).waitFor();
    await page.getByRole('link', { name: 'Lamp' }).click();
    await page.getByText('The widget “broken” cannot be shown').waitFor();
    expect(await page.locator('[data-field="note"] textarea').inputValue()).toBe('"kept"');
    await page.getByLabel('Name').fill('Lamp 2');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.toast', { hasText: 'Saved.' }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Fail' }).click();
    await page.locator('.toast', { hasText: '“Fail” has failed: no printer' }).waitFor();
    await page.goto('/admin/x/lost');
    await page.getByText('“Lost” cannot be shown').waitFor();
  });

  test('titles are text, and markup is refused', async () => {
    const { page } = await openDashboard(server, { path: '/admin/x/evil', expected: thrown });
    page.setDefaultTimeout(20_000);
    await page.getByText('still text').waitFor();
    expect(await page.locator('h1').textContent()).toContain('<img src=x');
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    await page.goto('/admin/x/inner');
    await page.getByText('“Inner” cannot be shown').waitFor();
    expect(await page.locator('#inner img').count()).toBe(0);
  });

  test('the client has the session of the user, also after it was renewed; pages are shown by role', async () => {
    const { page, context } = await openDashboard(server, { path: '/admin/x/who', expected: thrown });
    page.setDefaultTimeout(20_000);
    await page.getByText('super-admin@example.com super_admin').waitFor();
    await page.getByRole('heading', { name: 'Tools', level: 2 }).waitFor();
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await expect.poll(() => page.locator('output').textContent()).toBe('1');
    // The access token has ended: the next call renews the session.
    const kept = (await context.cookies()).filter(({ name }) => /refresh/.test(name));
    expect(kept).toHaveLength(1);
    await context.clearCookies();
    await context.addCookies(kept);
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await expect.poll(() => page.locator('output').textContent()).toBe('1');
    expect(await page.getByRole('link', { name: 'For editors' }).count()).toBe(0);
    await page.goto('/admin/x/secret');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.locator('#who').count()).toBe(0);
    await page.goto('/admin/x/orders/print/a%20b');
    await page.getByText('a b of print').waitFor();
    await page.goto('/admin/x/nowhere');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.title()).not.toContain('undefined');
  });

  test('one that cannot be loaded is said once, and the rest works', async () => {
    const { page } = await openDashboard(failing, { expected: [/at the start|could not be loaded/] });
    page.setDefaultTimeout(20_000);
    await page
      .locator('.toast', { hasText: 'The additions to this dashboard could not be loaded.' })
      .waitFor();
    expect(await page.locator('.toast').count()).toBe(1);
    await page.getByRole('navigation').getByRole('link', { name: 'Things' }).click();
    await page.getByRole('link', { name: 'Lamp' }).waitFor();
    await page.goto('/admin/x/who');
    await page.getByRole('heading', { name: 'This page cannot be shown', level: 1 }).waitFor();
  });

  test('the module is public and cached for ever; nothing else of the project is reached by its route', async () => {
    const api = await server.api();
    const { branding } = (await api('GET', '/api/admin/meta')).body;
    const visitor = await server.api(null);
    const own = await visitor('GET', branding.extension.module);
    expect(own.status).toBe(200);
    expect(own.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(own.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const path of [
      '/admin/brand/..%2f..%2fsvc.config.ts',
      '/admin/brand/%2e%2e/%2e%2e/svc.config.ts',
      '/admin/brand/extension.tsx',
      '/admin/brand/__proto__',
      '/admin/brand/constructor',
    ]) {
      expect([404, 302, 303], path).toContain((await visitor('GET', path)).status);
    }
  });
});
