/** How forms are arranged: `fixtures/layouts` uses everything of it. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

async function box(target: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const found = await target.boundingBox();
  if (found === null) throw new Error('It is not shown.');
  return found;
}

/** Height of the form itself. */
async function formHeight(page: Page): Promise<number> {
  return (await box(page.locator('.edit-main'))).height;
}

describe.skipIf(noBrowser !== null)('the layout of a form', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  beforeAll(async () => {
    server = await startDashboard('layouts');
    api = await server.api();
  });
  afterAll(() => server.close());

  async function product(values: object = {}): Promise<string> {
    const { body } = await api('POST', '/api/products', { title: 'Teapot', price: 12, ...values });
    return `/admin/collections/products/${body.id}`;
  }

  test('rows, tabs, collapsibles and the fields beside the form are accessible', async () => {
    const { page } = await openDashboard(server, { path: await product() });
    const title = await box(page.getByRole('textbox', { name: 'Title' }));
    const sku = await box(page.getByRole('textbox', { name: 'Sku' }));
    expect(Math.abs(sku.y - title.y)).toBeLessThan(60);
    expect(title.width / sku.width).toBeGreaterThan(1.8);
    await page.getByRole('complementary').getByLabel('State').waitFor();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Prices' }).click();
    await page.getByText('Without tax.').waitFor();
    await page.getByRole('button', { name: 'Discounts' }).click();
    await page.getByRole('textbox', { name: 'Discount until' }).waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test('fields stand beside the form of a new document too', async () => {
    const { page } = await openDashboard(server, { path: '/admin/collections/products/new' });
    await page.getByRole('complementary').getByLabel('State').waitFor();
    expect(await page.locator('.edit-main [data-field="status"]').count()).toBe(0);
    await expectAccessible(page);
  });

  test('tabs follow the arrow keys, and are remembered', async () => {
    const path = await product();
    const { page } = await openDashboard(server, { path });
    const content = page.getByRole('tab', { name: 'Content' });
    await content.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Prices', selected: true }).waitFor();
    await page
      .getByRole('spinbutton', { name: 'Price' })
      .or(page.getByLabel('Price', { exact: true }))
      .waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Prices', selected: true }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Title' }).isVisible()).toBe(false);
  });

  test('a tab counts its errors, and a link of the summary opens it', async () => {
    const { page } = await openDashboard(server, { path: await product() });
    await page.getByRole('tab', { name: 'Prices' }).click();
    await page.getByLabel('Price', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Discounts' }).click();
    await page.getByLabel('Discount', { exact: true }).fill('99');
    await page.getByRole('button', { name: 'Discounts' }).click();
    await page.getByRole('tab', { name: 'Content' }).click();
    await page
      .getByRole('button', { name: /^Publish/ })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Prices 2 errors' }).waitFor();
    await page.getByRole('link', { name: 'Discount', exact: true }).click();
    const discount = page.getByLabel('Discount', { exact: true });
    await discount.waitFor();
    expect(await discount.evaluate((input) => input === document.activeElement)).toBe(true);
    await expectAccessible(page);
  });

  test('a group stays folded as it was left', async () => {
    const { page } = await openDashboard(server, { path: await product() });
    await page.getByRole('tab', { name: 'Shipping' }).click();
    const parcel = page.getByRole('button', { name: 'Parcel', exact: true });
    await parcel.click();
    await page.getByRole('textbox', { name: 'Note' }).waitFor({ state: 'hidden' });
    await page.reload();
    await parcel.waitFor();
    expect(await parcel.getAttribute('aria-expanded')).toBe('false');
  });

  test('conditions of the config run in the browser, and hidden fields keep their values', async () => {
    const path = await product({ parcel: { fragile: true, note: 'This side up' } });
    const { page } = await openDashboard(server, { path });
    await page.getByRole('tab', { name: 'Shipping' }).click();
    await page.getByRole('textbox', { name: 'Note' }).waitFor();
    await page.getByRole('tab', { name: 'Content' }).click();
    await page.getByLabel('Kind').first().selectOption('service');
    await page.getByRole('tab', { name: 'Shipping' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Draft saved').first().waitFor();
    const id = path.split('/').at(-1);
    const { body } = await api('GET', `/api/products/${id}?draft=true`);
    expect(body).toMatchObject({ kind: 'service', parcel: { fragile: true, note: 'This side up' } });
  });

  test('the texts of the config are in the language of the user', async () => {
    const { page } = await openDashboard(server, { path: await product(), locale: 'de-DE' });
    await page.getByRole('tab', { name: 'Versand' }).waitFor();
    await page.getByRole('textbox', { name: 'Titel' }).waitFor();
    await page.getByText('Wie auf dem Etikett.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Titel' }).getAttribute('placeholder')).toBe('Teekanne');
    await page
      .getByRole('complementary')
      .getByLabel('Zustand')
      .getByText('Im Verkauf')
      .waitFor({ state: 'attached' });
    const navigation = page.getByRole('navigation').first();
    await navigation.getByText('Katalog').waitFor();
    await navigation.getByRole('link', { name: 'Produkte', exact: true }).waitFor();
    await expectAccessible(page);
  });

  test('rows are called as the config says', async () => {
    const links = [{ kind: 'custom', label: 'Read more' }];
    const { page } = await openDashboard(server, { path: await product({ links }) });
    await page.getByRole('button', { name: /Read more/, expanded: true }).waitFor();
  });

  test('36 fields without a layout fit into one screen and a half', async () => {
    const { body } = await api('POST', '/api/plain', { title: 'Plain' });
    const path = `/admin/collections/plain/${body.id}`;
    const { page } = await openDashboard(server, { path, viewport: { width: 1440, height: 900 } });
    await page.getByRole('textbox', { name: 'Meta description' }).waitFor();
    expect(await formHeight(page)).toBeLessThanOrEqual(1350);
    const price = await box(page.getByLabel('Price', { exact: true }));
    const sale = await box(page.getByLabel('Sale price'));
    expect(sale.y).toBe(price.y);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
  });

  test('5 blocks are folded, fit into two screens, and stay as they were left', async () => {
    const blocks = ['One', 'Two', 'Three', 'Four', 'Five'].map((heading) => ({ blockType: 'hero', heading }));
    const { body } = await api('POST', '/api/pages', { title: 'Home', blocks });
    const path = `/admin/collections/pages/${body.id}`;
    const { page } = await openDashboard(server, { path, viewport: { width: 1440, height: 900 } });
    const third = page.locator('.row-toggle', { hasText: '3. Three' });
    await third.waitFor();
    expect(await third.getAttribute('aria-expanded')).toBe('false');
    expect(await formHeight(page)).toBeLessThanOrEqual(1800);
    await expectAccessible(page);
    await third.click();
    await page.getByRole('textbox', { name: 'Heading' }).waitFor();
    await page.reload();
    await page.getByRole('textbox', { name: 'Heading' }).waitFor();
    expect(await third.getAttribute('aria-expanded')).toBe('true');
  });
});
