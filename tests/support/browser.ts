/** A real browser for tests of pages: Chromium of Debian, controlled by playwright-core. */
import { existsSync } from 'node:fs';

/**
 * The part of playwright-core that tests use. Its own declarations need the types of the DOM, which no other
 * code here may use, so the module is loaded without them.
 */
export interface Browser {
  newContext(options?: ContextOptions): Promise<BrowserContext>;
  /** Opens a page in its own context. */
  newPage(options?: ContextOptions): Promise<Page>;
  close(): Promise<void>;
}

export interface ContextOptions {
  readonly colorScheme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
  readonly viewport?: { readonly width: number; readonly height: number };
}

export interface BrowserContext {
  newPage(): Promise<Page>;
  cookies(): Promise<
    readonly { readonly name: string; readonly httpOnly: boolean; readonly sameSite: string }[]
  >;
  close(): Promise<void>;
}

export interface Page {
  goto(url: string): Promise<PageResponse | null>;
  setContent(
    html: string,
    options?: { readonly waitUntil?: 'load'; readonly timeout?: number },
  ): Promise<void>;
  close(): Promise<void>;
  url(): string;
  content(): Promise<string>;
  title(): Promise<string>;
  fill(selector: string, value: string): Promise<void>;
  click(selector: string): Promise<void>;
  setInputFiles(
    selector: string,
    file: { readonly name: string; readonly mimeType: string; readonly buffer: Uint8Array },
  ): Promise<void>;
  press(selector: string, key: string): Promise<void>;
  textContent(selector: string): Promise<string | null>;
  getAttribute(selector: string, name: string): Promise<string | null>;
  isVisible(selector: string): Promise<boolean>;
  /** Takes an expression as text, since this project has no DOM types. */
  evaluate(expression: string): Promise<unknown>;
  waitForURL(url: string | RegExp): Promise<void>;
  /** Waits until the element exists and is visible. */
  waitForSelector(selector: string): Promise<unknown>;
  screenshot(options?: { readonly path?: string; readonly fullPage?: boolean }): Promise<Uint8Array>;
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  on(event: 'console' | 'pageerror' | 'requestfailed', listener: (what: unknown) => void): void;
}

export interface PageResponse {
  status(): number;
  headers(): Readonly<Record<string, string>>;
}

interface Playwright {
  readonly chromium: {
    launch(options: { readonly executablePath: string; readonly args: readonly string[] }): Promise<Browser>;
  };
}

const headlessShell = '/usr/bin/chromium-headless-shell';
const chromium = '/usr/bin/chromium';

/**
 * `SVC_TEST_CHROMIUM`, or Debian's Chromium. The headless shell has the same engine without windows: a page
 * in its own context takes a third of the processor time.
 */
export const executablePath: string =
  process.env['SVC_TEST_CHROMIUM'] || (existsSync(headlessShell) ? headlessShell : chromium);

/** Why tests in a browser cannot run here; null if they can. In CI a missing browser is an error instead. */
export const noBrowser: string | null =
  existsSync(executablePath) || process.env['CI']
    ? null
    : `${executablePath} is not installed (Debian: apt-get install chromium-headless-shell)`;

/**
 * Starts the browser.
 *
 * @param args - more command line arguments.
 * @throws Error when the browser is not installed.
 */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const name: string = 'playwright-core';
  const { chromium } = (await import(name)) as Playwright;
  return chromium.launch({
    executablePath,
    // To run as root, without a GPU, and without requests to hosts of the vendor.
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      ...args,
    ],
  });
}
