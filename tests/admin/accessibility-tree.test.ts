/**
 * What screen readers get of ten screens: roles, names, states and their order. After a change on purpose
 * `SVC_UPDATE_GOLDENS=1 npx vitest run tests/admin/accessibility-tree.test.ts` writes the files again.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

const isRenewed = process.env['SVC_UPDATE_GOLDENS'] === '1';

describe.skipIf(noBrowser !== null)(
  `the accessibility tree${noBrowser ? `: ${noBrowser}` : ''}`,
  { timeout: 60_000 },
  () => {
    let server: DashboardServer;
    let post = '';
    beforeAll(async () => {
      server = await startDashboard('content-tools');
      const api = await server.api();
      const author = (await api('POST', '/api/authors', { name: 'Ada Winter' })).body.id;
      const values = { title: 'A tram line', author, tags: ['trams', 'harbour'] };
      post = (await api('POST', '/api/posts', values)).body.id;
      await api('PATCH', `/api/posts/${post}`, { body: 'Another text.' }, { 'x-draft': 'true' });
      const gone = (await api('POST', '/api/posts', { title: 'Gone', author })).body.id;
      await api('DELETE', `/api/posts/${gone}`);
    }, 60_000);
    afterAll(async () => {
      await server?.close();
      await closeBrowser();
    });

    const screens: readonly (readonly [name: string, path: () => string])[] = [
      ['overview', () => '/'],
      ['list', () => '/collections/posts'],
      ['trash', () => '/collections/posts/trash'],
      ['form', () => `/collections/posts/${post}`],
      ['new-document', () => '/collections/posts/new'],
      ['history', () => `/collections/posts/${post}/versions`],
      ['users', () => '/users'],
      ['rights', () => '/rights'],
      ['new-api-key', () => '/api-keys/new'],
      ['settings', () => '/settings/system'],
    ];

    for (const [name, path] of screens) {
      test(`of the screen ${name} is as before`, async () => {
        const { page } = await openDashboard(server, { path: `/admin${path()}` });
        const file = join(import.meta.dirname, 'goldens/accessibility-tree', `${name}.yml`);
        const tree = await steadyTree(page);
        if (isRenewed) {
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, tree);
        }
        expect(tree).toBe(existsSync(file) ? readFileSync(file, 'utf8') : '');
      });
    }
  },
);

/** The tree once nothing is loading any more. */
async function steadyTree(page: Page): Promise<string> {
  await page.locator('main h1').waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  return timeless(await page.locator('body').ariaSnapshot());
}

/** Without what differs between two runs: ids, moments and how long ago they are. */
function timeless(tree: string): string {
  const lines = tree
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '(id)')
    .replace(/\b\d{1,2} [A-Z][a-z]{2} \d{4}(, \d{2}:\d{2}(:\d{2})?)?/g, '(date)')
    .replace(/\b(now|\d+ (second|minute)s? ago)\b/g, '(ago)')
    .replace(/localhost:\d+/g, 'localhost');
  return `${lines.trimEnd()}\n`;
}
