import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overflowOf, violationsOf } from '../support/accessibility.js';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

if (noBrowser !== null)
  process.stderr.write(`Accessibility of the administration is not tested: ${noBrowser}\n`);

afterAll(closeBrowser);

const wide = { width: 1280, height: 800 };
const looks = [
  { name: 'light', colorScheme: 'light', viewport: wide },
  { name: 'dark', colorScheme: 'dark', viewport: wide },
  { name: '360 px wide', colorScheme: 'light', viewport: { width: 360, height: 740 } },
] as const;

describe.skipIf(noBrowser !== null)('screens of administration', { timeout: 120_000 }, () => {
  let server: DashboardServer;
  let screens: readonly string[] = [];
  beforeAll(async () => {
    server = await startDashboard('access');
    const api = await server.api();
    await api('POST', '/api/auth/invites', {
      email: 'a.very.long.address@engineering.example.com',
      role: 'admin',
    });
    const { body } = await api('POST', '/api/auth/api-keys', { name: 'Website', scopes: ['articles:read'] });
    screens = [
      ...[
        'users',
        `users/${server.users.get('editor')?.id}`,
        'invites',
        'invites?new',
        'sessions',
        'profile',
      ],
      ...['api-keys', 'api-keys/new', `api-keys/${body.apiKey.id}`, 'audit-log', 'settings/system'],
    ];
  });
  afterAll(() => server.close());

  test('have no fault that axe finds and fit the window, in every look', async () => {
    const { page } = await openDashboard(server, { path: '/admin/profile' });
    for (const screen of screens) {
      await page.setViewportSize(wide);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(`/admin/${screen}`);
      await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      for (const { name, colorScheme, viewport } of looks) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(viewport);
        const found = { violations: await violationsOf(page), overflow: await overflowOf(page) };
        expect({ screen, name, ...found }).toEqual({ screen, name, violations: [], overflow: 0 });
      }
    }
  });

  test('work from right to left, in German and by keyboard', async () => {
    const { page } = await openDashboard(server, { path: '/admin/profile', locale: 'de-DE' });
    for (const screen of screens) {
      await page.goto(`/admin/${screen}`);
      await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor({ state: 'attached' });
    }
    await page.evaluate(`localStorage.setItem('svc-admin:language', 'rtl-test')`);
    await page.setViewportSize({ width: 360, height: 740 });
    for (const screen of screens) {
      await page.goto(`/admin/${screen}`);
      await page.waitForLoadState('networkidle');
      expect({ screen, overflow: await overflowOf(page) }).toEqual({ screen, overflow: 0 });
    }
  });

  test('a dialog begins at its first field and gives the focus back', async () => {
    const { page } = await openDashboard(server, { path: '/admin/invites' });
    const open = page.getByRole('button', { name: 'Invite somebody' });
    await open.focus();
    await page.keyboard.press('Enter');
    const email = page.getByRole('dialog').getByLabel('Email');
    await expect.poll(() => email.evaluate((input) => input.matches(':focus'))).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => open.evaluate((button) => button.matches(':focus'))).toBe(true);
  });
});
