import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard, sharedBrowser } from './support/dashboard-browser.js';
import { type DashboardServer, password, startDashboard } from './support/dashboard-server.js';

if (noBrowser !== null) process.stderr.write(`System settings are not tested: ${noBrowser}\n`);

afterAll(closeBrowser);

/** Retries for up to 15 seconds, since the machine may be busy. */
const poll = <T>(look: () => Promise<T> | T) => expect.poll(look, { timeout: 15_000 });

describe.skipIf(noBrowser !== null)('system settings in the dashboard', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('access', { env: { EMAIL_VERIFICATION_REQUIRED: 'false' } });
  });
  afterAll(() => server.close());

  test('registration is switched on and off, and the pages follow', async () => {
    const { page } = await openDashboard(server, { path: '/admin/settings/system' });
    const guest = await (await sharedBrowser()).newContext({ baseURL: server.url });
    const visitor = await guest.newPage();
    const links = visitor.getByRole('link', { name: 'Register' });
    await visitor.goto('/admin/login');
    expect(await links.count()).toBe(0);
    await visitor.goto('/admin/register');
    await visitor.getByRole('heading', { name: 'Registration Disabled' }).waitFor();

    const enable = page.getByRole('switch', { name: 'Anybody may register' });
    expect(await enable.isChecked()).toBe(false);
    await enable.check();
    await page.getByLabel('Role of new users').selectOption('editor');
    await page.getByText('Everybody who registers becomes Editor', { exact: false }).waitFor();
    await page.getByLabel('Role of new users').selectOption('author');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved.').waitFor();

    await visitor.goto('/admin/login');
    await links.click();
    await visitor.getByLabel('Email').fill('new@example.com');
    await visitor.getByLabel('Password').fill(password);
    await visitor.getByRole('button', { name: 'Register' }).click();
    await visitor.waitForURL(/\/admin\/login\?done=registered/);
    await visitor.getByLabel('Email').fill('new@example.com');
    await visitor.getByLabel('Password').fill(password);
    await visitor.getByRole('button', { name: 'Sign in' }).click();
    await visitor.getByRole('main').waitFor();
    const api = await server.api();
    const where = encodeURIComponent(JSON.stringify({ email: 'new@example.com' }));
    expect((await api('GET', `/api/users?where=${where}`)).body.docs[0].role).toBe('author');

    await enable.uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await poll(async () => (await api('GET', '/api/globals/system')).body.enableRegistration).toBe(false);
    await guest.clearCookies();
    await visitor.goto('/admin/register');
    await visitor.getByRole('heading', { name: 'Registration Disabled' }).waitFor();
    await visitor.goto('/admin/login');
    expect(await links.count()).toBe(0);
    await guest.close();
  });

  test('an admin sees the settings closed, with the reason', async () => {
    const { page } = await openDashboard(server, { role: 'admin', path: '/admin/settings/system' });
    await page.getByText('Only a super admin can change these settings.').waitFor();
    expect(await page.getByRole('switch').isDisabled()).toBe(true);
    expect(await page.getByLabel('Role of new users').isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  test('leaving with changes that are not saved asks first', async () => {
    const { page } = await openDashboard(server, { path: '/admin/settings/system' });
    await page.getByRole('switch').click();
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL(/\/admin\/users$/);
  });
});
