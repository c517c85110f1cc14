/** The headers that a browser sends with forms whose Origin is `null`, and the responses of the server. */
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { adminEmail, password, startAuthServer } from '../support/auth-server.js';
import { noBrowser, openBrowser } from '../support/browser.js';

if (noBrowser !== null) process.stderr.write(`Forms are not tested in a browser: ${noBrowser}\n`);

const form = `<form method="post" action="/admin/login"><input name="email" value="${adminEmail}"><input name="password" value="${password}"><button>Go</button></form><script>document.forms[0].submit()</script>`;

/** Other pages on the origin of the service, as an application that mounts the service has. */
const pages: Readonly<Record<string, string>> = {
  '/no-referrer': `<!doctype html><meta name="referrer" content="no-referrer">${form}`,
  '/sandbox': `<!doctype html><iframe sandbox="allow-forms allow-scripts" src="/framed"></iframe>`,
  '/framed': `<!doctype html>${form}`,
};

interface Seen {
  readonly site: unknown;
  readonly origin: unknown;
  readonly status: number | undefined;
}

/** A proxy in front of the service that also serves these pages, and records the responses to the forms. */
async function startSite(): Promise<{ readonly url: string; readonly seen: readonly Seen[] }> {
  const seen: Seen[] = [];
  const target: { url?: string } = {};
  const proxy = createServer((incoming, outgoing) => {
    const page = pages[incoming.url ?? ''];
    if (page !== undefined) {
      outgoing.setHeader('content-type', 'text/html').end(page);
      return;
    }
    const { method = 'GET' } = incoming;
    const headers: IncomingHttpHeaders = incoming.headers;
    const forwarded = request(`${target.url}${incoming.url}`, { method, headers }, (answer) => {
      const { 'sec-fetch-site': site, origin } = headers;
      if (method === 'POST') seen.push({ site, origin, status: answer.statusCode });
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  target.url = (await startAuthServer({ baseUrl: url })).url;
  return { url, seen };
}

// Each test starts a browser, and the machine may be busy.
describe.skipIf(noBrowser !== null)('a form with Origin null', { timeout: 60_000 }, () => {
  test.each([
    ['of an own page that names no referrer logs in', '/no-referrer', 'same-origin', 303],
    ['of a sandboxed frame is refused, although its page is an own one', '/sandbox', 'cross-site', 403],
  ])('%s', async (_what, path, site, status) => {
    const { url, seen } = await startSite();
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto(`${url}${path}`);
    await expect.poll(() => seen, { timeout: 30_000 }).toEqual([{ site, origin: 'null', status }]);
  });
});
