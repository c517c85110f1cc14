/** Text that an editor has typed or pasted is never lost, whatever else happens on the page. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

describe.skipIf(noBrowser !== null)('what is typed stays', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  let author = '';
  beforeAll(async () => {
    server = await startDashboard('blog');
    api = await server.api();
    author = (await api('POST', '/api/authors', { name: 'Ada', email: 'ada@example.com' })).body.id;
  });
  afterAll(() => server.close());

  const excerpt = (page: Page) => page.getByLabel('Excerpt', { exact: true });
  const title = (page: Page) => page.getByLabel('Title').first();
  const opened = async (data: object = {}): Promise<Page> => {
    const { body } = await api('POST', '/api/posts', { title: 'Stored', excerpt: 'Before', author, ...data });
    const { page } = await openDashboard(server, { path: `/admin/collections/posts/${body.id}` });
    page.on('dialog', (dialog) => void dialog.accept());
    await title(page).waitFor();
    return page;
  };

  test('while a new document is created', async () => {
    const { page } = await openDashboard(server, { path: '/admin/collections/posts/new' });
    page.on('dialog', (dialog) => void dialog.accept());
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/posts', async (route) => {
      if (route.request().method() === 'POST') await answered;
      await route.continue();
    });
    await expect.poll(() => title(page).evaluate((own) => own === document.activeElement)).toBe(true);
    await title(page).fill('Created');
    await excerpt(page).click();
    const asked = page.waitForRequest((request) => request.method() === 'POST');
    await page.keyboard.press('Control+s');
    await asked;
    await page.keyboard.type('Typed while');
    answer();
    await page.getByRole('heading', { level: 1, name: 'Created' }).waitFor();
    await page.getByText('Draft saved.').first().waitFor();
    await expect.poll(() => page.url()).not.toMatch(/new$/);
    await page.keyboard.type(' it was saved');
    expect(await excerpt(page).inputValue()).toBe('Typed while it was saved');
    await page.keyboard.press('Control+s');
    await page.getByText('Not saved', { exact: true }).waitFor({ state: 'detached' });
    const { body } = await api('GET', `/api/posts/${page.url().split('/').at(-1)}`);
    expect([body.title, body.excerpt]).toEqual(['Created', 'Typed while it was saved']);
  });

  test('after a new document is saved for the first time, in a text and in a rich text', async () => {
    for (const [field, typed] of [
      ['Title', 'One two three'],
      ['Body', 'Four five six'],
    ] as const) {
      const { page } = await openDashboard(server, { path: '/admin/collections/posts/new' });
      page.on('dialog', (dialog) => void dialog.accept());
      await title(page).fill('First save');
      const input = field === 'Title' ? title(page) : page.getByRole('textbox', { name: field });
      await input.click();
      if (field === 'Title') await title(page).fill('');
      await page.keyboard.type(typed);
      for (const _ of ' six') await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Control+s');
      // One key after the other, also while the screens change.
      for (const key of ' and more, without a pause') await page.keyboard.type(key, { delay: 15 });
      await expect.poll(() => page.url()).not.toMatch(/new$/);
      await page.getByText('Draft saved.').first().waitFor();
      const expected = `${typed.slice(0, -4)} and more, without a pause${typed.slice(-4)}`;
      await page.keyboard.type('!');
      const shown = await input.evaluate((own) =>
        own instanceof HTMLInputElement ? own.value : own.textContent,
      );
      expect(shown).toBe(expected.replace('pause', 'pause!'));
      await page.close();
    }
  });

  test('when a document is unpublished', async () => {
    const page = await opened();
    await excerpt(page).fill('Typed and not saved');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Unpublish' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText('Unpublished: it is a draft again.').first().waitFor();
    expect(await excerpt(page).inputValue()).toBe('Typed and not saved');
    await page.getByText('Not saved', { exact: true }).waitFor();
  });

  test('until one has agreed to leave it by the browser’s Back', async () => {
    const { body } = await api('POST', '/api/posts', { title: 'Left by Back', author });
    const { page } = await openDashboard(server, { path: '/admin/collections/posts' });
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('link', { name: 'Left by Back' }).click();
    await title(page).fill('Typed');
    await page.goBack();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    expect(page.url()).toContain(body.id);
    expect(await title(page).inputValue()).toBe('Typed');
    await page.goBack();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
  });

  test('when somebody else has deleted the document, and one is told so', async () => {
    const page = await opened({ title: 'Deleted' });
    await title(page).fill('Typed');
    await api('DELETE', `/api/posts/${page.url().split('/').at(-1)}`);
    await page.keyboard.press('Control+s');
    await page.getByText('This was deleted in the meantime, or you no longer have access to it.').waitFor();
    expect(await title(page).inputValue()).toBe('Typed');
  });

  const pasted = async (html: string): Promise<string> => {
    const page = await opened({ body: null });
    const body = page.getByRole('textbox', { name: 'Body' });
    await body.click();
    await body.evaluate((element, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', text);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, html);
    return body.evaluate((element) => element.innerHTML);
  };

  test('as bold as it was, when it comes from Google Docs', async () => {
    const html = await pasted(
      '<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400;">Plain, </span>' +
        '<span style="font-weight:700;">bold, </span><span style="font-style:italic;">slanted</span>' +
        '<span style="text-decoration:line-through"> and gone</span> style="x"</p>' +
        '<p><a href="https://example.com/" style="text-decoration:none;"><span style="text-decoration:underline;">link</span></a></p></b>',
    );
    expect(html).toContain('<p>Plain, <strong>bold, </strong><em>slanted</em><s> and gone</s> style="x"</p>');
    expect(html).toMatch(/<p><a [^>]*>link<\/a><\/p>/);
  });

  test('a list, when it comes from Word', async () => {
    const item = (level: number, sign: string, text: string): string =>
      `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
      `<span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${text}</p>`;
    const html = await pasted(
      `<p class=MsoNormal>Before</p>${item(1, '·', 'One')}${item(2, 'o', 'Inner')}${item(1, '·', 'Two')}` +
        `<p class=MsoNormal>Between</p>${item(1, '3.', 'Three')}${item(1, '4.', 'Four')}`,
    );
    expect(html.replaceAll(/ class="[^"]*"/g, '')).toBe(
      '<p>Before</p><ul><li><p>One</p><ul><li><p>Inner</p></li></ul></li><li><p>Two</p></li></ul>' +
        '<p>Between</p><ol start="3"><li><p>Three</p></li><li><p>Four</p></li></ol>',
    );
  });
});
