/** The client in a page of the service's own origin, in Chromium. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useExam } from '../contract/support/exam.js';
import { type Browser, noBrowser, openBrowser } from '../support/browser.js';
import { type Site, startSite } from './support/site.js';

const config = `import { defineConfig } from 'svc';
export default defineConfig({
  collections: [{ slug: 'films', drafts: false, upload: { mimeTypes: ['text/plain'] }, fields: [] }],
});
`;

describe.skipIf(noBrowser !== null)('a page of the own origin, in Chromium', { timeout: 60_000 }, () => {
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

  /** Paths of the requests of an upload of 15,000 bytes. */
  const pathsOf = async (options: string): Promise<unknown> => {
    const page = await browser.newPage();
    await page.goto(site.url);
    const paths = await page.evaluate(`(async () => {
      const { createClient } = await import('/sdk/index.js');
      const client = createClient({ baseUrl: '', resumable: { above: 1000 } });
      const file = new File(['line of a film\\n'.repeat(1_000)], 'film.txt', { type: 'text/plain' });
      const { filesize } = await client.films.create({}, { file, ...${options} });
      if (filesize !== 15_000) throw new Error(String(filesize));
      return performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    })()`);
    await page.close();
    return paths;
  };

  test('sends large files in pieces', async () => {
    const paths = await pathsOf('{}');
    expect(paths).toContain('/api/films/uploads/tus');
    expect(paths).not.toContain('/api/films');
  });

  test('sends them in parts where it is told to', async () => {
    expect(await pathsOf('{ direct: true }')).toContain('/api/films/uploads');
  });
});
