import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, type Role, startDashboard } from './support/dashboard-server.js';

const suite = describe.skipIf(noBrowser !== null);

suite(`the edit screens show what a role may do${noBrowser ? `: ${noBrowser}` : ''}`, () => {
  let server: DashboardServer;
  let api: Api;

  beforeAll(async () => {
    server = await startDashboard('access');
    api = await server.api();
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    await closeBrowser();
  });

  const open = async (path: string, role: Role): Promise<Page> => {
    const { page } = await openDashboard(server, { path, role });
    // Shorter than the timeout of a test, so that a failure names the element that did not appear.
    page.setDefaultTimeout(10_000);
    return page;
  };

  test('fields that a role may not change say so, those that it may not read are not there', async () => {
    const secret = (await api('POST', '/api/secrets', { name: 'Code', value: 'x' })).body.id;
    const data = { title: 'Story', verdict: 'Good', secret, fee: { amount: 5 } };
    const article = (await api('POST', '/api/articles', data)).body.id;
    const page = await open(`/admin/collections/articles/${article}`, 'editor');
    const verdict = page.getByRole('textbox', { name: 'Verdict' });
    expect(await verdict.inputValue()).toBe('Good');
    expect(await verdict.getAttribute('readonly')).not.toBeNull();
    await page.locator('[data-field="verdict"]').getByText('You cannot change this field.').waitFor();
    expect(await page.getByLabel('Amount').count()).toBe(0);
    // A relation to a document that the user may not read shows only this message.
    await page
      .locator('[data-field="secret"]')
      .getByText('You do not have access to this collection:')
      .waitFor();
    await page.getByRole('textbox', { name: 'Title' }).fill('A story');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.toast', { hasText: 'Saved.' }).waitFor();
    expect((await api('GET', `/api/articles/${article}`)).body).toMatchObject({
      title: 'A story',
      verdict: 'Good',
      secret,
      fee: { amount: 5 },
    });
  });

  test('who may only read sees no button that would be refused', async () => {
    const secret = (await api('POST', '/api/secrets', { name: 'Read only', value: 'x' })).body.id;
    const page = await open(`/admin/collections/secrets/${secret}`, 'admin');
    await page.getByText('You can read this, but not change it.').waitFor();
    expect(await page.getByRole('button', { name: /Save|More actions/ }).count()).toBe(0);
    expect(await page.getByRole('textbox', { name: 'Name' }).getAttribute('readonly')).not.toBeNull();
    await page.goto('/admin/collections/secrets/new');
    await page.getByText('You cannot create this: Secrets.').waitFor();
  });

  test('where a rule looks at the document, the service is asked, document by document', async () => {
    const author = server.users.get('author')?.id ?? '';
    const own = await server.api('author');
    const article = (await own('POST', '/api/articles', { title: 'A', released: true })).body.id;
    const mine = (await own('POST', '/api/comments', { article, text: 'Mine', author })).body.id;
    const others = (await api('POST', '/api/comments', { article, text: 'Theirs' })).body.id;
    const page = await open(`/admin/collections/comments/${mine}`, 'author');
    await page.getByRole('textbox', { name: 'Text' }).fill('Mine, changed');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.toast', { hasText: 'Saved.' }).waitFor();
    await page.goto(`/admin/collections/comments/${others}`);
    await page.getByText('You can read this, but not change it.').waitFor();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
  });

  test('what is not there, or not to be seen, is not found', async () => {
    const page = await open('/admin/collections/articles/nothing', 'author');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.locator('.edit-main').count()).toBe(0);
    await page.goto('/admin/globals/billing');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.locator('.edit-main').count()).toBe(0);
  });
});
