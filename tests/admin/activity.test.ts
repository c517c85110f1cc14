/** The audit log in the dashboard, as far as it is about documents. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

/** Deals that only the highest role sees before they are signed. */
const config = `collections: [...fixture.collections, {
  slug: 'deals',
  drafts: false,
  admin: { useAsTitle: 'name' },
  access: { read: ({ req }) => req.user?.role === 'super_admin' || { isSigned: { equals: true } } },
  fields: [{ name: 'name', type: 'text' }, { name: 'isSigned', type: 'boolean', default: false }],
}]`;

describe.skipIf(noBrowser !== null)('the activity of documents', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  beforeAll(async () => {
    server = await startDashboard('content-tools', { config });
    api = await server.api();
  }, 60_000);
  afterAll(() => server?.close());

  const add = async (collection: string, data: object): Promise<string> => {
    const { status, body } = await api('POST', `/api/${collection}`, data);
    expect(status).toBe(201);
    return body.id;
  };
  const product = (name: string): Promise<string> => add('products', { name, sku: name });
  const remove = async (path: string): Promise<void> =>
    expect((await api('DELETE', `/api/${path}`)).status).toBe(200);
  const logOf = (collection: string): string => `/admin/audit-log?collection=${collection}`;
  /** What happened, and to which document, the newest first. */
  const shown = (page: Page) => () =>
    page
      .getByRole('rowheader')
      .evaluateAll((rows) =>
        rows.map((row) =>
          [...row.querySelectorAll('.user-cell > :nth-child(-n+2)')].map((one) => one.textContent),
        ),
      );

  test('names what is in the trash, and says that it is there', async () => {
    await remove(`products/${await product('Lamp')}`);
    const { page } = await openDashboard(server, { path: logOf('products') });
    await expect.poll(shown(page)).toEqual([
      ['Document moved to the trash', 'Lamp'],
      ['Document created', 'Lamp'],
    ]);
    await page.getByRole('button', { name: /^Details: Document moved to the trash/ }).click();
    const details = page.getByRole('dialog', { name: 'Document moved to the trash' });
    await details.getByText('Lamp').waitFor();
    await expectAccessible(page);
    await details.getByRole('link', { name: 'Show the trash' }).click();
    await page.getByRole('heading', { name: 'Trash: Products', level: 1 }).waitFor();
    await page.getByRole('rowheader', { name: 'Lamp' }).waitFor();
  });

  test('tells documents apart that are gone for good, without what they contained', async () => {
    const category = await add('categories', { name: 'Tables' });
    await remove(`categories/${category}`);
    const post = await add('posts', { title: 'Gone' });
    await remove(`posts/${post}?permanent=true`);
    const { page } = await openDashboard(server, { path: logOf('categories') });
    const deleted = `Deleted document …${category.slice(-8)}`;
    await expect.poll(shown(page)).toEqual([
      ['Document deleted', deleted],
      ['Document created', deleted],
    ]);
    await page.getByRole('button', { name: /^Details: Document created/ }).click();
    await page.getByRole('dialog').getByText(deleted).waitFor();
    expect(await page.getByRole('link', { name: 'Show the document' }).count()).toBe(0);
    await page.goto(logOf('posts'));
    await expect.poll(shown(page)).toEqual([
      ['Document deleted for good', `Deleted document …${post.slice(-8)}`],
      ['Document created', `Deleted document …${post.slice(-8)}`],
    ]);
  });

  test('says so in German, on a phone too', async () => {
    const author = await add('authors', { name: 'Ada Winter' });
    await remove(`authors/${author}`);
    const gone = await add('authors', { name: 'Bo Sommer' });
    await remove(`authors/${gone}?permanent=true`);
    const { page } = await openDashboard(server, {
      path: logOf('authors'),
      locale: 'de-DE',
      viewport: { width: 360, height: 740 },
    });
    await expect.poll(shown(page)).toEqual([
      ['Dokument endgültig gelöscht', `Gelöschtes Dokument …${gone.slice(-8)}`],
      ['Dokument angelegt', `Gelöschtes Dokument …${gone.slice(-8)}`],
      ['Dokument in den Papierkorb verschoben', 'Ada Winter'],
      ['Dokument angelegt', 'Ada Winter'],
    ]);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('calls nothing deleted that the reader may not see', async () => {
    const deal = await add('deals', { name: 'Secret' });
    const { page } = await openDashboard(server, { role: 'admin', path: logOf('deals') });
    await expect.poll(shown(page)).toEqual([['Document created', `Document …${deal.slice(-8)}`]]);
  });

  test('is filtered by a collection, and by one document from its entries', async () => {
    const kept = await product('Jug');
    const trashed = await product('Cup');
    await api('PATCH', `/api/products/${kept}`, { stock: 2 });
    await remove(`products/${trashed}`);
    const { page } = await openDashboard(server);
    await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
    await page.getByRole('rowheader', { name: 'Signed in' }).first().waitFor();
    await page.getByLabel('Collection').selectOption({ label: 'Products' });
    await expect
      .poll(async () => (await shown(page)()).every(([event]) => event?.startsWith('Document')))
      .toBe(true);
    await page.getByRole('link', { name: 'Cup' }).first().click();
    await page.getByText('One document: Cup').waitFor();
    await expect.poll(shown(page)).toEqual([
      ['Document moved to the trash', 'Cup'],
      ['Document created', 'Cup'],
    ]);
    expect(new URL(page.url()).searchParams.get('document')).toBe(trashed);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'All documents' }).click();
    await page.getByRole('link', { name: 'Jug' }).first().click();
    await page.getByText('One document: Jug').waitFor();
    await expect.poll(shown(page)).toEqual([
      ['Document changed', 'Jug'],
      ['Document created', 'Jug'],
    ]);
    await page.getByRole('link', { name: 'Show the document' }).click();
    await page.getByRole('heading', { name: 'Jug', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Activity' }).click();
    await page.getByText('One document: Jug').waitFor();
  });

  test('of a document that is gone for good is reached by its entries', async () => {
    const category = await add('categories', { name: 'Chairs' });
    await api('PATCH', `/api/categories/${category}`, { name: 'Seats' });
    await remove(`categories/${category}`);
    const { page } = await openDashboard(server, { path: logOf('categories') });
    const name = `Deleted document …${category.slice(-8)}`;
    await page.getByRole('link', { name }).first().click();
    await page.getByText(`One document: ${name}`).waitFor();
    await expect.poll(shown(page)).toEqual([
      ['Document deleted', name],
      ['Document changed', name],
      ['Document created', name],
    ]);
    // There is nothing to show, and a link to the same list would lead nowhere.
    expect(await page.getByRole('link', { name }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Show the document' }).count()).toBe(0);
  });
});
