/** The dashboard of a service that another server puts at a path. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import express, { type RequestHandler } from 'express';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { freePort } from '../support/free-port.js';
import { closeBrowser, sharedBrowser } from './support/dashboard-browser.js';
import { type DashboardServer, emailOf, password, startDashboard } from './support/dashboard-server.js';

const suite = describe.skipIf(noBrowser !== null);

const config = `
  globals: [],
  admin: { name: 'Acme', logo: './logo.svg', extensions: './extension.tsx' },
  collections: [
    { slug: 'things', drafts: false, admin: { useAsTitle: 'name' }, fields: [{ name: 'name', type: 'text' }] },
    { slug: 'papers', upload: { mimeTypes: ['text/plain'] }, fields: [] },
  ]`;
const files = {
  'logo.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><rect width="24" height="24"/></svg>',
  'dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><circle r="4"/></svg>',
  'extension.tsx': `import { defineAdmin, useClient } from 'svc/admin';
import { useEffect, useState } from 'react';
import dot from './dot.svg';

function Count() {
  const client = useClient() as { things: { count(): Promise<number> } };
  const [count, setCount] = useState('');
  useEffect(() => { client.things.count().then((n) => setCount(String(n)), (e) => setCount(e.code)); }, [client]);
  return <p><img src={dot} alt="dot" /> counted {count}</p>;
}
export default defineAdmin({ pages: [{ path: 'count', title: 'Count', group: 'Tools', component: Count }] });
`,
  'assets.d.ts': `declare module '*.svg' { const address: string; export default address; }\n`,
};

type Around = (server: DashboardServer) => Server;

const inExpress: Around = ({ app }) => createServer(express().use('/cms', app as unknown as RequestHandler));

/** As `proxy_pass http://service/;` in `location /cms/` of nginx. */
const behindProxy: Around = ({ url }) =>
  createServer((incoming: IncomingMessage, response: ServerResponse) => {
    if (!incoming.url?.startsWith('/cms/')) return void response.writeHead(404).end();
    const { method, headers } = incoming;
    const target = request(`${url}${incoming.url.slice('/cms'.length)}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(target);
  });

interface Site {
  readonly page: Page;
  readonly server: DashboardServer;
  /** `http://localhost:40123` */
  readonly origin: string;
  /** What the browser could not load, or loaded from outside of the path. */
  readonly faults: readonly string[];
}

async function openSite(around: Around, path: string): Promise<Site> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const env = { SVC_BASE_URL: `${origin}${path}` };
  const server = await startDashboard('blog', { config, files, env });
  const site = around(server).listen(port, '127.0.0.1');
  const context = await (await sharedBrowser()).newContext({ locale: 'en-GB' });
  onTestFinished(async () => {
    await context.close();
    site.closeAllConnections();
    site.close();
    await server.close();
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() >= 400 || !pathname.startsWith('/cms/'))
      faults.push(`${response.status()} ${pathname}`);
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  return { page, server, origin, faults };
}

suite('at a path', { timeout: 120_000 }, () => {
  afterAll(() => closeBrowser());

  test.each([
    ['of an Express application', inExpress],
    ['of a proxy', behindProxy],
  ] as const)('%s, it works from the sign-in to the sign-out', async (_, around) => {
    const { page, server, origin, faults } = await openSite(around, '/cms');
    const upload = new FormData();
    upload.set('file', new File(['on paper'], 'note.txt', { type: 'text/plain' }));
    const cookie = await server.session('super_admin');
    const stored = await fetch(`${server.url}/api/papers`, {
      method: 'POST',
      headers: { cookie },
      body: upload,
    });
    expect(stored.status).toBe(201);
    const { id } = (await stored.json()) as { readonly id: string };

    await page.goto(`${origin}/cms/admin/collections/things`);
    expect(new URL(page.url()).pathname).toBe('/cms/admin/login');
    await page.getByLabel('Email').fill(emailOf('super_admin'));
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Things' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/cms/admin/collections/things');
    expect(await page.locator('.brand img').first().getAttribute('src')).toMatch(
      /^\/cms\/admin\/brand\/logo-/,
    );

    await page.goto(`${origin}/cms/admin/collections/things/new`);
    await page.getByLabel('Name').fill('First');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.waitForURL(/\/cms\/admin\/collections\/things\/[\w-]{36}$/);
    await page.reload();
    expect(await page.getByLabel('Name').inputValue()).toBe('First');

    await page.getByRole('link', { name: 'Count' }).click();
    await page.getByText('counted 1').waitFor();
    const dot = page.getByRole('img', { name: 'dot' });
    expect(await dot.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(8);

    await page.goto(`${origin}/cms/admin/collections/papers/${id}`);
    const download = page.getByRole('link', { name: 'Download' });
    const address = await download.getAttribute('href');
    expect(address).toMatch(new RegExp(`^/cms/api/papers/${id}/file`));
    expect(await (await page.request.get(`${origin}${address}`)).text()).toBe('on paper');

    await page.getByRole('button', { name: /Super Admin|super-admin/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(`${origin}/cms/admin/login?done=logged-out`);
    expect(faults).toEqual([]);
  });
});

test('the page of a mount is not sent again while it is the same, and takes no markup from a path', async () => {
  const server = await startDashboard('every-field');
  onTestFinished(() => server.close());
  const site = express().use('/:tenant', server.app as unknown as RequestHandler);
  const port = await freePort();
  const listening = site.listen(port, '127.0.0.1');
  onTestFinished(() => void listening.close());
  await once(listening, 'listening');
  const url = `http://127.0.0.1:${port}`;
  const first = await fetch(`${url}/one/admin`);
  const text = await first.text();
  expect(text).toContain('<meta name="svc-mount" content="/one" />');
  expect(text).not.toMatch(/(href|src)="\/(admin|api)\//);
  const etag = first.headers.get('etag') ?? '';
  const again = await fetch(`${url}/one/admin`, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  expect((await fetch(`${url}/two/admin`, { headers: { 'if-none-match': etag } })).status).toBe(200);
  const hostile = await new Promise<string>((resolve) => {
    request({ port, path: '/a"><b>/admin' }, (answer) => {
      let body = '';
      answer
        .setEncoding('utf8')
        .on('data', (chunk: string) => (body += chunk))
        .on('end', () => resolve(body));
    }).end();
  });
  expect(hostile).not.toContain('"><b>');
});

suite('at a path that the service does not know', () => {
  afterAll(() => closeBrowser());

  test('the page says what is missing', async () => {
    const { page, origin } = await openSite(behindProxy, '');
    await page.request.post(`${origin}/cms/api/auth/login`, {
      data: { email: emailOf('super_admin'), password },
    });
    await page.goto(`${origin}/cms/admin`);
    expect(await page.locator('#app').innerText()).toContain('SVC_BASE_URL');
  });
});
