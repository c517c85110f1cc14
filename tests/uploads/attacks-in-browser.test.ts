/** Files with scripts in Chromium: whatever shows them, nothing of them runs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useExam } from '../contract/support/exam.js';
import { type Browser, noBrowser, openBrowser } from '../support/browser.js';
import { pdf, sendFile } from './support/files.js';
import { type Site, startSite } from './support/site.js';

const config = `import { defineConfig } from 'svc';
export default defineConfig({
  collections: [
    {
      slug: 'files',
      drafts: false,
      upload: {
        mimeTypes: ['image/svg+xml', 'text/html', 'text/plain', 'application/pdf'],
        dangerousTypes: ['text/html'],
      },
      fields: [],
    },
  ],
});
`;

/** Asks for `/ran` where a script of a file runs. */
const script = "new Image().src = location.origin + '/ran'; fetch('/ran'); parent.postMessage('ran', '*')";
const namespace = 'xmlns="http://www.w3.org/2000/svg"';

const attacks: readonly (readonly [name: string, type: string, text: string])[] = [
  ['script.svg', 'image/svg+xml', `<svg ${namespace}><script>${script}</script></svg>`],
  ['onload.svg', 'image/svg+xml', `<svg ${namespace} onload="${script}"><rect width="9" height="9"/></svg>`],
  [
    'foreign.svg',
    'image/svg+xml',
    `<svg ${namespace}><foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml" onload="${script}"><script>${script}</script></body></foreignObject></svg>`,
  ],
  [
    'page.html',
    'text/html',
    `<!doctype html><html><body onload="${script}"><script>${script}</script></body></html>`,
  ],
  ['plain.txt', 'text/plain', `Words, then <script>${script}</script>`],
  ['paper.pdf', 'application/pdf', `${pdf()}<script>${script}</script>`],
];

describe.skipIf(noBrowser !== null)('a file with a script, in Chromium', { timeout: 60_000 }, () => {
  const exam = useExam(config);
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    site = await startSite(exam);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
  });

  test.each(attacks)('%s runs nowhere', async (name, type, bytes) => {
    const { status, body } = await sendFile(exam, ['POST', '/api/files'], { bytes, name, type });
    expect(status).toBe(201);
    const before = site.asked.filter((path) => path === '/ran').length;
    const page = await browser.newPage();
    await page.goto(site.url);
    // Within a page of the same origin, in every way that pages show others.
    const ran = await page.evaluate(`(async () => {
      const url = ${JSON.stringify(body.url)};
      let ran = false;
      addEventListener('message', ({ data }) => (ran ||= data === 'ran'));
      const shown = ['iframe', 'embed', 'object', 'img'].map((tag) => {
        const element = document.createElement(tag);
        element[tag === 'object' ? 'data' : 'src'] = url;
        document.body.append(element);
        return new Promise((resolve) => {
          element.onload = resolve;
          element.onerror = resolve;
          // A frame whose content is saved says nothing.
          setTimeout(resolve, 1000);
        });
      });
      await Promise.all(shown);
      return ran;
    })()`);
    // By itself: what is saved opens no page.
    await page.goto(`${site.url}${body.url}`).catch((error: unknown) => {
      expect(String(error)).toContain('Download is starting');
    });
    expect(ran).toBe(false);
    // The same connection carries a request of a page that may run scripts: those of the file would be there.
    const other = await browser.newPage();
    await other.goto(`${site.url}/control`);
    await other.evaluate("fetch('/done')");
    expect(site.asked).toContain('/done');
    expect(site.asked.filter((path) => path === '/ran')).toHaveLength(before);
    await other.close();
    await page.close();
  });

  test('the same scripts run where a page has them', async () => {
    const page = await browser.newPage();
    await page.goto(site.url);
    await page.evaluate(script);
    await expect.poll(() => site.asked).toContain('/ran');
    await page.close();
  });
});
