import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

const posts = '/admin/collections/posts';
const count = 40;

async function addPosts(api: Api): Promise<void> {
  const author = await api('POST', '/api/authors', { name: 'Ada', email: 'ada@example.org' });
  for (let index = 1; index <= count; index++) {
    const body = {
      title: `Post ${String(index).padStart(2, '0')}`,
      category: index % 2 === 0 ? 'news' : 'guide',
      readingMinutes: index,
      author: author.body.id,
    };
    await api('POST', '/api/posts', body, index % 10 === 0 ? { 'x-draft': 'true' } : {});
  }
}

/** The titles in the list, once it shows the result of the last request. */
async function titles(page: Page): Promise<readonly string[]> {
  await page.locator('.list-stale').waitFor({ state: 'detached' });
  return page.locator('tbody th a').allTextContents();
}

async function shows(page: Page, first: string): Promise<void> {
  await page.locator('tbody tr').first().getByRole('link', { name: first, exact: true }).waitFor();
}

function parameters(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams);
}

describe.skipIf(noBrowser !== null)('the list of a collection', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('blog');
    await addPosts(await server.api());
  });
  afterAll(() => server.close());

  test('is ordered by the heads of its columns, and the address says how', async () => {
    const { page } = await openDashboard(server, { path: posts });
    await shows(page, 'Post 40');
    const head = page.getByRole('columnheader', { name: 'Title' });
    await head.getByRole('button').press('Enter');
    await shows(page, 'Post 01');
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await head.getByRole('button').press('Enter');
    await shows(page, 'Post 40');
    expect(parameters(page)).toEqual({ sort: 'title_desc' });
    await page.goBack();
    await shows(page, 'Post 01');
  });

  test('goes page by page along cursors, and opens at any page', async () => {
    const { page, requests } = await openDashboard(server, { path: `${posts}?sort=title_asc` });
    await shows(page, 'Post 01');
    await page.getByText('Page 1 of 2').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await shows(page, 'Post 26');
    expect(parameters(page)).toEqual({ sort: 'title_asc', page: '2' });
    expect(requests.calls.some((call) => /cursor=[^&]/.test(call))).toBe(true);
    await page.reload();
    await shows(page, 'Post 26');
    expect(await page.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled')).toBe('true');
  });

  test('turns its pages while documents are chosen, and shows every row beside what can be done', async () => {
    const { page } = await openDashboard(server, { path: `${posts}?sort=title_asc` });
    await shows(page, 'Post 01');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    const bar = page.getByRole('region', { name: '25 selected' });
    await bar.waitFor();
    await page.getByRole('checkbox', { name: 'Select Post 25' }).click({ timeout: 5000 });
    await page.getByRole('button', { name: 'Next page' }).click({ timeout: 5000 });
    await shows(page, 'Post 26');
    await page.getByRole('checkbox', { name: 'Select Post 26' }).check();
    await page.getByRole('region', { name: '25 selected' }).waitFor();
  });

  test('finds what is typed, and says how many', async () => {
    const { page } = await openDashboard(server, { path: posts });
    await page.getByRole('searchbox', { name: 'Search Posts' }).fill('post 3');
    // 03, 13, 23, and ten from 30.
    await page.getByText('13 documents', { exact: true }).first().waitFor();
    expect(await titles(page)).toHaveLength(13);
    expect(parameters(page)).toEqual({ q: 'post 3' });
    await page.getByRole('searchbox').fill('nothing of that kind');
    await page.getByRole('heading', { name: 'No results' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear search and filter' }).click();
    await shows(page, 'Post 40');
  });

  test('an empty filter opens with a condition to fill in, and the focus is there', async () => {
    const { page } = await openDashboard(server, { path: `${posts}?sort=title_asc` });
    const filter = page.getByRole('button', { name: 'Filter' });
    await filter.press('Enter');
    const field = page.getByLabel('Field');
    await field.waitFor();
    expect(await field.count()).toBe(1);
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(parameters(page)).toEqual({ sort: 'title_asc' });
    await field.selectOption('Category');
    await page.getByLabel('Value').selectOption('News');
    await shows(page, 'Post 02');
    // Filters with a value are shown as they are; no empty one is added.
    await filter.press('Enter');
    await filter.press('Enter');
    expect(await page.getByLabel('Field').count()).toBe(1);
    await expect.poll(() => filter.evaluate((element) => element === document.activeElement)).toBe(true);
    await expectAccessible(page);
  });

  test('is filtered by conditions in groups, with operands by the type of the field', async () => {
    const { page } = await openDashboard(server, { path: `${posts}?sort=title_asc` });
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabel('Field').selectOption('Category');
    await page.getByLabel('Value').selectOption('News');
    await shows(page, 'Post 02');
    await page.getByRole('button', { name: 'Add group' }).click();
    const group = page.locator('.filter-inner');
    await group.getByLabel('Field').selectOption('Reading minutes');
    await group.getByLabel('Comparison').selectOption('is less than');
    await group.getByLabel('Value').fill('5');
    await group.getByRole('button', { name: 'Add condition' }).click();
    await group.getByLabel('Field').last().selectOption('Reading minutes');
    await group.getByLabel('Comparison').last().selectOption('is within');
    await group.getByLabel('From', { exact: true }).fill('37');
    await group.getByLabel('To', { exact: true }).fill('40');
    await page.getByText('4 documents', { exact: true }).first().waitFor();
    expect(await titles(page)).toEqual(['Post 02', 'Post 04', 'Post 38', 'Post 40']);
    await expectAccessible(page);
    expect(JSON.parse(parameters(page)['where'] ?? '')).toEqual({
      AND: [
        { category: { equals: 'news' } },
        { OR: [{ readingMinutes: { lt: 5 } }, { readingMinutes: { within: [37, 40] } }] },
      ],
    });
    await page.reload();
    await page.getByText('Category is News').waitFor();
    await page.getByRole('button', { name: 'Category is News' }).click();
    await page.getByText('8 documents', { exact: true }).first().waitFor();
  });

  test('is filtered by what is published and what is not, in the words of the language', async () => {
    const { page, context } = await openDashboard(server, { path: `${posts}?sort=title_asc` });
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabel('Field').selectOption('Status');
    await page.getByLabel('Value').selectOption('Draft');
    await page.getByText('4 documents', { exact: true }).first().waitFor();
    expect(await titles(page)).toEqual(['Post 10', 'Post 20', 'Post 30', 'Post 40']);
    expect(JSON.parse(parameters(page)['where'] ?? '')).toEqual({ _status: { equals: 'draft' } });
    await page.getByLabel('Value').selectOption('Published');
    await page.getByText('36 documents', { exact: true }).first().waitFor();
    await context.addInitScript(() => localStorage.setItem('svc-admin:language', 'de'));
    await page.reload();
    await page.getByText('Status ist Veröffentlicht').waitFor();
    await shows(page, 'Post 01');
  });

  test('is filtered by a related document, found by its title', async () => {
    const { page } = await openDashboard(server, { path: posts });
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabel('Field').selectOption('Author');
    await page.getByLabel('Comparison').selectOption('is not');
    await page.getByRole('combobox', { name: 'Value' }).fill('ad');
    await page.getByRole('option', { name: 'Ada' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No results' }).waitFor();
    await page.getByRole('button', { name: /^Filter/ }).click();
    await page.getByText('Author is not Ada').waitFor();
  });

  test('shows the columns that were chosen, in their order', async () => {
    const { page } = await openDashboard(server, { path: posts });
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Reading minutes' }).check();
    await page.getByRole('checkbox', { name: 'Published at' }).uncheck();
    await page.getByRole('button', { name: 'Move Reading minutes up' }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Reading minutes' }).waitFor();
    const heads = await page.getByRole('columnheader').allTextContents();
    expect(heads.slice(1)).toEqual(['Title', 'Reading minutes', 'Author']);
    expect(parameters(page)).toEqual({ columns: 'readingMinutes,author' });
  });

  test('marks drafts, and what has changes that are not public', async () => {
    const api = await server.api();
    const { body } = await api('GET', '/api/posts?where={"title":"Post 25"}');
    const path = `/api/posts/${body.docs[0].id}`;
    await api('PATCH', path, { excerpt: 'Not public yet.' }, { 'x-draft': 'true' });
    const { page } = await openDashboard(server, { path: `${posts}?q=post+2&sort=title_asc` });
    const row = (name: string) => page.getByRole('row', { name });
    await row('Post 25').getByText('Published with changes').waitFor();
    await row('Post 20').getByText('Draft').waitFor();
    expect(
      await row('Post 21')
        .getByText(/Draft|Published with changes/)
        .count(),
    ).toBe(0);
    await api('DELETE', `${path}/draft`);
    await page.reload();
    await row('Post 20').getByText('Draft').waitFor();
    expect(await page.getByText('Published with changes').count()).toBe(0);
  });

  test('exports what it finds as a file', async () => {
    const { page } = await openDashboard(server, {
      path: `${posts}?q=post+0&sort=title_asc&columns=category`,
    });
    await page.getByRole('button', { name: 'Export' }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^posts-\d{4}-\d\d-\d\d\.csv$/);
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
    expect(lines[0]).toBe('\uFEFFid,title,category');
    expect(lines[1]).toMatch(/^[0-9a-f-]{36},Post 01,guide$/);
    expect(lines).toHaveLength(15);
    await page.getByText('13 documents were exported.').waitFor();
    await expectAccessible(page);
  });

  test.each(['light', 'dark'] as const)('is accessible in %s, wide and narrow', async (colorScheme) => {
    const { page } = await openDashboard(server, { path: posts, colorScheme });
    await shows(page, 'Post 40');
    await page.getByRole('checkbox', { name: 'Select Post 39' }).check();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

describe.skipIf(noBrowser !== null)('work on many documents', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('blog');
    await addPosts(await server.api());
  });
  afterAll(() => server.close());

  async function total(query: string): Promise<number> {
    const { body } = await (await server.api())('GET', `/api/posts?limit=0&${query}`);
    return body.totalDocs;
  }

  test('publishes and unpublishes what is chosen, by keyboard alone', async () => {
    const { page } = await openDashboard(server, { path: `${posts}?sort=title_asc` });
    await page.getByRole('checkbox', { name: 'Select Post 10' }).press('Space');
    await page.getByRole('checkbox', { name: 'Select Post 20' }).press('Space');
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Publish 2 Posts?' });
    await question.waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Publish' }).press('Enter');
    await page.getByRole('status').getByText('2 documents were published.').waitFor();
    await page.getByRole('button', { name: 'Close' }).last().press('Enter');
    await page.getByText('2 selected').waitFor({ state: 'hidden' });
    expect(await total('draft=false')).toBe(38);
    expect(await page.getByRole('row', { name: 'Post 10' }).getByText('Draft').count()).toBe(0);
  });

  test('counts apart what had nothing to publish', async () => {
    const api = await server.api();
    const { body } = await api('GET', '/api/posts?where={"title":"Post 11"}');
    await api('PATCH', `/api/posts/${body.docs[0].id}`, { readingMinutes: 99 }, { 'x-draft': 'true' });
    const { page } = await openDashboard(server, { path: `${posts}?sort=title_asc` });
    for (const title of ['Post 11', 'Post 12', 'Post 13'])
      await page.getByRole('checkbox', { name: `Select ${title}` }).check();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
    const report = page.getByRole('status').getByText('1 document was published. 2 had nothing to publish.');
    await report.waitFor();
  });

  test('takes along the rows between two clicks, and all that match', async () => {
    const { page } = await openDashboard(server, { path: `${posts}?sort=title_asc` });
    await page.getByRole('checkbox', { name: 'Select Post 02' }).click();
    await page.getByRole('checkbox', { name: 'Select Post 06' }).click({ modifiers: ['Shift'] });
    await page.getByText('5 selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByText('25 selected').waitFor();
    await page.getByRole('button', { name: 'Select all 40' }).click();
    await page.getByText('40 selected').waitFor();
    await page.getByRole('button', { name: 'Unpublish', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
    await page
      .getByRole('status')
      .getByText(/documents were unpublished/)
      .waitFor();
    expect(await total('draft=false')).toBe(0);
  });

  test('goes on past what cannot be done, and says why', async () => {
    const api = await server.api();
    const posted = await api('POST', '/api/posts', { title: 'Post 00' }, { 'x-draft': 'true' });
    expect(posted.status).toBe(201);
    const { page } = await openDashboard(server, { path: `${posts}?sort=title_asc&q=post+0` });
    await page.getByRole('checkbox', { name: 'Select Post 00' }).check();
    await page.getByRole('checkbox', { name: 'Select Post 01' }).check();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('status').getByText('1 document was published.').waitFor();
    await page.getByText('1 failed:').waitFor();
    await page.getByRole('dialog').getByText('Post 00').waitFor();
    await expectAccessible(page);
  });

  test('deletes after a question', async () => {
    const { page } = await openDashboard(server, { path: `${posts}?sort=title_asc&q=post+4` });
    await page.getByRole('checkbox', { name: 'Select Post 40' }).check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete 1 Post?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await total('where={"title":"Post 40"}')).toBe(1);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('status').getByText('1 document was deleted.').waitFor();
    expect(await total('where={"title":"Post 40"}')).toBe(0);
  });

  test('is not offered to users who may only read', async () => {
    const { page } = await openDashboard(server, { path: posts, role: 'customer' });
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    await page.getByRole('heading', { name: 'No Posts yet' }).or(page.locator('tbody tr').first()).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'New Post' }).count()).toBe(0);
  });
});
