/**
 * A session that ended outside the page: no typed text is lost, and no refused request is shown as a missing
 * permission.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible } from './support/accessibility.js';
import { closeBrowser, cookiesOf, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, password, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

describe.skipIf(noBrowser !== null)('a session that has ended', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  let author = '';
  beforeAll(async () => {
    server = await startDashboard('blog');
    api = await server.api();
    author = (await api('POST', '/api/authors', { name: 'Ada', email: 'ada@example.com' })).body.id;
  });
  afterAll(() => server.close());

  const newPost = async (title: string): Promise<string> =>
    (await api('POST', '/api/posts', { title, author }, { 'x-draft': 'true' })).body.id;
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });
  const signInAgain = async (page: Page): Promise<void> => {
    const dialog = dialogOf(page);
    await dialog.waitFor();
    await dialog.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
  };

  test('a save after signing out in another tab asks for the password and goes on', async () => {
    const id = await newPost('Before');
    const { page, context } = await openDashboard(server, {
      role: 'editor',
      path: `/admin/collections/posts/${id}`,
    });
    await page.getByLabel('Title').first().fill('Typed before');
    const other = await context.newPage();
    await other.goto('/admin');
    await other.getByRole('button', { name: /^Account of/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.waitForURL(/\/admin\/login/);
    await page.bringToFront();
    await page.keyboard.press('Control+s');
    await dialogOf(page).waitFor();
    await expectAccessible(page);
    expect(await page.getByText('Not allowed').count()).toBe(0);
    await signInAgain(page);
    await page.getByText('Draft saved.').first().waitFor();
    expect((await api('GET', `/api/posts/${id}?draft=true`)).body.title).toBe('Typed before');
  });

  test('publishing after the cookies are gone asks for the password and goes on', async () => {
    const id = await newPost('To publish');
    const { page, context } = await openDashboard(server, {
      role: 'editor',
      path: `/admin/collections/posts/${id}`,
    });
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    await publish.waitFor();
    await context.clearCookies();
    await publish.click();
    await signInAgain(page);
    await page.getByText('Published.', { exact: true }).first().waitFor();
    expect((await api('GET', `/api/posts/${id}`)).body._status).toBe('published');
  });

  test('a list, a document that only signed-in people see and a bulk action ask too', async () => {
    const id = await newPost('Seen in the list');
    const { page, context } = await openDashboard(server, { role: 'editor', path: '/admin' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.waitForLoadState('networkidle');
    await context.clearCookies();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Posts' }).click();
    await signInAgain(page);
    const link = page.getByRole('link', { name: 'Seen in the list' });
    await link.waitFor();
    await page.waitForLoadState('networkidle');
    await context.clearCookies();
    await link.click();
    await signInAgain(page);
    await page.getByRole('heading', { level: 1, name: 'Seen in the list' }).waitFor();
    await page.goBack();
    await page.getByLabel('Select Seen in the list').check();
    await page.getByRole('button', { name: 'Delete' }).click();
    const asking = page.getByRole('alertdialog');
    await asking.waitFor();
    await page.waitForLoadState('networkidle');
    await context.clearCookies();
    await asking.getByRole('button', { name: 'Delete' }).click();
    await signInAgain(page);
    await page.getByText('1 document was deleted.').first().waitFor();
    expect((await api('GET', `/api/posts/${id}?draft=true`)).status).toBe(404);
  });

  test('choosing a related document asks too', async () => {
    const id = await newPost('With a relation');
    const { page, context } = await openDashboard(server, {
      role: 'editor',
      path: `/admin/collections/posts/${id}`,
    });
    const change = page.locator('[data-field="author"]').getByRole('button', { name: /^Change/ });
    await change.waitFor();
    await page.waitForLoadState('networkidle');
    await context.clearCookies();
    await change.click();
    await signInAgain(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Ada' }).waitFor();
  });

  test('a session that can be renewed is renewed without a word', async () => {
    const id = await newPost('Renewed');
    const { page, context } = await openDashboard(server, {
      role: 'editor',
      path: `/admin/collections/posts/${id}`,
    });
    await page.getByLabel('Title').first().fill('Renewed and saved');
    await context.clearCookies({ name: /svc_session$/ });
    await page.keyboard.press('Control+s');
    await page.getByText('Draft saved.').first().waitFor();
    expect(await dialogOf(page).count()).toBe(0);
  });

  test('another user who signed in in this browser is told apart', async () => {
    const id = await newPost('Of the editor');
    const { page, context } = await openDashboard(server, {
      role: 'editor',
      path: `/admin/collections/posts/${id}`,
    });
    await page.getByLabel('Title').first().fill('Not saved by another');
    await context.clearCookies();
    await context.addCookies(cookiesOf(await server.session('customer'), server.url));
    await page.keyboard.press('Control+s');
    await dialogOf(page).getByText('Somebody else is now signed in').waitFor();
    await signInAgain(page);
    await page.getByText('Draft saved.').first().waitFor();
  });

  test('what a signed-in person may not do any more is said, without a dialog', async () => {
    const id = await newPost('Of nobody');
    const { page } = await openDashboard(server, { role: 'author', path: `/admin/collections/posts/${id}` });
    await page.getByLabel('Title').first().fill('Refused');
    await api('PATCH', `/api/users/${server.users.get('author')?.id}`, { role: 'customer' });
    await page.keyboard.press('Control+s');
    await page.getByText('Your role does not let you change anything in “Posts”.').first().waitFor();
    expect(await dialogOf(page).count()).toBe(0);
  });
});
