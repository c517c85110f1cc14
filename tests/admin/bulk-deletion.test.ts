/** Deleting all documents that match a filter: what the dialog announces, and what is deleted. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

const config = `
  collections: [
    {
      slug: 'notes',
      labels: { singular: 'Note', plural: 'Notes' },
      admin: { useAsTitle: 'title' },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'kind', type: 'text' },
        { name: 'part', type: 'relationship', to: 'notes', onDelete: 'cascade' },
      ],
    },
    {
      slug: 'marks',
      labels: { singular: 'Mark', plural: 'Marks' },
      fields: [
        { name: 'kept', type: 'relationship', to: 'notes', onDelete: 'restrict' },
        { name: 'loose', type: 'relationship', to: 'notes' },
      ],
    },
  ],
  globals: []`;

/** More documents than one request accepts. */
const many = 1010;

async function addNotes(api: Api, kind: string, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let begin = 0; begin < count; begin += 500) {
    const operations = Array.from({ length: Math.min(500, count - begin) }, (_, index) => ({
      op: 'create',
      data: { title: `${kind} ${String(begin + index + 1).padStart(4, '0')}`, kind },
    }));
    const { status, body } = await api('POST', '/api/notes/bulk', { operations });
    expect(status).toBe(200);
    ids.push(...body.results.map(({ id }: { id: string }) => id));
  }
  return ids;
}

function pathOf(kind: string): string {
  return `/admin/collections/notes?where=${encodeURIComponent(JSON.stringify({ kind: { equals: kind } }))}`;
}

async function askToDelete(page: Page, count: number): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: `Select all ${count.toLocaleString('en-US')}` }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
}

async function confirmed(page: Page, count: number): Promise<void> {
  const shown = count.toLocaleString('en-US');
  const question = page.getByRole('alertdialog', { name: `Delete ${shown} Notes?` });
  await question.getByLabel(`Type ${shown} to confirm`).fill(`${count}`);
  await question.getByRole('button', { name: 'Delete' }).click();
}

describe.skipIf(noBrowser !== null)('a deletion of all that match', { timeout: 120_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  beforeAll(async () => {
    server = await startDashboard('minimal', { auth: true, config });
    api = await server.api();
  }, 120_000);
  afterAll(() => server.close());

  const totalOf = async (kind: string): Promise<number> => {
    const where = encodeURIComponent(JSON.stringify({ kind }));
    return (await api('GET', `/api/notes?limit=0&where=${where}`)).body.totalDocs;
  };

  test('looks at all of them before, and goes by the filter and their number', async () => {
    const ids = await addNotes(api, 'old', many);
    await addNotes(api, 'new', 3);
    await api('POST', '/api/marks', { kept: ids.at(-1) });
    await api('POST', '/api/marks', { loose: ids.at(-2) });
    const { page, requests } = await openDashboard(server, { path: pathOf('old') });
    await askToDelete(page, many);
    const question = page.getByRole('alertdialog', { name: 'Delete 1,010 Notes?' });
    await question.getByText('1 cannot be deleted').waitFor();
    expect(await question.getByRole('listitem').allInnerTexts()).toEqual(['old 1010', 'Marks: 1']);
    await confirmed(page, many);
    await page.getByText('1,009 documents were deleted. 1 failed.').first().waitFor({ timeout: 90_000 });
    const failures = page.getByRole('list', { name: '1 failed:' });
    expect(await failures.locator('strong').allInnerTexts()).toEqual(['old 1010']);
    expect({ old: await totalOf('old'), new: await totalOf('new') }).toEqual({ old: 1, new: 3 });
    const deletions = requests.calls.filter((call) => call.startsWith('DELETE '));
    expect(deletions).toHaveLength(Math.ceil(many / 50));
    for (const call of deletions) expect(call).toMatch(/^DELETE \/api\/notes\?where=.*&expect=(50|10)&/);
    expect(requests.calls.filter((call) => call.endsWith('/admin/references/notes'))).toHaveLength(2);
  });

  test('asks again where others have come while it goes on', async () => {
    await addNotes(api, 'grows', 120);
    const { page } = await openDashboard(server, { path: pathOf('grows') });
    await askToDelete(page, 120);
    let deletions = 0;
    await page.route('**/api/notes?*', async (route) => {
      if (route.request().method() === 'DELETE' && ++deletions === 2) await addNotes(api, 'grows', 1);
      await route.continue();
    });
    await confirmed(page, 120);
    const again = page.getByRole('alertdialog', { name: 'Delete 21 Notes?' });
    await again
      .getByText('100 were deleted before others began to match; 21 match by now. Look again.')
      .waitFor();
    expect(await totalOf('grows')).toBe(21);
    await again.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('21 documents were deleted.').first().waitFor();
    expect(await totalOf('grows')).toBe(0);
  });

  test('deletes none that took the place of a confirmed one', async () => {
    const ids = await addNotes(api, 'swapped', 110);
    const { page } = await openDashboard(server, { path: pathOf('swapped') });
    await askToDelete(page, 110);
    await page.getByRole('alertdialog', { name: 'Delete 110 Notes?' }).waitFor();
    await api('PATCH', `/api/notes/${ids.at(-1)}`, { kind: 'kept' });
    await addNotes(api, 'swapped', 1);
    await confirmed(page, 110);
    await page.getByRole('alertdialog', { name: 'Delete 10 Notes?' }).waitFor();
    expect([await totalOf('swapped'), await totalOf('kept')]).toEqual([10, 1]);
  });

  test('goes on where some are gone along with others', async () => {
    const ids = await addNotes(api, 'family', 110);
    expect((await api('PATCH', `/api/notes/${ids.at(-1)}`, { part: ids[0] })).status).toBe(200);
    const { page } = await openDashboard(server, { path: pathOf('family') });
    await askToDelete(page, 110);
    await confirmed(page, 110);
    await page.getByText('109 documents were deleted. 1 was gone already.').first().waitFor();
    expect(await totalOf('family')).toBe(0);
  });

  test('takes all of a collection where no filter is set', async () => {
    const total = (await api('GET', '/api/marks?limit=0')).body.totalDocs;
    for (let index = total; index < 30; index++) await api('POST', '/api/marks', {});
    const { page, requests } = await openDashboard(server, { path: '/admin/collections/marks' });
    await askToDelete(page, 30);
    const question = page.getByRole('alertdialog', { name: 'Delete 30 Marks?' });
    await question.getByText('Nothing else refers to them.').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('30 documents were deleted.').first().waitFor();
    expect(requests.calls.filter((call) => call.startsWith('DELETE '))).toHaveLength(1);
    expect((await api('GET', '/api/marks?limit=0')).body.totalDocs).toBe(0);
  });
});
