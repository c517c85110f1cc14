import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, sharedBrowser } from './support/dashboard-browser.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';
import { recordRequests } from './support/request-record.js';

if (noBrowser !== null) process.stderr.write(`The dashboard is not tested in a browser: ${noBrowser}\n`);

describe.skipIf(noBrowser !== null)('the record of a browser', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let context: BrowserContext;
  beforeAll(async () => {
    server = await startDashboard('access');
  });
  afterAll(async () => {
    await closeBrowser();
    await server.close();
  });

  async function recorded(path: string): Promise<ReturnType<typeof recordRequests>> {
    context = await (await sharedBrowser()).newContext({ baseURL: server.url });
    const requests = recordRequests(context, server, []);
    const page = await context.newPage();
    await page.goto(path);
    return requests;
  }

  test('has every call, and complains of one that is no operation', async () => {
    const requests = await recorded('/api/banner-less?limit=1');
    expect(requests.calls).toEqual(['GET /api/banner-less?limit=1']);
    expect(await requests.faults()).toEqual(['not in the OpenAPI document: GET /api/banner-less']);
  });

  test('finds nothing wrong with a call that the document has', async () => {
    const requests = await recorded('/api/articles?limit=1');
    expect(requests.calls).toEqual(['GET /api/articles?limit=1']);
    expect(await requests.faults()).toEqual([]);
  });

  test('complains of what a Content-Security-Policy forbids', async () => {
    const requests = await recorded('/admin/login');
    await context.pages()[0]?.evaluate(() => fetch('https://example.com/').catch(() => null));
    expect(await requests.faults()).toContainEqual(expect.stringContaining('Content Security Policy'));
  });
});
