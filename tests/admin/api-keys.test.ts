import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

if (noBrowser !== null) process.stderr.write(`Screens of API keys are not tested: ${noBrowser}\n`);

afterAll(closeBrowser);

describe.skipIf(noBrowser !== null)('API keys in the dashboard', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('access');
  });
  afterAll(() => server.close());

  async function statusWith(key: string, path: string): Promise<number> {
    const nobody = await server.api(null);
    return (await nobody('GET', path, undefined, { 'x-api-key': key })).status;
  }

  test('a key with scopes is made, shown once, used, rotated, disabled and revoked', async () => {
    const { page, context } = await openDashboard(server, { path: '/admin/api-keys' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('No API keys yet').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Create key' }).first().click();

    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Give the key a name.').waitFor();
    await page.getByText('Choose at least one scope.').waitFor();
    const name = page.getByRole('textbox', { name: 'Name' });
    await expect.poll(() => name.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
    await page.getByRole('textbox', { name: 'Name' }).fill('Website');
    await page.getByRole('checkbox', { name: 'Secrets: Read' }).check();
    await page.getByRole('combobox', { name: 'Expires' }).selectOption('never');
    await page.getByText('A key that never expires', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();

    const once = page.getByRole('dialog', { name: 'Your new key' });
    const key = await once.getByRole('textbox', { name: 'Key' }).inputValue();
    expect(key).toMatch(/^svc_sec_/);
    // Escape does not close the dialog, so the key is not lost.
    await page.keyboard.press('Escape');
    await once.getByText('Copy the key, or confirm that you have stored it.').waitFor();
    await once.getByRole('button', { name: 'Copy the key' }).click();
    await once.getByText('The key is in the clipboard.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    await once.getByRole('button', { name: 'Done' }).click();
    await page.waitForURL(/\/admin\/api-keys$/);
    await page.getByRole('link', { name: 'Website' }).waitFor();
    // The key is no longer anywhere on the page.
    expect(await page.content()).not.toContain(key);
    await page.goBack();
    expect(await page.content()).not.toContain(key);
    await page.goto('/admin/api-keys');

    expect(await statusWith(key, '/api/secrets')).toBe(200);
    expect(await statusWith(key, '/api/articles')).toBe(403);

    const act = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'Actions for Website' }).first().click();
      await page.getByRole('menuitem', { name }).click();
    };
    await act('Disable');
    await page.getByText('Website is disabled.').waitFor();
    expect(await statusWith(key, '/api/secrets')).toBe(401);
    await act('Enable');
    await page.getByText('Website is enabled.').waitFor();
    expect(await statusWith(key, '/api/secrets')).toBe(200);

    await act('Rotate');
    await page.getByRole('dialog').getByRole('combobox').selectOption('0');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const next = await once.getByRole('textbox', { name: 'Key' }).inputValue();
    await once.getByRole('checkbox', { name: 'I have stored the key in a safe place' }).check();
    await once.getByRole('button', { name: 'Done' }).click();
    expect([await statusWith(key, '/api/secrets'), await statusWith(next, '/api/secrets')]).toEqual([
      401, 200,
    ]);

    await page.reload();
    await act('Revoke');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Website was revoked.').waitFor();
    expect(await statusWith(next, '/api/secrets')).toBe(401);
  });

  test('scopes of a key are changed, fields with access lists of their own too', async () => {
    const api = await server.api();
    const made = await api('POST', '/api/auth/api-keys', { name: 'Import', scopes: ['articles:read'] });
    const { id } = made.body.apiKey;
    const { page } = await openDashboard(server, { path: `/admin/api-keys/${id}` });
    const box = (name: string) => page.getByRole('checkbox', { name });
    await box('Articles: Read').waitFor();
    expect(await box('Articles: Read').isChecked()).toBe(true);
    for (const operation of ['Create', 'Update', 'Delete']) await box(`Articles: ${operation}`).check();
    await page.getByText('Fields with access lists of their own').click();
    await page.getByRole('combobox', { name: 'Collection or global' }).selectOption('articles');
    await page.getByRole('combobox', { name: 'Field' }).selectOption('fee.amount');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('articles.fee.amount:read').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Nightly import');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Key saved.').waitFor();
    await page.getByRole('heading', { name: 'Nightly import' }).waitFor();
    const { body } = await api('GET', `/api/auth/api-keys/${id}`);
    expect(body.apiKey).toMatchObject({
      name: 'Nightly import',
      scopes: ['articles.fee.amount:read', 'articles:*'],
    });
  });

  test('an admin gives what they may do, and neither more nor what a callback decides', async () => {
    const { page } = await openDashboard(server, { role: 'admin', path: '/admin/api-keys/new' });
    const box = (name: RegExp) => page.getByRole('checkbox', { name });
    await box(/^Secrets: Read/).waitFor();
    expect(await box(/^Secrets: Read/).isDisabled()).toBe(false);
    expect(await box(/^Secrets: Delete\. You are not allowed to do this yourself/).isDisabled()).toBe(true);
    expect(await box(/^Notes: Read\. A rule of the configuration decides/).isDisabled()).toBe(true);
    await page.getByRole('radio', { name: /^A role/ }).check();
    expect(await page.getByRole('combobox', { name: 'Role' }).locator('option').allTextContents()).toEqual([
      ...['Admin', 'Editor', 'Reviewer', 'Author', 'Customer', 'Guest'],
    ]);
    await page.getByRole('textbox', { name: 'Name' }).fill('Robot');
    await page.getByRole('combobox', { name: 'Role' }).selectOption('reviewer');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await page.getByRole('textbox', { name: 'Key' }).inputValue();
    await page.getByRole('checkbox', { name: 'I have stored the key in a safe place' }).check();
    await page.getByRole('button', { name: 'Done' }).click();
    const nobody = await server.api(null);
    const { body } = await nobody('GET', '/api/auth/me', undefined, { 'x-api-key': key });
    expect(body.apiKey).toMatchObject({ name: 'Robot', role: 'reviewer' });
  });

  test('a key that is gone says so', async () => {
    const { page } = await openDashboard(server, {
      path: '/admin/api-keys/0198b0aa-0000-7000-8000-000000000000',
    });
    await page.getByText('This key does not exist').waitFor();
  });
});

