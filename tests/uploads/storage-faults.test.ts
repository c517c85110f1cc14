import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { customStorage } from '../../runtime/config/storage-config.js';
import { StorageFull } from '../../runtime/files/storage/file-storage.js';
import { openS3Storage } from '../../runtime/files/storage/s3/s3-storage.js';
import { keysOf } from '../conformance/file-storage.js';
import type { Body } from '../contract/support/exam.js';
import { describeS3, describeWithoutServices } from '../support/services.js';
import { type Fault, startFaultyProxy } from './support/faulty-proxy.js';
import { type FileServer, fileForm, startFileServer } from './support/file-server.js';

const hour = 3_600_000;
const collections = [
  { slug: 'papers', drafts: false, upload: { mimeTypes: ['text/plain'] }, fields: [] },
  { slug: 'notes', drafts: false, fields: [{ name: 'text', type: 'text' }] },
] as const;

async function create(server: FileServer, text: string): Promise<Body> {
  const { status, body } = await server.send('POST', '/api/papers', { body: fileForm(text) });
  expect(status).toBe(201);
  return body;
}

const ready = async (server: FileServer): Promise<unknown> => {
  const { status, body } = await server.send('GET', '/health/ready');
  return [status, body];
};

describeS3('a bucket behind a faulty network', (options) => {
  test('takes nothing with it but the bytes, and nothing is left of what failed', async () => {
    const proxy = await startFaultyProxy(options.endpoint ?? '');
    const prefix = `test-${randomBytes(6).toString('hex')}`;
    const bucket = openS3Storage({ ...options, prefix });
    onTestFinished(async () => {
      for (const key of await keysOf(bucket)) await bucket.delete(key);
    });
    const server = await startFileServer({
      collections,
      storage: { kind: 's3', ...options, prefix, endpoint: proxy.url },
      uploads: { deleteAfterHours: 24 },
    });
    const kept = await create(server, 'kept');
    expect(await ready(server)).toEqual([200, { status: 'ok' }]);
    const keys = await keysOf(bucket);

    for (const fault of ['closed', 'error', 'silent', 'lie'] satisfies Fault[]) {
      proxy.fault = fault;
      const { status, headers, body } = await server.send('POST', '/api/papers', { body: fileForm('lost') });
      expect([fault, status, body.code], body.error).toEqual([fault, 503, 'UNAVAILABLE']);
      expect(headers.get('retry-after')).toBe('5');
      const isFast = fault === 'closed' || fault === 'error';
      if (isFast) expect((await server.send('GET', kept.url)).status).toBe(503);
      // Documents do not need their bytes.
      expect((await server.send('GET', `/api/papers/${kept.id}`)).body).toEqual(kept);
      const note = { body: '{"text":"a"}', headers: { 'content-type': 'application/json' } };
      expect((await server.send('POST', '/api/notes', note)).status).toBe(201);
    }
    proxy.fault = 'closed';
    await expect
      .poll(() => ready(server), { timeout: 15_000 })
      .toEqual([200, { status: 'ok', away: ['storage'] }]);

    proxy.fault = 'none';
    expect((await server.send('GET', '/api/papers')).body.docs).toEqual([kept]);
    // What could not be removed is removed when the storage is back.
    server.time.now += 25 * hour;
    await server.removeFiles();
    expect(await keysOf(bucket)).toEqual(keys);
    expect((await server.send('GET', kept.url)).text).toBe('kept');
    const [small, large] = [await create(server, 'new'), await create(server, 'large '.repeat(20_000))];
    await expect.poll(() => ready(server), { timeout: 15_000 }).toEqual([200, { status: 'ok' }]);

    proxy.fault = 'half';
    expect((await server.send('GET', small.url)).status).toBe(503);
    await expect(server.send('GET', large.url)).rejects.toThrow();
    // It was read before, and files do not change.
    expect((await server.send('GET', kept.url)).text).toBe('kept');
  });

  test('stores no file whose bytes are not those that were sent, in one part or several', async () => {
    const proxy = await startFaultyProxy(options.endpoint ?? '');
    const prefix = `test-${randomBytes(6).toString('hex')}`;
    const bucket = openS3Storage({ ...options, prefix });
    const server = await startFileServer({
      collections,
      storage: { kind: 's3', ...options, prefix, endpoint: proxy.url },
    });
    proxy.fault = 'altered';
    for (const text of ['lost', 'a line of a text\n'.repeat(600_000)]) {
      const { status, body } = await server.send('POST', '/api/papers', { body: fileForm(text) });
      expect([status, body.code], body.error).toEqual([503, 'UNAVAILABLE']);
    }
    proxy.fault = 'none';
    expect((await server.send('GET', '/api/papers')).body.docs).toEqual([]);
    expect(await keysOf(bucket)).toEqual([]);
  });

  test('is asked to remove a file again later and later while it is away', async () => {
    const proxy = await startFaultyProxy(options.endpoint ?? '');
    const prefix = `test-${randomBytes(6).toString('hex')}`;
    const bucket = openS3Storage({ ...options, prefix });
    const server = await startFileServer({
      collections,
      storage: { kind: 's3', ...options, prefix, endpoint: proxy.url },
      uploads: { deleteAfterHours: 1 },
    });
    const { id } = await create(server, 'gone');
    await server.send('DELETE', `/api/papers/${id}`);
    server.time.now += 2 * hour;
    proxy.fault = 'closed';
    /** Whether the bucket is asked after so many minutes more. */
    const isAsked = async (minutes: number): Promise<boolean> => {
      server.time.now += minutes * 60_000;
      const before = proxy.requests.length;
      await server.removeFiles();
      return proxy.requests.length > before;
    };
    const asked: boolean[] = [];
    for (const minutes of [0, 0.5, 1, 1, 1.5, 60]) asked.push(await isAsked(minutes));
    expect(asked).toEqual([true, false, true, false, true, true]);
    expect(await keysOf(bucket)).toHaveLength(1);
    proxy.fault = 'none';
    expect(await isAsked(60)).toBe(true);
    expect(await keysOf(bucket)).toEqual([]);
  });
});

describeWithoutServices('a storage that is full', () => {
  test('refuses files with 507, before their bytes where it says how little is left', async () => {
    let isRead = false;
    let free = 200 * 1024 * 1024;
    const server = await startFileServer({
      collections,
      storage: customStorage(() => ({
        async write(_key, body) {
          for await (const _ of body) isRead = true;
          throw new StorageFull('The disk is full.');
        },
        read: () => Promise.reject(new Error('unused')),
        size: () => Promise.resolve(null),
        delete: () => Promise.resolve(),
        async *list() {},
        free: () => Promise.resolve(free),
      })),
    });
    const refused = async (): Promise<unknown> => {
      const { status, body } = await server.send('POST', '/api/papers', { body: fileForm('x') });
      return [status, body.code, isRead];
    };
    expect(await refused()).toEqual([507, 'INSUFFICIENT_STORAGE', true]);
    isRead = false;
    free = 100 * 1024 * 1024 - 1;
    expect(await refused()).toEqual([507, 'INSUFFICIENT_STORAGE', false]);
    expect((await server.send('GET', '/api/papers')).body.docs).toEqual([]);
  });
});
