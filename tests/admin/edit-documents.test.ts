import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import {
  type Api,
  type DashboardServer,
  password,
  type Role,
  startDashboard,
} from './support/dashboard-server.js';

const suite = describe.skipIf(noBrowser !== null);
/** In the far future, so that no scheduled step runs during a test. */
const year = new Date().getFullYear() + 2;

suite(`a document is saved, published, planned and brought back${noBrowser ? `: ${noBrowser}` : ''}`, () => {
  let server: DashboardServer;
  let api: Api;
  let author = '';
  let article = '';

  beforeAll(async () => {
    server = await startDashboard('drafts', { auth: true });
    api = await server.api();
    author = (await api('POST', '/api/authors', { name: 'Ann' })).body.id;
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    await closeBrowser();
  });
  beforeEach(async () => {
    const made = await api('POST', '/api/articles', {
      title: 'The news',
      body: 'Something happened.',
      author,
      seo: { title: 'News' },
    });
    article = made.body.id;
  });

  const merged = async (): Promise<Record<string, unknown>> =>
    (await api('GET', `/api/articles/${article}`)).body;
  const published = async (): Promise<Record<string, unknown>> =>
    (await api('GET', `/api/articles/${article}?draft=false`)).body;
  interface Opened {
    readonly path?: string;
    readonly role?: Role;
  }
  const open = async ({
    path = `/admin/collections/articles/${article}`,
    role = 'super_admin',
  }: Opened = {}): Promise<Page> => {
    const { page } = await openDashboard(server, { path, role });
    // Shorter than the timeout of a test, so that a failure names the element that did not appear.
    page.setDefaultTimeout(10_000);
    await page.locator('.edit-main, .versions').waitFor();
    return page;
  };
  const title = (page: Page) => page.getByRole('textbox', { name: 'Title' }).first();
  const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).last().waitFor();
  const choose = async (page: Page, item: string): Promise<void> => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  test('a draft waits beside what is published, is shown as a difference, and is published', async () => {
    const page = await open();
    await title(page).fill('The new news');
    await page.keyboard.press('Control+s');
    await toast(page, 'Saved.');
    expect([(await merged())['title'], (await published())['title']]).toEqual(['The new news', 'The news']);
    await page.getByText('1 unpublished change').waitFor();
    await page.getByRole('button', { name: 'Show changes' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.locator('ins').first().innerText()).toBe('new ');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await toast(page, 'Published.');
    expect((await published())['title']).toBe('The new news');
    await page.getByText('1 unpublished change').waitFor({ state: 'detached' });
  });

  test('these changes alone are published, and what is pending stays so', async () => {
    await api('PATCH', `/api/articles/${article}`, { body: 'Pending.' }, { 'x-draft': 'true' });
    const page = await open();
    await page.getByText('1 unpublished change').waitFor();
    await title(page).fill('At once');
    await choose(page, 'Publish only these changes');
    await toast(page, 'Published.');
    expect(await published()).toMatchObject({ title: 'At once', body: 'Something happened.' });
    expect((await merged())['body']).toBe('Pending.');
    expect(await page.getByRole('textbox', { name: 'Body' }).inputValue()).toBe('Pending.');
  });

  test('a draft that lacks something is saved; publishing it names what it lacks', async () => {
    const page = await open({ path: '/admin/collections/articles/new' });
    await title(page).fill('Half');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/articles\/[0-9a-f-]{36}$/);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const summary = page.getByRole('alert');
    await summary.getByRole('link', { name: 'Body' }).waitFor();
    await expect
      .poll(() => summary.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);
    await summary.getByRole('link', { name: 'Author' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Choose');
  });

  test('a draft is discarded, and a published document taken back', async () => {
    await api('PATCH', `/api/articles/${article}`, { title: 'Draft' }, { 'x-draft': 'true' });
    const page = await open();
    await choose(page, 'Discard draft');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click();
    await toast(page, 'Draft discarded.');
    expect(await title(page).inputValue()).toBe('The news');
    await choose(page, 'Unpublish');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
    await toast(page, 'Unpublished');
    expect((await merged())['_status']).toBe('draft');
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
  });

  test('a publication is planned in the zone of the person, changed, and cancelled', async () => {
    const page = await open();
    await title(page).fill('Later');
    await choose(page, 'Schedule…');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Publish at', { exact: true }).fill(`${year}-05-01T08:00`);
    await dialog.getByLabel('Unpublish at', { exact: true }).fill(`${year}-04-01T08:00`);
    await dialog.getByRole('button', { name: 'Save schedule' }).click();
    await dialog.getByText('This must be after the publication.').waitFor();
    await dialog.getByLabel('Unpublish at', { exact: true }).fill(`${year}-06-01T08:00`);
    await dialog.getByRole('button', { name: 'Save schedule' }).click();
    await page.getByRole('heading', { name: 'Scheduled', exact: true }).waitFor();
    const planned = await api('GET', `/api/articles/${article}/schedule`);
    expect(planned.body).toMatchObject({
      publishAt: `${year}-05-01T08:00:00.000Z`,
      unpublishAt: `${year}-06-01T08:00:00.000Z`,
    });
    // The typed text is in the draft that will be published; the published version is unchanged until then.
    expect([(await merged())['title'], (await published())['title']]).toEqual(['Later', 'The news']);
    await page.getByRole('button', { name: 'Cancel the schedule' }).click();
    await page.getByRole('heading', { name: 'Scheduled', exact: true }).waitFor({ state: 'detached' });
    expect((await api('GET', `/api/articles/${article}/schedule`)).body).toMatchObject({
      publishAt: null,
      unpublishAt: null,
    });
  });

  test('an end alone publishes nothing', async () => {
    await api('PATCH', `/api/articles/${article}`, { title: 'Pending' }, { 'x-draft': 'true' });
    const page = await open();
    await choose(page, 'Schedule…');
    await page.getByRole('dialog').getByLabel('Unpublish at', { exact: true }).fill(`${year}-06-01T08:00`);
    await page.getByRole('dialog').getByRole('button', { name: 'Save schedule' }).click();
    await page.getByRole('heading', { name: 'Scheduled', exact: true }).waitFor();
    expect((await published())['title']).toBe('The news');
  });

  test('the history shows what is different, and brings a version back as a draft', async () => {
    await api('PATCH', `/api/articles/${article}`, { title: 'The second news' });
    const page = await open();
    await page.getByRole('link', { name: 'Version history' }).click();
    const versions = page.getByRole('navigation', { name: 'Version history' }).getByRole('button');
    await versions.nth(1).click();
    expect(await page.locator('.versions-diff del').first().innerText()).toBe('second ');
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await toast(page, 'Restored as a draft.');
    await page.waitForURL(new RegExp(`${article}$`));
    expect([(await merged())['title'], (await published())['title']]).toEqual([
      'The news',
      'The second news',
    ]);
    await page.getByText('1 unpublished change').waitFor();
  });

  test('of two browsers the second sees both sides, chooses, and loses nothing', async () => {
    const [first, second] = [await open(), await open({ role: 'admin' })];
    await first.getByRole('textbox', { name: 'Body' }).fill('First body.');
    await title(first).fill('First title');
    await first.getByRole('button', { name: 'Publish changes' }).click();
    await toast(first, 'Published.');
    await title(second).fill('Second title');
    await second
      .getByRole('group', { name: 'Keywords' })
      .getByRole('textbox')
      .or(second.getByRole('textbox', { name: 'Keywords' }))
      .first()
      .fill('second');
    await second.getByRole('button', { name: 'Publish changes' }).click();
    const dialog = second.getByRole('dialog', { name: 'Somebody else has changed this' });
    await dialog.getByText('First title').or(dialog.getByText('First')).first().waitFor();
    await dialog.getByText('Changed only by them, and kept').waitFor();
    expect(await dialog.getByRole('button', { name: 'Save this' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await dialog.getByLabel('Mine').check();
    await dialog.getByRole('button', { name: 'Save this' }).click();
    await toast(second, 'Published.');
    expect(await published()).toMatchObject({
      title: 'Second title',
      body: 'First body.',
      seo: { keywords: ['second'] },
    });
  });

  test('their side of a conflict is taken just as well', async () => {
    const page = await open();
    await title(page).fill('Mine');
    await api('PATCH', `/api/articles/${article}`, { title: 'Theirs' });
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('dialog').getByLabel('Theirs').check();
    await page.getByRole('button', { name: 'Save this' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Not saved', { exact: true }).waitFor({ state: 'detached' });
    expect(await title(page).inputValue()).toBe('Theirs');
  });

  test('in a list of blocks each row has its own conflict; rows that one alone has changed meet', async () => {
    const quote = (text: string) => ({ blockType: 'quote', text });
    await api('PATCH', `/api/articles/${article}`, { content: [quote('one'), quote('two'), quote('three')] });
    const page = await open();
    const content = page.locator('[data-field="content"]').first();
    const text = (at: number) => content.getByLabel('Text').nth(at);
    await text(0).fill('mine one');
    await text(1).fill('mine two');
    const [one, two, three] = (await merged())['content'] as readonly Record<string, unknown>[];
    const theirs = [one, { ...two, text: 'their two' }, { ...three, text: 'their three' }, quote('four')];
    await api('PATCH', `/api/articles/${article}`, { content: theirs });
    await page.getByRole('button', { name: 'Save draft' }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this' });
    await dialog.getByRole('group', { name: 'Content › 2 Quote › Text' }).waitFor();
    expect(await dialog.locator('fieldset').count()).toBe(1);
    await dialog.getByText('Changed only by them, and kept').waitFor();
    await dialog
      .getByText('their three')
      .or(dialog.getByText('their', { exact: true }))
      .first()
      .waitFor();
    await dialog.getByLabel('Theirs').check();
    await dialog.getByRole('button', { name: 'Save this' }).click();
    await toast(page, 'Saved.');
    const texts = ((await merged())['content'] as readonly { text: string }[]).map((row) => row.text);
    expect(texts).toEqual(['mine one', 'their two', 'their three', 'four']);
  });

  test('leaving with changes that are not saved asks first, and staying keeps them', async () => {
    const page = await open();
    await title(page).fill('Not saved');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Stay' }).click();
    expect(await title(page).inputValue()).toBe('Not saved');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    expect((await merged())['title']).toBe('The news');
  });

  test('a session that ends in the middle of an edit costs no letter', async () => {
    const page = await open({ role: 'editor' });
    await title(page).fill('Typed before the end');
    // The numbers of the navigation come a second later; without a session they ask for the password first.
    const countings = (): Promise<number> =>
      page.evaluate(
        () => performance.getEntriesByName(`${location.origin}/api/admin/draft-counts`, 'resource').length,
      );
    await expect.poll(countings).toBe(1);
    const sessions = await api('DELETE', `/api/users/${server.users.get('editor')?.id}/sessions`);
    expect(sessions.status).toBe(200);
    await page.getByRole('button', { name: 'Save draft' }).click();
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await dialog.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await toast(page, 'Saved.');
    expect((await merged())['title']).toBe('Typed before the end');
  });

  test('what was typed is offered again after the page was closed', async () => {
    const page = await open();
    await title(page).fill('Never saved');
    await page.getByText('Not saved', { exact: true }).waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole('button', { name: 'Restore them' }).click();
    expect(await title(page).inputValue()).toBe('Never saved');
    await page.getByRole('link', { name: 'Articles' }).first().click();
    await page.getByRole('alertdialog').waitFor();
  });

  test('a copy has new rows, no slug and no number, and a title of its own', async () => {
    await api('PATCH', `/api/articles/${article}`, {
      number: 7,
      content: [{ blockType: 'quote', text: 'To be' }],
    });
    const before = (await merged()) as { content: { id: string }[] };
    const page = await open();
    await choose(page, 'Duplicate');
    await page.waitForURL(/new\?from=/);
    await page.getByRole('textbox', { name: 'Body' }).fill('Copied and changed.');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.waitForURL(/articles\/[0-9a-f-]{36}$/);
    const copy = (await api('GET', `/api/articles/${page.url().split('/').at(-1)}`)).body;
    expect(copy).toMatchObject({ title: 'The news (copy)', number: null, content: [{ text: 'To be' }] });
    expect(copy.content[0].id).not.toBe(before.content[0]?.id);
    // Changes that were saved are not offered for recovery.
    await page.goto('/admin/collections/articles/new');
    await title(page).waitFor();
    expect(await page.getByRole('button', { name: 'Restore them' }).count()).toBe(0);
  });

  test('a deletion says what it does to others, and what forbids it', async () => {
    await api('POST', '/api/corrections', { article, text: 'It did not.' });
    const page = await open({ path: `/admin/collections/authors/${author}` });
    await choose(page, 'Delete');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('It cannot be deleted while these documents need it:').waitFor();
    expect(await dialog.getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.goto(`/admin/collections/articles/${article}`);
    await choose(page, 'Delete');
    await dialog.getByText('These are deleted with it:').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/collections\/articles$/);
    expect((await api('GET', `/api/articles/${article}`)).status).toBe(404);
  });

  test('a global that was never written begins with its defaults', async () => {
    const page = await open({ path: '/admin/globals/front-page' });
    const headline = page.getByRole('textbox', { name: 'Headline' });
    expect(await headline.inputValue()).toBe('Good morning');
    await headline.fill('Good evening');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await toast(page, 'Saved.');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await toast(page, 'Published.');
    expect((await api('GET', '/api/globals/front-page')).body).toMatchObject({
      headline: 'Good evening',
      _status: 'published',
    });
  });

  test('where there are no drafts there is one button, and a version is restored at once', async () => {
    const correction = (await api('POST', '/api/corrections', { article, text: 'First.' })).body.id;
    const page = await open({ path: `/admin/collections/corrections/${correction}` });
    await page.getByRole('textbox', { name: 'Text' }).fill('Second.');
    expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await toast(page, 'Saved.');
    await page.getByRole('link', { name: 'Version history' }).click();
    await page.getByRole('navigation', { name: 'Version history' }).getByRole('button').nth(1).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await toast(page, 'Restored.');
    expect((await api('GET', `/api/corrections/${correction}`)).body.text).toBe('First.');
  });
});
