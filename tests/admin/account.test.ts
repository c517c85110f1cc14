import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, emailOf, password, startDashboard } from './support/dashboard-server.js';

if (noBrowser !== null) process.stderr.write(`Screens of accounts are not tested: ${noBrowser}\n`);

afterAll(closeBrowser);

/** Retries for up to 15 seconds, since the machine may be busy. */
const poll = <T>(look: () => Promise<T> | T) => expect.poll(look, { timeout: 15_000 });
const better = 'Another-Horse-8-Battery';

describe.skipIf(noBrowser !== null)('accounts in the dashboard', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('access');
  });
  afterAll(() => server.close());

  test('a session that is ended here ends in the other browser', async () => {
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
    const other = await openDashboard(server, { role: null, path: '/admin/sessions', userAgent });
    const { page } = await openDashboard(server, { role: null, path: '/admin/sessions' });
    for (const each of [other.page, page]) {
      await each.getByLabel('Email').fill(emailOf('editor'));
      await each.getByLabel('Password').fill(password);
      await each.getByRole('button', { name: 'Sign in' }).click();
      await each.getByText('This session').waitFor();
    }
    await page.getByText('Firefox 128 on Linux').waitFor();
    const list = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await poll(() => list.count()).toBeGreaterThanOrEqual(2);
    expect(await list.first().textContent()).toContain('This session');
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
    await poll(() => list.count()).toBe(1);
    await other.page.goto('/admin/sessions');
    await other.page.waitForURL(/\/admin\/login/);
    await list.first().getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/admin\/login\?done=logged-out/);
  });

  test('one session of several is ended', async () => {
    await server.session('author');
    const { page } = await openDashboard(server, { role: 'author', path: '/admin/sessions' });
    const list = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await poll(() => list.count()).toBe(2);
    await page.getByRole('button', { name: 'End session: Node.js' }).first().click();
    await poll(() => list.count()).toBe(1);
    await page.getByText('The session of Node.js has ended.').waitFor();
  });

  test('everybody changes their name, own fields and password', async () => {
    const { page } = await openDashboard(server, { role: 'customer', path: '/admin/profile' });
    await page.getByLabel('Name').fill('Cleo');
    await page.getByLabel('Department').fill('Shop');
    expect(await page.getByLabel('Cost centre').count()).toBe(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Profile saved.').waitFor();
    await page.getByRole('button', { name: 'Account of Cleo' }).waitFor();

    const current = page.getByRole('textbox', { name: 'Current password' });
    const next = page.getByRole('textbox', { name: 'New password' });
    const change = page.getByRole('button', { name: 'Change password' });
    await change.click();
    await page.getByText('Enter your current password.').waitFor();
    await current.fill('wrong');
    await next.fill(better);
    await change.click();
    await page.getByText('This is not your current password.').waitFor();
    await current.fill(password);
    await next.fill('customer-password');
    await change.click();
    // Every violated rule is listed, including those that only the service can check.
    for (const rule of ['uppercase letter', 'a digit', 'the part of the email before the @'])
      await page.getByText(rule, { exact: false }).last().waitFor();
    await next.fill('Password123!');
    await change.click();
    await page.getByText('Must not be a common password', { exact: false }).waitFor();
    await next.fill(better);
    const rules = page.getByRole('list', { name: 'Password requirements' });
    expect(await rules.textContent()).not.toContain('(not yet)');
    await change.click();
    await page.getByText('Password changed. All other sessions have ended.').waitFor();
    expect(await next.inputValue()).toBe('');
    const nobody = await server.api(null);
    const login = (secret: string) =>
      nobody('POST', '/api/auth/login', { email: emailOf('customer'), password: secret });
    expect((await login(password)).status).toBe(401);
    expect((await login(better)).status).toBe(200);
  });

  test('everybody asks for another email, sees that it waits for its link, and cancels it', async () => {
    const { page } = await openDashboard(server, { role: 'editor', path: '/admin/profile' });
    const panel = page.getByRole('region', { name: 'Change email' });
    await panel.getByRole('button', { name: 'Change email' }).click();
    const send = panel.getByRole('button', { name: 'Send the link' });
    await send.click();
    await panel.getByText('Enter the new email.').waitFor();
    await panel.getByLabel('New email').fill('editor@example.org');
    await panel.getByLabel('Current password').fill('wrong');
    await send.click();
    await panel.getByText('This is not your current password.').waitFor();
    await panel.getByLabel('Current password').fill(password);
    await send.click();
    await page.getByText('An email to editor@example.org is on its way.').waitFor();
    await panel.getByText('To confirm, open the link in the email to editor@example.org.').waitFor();
    await panel.getByRole('button', { name: 'Cancel the change' }).click();
    await page.getByText('Your email stays as it is.').waitFor();
    await panel.getByText('You get a link at the new address.', { exact: false }).waitFor();
    const api = await server.api('editor');
    expect((await api('GET', '/api/auth/me')).body.user.email).toBe(emailOf('editor'));
  });

  test('the profile says once which email somebody signs in with, and whether it is verified', async () => {
    const { page } = await openDashboard(server, { role: 'guest', path: '/admin/profile' });
    const email = page.getByLabel('Email', { exact: true });
    await email.waitFor();
    expect(await email.inputValue()).toBe(emailOf('guest'));
    await page.getByRole('region', { name: 'Account' }).getByText('Email verified').waitFor();
    const name = page.getByLabel('Name', { exact: true });
    for (const called of ['Guest Person', '']) {
      await name.fill(called);
      const save = page.getByRole('button', { name: 'Save' });
      if (called === '') await save.click();
      if (called === '') await page.getByText('Profile saved.').waitFor();
      expect(await page.getByRole('main').innerText()).not.toContain(emailOf('guest'));
      expect(await page.getByRole('main').locator('input[type=email]:visible').count()).toBe(1);
    }
  });

  test('language and colours are chosen, and kept', async () => {
    const { page } = await openDashboard(server, { role: 'guest', path: '/admin/profile' });
    await page.getByLabel('Language', { exact: true }).selectOption('de');
    await page.getByLabel('Farbschema').selectOption('dark');
    await page.reload();
    await page.getByLabel('Farbschema').waitFor();
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
  });

  test('the audit log is filtered, shown in full and exported as CSV without formulas', async () => {
    const nobody = await server.api(null);
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await nobody(
        'POST',
        '/api/auth/login',
        { email: emailOf('admin'), password: 'wrong' },
        { 'user-agent': '=HYPERLINK("http://evil.example","x")' },
      );
    }
    const { page } = await openDashboard(server, { path: '/admin/audit-log' });
    await page.getByLabel('Event').selectOption('login.failure');
    const rows = page.getByRole('rowheader');
    await poll(async () =>
      (await rows.allTextContents()).every((text) => text.startsWith('Failed sign-in')),
    ).toBe(true);
    const user = page.getByRole('combobox', { name: 'User' });
    await user.fill('admin@');
    await page.getByRole('option', { name: 'admin@example.com', exact: true }).click();
    await poll(() => rows.count()).toBe(2);
    const time = page.locator('tbody tr').first().locator('time').first();
    expect(await time.innerText(), 'to the second').toMatch(/ \d{4}, \d{2}:\d{2}:\d{2}$/);
    expect(page.url()).toContain(`user=${server.users.get('admin')?.id}`);

    await page
      .getByRole('button', { name: /^Details: Failed sign-in/ })
      .first()
      .click();
    const details = page.getByRole('dialog');
    await details.getByText('Wrong password').waitFor();
    await details.getByRole('link', { name: 'admin@example.com' }).waitFor();
    const raw = details.getByText('=HYPERLINK', { exact: false });
    expect(await raw.isVisible()).toBe(false);
    await details.getByText('Technical details').click();
    await raw.waitFor();
    await page.keyboard.press('Escape');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    await page.getByText('2 events exported.').waitFor();
    const csv = await readFile((await download.path()) ?? '', 'utf8');
    const [head, ...lines] = csv.split('\r\n');
    expect(head).toBe(
      '\ufeffat,type,outcome,userId,actorId,reason,ip,userAgent,sessionId,requestId,emailHash,id',
    );
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain(`login.failure,failure,${server.users.get('admin')?.id}`);
    expect(lines[0]).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`);

    await page.getByLabel('From', { exact: true }).fill('2099-01-01T00:00');
    await page.getByText('No events match the filter').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Clear filter' }).last().click();
    await poll(() => rows.count()).toBeGreaterThan(2);
  });

  test('an admin reads the audit log; events of users above them have no name', async () => {
    const { page } = await openDashboard(server, { role: 'admin', path: '/admin/audit-log' });
    await page.getByRole('rowheader', { name: 'Signed in' }).first().waitFor();
  });
});
