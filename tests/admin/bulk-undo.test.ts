/** Lists of many documents that gain and lose members, and work on many documents that is undone. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

const list = '/admin/collections/posts';

describe.skipIf(noBrowser !== null)('many documents', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  beforeAll(async () => {
    server = await startDashboard('content-tools');
    api = await server.api();
  }, 60_000);
  afterAll(() => server.close());

  const draftHeader = { 'x-draft': 'true' };
  const add = async (title: string, more: object = {}, isDraft = false): Promise<string> => {
    const { status, body } = await api('POST', '/api/posts', { title, ...more }, isDraft ? draftHeader : {});
    expect(status).toBe(201);
    return body.id;
  };
  const patch = (id: string, data: object) => api('PATCH', `/api/posts/${id}`, data, draftHeader);
  const read = async (id: string, draft = true) => (await api('GET', `/api/posts/${id}?draft=${draft}`)).body;
  const both = async (id: string, field: string): Promise<readonly unknown[]> => [
    (await read(id, false))[field],
    (await read(id))[field],
  ];
  const pathOf = (title: string): string =>
    `${list}?where=${encodeURIComponent(JSON.stringify({ title: { contains: title } }))}&sort=title_asc`;

  async function selectAll(page: Page): Promise<Locator> {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    return page.getByRole('region', { name: /selected/ });
  }

  async function changeTags(page: Page, mode: 'Add' | 'Remove', tag: string): Promise<void> {
    const bar = await selectAll(page);
    await bar.getByRole('button', { name: 'Change fields…' }).click();
    const form = page.getByRole('dialog', { name: 'Change fields' });
    await form.getByLabel('Add a field').selectOption({ label: 'Tags' });
    const how = form.getByLabel('How to change Tags');
    expect(await how.locator('option').allInnerTexts()).toEqual(['Add', 'Remove', 'Replace all']);
    expect(await how.inputValue()).toBe('add');
    await how.selectOption({ label: mode });
    await form.getByRole('textbox', { name: 'Tags' }).fill(tag);
    await form.getByRole('textbox', { name: 'Tags' }).press('Enter');
    await form.getByLabel('What becomes public').selectOption('live');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Next' }).click();
  }
  const confirm = (page: Page, name: string) =>
    page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
  const close = (page: Page) =>
    page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  test('lists gain and lose members, the rest of them stays, and the change is undone', async () => {
    const one = await add('List one', { tags: ['a', 'b'] });
    const two = await add('List two', { tags: ['b', 'new'] });
    const { page } = await openDashboard(server, { path: pathOf('List') });
    await changeTags(page, 'Add', 'new');
    const question = page.getByRole('alertdialog', { name: 'Change 2 Posts?' });
    await question.getByText('What you entered is added to: Tags.').waitFor();
    await question.getByText('1 document will change. 1 stays as it is.').waitFor();
    await question.getByText('You can undo this when it is done.').waitFor();
    await confirm(page, 'Change fields');
    await page.getByText('1 document was changed. 1 had these values already.').first().waitFor();
    expect([(await read(one)).tags, (await read(two)).tags]).toEqual([
      ['a', 'b', 'new'],
      ['b', 'new'],
    ]);
    await close(page);

    await changeTags(page, 'Remove', 'b');
    await page.getByText('What you entered is removed from: Tags.').waitFor();
    await confirm(page, 'Change fields');
    await page.getByText('2 documents were changed.').first().waitFor();
    expect([(await read(one)).tags, (await read(two)).tags]).toEqual([['a', 'new'], ['new']]);

    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone for 2 documents.').first().waitFor();
    await expectAccessible(page);
    expect([(await read(one)).tags, (await read(two)).tags]).toEqual([
      ['a', 'b', 'new'],
      ['b', 'new'],
    ]);
  });

  test('relations and numbers too', async () => {
    const authors = await api('POST', '/api/products', { name: 'Lamp', sku: 'many-1', price: 4 });
    const id = await add('Related', { products: [] });
    const { page } = await openDashboard(server, { path: pathOf('Related') });
    const bar = await selectAll(page);
    await bar.getByRole('button', { name: 'Change fields…' }).click();
    const form = page.getByRole('dialog', { name: 'Change fields' });
    await form.getByLabel('Add a field').selectOption({ label: 'Products' });
    await form.getByLabel('How to change Products').selectOption({ label: 'Add' });
    await form.getByRole('button', { name: 'Add to Products' }).click();
    const picker = page.getByRole('dialog', { name: 'Choose: Products' });
    await picker.getByRole('button', { name: 'Lamp' }).click();
    await picker.getByRole('button', { name: /^Done/ }).click();
    await form.getByRole('button', { name: 'Next' }).click();
    await confirm(page, 'Change fields');
    await page.getByText('1 document was changed.').first().waitFor();
    expect((await read(id)).products).toEqual([authors.body.id]);

    await page.goto('/admin/collections/products');
    const products = await selectAll(page);
    await products.getByRole('button', { name: 'Change fields…' }).click();
    await form.getByLabel('Add a field').selectOption({ label: 'Price' });
    await form.getByLabel('How to change Price').selectOption({ label: 'Increase by' });
    await form.getByLabel('Price', { exact: true }).fill('-1.5');
    await form.getByRole('button', { name: 'Next' }).click();
    await page.getByText('These numbers increase by the amount you entered: Price.').waitFor();
    await confirm(page, 'Change fields');
    await page.getByText('1 document was changed.').first().waitFor();
    expect((await api('GET', `/api/products/${authors.body.id}`)).body.price).toBe(2.5);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone for 1 document.').first().waitFor();
    expect((await api('GET', `/api/products/${authors.body.id}`)).body.price).toBe(4);
  });

  test('publishing drafts is undone, and what replaces public content is named before', async () => {
    const draft = await add('Public draft', {}, true);
    const pending = await add('Public pending', { body: 'Old' });
    await patch(pending, { body: 'New' });
    const { page } = await openDashboard(server, { path: pathOf('Public') });
    const bar = await selectAll(page);
    await bar.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText(/^You can undo this, but not for 1 that has unpublished changes/).waitFor();
    await page.getByText('The history keeps what they replace.').waitFor();
    await confirm(page, 'Publish');
    await page.getByText('2 documents were published.').first().waitFor();
    expect((await read(draft))._status).toBe('published');
    await page.getByRole('button', { name: 'Undo 1' }).click();
    await page.getByText('Undone for 1 document.').first().waitFor();
    expect((await read(draft))._status).toBe('draft');
    expect(await read(pending)).toMatchObject({ _status: 'published', body: 'New' });
  });

  test('unpublishing is undone', async () => {
    const id = await add('Withdrawn');
    const { page } = await openDashboard(server, { path: pathOf('Withdrawn') });
    const bar = await selectAll(page);
    await bar.getByRole('button', { name: 'Unpublish' }).click();
    await confirm(page, 'Unpublish');
    await page.getByText('1 document was unpublished.').first().waitFor();
    expect((await read(id))._status).toBe('draft');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone for 1 document.').first().waitFor();
    expect((await read(id))._status).toBe('published');
  });

  const setBody = async (page: Page, body: string, state: 'draft' | 'live'): Promise<void> => {
    const bar = await selectAll(page);
    await bar.getByRole('button', { name: 'Change fields…' }).click();
    const form = page.getByRole('dialog', { name: 'Change fields' });
    await form.getByLabel('Add a field').selectOption({ label: 'Body' });
    await form.getByRole('textbox', { name: 'Body' }).fill(body);
    await form.getByLabel('What becomes public').selectOption(state);
    await form.getByRole('button', { name: 'Next' }).click();
    await confirm(page, 'Change fields');
    await page.getByText('3 documents were changed.').first().waitFor();
  };

  test.each(['draft', 'live'] as const)('values come back where the change is saved as %s', async (state) => {
    const plain = await add(`Back ${state} a`, { body: 'Public' });
    const pending = await add(`Back ${state} b`, { body: 'Public' });
    await patch(pending, { body: 'Waiting' });
    const draft = await add(`Back ${state} c`, { body: 'Draft' }, true);
    const { page } = await openDashboard(server, { path: pathOf(`Back ${state}`) });
    await setBody(page, 'Changed', state);
    const publicNow = state === 'live' ? 'Changed' : 'Public';
    expect([await both(plain, 'body'), await both(pending, 'body')]).toEqual([
      [publicNow, 'Changed'],
      [publicNow, 'Changed'],
    ]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone for 3 documents.').first().waitFor();
    expect([await both(plain, 'body'), await both(pending, 'body')]).toEqual([
      ['Public', 'Public'],
      ['Public', 'Waiting'],
    ]);
    expect(await read(draft)).toMatchObject({ _status: 'draft', body: 'Draft' });
    expect(
      (await api('GET', `/api/posts?draft=true&where={"id":{"equals":"${plain}"}}`)).body.docs[0]._pending,
    ).toBe(false);
  });

  test('what others have changed since then is not overwritten', async () => {
    const ids = [await add('Since a', { body: 'Old' }), await add('Since b', { body: 'Old' })];
    await add('Since c', { body: 'Old' });
    const { page } = await openDashboard(server, {
      path: pathOf('Since'),
      viewport: { width: 360, height: 740 },
    });
    await setBody(page, 'Changed', 'live');
    await api('PATCH', `/api/posts/${ids[0]}`, { body: 'Theirs' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone for 2 documents. 1 failed.').first().waitFor();
    await page.getByText('Since a').last().waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect([(await read(ids[0] ?? '')).body, (await read(ids[1] ?? '')).body]).toEqual(['Theirs', 'Old']);
  });

  test('a newer draft is not overwritten where published content had pending changes', async () => {
    const pending: string[] = [];
    for (const letter of ['a', 'b', 'c']) {
      const id = await add(`Newer ${letter}`, { body: 'Public' });
      await patch(id, { body: 'Waiting' });
      pending.push(id);
    }
    const [theirs = '', other = ''] = pending;
    const { page } = await openDashboard(server, { path: pathOf('Newer') });
    await setBody(page, 'Changed', 'live');
    await patch(theirs, { body: 'Theirs' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone for 2 documents. 1 failed.').first().waitFor();
    expect([await both(theirs, 'body'), await both(other, 'body')]).toEqual([
      ['Changed', 'Theirs'],
      ['Public', 'Waiting'],
    ]);
  });
});
