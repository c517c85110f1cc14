/** Saved views of a list: tabs, saving, sharing, the default, and what a reader may not use. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

const list = '/admin/collections/products';

const counted = (page: Page, text: string): Promise<void> =>
  page.locator('.list-count').getByText(text, { exact: true }).waitFor();
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Views' }).getByText(name);
const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const choose = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

describe.skipIf(noBrowser !== null)('saved views', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let admin: Api;
  beforeAll(async () => {
    server = await startDashboard('content-tools');
    admin = await server.api('admin');
    for (const [name, price] of [
      ['Cup', 4],
      ['Plate', 9],
      ['Table', 250],
    ] as const)
      expect((await admin('POST', '/api/products', { name, sku: name, price, costs: 1 })).status).toBe(201);
  }, 60_000);
  afterAll(() => server.close());

  test('are saved, changed, opened first and deleted', async () => {
    const where = JSON.stringify({ price: { lt: 100 } });
    const { page } = await openDashboard(server, {
      role: 'editor',
      path: `${list}?${new URLSearchParams({ where, sort: 'name_desc' })}`,
    });
    await counted(page, '2 documents');
    expect(await page.getByRole('navigation', { name: 'Views' }).count()).toBe(0);
    await choose(page, 'Save this view…');
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Name').fill('Cheap');
    await dialog.getByRole('checkbox', { name: 'Open the list with this view' }).check();
    await page.keyboard.press('Enter');
    await page.getByText('The view “Cheap” was saved.').first().waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect(await tab(page, 'Cheap').getAttribute('aria-current')).toBe('page');
    expect(parameters(page)).toMatchObject({ where, sort: 'name_desc', view: expect.any(String) });

    // The address without a query opens it; all documents have an address of their own.
    await page.goto(list);
    await counted(page, '2 documents');
    expect(parameters(page)).toMatchObject({ where, sort: 'name_desc' });
    await tab(page, 'All').click();
    await counted(page, '3 documents');
    expect(parameters(page)).toEqual({ view: 'all' });
    await page.reload();
    await counted(page, '3 documents');

    await tab(page, 'Cheap').click();
    await counted(page, '2 documents');
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    await page.getByRole('searchbox').fill('plate');
    await counted(page, '1 document');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The view “Cheap” was saved.').first().waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' });
    await page.goto(list);
    await counted(page, '1 document');
    expect(parameters(page)).toMatchObject({ q: 'plate' });

    await choose(page, 'Edit this view…');
    await page.getByRole('dialog').getByLabel('Name').fill('Plates');
    await page.keyboard.press('Enter');
    await tab(page, 'Plates').waitFor();
    await choose(page, 'Delete this view…');
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete this view' }).click();
    await counted(page, '3 documents');
    expect((await (await server.api('editor'))('GET', '/api/svc/views')).body.docs).toEqual([]);
  });

  test('are shared with roles, and shown as far as their reader may use them', async () => {
    const { page } = await openDashboard(server, { role: 'admin', path: `${list}?sort=costs_desc` });
    await counted(page, '3 documents');
    await choose(page, 'Save this view…');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Costs');
    const roles = dialog.getByRole('group', { name: 'Share with' });
    expect(await roles.getByRole('checkbox').count()).toBe(5);
    await roles.getByRole('checkbox', { name: 'Author' }).check();
    await page.keyboard.press('Enter');
    await tab(page, 'Costs').waitFor();
    await dialog.waitFor({ state: 'hidden' });

    const author = await openDashboard(server, { role: 'author', path: list });
    await tab(author.page, 'Costs').click();
    await author.page.getByText('no longer exist: order by costs.').waitFor();
    await author.page.getByRole('link', { name: 'Costs (shared with you)' }).waitFor();
    await expectAccessible(author.page);
    await author.page.getByRole('button', { name: 'Views' }).click();
    expect(await author.page.getByRole('menuitem', { name: /Edit|Delete/ }).count()).toBe(0);
    await author.page.getByRole('menuitem', { name: 'Save this view…' }).click();
    await author.page.getByRole('dialog').waitFor();
    expect(await author.page.getByRole('group', { name: 'Share with' }).count()).toBe(0);
  });

  test('fit 360 pixels, in German and in the dark', async () => {
    const api = await server.api('super_admin');
    for (const name of ['Alles was unter hundert Euro kostet', 'Möbel', 'Geschirr', 'Ohne Preis'])
      await api('POST', '/api/svc/views', { slug: 'products', name, query: {}, isDefault: name === 'Möbel' });
    const { page } = await openDashboard(server, {
      path: list,
      ...{ locale: 'de-DE', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
    });
    await page.getByRole('link', { name: 'Möbel (öffnet sich zuerst)', exact: true }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test.skipIf(noBrowser !== null)('a service without users has none', { timeout: 60_000 }, async () => {
  const server = await startDashboard('minimal');
  try {
    const [{ slug }] = (await (await server.api())('GET', '/api/admin/meta')).body.collections;
    const { page } = await openDashboard(server, { path: `/admin/collections/${slug}` });
    await page.getByRole('button', { name: 'Columns' }).waitFor();
    expect(await page.getByRole('button', { name: 'Views' }).count()).toBe(0);
  } finally {
    await server.close();
  }
});
