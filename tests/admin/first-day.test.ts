import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SmtpSink, startSmtpSink } from '../mail/support/smtp-sink.js';
import { noBrowser } from '../support/browser.js';
import { svc } from '../support/svc-command.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, password, startDashboard } from './support/dashboard-server.js';

const administrator = 'ada@example.com';
const colleague = 'grace@example.com';
/** In the far future, so that nothing is published during the test. */
const year = new Date().getFullYear() + 2;

if (noBrowser !== null) process.stderr.write(`The first day is not tested: ${noBrowser}\n`);

afterAll(closeBrowser);

describe.skipIf(noBrowser !== null)('the first day of an administrator', () => {
  let mail: SmtpSink;
  let server: DashboardServer;
  let visitor: Api;
  beforeAll(async () => {
    mail = await startSmtpSink();
    server = await startDashboard('website', {
      auth: true,
      users: false,
      env: { SVC_SMTP_URL: mail.url, SVC_MAIL_FROM: 'svc@example.com' },
    });
    visitor = await server.api(null);
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    await mail?.close();
  });

  /** A page in a browser without a session. */
  async function open(path: string): Promise<Page> {
    const { page } = await openDashboard(server, { role: null, path });
    // Shorter than the timeout of the test, so that a failure names the element that did not appear.
    page.setDefaultTimeout(15_000);
    return page;
  }
  /** The titles of the pages that visitors can read. */
  const publicTitles = async (): Promise<readonly string[]> =>
    (await visitor('GET', '/api/pages')).body.docs.map(({ title }: { title: string }) => title);

  test('from the first account to a published, scheduled and restored page and a colleague', async () => {
    const made = await svc(['auth', 'bootstrap', '-e', administrator, '-p', '-'], {
      cwd: server.folder,
      env: server.env,
      input: `${password}\n`,
    });
    expect(made).toMatchObject({
      code: 0,
      stdout: `Created the super_admin ${administrator}, who can log in now.\n`,
    });

    const page = await open('/admin');
    await page.waitForURL(/\/admin\/login/);
    await signIn(page, administrator);
    await heading(page, 'Dashboard').waitFor();
    await page.getByText('No changes yet.').waitFor();

    await page.getByRole('link', { name: 'New Page' }).click();
    await writePage(page);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/\/collections\/pages\/[0-9a-f-]{36}$/);
    await heading(page, 'Welcome').waitFor();
    const id = page.url().split('/').at(-1) ?? '';
    await expect.poll(publicTitles).toEqual([]);
    expect((await visitor('GET', `/api/pages/${id}`)).status).toBe(404);

    await press(page, 'Publish', 'Published.');
    expect((await visitor('GET', `/api/pages/${id}`)).body).toMatchObject({
      title: 'Welcome',
      slug: 'welcome',
      hero: { kind: 'high-impact', links: [{ link: { label: 'Read on', url: '/about' } }] },
      layout: [
        { blockType: 'quote', text: 'It works.', person: 'Ada' },
        { blockType: 'content', columns: [{ size: 'half' }] },
      ],
    });

    await textbox(page, 'Title').fill('Welcome back');
    await press(page, 'Save draft', 'Saved.');
    await page.getByText('1 unpublished change').waitFor();
    await schedule(page, `${year}-05-01T08:00`);
    await expect.poll(publicTitles).toEqual(['Welcome']);
    await page.getByRole('button', { name: 'Cancel the schedule' }).click();
    await heading(page, 'Scheduled', 2).waitFor({ state: 'detached' });
    await press(page, 'Publish changes', 'Published.');
    await expect.poll(publicTitles).toEqual(['Welcome back']);

    await page.getByRole('link', { name: 'Version history' }).click();
    await restoreOldest(page);
    await page.waitForURL(new RegExp(`${id}$`));
    expect(await textbox(page, 'Title').inputValue()).toBe('Welcome');
    await expect.poll(publicTitles).toEqual(['Welcome back']);
    await press(page, 'Publish changes', 'Published.');
    await expect.poll(publicTitles).toEqual(['Welcome']);

    await invite(page, colleague);
    await workAsEditor(await open(await mailedLink()), id);

    await navigate(page, 'System settings');
    await page.getByRole('switch', { name: 'Anybody may register' }).check();
    await press(page, 'Save', 'Settings saved.');
    const guest = await open('/admin/register');
    await guest.getByRole('button', { name: 'Register' }).waitFor();

    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/admin\/login\?done=logged-out/);
    await page.goto(`/admin/collections/pages/${id}`);
    await page.waitForURL(/\/admin\/login/);
  }, 240_000);

  /** The link in the mail to the colleague. */
  async function mailedLink(): Promise<string> {
    const link = (): string => {
      const at = mail.recipients.findIndex((recipients) => recipients.includes(colleague));
      return /https?:\/\/\S+/.exec(mail.mails[at]?.text ?? '')?.[0] ?? '';
    };
    await expect.poll(link, { timeout: 15_000 }).not.toBe('');
    return link();
  }

  /** Accepts the invitation, and does the work of an editor. */
  async function workAsEditor(page: Page, id: string): Promise<void> {
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await page.waitForURL(/done=invited/);
    await signIn(page, colleague);
    await heading(page, 'Dashboard').waitFor();
    const entries = await navigation(page).getByRole('link').allInnerTexts();
    expect(entries).toEqual(expect.arrayContaining(['Dashboard', 'Pages', 'Posts', 'Team', 'Header']));
    for (const forbidden of ['Users', 'Invitations', 'API keys', 'Activity', 'System settings']) {
      expect(entries).not.toContain(forbidden);
    }
    await navigate(page, 'Pages');
    await page.getByRole('link', { name: 'Welcome' }).click();
    await page.waitForURL(new RegExp(`${id}$`));
    await textbox(page, 'Title').fill('Welcome, all');
    await press(page, 'Publish changes', 'Published.');
    await expect.poll(publicTitles).toEqual(['Welcome, all']);
  }
});

