import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, emailOf, password, startDashboard } from './support/dashboard-server.js';

if (noBrowser !== null) process.stderr.write(`The dashboard is not tested in a browser: ${noBrowser}\n`);

afterAll(closeBrowser);

describe.skipIf(noBrowser !== null)('the dashboard in a browser', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('access');
  });
  afterAll(() => server.close());

  test('runs under its Content-Security-Policy, for every role', async () => {
    for (const role of ['super_admin', 'customer'] as const) {
      const { page, requests } = await openDashboard(server, { role });
      await page.getByRole('main').waitFor();
      // Sent with the page, for the scripts to find its response.
      expect(requests.calls.filter((call) => call === 'GET /api/admin/meta')).toHaveLength(1);
      await page.close();
    }
  });

  test('leads to the login, and from there to the address that was asked for', async () => {
    const { page } = await openDashboard(server, { role: null, path: '/admin/collections/articles?page=2' });
    expect(new URL(page.url()).pathname).toBe('/admin/login');
    await page.getByLabel('Email').fill(emailOf('editor'));
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${server.url}/admin/collections/articles?page=2`);
    await page.getByRole('main').waitFor();
  });
});
