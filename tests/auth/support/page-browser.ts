import { onTestFinished } from 'vitest';
import { type BrowserContext, type ContextOptions, openBrowser, type Page } from '../../support/browser.js';

/** Where a server of a test is in the browser. */
export const site = 'http://cms.test';
/** Another origin, with the same server behind it. */
export const frontend = 'http://app.test';

export interface Viewer {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the browser has said: refused by the Content-Security-Policy, not found. */
  readonly complaints: readonly string[];
}

interface ConsoleMessage {
  text(): string;
}

/**
 * A browser without JavaScript in which {@link site} is a server of the test: plain http on a host that is not loopback, so without
 * Fetch Metadata, as in somebody's own network.
 */
export async function openViewer(url: string, options: ContextOptions = {}): Promise<Viewer> {
  const { port } = new URL(url);
  const hosts = ['cms.test', 'app.test'].map((host) => `MAP ${host}:80 127.0.0.1:${port}`);
  const browser = await openBrowser([`--host-resolver-rules=${hosts.join(',')}`]);
  onTestFinished(() => browser.close());
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push((message as ConsoleMessage).text()));
  return { context, page, complaints };
}