function heading(page: Page, name: string, level = 1): Locator {
  return page.getByRole('heading', { level, name, exact: true });
}

function textbox(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name, exact: true }).first();
}

function field(page: Page, path: string): Locator {
  return page.locator(`[data-field="${path}"]`).first();
}

function navigation(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main' });
}

async function navigate(page: Page, name: string): Promise<void> {
  await navigation(page).getByRole('link', { name, exact: true }).click();
  await heading(page, name).waitFor();
}

/** Presses a button and waits for the message of the dashboard. */
async function press(page: Page, button: string, said: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.locator('.toast', { hasText: said }).last().waitFor();
  await page.getByText('Not saved', { exact: true }).waitFor({ state: 'detached' });
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Fills a new page: its hero group with a link, a quote, and a block with a column. */
async function writePage(page: Page): Promise<void> {
  await textbox(page, 'Title').fill('Welcome');
  await field(page, 'hero.kind').getByRole('combobox').selectOption('high-impact');
  await field(page, 'hero.text').locator('[contenteditable="true"]').click();
  await page.keyboard.type('Good morning.');
  await field(page, 'hero.links').getByRole('button', { name: 'Add to Links' }).click();
  const link = field(page, 'hero.links');
  await link.getByLabel('Kind').selectOption('custom');
  await link.getByLabel('Url').fill('/about');
  await link.getByLabel('Label').fill('Read on');
  const layout = field(page, 'layout');
  await addBlock(page, 'Quote');
  // The focus goes to the new block in the next frame.
  await layout.locator('input:focus, textarea:focus').waitFor();
  await page.keyboard.type('It works.');
  await layout.getByLabel('Person').fill('Ada');
  await addBlock(page, 'Content');
  await layout.getByRole('button', { name: 'Add to Columns' }).click();
  await layout.getByLabel('Size').selectOption('half');
  await layout.getByLabel('Label').fill('More');
}

async function addBlock(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add block to Layout' }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

async function schedule(page: Page, time: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Schedule…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Publish at', { exact: true }).fill(time);
  await dialog.getByRole('button', { name: 'Save schedule' }).click();
  await heading(page, 'Scheduled', 2).waitFor();
}

async function restoreOldest(page: Page): Promise<void> {
  const versions = page.getByRole('navigation', { name: 'Version history' }).getByRole('button');
  // The newest version is the current one, so there is nothing to restore.
  const again = page.getByRole('button', { name: 'Restore' });
  expect(await again.getAttribute('aria-disabled')).toBe('true');
  await versions.last().click();
  await page.locator('.versions-diff').getByText('back').first().waitFor();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await page.locator('.toast', { hasText: 'Restored as a draft.' }).waitFor();
}

async function invite(page: Page, email: string): Promise<void> {
  await navigate(page, 'Invitations');
  await page.getByRole('button', { name: 'Invite somebody' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Role').selectOption('editor');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText(`The invitation to ${email} is on its way.`).waitFor();
}
