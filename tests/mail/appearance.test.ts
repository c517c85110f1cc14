import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailAssets } from '../../runtime/mail/mail-assets.js';
import type { MailKind } from '../../runtime/mail/mail-queue.js';
import { loadDefaultTemplates } from '../../runtime/mail/templates/default-templates.js';
import { mailWords } from '../../runtime/mail/templates/mail-words.js';
import { type Browser, noBrowser, openBrowser, type Page } from '../support/browser.js';
import { ada, minute } from './support/mail-setup.js';

const seen = readFileSync(join(import.meta.dirname, 'support/seen-by-a-reader.js'), 'utf8');
const kinds = Object.keys(mailWords) as readonly MailKind[];
const light = { card: 'rgb(255, 255, 255)', text: 'rgb(9, 9, 11)' };
const dark = { card: 'rgb(18, 18, 21)', text: 'rgb(255, 255, 255)' };

if (noBrowser !== null) process.stderr.write(`The looks of mails are not tested: ${noBrowser}\n`);

describe.skipIf(noBrowser !== null)('in a browser', () => {
  let browser: Browser;
  let server: Server;
  let baseUrl: string;

  beforeAll(async () => {
    browser = await openBrowser();
    server = createServer((request, response) => {
      const asset = mailAssets().find(({ name }) => request.url === `/admin/${name}`);
      response
        .writeHead(asset ? 200 : 404, { 'Content-Type': asset?.type ?? 'text/plain' })
        .end(asset?.bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    await browser.close();
    server.close();
  });

  async function show(kind: MailKind, looks: Looks): Promise<Page> {
    const template = await loadDefaultTemplates({
      light: `${baseUrl}/admin/logo.svg`,
      dark: `${baseUrl}/admin/logo-white.svg`,
    });
    const userName = 'Wolfeschlegelsteinhausenbergerdorff-'.repeat(2);
    const code = kind === 'magicLink' ? 'Q7WK2MXA' : null;
    const at = Date.UTC(2026, 10, 21);
    const facts = { userName, code, at, site: 'cms.example.com', lockMinutes: 15 };
    const { html } = template(kind, ada.link, facts);
    const page = await browser.newPage({
      colorScheme: looks.scheme,
      viewport: { width: looks.width ?? 800, height: 600 },
    });
    await page.setContent(looks.change?.(html) ?? html, { waitUntil: 'load', timeout: minute });
    return page;
  }

  test.each(
    kinds.flatMap((kind) => [
      { kind, scheme: 'light' as const },
      { kind, scheme: 'dark' as const },
    ]),
  )('$kind has the colours and the logo of $scheme', async ({ kind, scheme }) => {
    const page = await show(kind, { scheme });
    const expected = scheme === 'light' ? light : dark;
    const logo = scheme === 'light' ? 'logo.svg' : 'logo-white.svg';
    expect(await page.evaluate(seen)).toMatchObject({
      card: expected.card,
      texts: [expected.text],
      logos: [{ src: `${baseUrl}/admin/${logo}`, width: 92, height: 32 }],
      button: { background: expected.text, text: scheme === 'light' ? dark.text : light.text },
    });
    await page.close();
  });

  test.each(kinds)('%s fits a narrow screen', async (kind) => {
    const page = await show(kind, { scheme: 'light', width: 320 });
    expect(await page.evaluate(seen)).toMatchObject({ width: 320 });
    await page.close();
  });

  test('without images the name of the logo stands in their place, in the colour of the text', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const page = await show('welcome', {
        scheme,
        change: (html) => html.replaceAll('/admin/logo', '/none'),
      });
      const { text } = scheme === 'light' ? light : dark;
      expect(await page.evaluate(seen)).toMatchObject({ names: [{ alt: 'svc', color: text }] });
      await page.close();
    }
  });

  test('the hooks of Outlook turn a light mail dark', async () => {
    const change = (html: string): string => html.replace('<html', '<html data-ogsc data-ogsb');
    const page = await show('magicLink', { scheme: 'light', change });
    expect(await page.evaluate(seen)).toMatchObject({
      card: dark.card,
      texts: [dark.text],
      logos: [{ src: `${baseUrl}/admin/logo-white.svg` }],
    });
    await page.close();
  });

  test('where a mail program drops the style sheet, the light mail is left', async () => {
    const change = (html: string): string => html.replace(/<style>.*<\/style>/s, '');
    const page = await show('welcome', { scheme: 'dark', change });
    expect(await page.evaluate(seen)).toMatchObject({
      card: light.card,
      texts: [light.text],
      logos: [{ src: `${baseUrl}/admin/logo.svg` }],
    });
    await page.close();
  });
});

interface Looks {
  readonly scheme: 'light' | 'dark';
  readonly width?: number;
  readonly change?: (html: string) => string;
}
