/** The three examples of docs/extending.md, unchanged, in a browser. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksOf, namedFiles } from '../documentation/code-blocks.js';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

const suite = describe.skipIf(noBrowser !== null);

/** The config of the page, without the call around it. */
function configOfPage(): string {
  const [config] = blocksOf('docs/extending.md').filter(({ language }) => language === 'ts');
  const [, options = ''] = /defineConfig\(\{\n(.*)\}\);/s.exec(config?.code ?? '') ?? [];
  return options;
}

suite(`the examples of docs/extending.md${noBrowser ? `: ${noBrowser}` : ''}`, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('minimal', {
      files: namedFiles('docs/extending.md'),
      config: `globals: [], ${configOfPage()}`,
    });
    const api = await server.api();
    for (const [title, state] of [
      ['Winter', 'checked'],
      ['Spring', 'written'],
      ['Summer', 'checked'],
    ] as const) {
      expect((await api('POST', '/api/articles', { title, state })).status).toBe(201);
    }
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    await closeBrowser();
  });

  test('a page is in the navigation, reads with the client, and opens filtered lists', async () => {
    const { page } = await openDashboard(server);
    page.setDefaultTimeout(15_000);
    const link = page.getByRole('navigation').getByRole('link', { name: 'Figures' });
    await link.click();
    await page.getByRole('heading', { name: 'Figures', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/x/figures');
    expect(await page.title()).toMatch(/^Figures – /);
    const row = page.getByRole('row', { name: /^checked/ });
    await row.waitFor();
    expect(await row.getByRole('cell').first().textContent()).toBe('2');
    await expectAccessible(page);
    // A window of 1280 pixels at 200 %.
    await page.setViewportSize({ width: 640, height: 400 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await row.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('link', { name: 'Winter' }).waitFor();
    expect(await page.getByRole('link', { name: 'Spring' }).count()).toBe(0);
    // After a reload too, and by the search of screens.
    await page.goto('/admin/x/figures');
    await row.waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Figures');
    await page.getByRole('option', { name: /Figures/ }).waitFor();
  });

  test('links lead to a filtered list, and to another website in a new tab', async () => {
    const { page } = await openDashboard(server);
    page.setDefaultTimeout(15_000);
    const navigation = page.getByRole('navigation');
    const shop = navigation.getByRole('link', { name: 'Print shop' });
    await shop.waitFor();
    expect(await shop.getAttribute('href')).toBe('https://print.example.com');
    expect(await shop.getAttribute('target')).toBe('_blank');
    expect(await shop.getAttribute('rel')).toBe('noreferrer');
    await navigation.getByRole('link', { name: 'To check' }).click();
    await page.getByRole('link', { name: 'Spring' }).waitFor();
    expect(await page.getByRole('link', { name: 'Winter' }).count()).toBe(0);
  });

  test('titles are in the language of the user', async () => {
    const { page } = await openDashboard(server, { locale: 'de-DE', path: '/admin/x/figures' });
    page.setDefaultTimeout(15_000);
    await page.getByRole('heading', { name: 'Zahlen', level: 1 }).waitFor();
    await page.getByRole('table', { name: 'Artikel nach Stand' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Zu prüfen' }).waitFor();
  });

  test('the first page has the part', async () => {
    const { page } = await openDashboard(server);
    page.setDefaultTimeout(15_000);
    const part = page.getByRole('region', { name: 'Progress' });
    await part.getByRole('meter', { name: '2 / 3' }).waitFor();
  });

  test('an action is asked for, runs on a document and on a selection, and the cell shows it', async () => {
    const { page } = await openDashboard(server, { path: '/admin/collections/articles' });
    page.setDefaultTimeout(15_000);
    await page.getByRole('checkbox', { name: 'Select Winter' }).check();
    await page.getByRole('checkbox', { name: 'Select Spring' }).check();
    await page.getByRole('button', { name: 'Send to print' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('The print shop gets these articles at once.').waitFor();
    await question.getByRole('button', { name: 'Send to print' }).click();
    await page.locator('.toast', { hasText: 'Not checked: Spring' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select Spring' }).uncheck();
    await page.getByRole('button', { name: 'Send to print' }).click();
    await question.getByRole('button', { name: 'Send to print' }).click();
    await page.locator('.toast', { hasText: 'Sent to print.' }).waitFor();
    await page.locator('td time', { hasText: '🖨' }).waitFor();
    const api = await server.api();
    const { docs } = (await api('GET', '/api/articles?sort=title_asc')).body;
    const printed = docs.filter(({ printedAt }: { printedAt: unknown }) => printedAt !== null);
    expect(printed.map(({ title }: { title: string }) => title)).toEqual(['Winter']);

    await page.getByRole('link', { name: 'Summer' }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Send to print' }).click();
    await question.getByRole('button', { name: 'Send to print' }).click();
    await page.locator('.toast', { hasText: 'Sent to print.' }).waitFor();
    // The form shows what the action has changed.
    await expect
      .poll(() =>
        page
          .getByLabel(/^Printed at/)
          .first()
          .inputValue(),
      )
      .not.toBe('');
  });

  test('with unsaved changes an action waits until they are saved', async () => {
    const api = await server.api();
    const { id } = (await api('POST', '/api/articles', { title: 'Autumn', state: 'idea' })).body;
    const { page } = await openDashboard(server, { path: `/admin/collections/articles/${id}` });
    page.setDefaultTimeout(15_000);
    await page.getByLabel('Title').fill('Late autumn');
    await page.getByRole('button', { name: 'More actions' }).click();
    const item = page.getByRole('menuitem', { name: 'Send to print (save first)' });
    await item.waitFor();
    expect(await item.getAttribute('aria-disabled')).toBe('true');
  });

  test('a widget changes its value and another field, and hears of what is typed', async () => {
    const api = await server.api();
    const { id } = (await api('POST', '/api/articles', { title: 'Night', background: '#ffffff' })).body;
    const { page } = await openDashboard(server, { path: `/admin/collections/articles/${id}` });
    page.setDefaultTimeout(15_000);
    const field = page.locator('[data-field="background"]');
    const colour = field.locator('input[type="color"]');
    await colour.waitFor();
    await expectAccessible(page);
    await colour.fill('#102030');
    expect(await page.getByLabel('Text').inputValue()).toBe('#ffffff');
    await page.getByLabel('Title').fill('Midnight');
    await field.getByText('Midnight').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.toast', { hasText: 'Saved.' }).waitFor();
    expect((await api('GET', `/api/articles/${id}`)).body).toMatchObject({
      title: 'Midnight',
      background: '#102030',
      text: '#ffffff',
    });
  });
});
