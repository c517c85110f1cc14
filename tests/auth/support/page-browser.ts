import { onTestFinished } from 'vitest';
import { type BrowserContext, type ContextOptions, openBrowser, type Page } from '../../support/browser.js';

/** The origin of the server under test in the browser. */
export const site = 'http://cms.test';
/** Another origin of the same server. */
export const frontend = 'http://app.test';

export interface Viewer {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console messages of the browser, such as violations of the Content-Security-Policy and missing files. */
  readonly complaints: readonly string[];
}

interface ConsoleMessage {
  text(): string;
}

/**
 * Opens a browser without JavaScript in which {@link site} is a server of the test. It is plain http on a
 * host that is not loopback, as in a private network, so browsers send no Fetch Metadata.
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
