/** Direct uploads to a bucket, whose bytes the service does not see arrive. */
import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openS3Storage } from '../../runtime/files/storage/s3/s3-storage.js';
import { keysOf } from '../conformance/file-storage.js';
import { describeS3 } from '../support/services.js';
import { directCalls } from './support/direct.js';
import { startFileServer } from './support/file-server.js';

describeS3('a direct upload to a bucket', (options) => {
  test('ends after an hour, unless the bucket has bytes of it', async () => {
    const prefix = `test-${randomBytes(6).toString('hex')}`;
    const bucket = openS3Storage({ ...options, prefix });
    onTestFinished(async () => {
      for (const key of await keysOf(bucket)) await bucket.delete(key);
    });
    const server = await startFileServer({
      storage: { kind: 's3', ...options, prefix },
      collections: [{ slug: 'papers', drafts: false, upload: { mimeTypes: ['text/plain'] }, fields: [] }],
    });
    const url = await server.listen();
    const direct = directCalls(() => url);
    const bytes = 'a line of a text\n'.repeat(600_000);
    const begin = async () => (await direct.begin('/api/papers', { bytes })).body;
    const [empty, begun] = [await begin(), await begin()];
    // The bucket compares the time with its own clock.
    expect(await direct.store(begun, bytes)).toEqual([200]);
    server.time.now += 3_599_000;
    await server.removeFiles();
    expect((await direct.complete('/api/papers', empty)).status).toBe(409);
    server.time.now += 1_000;
    await server.removeFiles();
    expect((await direct.complete('/api/papers', empty)).status).toBe(410);
    const { status, body } = await direct.complete('/api/papers', begun);
    expect([status, body.filesize]).toEqual([201, bytes.length]);
  });

  test('has addresses for 7 days at most, however large its file is', async () => {
    const prefix = `test-${randomBytes(6).toString('hex')}`;
    const server = await startFileServer({
      uploads: { stagingHours: 500 },
      storage: { kind: 's3', ...options, prefix },
      collections: [
        {
          slug: 'films',
          drafts: false,
          upload: { mimeTypes: ['text/plain'], maxBytes: '100gb' },
          fields: [],
        },
      ],
    });
    const url = await server.listen();
    const direct = directCalls(() => url);
    const life = async (filesize: number): Promise<number> => {
      const { status, body } = await direct.begin('/api/films', { bytes: 'abc', filesize });
      expect(status).toBe(201);
      const signed = new URL(body.parts[0].url).searchParams.get('X-Amz-Expires');
      const seconds = (Date.parse(body.expiresAt) - server.time.now) / 1000;
      expect(Number(signed)).toBe(seconds);
      return seconds;
    };
    expect(await life(10 * 65_536)).toBe(3600 + 10);
    expect(await life(60 * 1024 ** 3)).toBe(7 * 24 * 3600);
  });
});
