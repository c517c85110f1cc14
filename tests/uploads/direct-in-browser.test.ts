/** Direct uploads of a page in Chromium: the bytes go to the bucket, which is of another origin. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openS3Storage } from '../../runtime/files/storage/s3/s3-storage.js';
import { keysOf } from '../conformance/file-storage.js';
import { useExam } from '../contract/support/exam.js';
import { type Browser, noBrowser, openBrowser } from '../support/browser.js';
import { describeS3 } from '../support/services.js';
import { type Site, startSite } from './support/site.js';

const config = `import { defineConfig } from 'svc';
export default defineConfig({
  collections: [
    { slug: 'films', drafts: false, upload: { mimeTypes: ['text/plain'], maxBytes: '64mb' }, fields: [{ name: 'title', type: 'text' }] },
  ],
});
`;

describeS3('a page of a browser', (options) => {
  const prefix = `test-${randomBytes(6).toString('hex')}`;
  const storage = openS3Storage({ ...options, prefix });
  const { host, origin } = new URL(options.endpoint ?? '');
  const [key, secret] = [options.accessKeyId, options.secretAccessKey].map(encodeURIComponent);
  const exam = useExam(config, {
    SVC_STORAGE_URL: `s3://${key}:${secret}@${host}/${options.bucket}?region=${options.region}&pathStyle=true&tls=false&prefix=${prefix}`,
  });
  let site: Site;
  let browser: Browser;

  beforeAll(async () => {
    site = await startSite(exam);
    if (noBrowser === null) browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
    for (const each of await keysOf(storage)) await storage.delete(each);
  });

  describe.skipIf(noBrowser !== null)('in Chromium', () => {
    test('stores a file in the bucket, of which the service makes a document', async () => {
      const page = await browser.newPage();
      await page.goto(site.url);
      const done = (await page.evaluate(`(async () => {
        const { createClient } = await import('/sdk/index.js');
        const client = createClient({ baseUrl: '' });
        const file = new File(['line of a film\\n'.repeat(1_200_000)], 'film.txt', { type: 'text/plain' });
        const steps = [];
        const film = await client.films.create(
          { title: 'Film' },
          { file, direct: true, onProgress: ({ sent, total }) => steps.push([sent, total]) },
        );
        const stored = await (await fetch(client.films.fileUrl(film))).text();
        return {
          film,
          last: steps.at(-1),
          isWhole: stored === (await file.text()),
          hosts: performance.getEntriesByType('resource')
            .filter(({ name }) => name.includes('X-Amz-Signature'))
            .map(({ name }) => new URL(name).origin),
        };
      })()`)) as Record<string, unknown>;
      const filesize = 'line of a film\n'.length * 1_200_000;
      expect(done).toMatchObject({
        film: { title: 'Film', filename: 'film.txt', filesize },
        last: [filesize, filesize],
        isWhole: true,
      });
      // Both parts went to the bucket, and none to the service.
      expect(done['hosts']).toEqual([origin, origin]);
      await page.close();
    });

    test('sends pieces to a service of the same origin, too', async () => {
      const page = await browser.newPage();
      await page.goto(site.url);
      const paths = await page.evaluate(`(async () => {
        const { createClient } = await import('/sdk/index.js');
        const client = createClient({ baseUrl: '', resumable: { above: 1000 } });
        const file = new File(['line of a film\\n'.repeat(1_000)], 'film.txt', { type: 'text/plain' });
        await client.films.create({}, { file });
        return performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
      })()`);
      expect(paths).toContain('/api/films/uploads/tus');
      expect(paths).not.toContain('/api/films');
      await page.close();
    });

    test('says what the service refuses, and leaves nothing in the bucket', async () => {
      const before = (await keysOf(storage)).length;
      const page = await browser.newPage();
      await page.goto(site.url);
      const refused = await page.evaluate(`(async () => {
        const { createClient } = await import('/sdk/index.js');
        const file = new File([new Uint8Array([37, 80, 68, 70, 45, 0, 1])], 'film.txt', { type: 'text/plain' });
        const { error } = await createClient({ baseUrl: '' }).safe.films.create({}, { file, direct: true });
        return error?.code;
      })()`);
      expect(['INVALID_FILE', 'UNSUPPORTED_MEDIA_TYPE']).toContain(refused);
      expect(await keysOf(storage)).toHaveLength(before);
      await page.close();
    });
  });
});