describe.skipIf(noBrowser !== null)('scopes of the routes of a project', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('own-routes');
  });
  afterAll(() => server.close());

  test('are chosen one by one or all at once, and open the routes', async () => {
    const { page } = await openDashboard(server, { path: '/admin/api-keys/new' });
    const routes = page.getByRole('group', { name: 'Routes of this project' });
    await routes.getByRole('checkbox', { name: 'Tree' }).check();
    await routes.getByRole('checkbox', { name: 'All routes' }).check();
    await routes.getByRole('checkbox', { name: 'Tree. Given through “All routes”.' }).waitFor();
    expect(await routes.getByRole('checkbox', { name: 'Ping. Given' }).isDisabled()).toBe(true);
    await routes.getByRole('checkbox', { name: 'All routes', exact: true }).uncheck();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Name' }).fill('Trees');
    await page.getByRole('button', { name: 'Create key' }).click();
    const once = page.getByRole('dialog', { name: 'Your new key' });
    const key = await once.getByRole('textbox', { name: 'Key' }).inputValue();

    const nobody = await server.api(null);
    const sent = async (method: string, path: string, body: object): Promise<number> =>
      (await nobody(method, path, body, { 'x-api-key': key })).status;
    expect(await sent('PUT', '/api/trees/a', { name: 'x', children: [] })).toBe(200);
    expect(await sent('POST', '/api/subscriptions', { email: 'a@example.com' })).toBe(403);
  });
});
