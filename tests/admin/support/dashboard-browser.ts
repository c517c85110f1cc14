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

/** A page of the dashboard in its own browser context. */
export interface DashboardPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly requests: RequestRecord;
}

export interface OpenOptions extends BrowserContextOptions {
  /**
   * The role whose session the browser has; null: no session. Default `super_admin`, or null without
   * authentication.
   */
  readonly role?: Role | null;
  /** The first path to open. Default `/admin`. */
  readonly path?: string;
  /** Console messages that the test causes on purpose. */
  readonly expected?: readonly RegExp[];
}

let running: Promise<Browser> | null = null;

/** One browser for all tests of a file; each test has its own context. Close it in `afterAll`. */
export function sharedBrowser(): Promise<Browser> {
  running ??= chromium.launch({
    executablePath,
    // To run as root, without a GPU, and without requests to hosts of the vendor.
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
 * Opens the dashboard. When the test ends, the page is closed. The test fails on a request that is not an
 * operation of the OpenAPI document, on a response that the document does not declare, on a request to
 * another origin, and on errors and warnings in the console.
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
    // Without a GPU, drawing frames of animations takes a sixth of the processor time.
    reducedMotion: 'reduce',
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

/** The cookies of a `Cookie` header, in the form that a browser context takes. */
export function cookiesOf(header: string, url: string): { name: string; value: string; url: string }[] {
  return header.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    return { name, value, url };
  });
}
