import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { executablePath } from '../../support/browser.js';
import type { DashboardServer, Role } from './dashboard-server.js';
import { type RequestRecord, recordRequests } from './request-record.js';

/** A page of the dashboard in a browser of its own. */
export interface DashboardPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly requests: RequestRecord;
}

export interface OpenOptions extends BrowserContextOptions {
  /** Whose session the browser has; null: nobody's. Default `super_admin`, and nobody without authentication. */
  readonly role?: Role | null;
  /** Where it begins. Default `/admin`. */
  readonly path?: string;
  /** Console lines that this test means to cause. */
  readonly expected?: readonly RegExp[];
}

let running: Promise<Browser> | null = null;

/** One browser for all tests of a file; contexts keep them apart. Close it in `afterAll`. */
export function sharedBrowser(): Promise<Browser> {
  running ??= chromium.launch({
    executablePath,
    // As root, without a graphics card, and without looking up hosts of its maker.
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  });
  return running;
}

export async function closeBrowser(): Promise<void> {
  await (await running)?.close();
  running = null;
}

/**
 * Opens the dashboard. When the test ends its page is closed, and the test fails on a request that is no operation of the OpenAPI document, or is not
 * answered as that says, on a request to another origin, and on errors and warnings in the console.
 *
 * @example
 * const { page } = await openDashboard(server, { role: 'editor', path: '/admin/collections/posts' });
 * await page.getByRole('link', { name: 'Create' }).click();
 */
export async function openDashboard(
  server: DashboardServer,
  options: OpenOptions = {},
): Promise<DashboardPage> {
  const { role = server.hasAuth ? 'super_admin' : null, path = '/admin', expected = [], ...rest } = options;
  const browser = await sharedBrowser();
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    ...rest,
  });
  if (role !== null) await context.addCookies(cookiesOf(await server.session(role), server.url));
  const requests = recordRequests(context, server, expected);
  onTestFinished(async () => {
    const faults = await requests.faults();
    await context.close();
    expect(faults, 'requests and console lines of the dashboard').toEqual([]);
  });
  const page = await context.newPage();
  await page.goto(path);
  return { page, context, requests };
}

/** Cookies of a `Cookie` header, for a context. */
export function cookiesOf(header: string, url: string): { name: string; value: string; url: string }[] {
  return header.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    return { name, value, url };
  });
}
