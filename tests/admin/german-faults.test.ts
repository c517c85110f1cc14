import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import {
  type Api,
  type DashboardServer,
  emailOf,
  password,
  startDashboard,
} from './support/dashboard-server.js';

const config = `
  auth: { secret: process.env['SVC_SECRET'] },
  collections: [
    { slug: 'tags', fields: [{ name: 'name', type: 'text' }] },
    {
      slug: 'posts',
      admin: { useAsTitle: 'title' },
      access: { delete: ['super_admin', 'author'], update: ['super_admin', 'author', 'editor'] },
      hooks: { beforeChange: ({ data }) => {
        if (data.title === 'Sunday') throw refuse('Not on Sundays.', [{ path: 'title', message: 'A Sunday.' }]);
      } },
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'code', type: 'text', unique: true },
        { name: 'address', type: 'url' },
        { name: 'part', type: 'slug' },
        { name: 'mail', type: 'email' },
        { name: 'price', type: 'number', validate: (value) => value !== 13 || 'Brings bad luck.' },
        { name: 'tag', type: 'relationship', to: 'tags', onDelete: 'restrict' },
      ],
    },
  ],
  globals: []`;

const suite = describe.skipIf(noBrowser !== null);

suite(`the German dashboard${noBrowser ? `: ${noBrowser}` : ''}`, { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  beforeAll(async () => {
    server = await startDashboard('minimal', { config, imports: "import { refuse } from 'svc';" });
    api = await server.api();
    await api('POST', '/api/posts', { title: 'First', code: 'AA' });
  }, 60_000);
  afterAll(async () => {
    await server?.close();
    await closeBrowser();
  });

  const open = async (path: string): Promise<Page> => {
    const { page } = await openDashboard(server, { path, locale: 'de-DE' });
    page.setDefaultTimeout(15_000);
    return page;
  };
  const publish = (page: Page): Promise<void> =>
    page.getByRole('button', { name: 'Veröffentlichen' }).click();
  const input = (page: Page, name: string) => page.locator(`[data-field="${name}"] input`);
  const issueAt = (page: Page, name: string) => page.locator(`[data-field="${name}"] .field-error`);

  test('says in German what is wrong with an input, and a hook in its own words', async () => {
    const page = await open('/admin/collections/posts/new');
    await input(page, 'title').fill('Second');
    await input(page, 'address').fill('example.org');
    await input(page, 'mail').fill('nobody');
    await input(page, 'part').fill('a/b');
    await publish(page);
    await expect
      .poll(() => issueAt(page, 'address').innerText())
      .toContain('Eine Adresse, die mit https:// oder http:// beginnt.');
    expect(await issueAt(page, 'mail').innerText()).toContain('Eine E-Mail-Adresse');
    expect(await issueAt(page, 'part').innerText()).toContain('Ein Teil einer Adresse');
    expect(await page.locator('.error-summary').innerText()).not.toMatch(/[Mm]ust|required/);

    for (const name of ['address', 'mail']) await input(page, name).fill('');
    await input(page, 'part').fill('b');
    await input(page, 'code').fill('AA');
    await publish(page);
    await expect
      .poll(() => issueAt(page, 'code').innerText())
      .toContain('Ein anderes Dokument von posts hat denselben Wert: code.');

    await input(page, 'code').fill('BB');
    await input(page, 'price').fill('13');
    await publish(page);
    await expect.poll(() => issueAt(page, 'price').innerText()).toContain('Brings bad luck.');
    await input(page, 'price').fill('');
    await input(page, 'title').fill('Sunday');
    await publish(page);
    await expect.poll(() => issueAt(page, 'title').innerText()).toContain('A Sunday.');
  });

  test('says so of passwords, of emails that are taken, and where many documents are worked on', async () => {
    const page = await open('/admin/profile');
    await page.getByRole('textbox', { name: 'Aktuelles Passwort' }).fill(password);
    await page.getByRole('textbox', { name: 'Neues Passwort' }).fill('Password123!');
    await page.getByRole('button', { name: 'Passwort ändern' }).click();
    await page.getByText('Darf kein verbreitetes Passwort sein').waitFor();

    await page.goto('/admin/invites');
    await page.getByRole('button', { name: 'Jemanden einladen' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Jemanden einladen' });
    await dialog.getByLabel('E-Mail').fill(emailOf('author'));
    await dialog.getByRole('button', { name: 'Einladung verschicken' }).click();
    await dialog.getByText('Es gibt schon ein Konto mit dieser E-Mail.').waitFor();

    const { body: lacking } = await api('POST', '/api/posts', { code: 'ZZ' }, { 'x-draft': 'true' });
    expect(lacking.id).toBeDefined();
    await page.goto('/admin/collections/posts?sort=createdAt_desc');
    await page.getByRole('checkbox').nth(1).check();
    await publish(page);
    // Said before anything is done: the question tries it.
    await page.getByRole('alertdialog').getByText('title: Dieses Feld ist nötig.').waitFor();
  });
});
