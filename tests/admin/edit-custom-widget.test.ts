import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

const suite = describe.skipIf(noBrowser !== null);

suite(`widgets of the branding${noBrowser ? `: ${noBrowser}` : ''}`, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    // The example in docs/admin.md, unchanged.
    const docs = readFileSync(join(packageRoot, 'docs/admin.md'), 'utf8');
    const [, colour = ''] = /\/\/ brand\/colour-widget\.js\n(.*?)```/s.exec(docs) ?? [];
    server = await startDashboard('every-field', {
      files: { 'colour.js': colour, 'broken.js': 'export const draw = 1;' },
      config: `
        admin: { widgets: { colour: './colour.js', broken: './broken.js' } },
        globals: [],
        collections: [{ slug: 'themes', fields: [
          { name: 'main', type: 'text', admin: { widget: 'colour' } },
          { name: 'other', type: 'text', admin: { widget: 'broken' } },
        ] }]`,
    });
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    await closeBrowser();
  });

  test('a widget shows the value, changes it, and hears of changes from elsewhere; one that fails costs no value', async () => {
    const api = await server.api();
    const { id } = (await api('POST', '/api/themes', { main: '#112233', other: 'kept' })).body;
    const { page } = await openDashboard(server, { path: `/admin/collections/themes/${id}` });
    page.setDefaultTimeout(10_000);
    const colour = page.getByLabel('Main', { exact: true }).locator('input');
    await colour.waitFor();
    expect(await colour.inputValue()).toBe('#112233');
    await page.getByText('The widget “broken” cannot be shown').waitFor();
    expect(await page.locator('[data-field="other"] textarea').inputValue()).toBe('"kept"');
    await colour.fill('#445566');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.locator('.toast', { hasText: 'Saved.' }).waitFor();
    expect((await api('GET', `/api/themes/${id}?draft=true`)).body).toMatchObject({
      main: '#445566',
      other: 'kept',
    });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Discard draft' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click();
    await page.locator('.toast', { hasText: 'Draft discarded.' }).waitFor();
    expect(await colour.inputValue()).toBe('#112233');
  });
});
