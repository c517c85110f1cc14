/** The trash: the message that takes a deletion back, and the screen of what is deleted. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

const list = '/admin/collections/products';
const trash = `${list}/trash`;

describe.skipIf(noBrowser !== null)('the trash of a collection', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  beforeAll(async () => {
    server = await startDashboard('content-tools');
    api = await server.api();
  }, 60_000);
  afterAll(() => server.close());

  const add = async (name: string, sku = name): Promise<string> => {
    const { status, body } = await api('POST', '/api/products', { name, sku });
    expect(status).toBe(201);
    return body.id;
  };
  const isThere = async (id: string): Promise<boolean> =>
    (await api('GET', `/api/products/${id}`)).status === 200;
  const remove = (id: string) => api('DELETE', `/api/products/${id}`);
  const row = (page: Page, name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  const clear = () => api('POST', '/api/products/trash/empty');

  test('takes the deletion of one document back', async () => {
    const id = await add('Lamp');
    const { page } = await openDashboard(server, { path: `${list}/${id}` });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    const question = page.getByRole('alertdialog', { name: 'Move “Lamp” to the trash?' });
    await question.getByText('It can be restored for 7 days.').waitFor();
    await question.getByText('One public document goes offline.').waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Move to trash' }).click();
    const message = page.getByRole('region', { name: 'Notifications' });
    await message.getByText('“Lamp” was moved to the trash.').waitFor();
    expect(await isThere(id)).toBe(false);
    await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
    await expectAccessible(page);
    await message.getByRole('button', { name: 'Undo' }).click();
    await message.getByText('“Lamp” was restored.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await isThere(id)).toBe(true);
    await page.getByRole('link', { name: 'Lamp', exact: true }).waitFor();
    await remove(id);
    await clear();
  });

  test('can be taken back for ten seconds', async () => {
    const id = await add('Jug');
    const { page } = await openDashboard(server, { path: `${list}/${id}` });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    const message = page.getByRole('region', { name: 'Notifications' });
    const undo = message.getByRole('button', { name: 'Undo' });
    // From here on time passes for the page only as the test says.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }).click();
    await undo.waitFor();
    await page.mouse.move(0, 0);
    await page.clock.runFor(9_000);
    expect(await undo.isVisible()).toBe(true);
    await page.clock.runFor(2_000);
    await undo.waitFor({ state: 'detached' });
    await clear();
  });

  test('asks within 360 pixels, however long the title is', async () => {
    const id = await add('Vase'.repeat(40), 'long');
    const { page } = await openDashboard(server, {
      path: `${list}/${id}`,
      viewport: { width: 360, height: 640 },
    });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('One public document goes offline.').waitFor();
    for (const part of ['.dialog-head', '.dialog-body']) {
      const over = question.locator(part).evaluate((own) => own.scrollWidth - own.clientWidth);
      expect(await over).toBeLessThanOrEqual(0);
    }
    await expectAccessible(page);
    await remove(id);
    await clear();
  });

  test('says that it was restored where it was restored already', async () => {
    const id = await add('Bowl');
    const { page } = await openDashboard(server, { path: `${list}/${id}`, expected: [/status of 404/] });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    const question = page.getByRole('alertdialog', { name: 'Move “Bowl” to the trash?' });
    await question.getByRole('button', { name: 'Move to trash' }).click();
    const message = page.getByRole('region', { name: 'Notifications' });
    await message.getByText('“Bowl” was moved to the trash.').waitFor();
    expect((await api('POST', `/api/products/${id}/restore`)).status).toBe(200);
    await message.getByRole('button', { name: 'Undo' }).click();
    await message.getByText('“Bowl” was restored.').waitFor();
    expect(await message.getByText('could not be restored').count()).toBe(0);
    await remove(id);
    await clear();
  });

  test('takes the deletion of many documents back', async () => {
    const ids = [await add('Cup 1'), await add('Cup 2'), await add('Cup 3')];
    const { page } = await openDashboard(server, { path: list });
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Move to trash' }).click();
    const question = page.getByRole('alertdialog', { name: 'Move 3 Products to the trash?' });
    await question.getByRole('button', { name: 'Move to trash' }).click();
    const message = page.getByRole('region', { name: 'Notifications' });
    await message.getByText('3 documents were moved to the trash.').waitFor();
    expect(await Promise.all(ids.map(isThere))).toEqual([false, false, false]);
    await message.getByRole('button', { name: 'Undo' }).click();
    await message.getByText('3 documents were restored.').waitFor();
    expect(await Promise.all(ids.map(isThere))).toEqual([true, true, true]);
    for (const id of ids) await remove(id);
    await clear();
  });

  test('says what could not be taken back, and why', async () => {
    const id = await add('Chair');
    const { page } = await openDashboard(server, {
      path: list,
      expected: [/status of 409/],
    });
    await page.getByRole('checkbox', { name: 'Select Chair' }).check();
    await page.getByRole('button', { name: 'Move to trash' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }).click();
    const message = page.getByRole('region', { name: 'Notifications' });
    await message.getByRole('button', { name: 'Undo' }).waitFor();
    const other = await add('Another chair', 'Chair');
    await message.getByRole('button', { name: 'Undo' }).click();
    await message.getByText('1 could not be restored and is still in the trash:').waitFor();
    expect(await isThere(id)).toBe(false);
    for (const each of [id, other]) await remove(each);
    await clear();
  });

  test('lists who deleted what and how long it stays, and brings it back with another value', async () => {
    const id = await add('Table');
    await remove(id);
    const taken = await add('Other table', 'Table');
    const { page } = await openDashboard(server, { path: list, expected: [/status of 409/] });
    await page.getByRole('link', { name: 'Trash' }).click();
    await page.getByRole('heading', { name: 'Trash: Products' }).waitFor();
    await page.getByText('Deleted documents stay here for 7 days').waitFor();
    await row(page, 'Table').getByText('7 days').waitFor();
    await row(page, 'Table').getByText('You', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Restore Table' }).click();
    const conflict = page.getByRole('dialog', { name: '“Table” cannot be restored as it was' });
    await expectAccessible(page);
    await conflict.getByLabel('Sku').fill('Table 2');
    await conflict.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('“Table” was restored.').first().waitFor();
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
    expect((await api('GET', `/api/products/${id}`)).body).toMatchObject({ name: 'Table', sku: 'Table 2' });
    for (const each of [id, taken]) await remove(each);
    await clear();
  });

  test('deletes one for good, and the rest with their number', async () => {
    const operations = Array.from({ length: 101 }, (_, index) => ({
      op: 'create',
      data: { name: `Plate ${index}`, sku: `plate-${index}` },
    }));
    const { body } = await api('POST', '/api/products/bulk', { operations });
    const ids: string[] = body.results.map(({ id }: { id: string }) => id);
    const deletions = ids.map((id) => ({ op: 'delete', id }));
    await api('POST', '/api/products/bulk', { operations: deletions });
    await remove(await add('Broken plate'));
    const { page } = await openDashboard(server, { path: trash });
    await page.getByRole('button', { name: 'Delete Broken plate for good' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete “Broken plate” for good?' });
    await question.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('“Broken plate” was deleted for good.').first().waitFor();
    await page.getByText('101 documents', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Empty the trash' }).click();
    const all = page.getByRole('alertdialog', { name: 'Delete 101 Products for good?' });
    expect(await all.getByRole('button', { name: 'Delete for good' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await expectAccessible(page);
    await all.getByLabel('Type 101 to confirm').fill('101');
    await all.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
    expect((await api('GET', '/api/products?trash=only')).body.totalDocs).toBe(0);
  });

  test('is there for those who may delete; for good only those who may', async () => {
    await remove(await add('Vase'));
    const { page } = await openDashboard(server, { role: 'editor', path: trash });
    await row(page, 'Vase').waitFor();
    expect(await page.getByRole('button', { name: /for good|Empty/ }).count()).toBe(0);
    const reader = await openDashboard(server, { role: 'customer', path: list });
    await reader.page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
    expect(await reader.page.getByRole('link', { name: 'Trash' }).count()).toBe(0);
    await clear();
  });

  test('fits 360 pixels, in German and in the dark', async () => {
    await remove(await add('Ein recht langer Name für eine Vase aus Glas'));
    const { page } = await openDashboard(server, {
      path: trash,
      locale: 'de-DE',
      colorScheme: 'dark',
      viewport: { width: 360, height: 640 },
    });
    await page.getByRole('heading', { name: 'Papierkorb: Products' }).waitFor();
    await page.getByText('7 Tage', { exact: true }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});
