import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SmtpSink, startSmtpSink } from '../mail/support/smtp-sink.js';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard, sharedBrowser } from './support/dashboard-browser.js';
import { type DashboardServer, password, startDashboard } from './support/dashboard-server.js';

if (noBrowser !== null) process.stderr.write(`Screens of users are not tested: ${noBrowser}\n`);

afterAll(closeBrowser);

/** Retries for up to 15 seconds, since the machine may be busy. */
const poll = <T>(look: () => Promise<T> | T) => expect.poll(look, { timeout: 15_000 });

describe.skipIf(noBrowser !== null)('users in the dashboard', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let mail: SmtpSink;
  beforeAll(async () => {
    mail = await startSmtpSink();
    server = await startDashboard('access', {
      env: { SVC_SMTP_URL: mail.url, SVC_MAIL_FROM: 'svc@example.com' },
    });
  });
  afterAll(async () => {
    await server.close();
    await mail.close();
  });
  const idOf = (role: string): string => server.users.get(role)?.id ?? '';

  async function lock(email: string): Promise<void> {
    const stranger = await server.api(null);
    for (let attempt = 1; attempt <= 5; attempt += 1)
      await stranger('POST', '/api/auth/login', { email, password: 'wrong' });
  }

  test('are found by text, role and verification, and the search is in the address', async () => {
    const { page } = await openDashboard(server, { path: '/admin/users' });
    const rows = page.getByRole('rowheader');
    await poll(() => rows.count()).toBe(6);
    await page.getByRole('searchbox').fill('editor');
    await poll(() => rows.getByRole('link').allTextContents()).toEqual(['Editor Person']);
    await rows.getByText('editor@example.com').waitFor();
    expect(page.url()).toContain('q=editor');
    await page.reload();
    await poll(() => rows.count()).toBe(1);
    await page.getByRole('searchbox').fill('');
    await poll(() => rows.count()).toBe(6);
    await page.getByLabel('Role').selectOption('author');
    await poll(() => rows.count()).toBe(1);
    await page.getByRole('combobox', { name: 'Email' }).selectOption('no');
    await page.getByText('No users match the search').waitFor();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await poll(() => rows.count()).toBe(6);
    await page.getByRole('button', { name: 'Email' }).click();
    await poll(() => rows.first().textContent()).toContain('admin@example.com');
  });

  test('a super_admin changes name, own fields and role, and the user has them', async () => {
    const { page } = await openDashboard(server, { path: `/admin/users/${idOf('author')}` });
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByLabel('Department').fill('Engines');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('User saved.').waitFor();
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();

    await page.getByRole('combobox', { name: 'Role' }).selectOption('editor');
    await page.getByRole('button', { name: 'Change role' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change role' }).click();
    await page.getByText('The role is now Editor.').waitFor();
    const api = await server.api();
    const { body } = await api('GET', `/api/users/${idOf('author')}`);
    expect(body).toMatchObject({ name: 'Ada Lovelace', department: 'Engines', role: 'editor' });
    await api('PATCH', `/api/users/${idOf('author')}`, { role: 'author' });
  });

  test('an admin sees the role closed with the reason, and manages lower ranks', async () => {
    const { page } = await openDashboard(server, {
      role: 'admin',
      path: `/admin/users/${idOf('editor')}`,
    });
    const role = page.getByRole('combobox', { name: 'Role' });
    await role.waitFor();
    expect(await role.isDisabled()).toBe(true);
    await page.getByText('Only a super admin can change roles.').waitFor();
    await page.getByLabel('Department').fill('Desk');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('User saved.').waitFor();
  });

  test('an admin does not manage their own rank, and is told so', async () => {
    const { page } = await openDashboard(server, { role: 'admin', path: `/admin/users/${idOf('admin')}` });
    await page.getByText('This is your own account.', { exact: false }).first().waitFor();
    const remove = page.getByRole('button', { name: 'Delete user' });
    expect(await remove.getAttribute('aria-disabled')).toBe('true');
    await remove.click({ force: true });
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await page.goto(`/admin/users/${idOf('super_admin')}`);
    await page.getByText('lower rank', { exact: false }).first().waitFor();
  });

  test.each(['editor', 'customer'] as const)('to a %s the screens say who could open them', async (role) => {
    const { page } = await openDashboard(server, { role });
    await page.getByRole('main').waitFor();
    expect(await page.getByRole('link', { name: 'Users', exact: true }).count()).toBe(0);
    for (const path of [
      'users',
      `users/${idOf('guest')}`,
      'invites',
      'api-keys',
      'audit-log',
      'settings/system',
    ]) {
      await page.goto(`/admin/${path}`);
      await page.getByText('You do not have access to this page').waitFor();
    }
  });

  test('the last super_admin is kept, and the reason stands beside the button', async () => {
    const { page } = await openDashboard(server, { path: `/admin/users/${idOf('super_admin')}` });
    const reason = 'This is the last super admin. Make somebody else super admin first.';
    await page.getByText(reason).first().waitFor();
    expect(await page.getByRole('button', { name: 'Delete user' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    expect(await page.getByRole('combobox', { name: 'Role' }).isDisabled()).toBe(true);
  });

  test('a locked account is marked, and unlocked', async () => {
    await lock('customer@example.com');
    const { page } = await openDashboard(server, { path: '/admin/users?q=customer' });
    await page.getByText('Locked').waitFor();
    await page.getByRole('link', { name: 'Customer Person' }).click();
    await page.getByText('Locked after failed sign-ins', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByText('The account is unlocked.').waitFor();
    const stranger = await server.api(null);
    const { status } = await stranger('POST', '/api/auth/login', { email: 'customer@example.com', password });
    expect(status).toBe(200);
  });

  test('signing a user out everywhere ends what they have open', async () => {
    const theirs = await openDashboard(server, { role: 'guest', path: '/admin/profile' });
    await theirs.page.getByLabel('Name').waitFor();
    const { page } = await openDashboard(server, { path: `/admin/users/${idOf('guest')}` });
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByText('One session has ended.').waitFor();
    await page.getByText('Not signed in on any device.').waitFor();
    await theirs.page.goto('/admin/profile');
    await theirs.page.waitForURL(/\/admin\/login/);
  });

  test('a user is created, signs in, and is deleted', async () => {
    const { page } = await openDashboard(server, { path: '/admin/users' });
    await page.getByRole('button', { name: 'Create user' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Role').inputValue(), 'of people who register').toBe('customer');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await dialog.getByText('Enter an email address.').waitFor();
    // The first invalid input has the focus.
    await poll(() => dialog.getByLabel('Email').evaluate((input) => input === document.activeElement)).toBe(
      true,
    );
    await dialog.getByLabel('Email').fill('new@example.com');
    await dialog.getByLabel('Role').selectOption('author');
    const secret = dialog.getByRole('textbox', { name: 'Password' });
    await secret.fill('short');
    expect(
      await dialog.getByText('At least 12 characters').locator('xpath=ancestor::li').textContent(),
    ).toContain('(not yet)');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    // Every violated rule that the service reports is listed.
    await dialog
      .getByText('Must have at least 12 characters. Must contain an uppercase letter.', { exact: false })
      .waitFor();
    await secret.fill(password);
    // Fields that the config adds are part of the form and validated.
    await dialog.getByLabel('Department').fill('x'.repeat(81));
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await dialog.getByRole('alert').getByRole('link', { name: 'Department' }).click();
    await dialog.locator('input:focus').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Desk');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await page.getByRole('heading', { name: 'new@example.com' }).waitFor();
    expect(await page.getByLabel('Department').inputValue()).toBe('Desk');
    const stranger = await server.api(null);
    const login = await stranger('POST', '/api/auth/login', { email: 'new@example.com', password });
    expect([login.status, login.body.user.role]).toEqual([200, 'author']);

    await page.getByRole('button', { name: 'Delete user' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click();
    await page.waitForURL(/\/admin\/users$/);
    await page.getByText('new@example.com was deleted.').waitFor();
    expect((await stranger('POST', '/api/auth/login', { email: 'new@example.com', password })).status).toBe(
      401,
    );
  });

  test('an invitation is sent, accepted through the mailed link, and taken back', async () => {
    const { page } = await openDashboard(server, { role: 'admin', path: '/admin/users' });
    await page.getByRole('link', { name: 'Invite', exact: true }).click();
    const dialog = page.getByRole('dialog');
    // An admin can assign only roles below their own.
    expect(await dialog.getByLabel('Role').locator('option').allTextContents()).not.toContain('Admin');
    await dialog.getByLabel('Email').fill('grace@example.com');
    await dialog.getByLabel('Name').fill('Grace');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByText('The invitation to grace@example.com is on its way.').waitFor();
    await page.getByRole('button', { name: 'Send again to grace@example.com' }).click();
    await page.getByText('the earlier link no longer works', { exact: false }).waitFor();
    const texts = (): readonly string[] =>
      mail.mails
        .filter((_, at) => mail.recipients[at]?.includes('grace@example.com'))
        .map(({ text }) => text ?? '');
    await poll(() => texts().length).toBe(2);
    const link = /https?:\/\/\S+/.exec(texts()[1] ?? '')?.[0] ?? '';
    const guest = await (await sharedBrowser()).newContext();
    const accepting = await guest.newPage();
    await accepting.goto(link);
    await accepting.getByLabel('Password').fill(password);
    await accepting.getByRole('button', { name: 'Accept the invitation' }).click();
    await accepting.waitForURL(/done=invited/);
    await accepting.getByLabel('Email').fill('grace@example.com');
    await accepting.getByLabel('Password').fill(password);
    await accepting.getByRole('button', { name: 'Sign in' }).click();
    await accepting.getByRole('main').waitFor();
    await guest.close();
    await page.reload();
    await page.getByText('Accepted').waitFor();

    await page.getByRole('button', { name: 'Invite somebody' }).first().click();
    expect(await dialog.getByLabel('Role').inputValue(), 'none that publishes').toBe('customer');
    await dialog.getByLabel('Email').fill('linus@example.com');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByRole('button', { name: 'Revoke the invitation to linus@example.com' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The invitation to linus@example.com was revoked.').waitFor();
    await poll(() => page.getByRole('rowheader').count()).toBe(1);
  });

  test('what somebody else has changed meanwhile is not written over', async () => {
    const { page } = await openDashboard(server, { path: `/admin/users/${idOf('editor')}` });
    await page.getByLabel('Name').fill('Mine');
    const api = await server.api();
    await api('PATCH', `/api/users/${idOf('editor')}`, { name: 'Theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByText('Somebody else has changed this account in the meantime.', { exact: false })
      .waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Mine');
    await page.getByRole('button', { name: 'Load their version' }).click();
    await poll(() => page.getByLabel('Name').inputValue()).toBe('Theirs');
  });
});
