import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { svc } from '../support/svc-command.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

const people = 10_000;

describe.skipIf(noBrowser !== null)('a relation to 10,000 documents', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('every-field');
    const names = Array.from({ length: people }, (_, index) => `Person ${String(index).padStart(5, '0')}`);
    const lines = names.map((name) => JSON.stringify({ collection: 'people', document: { name } }));
    const file = join(server.data, 'people.ndjson');
    writeFileSync(file, `${lines.join('\n')}\n`);
    const imported = await svc(['import', file], { cwd: server.folder, env: server.env });
    expect(imported).toMatchObject({ code: 0 });
    const { body } = await (await server.api())('GET', '/api/people?limit=0');
    expect(body.totalDocs).toBe(people);
  }, 120_000);
  afterAll(() => server?.close());

  test('is searched, and never loaded as a whole', async () => {
    const { page, requests } = await openDashboard(server, { path: '/admin/collections/things/new' });
    page.setDefaultTimeout(15_000);
    const owner = page.locator('[data-field="owner"]').first();
    await owner.getByRole('button', { name: 'Choose' }).click();
    const dialog = page.getByRole('dialog');
    const found = dialog.locator('.picker-result');
    await expect.poll(() => found.count(), { timeout: 15_000 }).toBe(20);
    await dialog.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => found.count(), { timeout: 15_000 }).toBe(40);
    await dialog.getByRole('searchbox').fill('person 09876');
    await expect.poll(() => found.allTextContents(), { timeout: 15_000 }).toEqual(['Person 09876']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await owner.getByText('Person 09876').waitFor();
    const asked = requests.calls.filter((call) => call.startsWith('GET /api/people'));
    expect(asked.length).toBeGreaterThan(2);
    for (const call of asked) expect(call).toMatch(/[?&]limit=(\d|1\d|20)(&|$)|\/api\/people\/[\da-f-]{36}/);
  });

  test('has a list that is read page by page', async () => {
    const { page, requests } = await openDashboard(server, { path: '/admin/collections/people' });
    page.setDefaultTimeout(15_000);
    await page.getByText('10,000 documents').first().waitFor();
    await expect.poll(() => page.locator('tbody tr').count(), { timeout: 15_000 }).toBe(25);
    for (const call of requests.calls.filter((each) => each.startsWith('GET /api/people'))) {
      expect(call).toMatch(/[?&]limit=(\d|1\d|2[0-5])(&|$)/);
    }
  });
});
