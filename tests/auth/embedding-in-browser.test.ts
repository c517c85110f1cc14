/**
 * What a page of another origin can load from the service, by the Fetch standard as Chromium implements it.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { adminEmail, password, startAuthServer } from '../support/auth-server.js';
import { noBrowser, openBrowser } from '../support/browser.js';

if (noBrowser !== null) process.stderr.write(`Embedding is not tested in a browser: ${noBrowser}\n`);

/** A cross-origin isolated page (webmail, office suites): it loads only resources that allow it. */
async function startIsolatedPage(): Promise<string> {
  const page = createServer((_, response) =>
    response
      .setHeader('Content-Type', 'text/html')
      .setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
      .setHeader('Cross-Origin-Opener-Policy', 'same-origin')
      .end('<!doctype html><p>page'),
  );
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void page.close());
  return `http://localhost:${(page.address() as AddressInfo).port}`;
}

describe.skipIf(noBrowser !== null)('a page of another origin', { timeout: 60_000 }, () => {
  test('shows the logo of a mail, embeds nothing else, and reads where it is listed', async () => {
    const origin = await startIsolatedPage();
    const server = await startAuthServer({ config: { server: { cors: { origins: [origin] } } } });
    const service = server.url.replace('127.0.0.1', 'localhost');
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const tab = await browser.newPage();
    await tab.goto(`${service}/admin/login`);
    await tab.fill('input[name=email]', adminEmail);
    await tab.fill('input[name=password]', password);
    await tab.click('button');
    await tab.waitForURL(`${service}/admin`);
    await tab.goto(origin);

    const embed = (tag: string, address: string, path: string): Promise<unknown> =>
      tab.evaluate(`new Promise((settle) => {
        const element = Object.assign(document.createElement('${tag}'), {
          onload: () => settle('loaded'), onerror: () => settle('refused'),
        });
        element.${address} = '${service}${path}';
        if ('rel' in element) element.rel = 'stylesheet';
        document.body.append(element);
      })`);
    expect(await embed('img', 'src', '/admin/logo.svg')).toBe('loaded');
    expect(await embed('link', 'href', '/admin/auth.css')).toBe('refused');
    expect(await embed('script', 'src', '/api/auth/me')).toBe('refused');

    const load = (mode: string): Promise<unknown> =>
      tab.evaluate(`fetch('${service}/api/auth/me', { mode: '${mode}', credentials: 'include' })
        .then((answer) => answer.type + ' ' + answer.status, () => 'refused')`);
    expect(await load('no-cors')).toBe('refused');
    expect(await load('cors')).toBe('cors 200');
  });
});
