import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { allOf, describeFileStorage, inChunks, keysOf } from '../../../../tests/conformance/file-storage.js';
import { describeS3, describeWithoutServices } from '../../../../tests/support/services.js';
import { StorageAway, StorageFull } from '../file-storage.js';
import { S3Client } from './s3-client.js';
import { openS3Storage, type S3Storage } from './s3-storage.js';
import { elementsOf } from './s3-xml.js';

const contentType = 'text/plain';
const one = (): AsyncIterable<Uint8Array> => inChunks(Buffer.from('one'));

describeS3('a bucket', (options) => {
  /** A folder of its own in the bucket, which is emptied when the test ends. */
  async function openEmpty(): Promise<S3Storage> {
    const storage = openS3Storage({ ...options, prefix: `test-${randomBytes(6).toString('hex')}` });
    onTestFinished(async () => {
      for (const key of await keysOf(storage)) await storage.delete(key);
    });
    return storage;
  }

  describeFileStorage('a bucket', openEmpty);

  test('an upload of several parts that fails leaves no part', async () => {
    const prefix = `test-${randomBytes(6).toString('hex')}`;
    const storage = openS3Storage({ ...options, prefix });
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield randomBytes(17 * 1_048_576);
      throw new Error('the client is gone');
    };
    await expect(storage.write('media/a1/original', body(), { contentType })).rejects.toThrow(
      'the client is gone',
    );
    const client = new S3Client({ ...options, prefix });
    const response = await client.send({ method: 'GET', query: { uploads: '', prefix } });
    expect(elementsOf(await response.text(), 'Upload')).toEqual([]);
  });

  test('what a killed process left of an upload goes with its key', async () => {
    const prefix = `test-${randomBytes(6).toString('hex')}`;
    const storage = openS3Storage({ ...options, prefix });
    const client = new S3Client({ ...options, prefix });
    await (await client.send({ method: 'POST', key: 'media/a1/original', query: { uploads: '' } })).text();
    await storage.delete('media/a1/original');
    const response = await client.send({ method: 'GET', query: { uploads: '', prefix } });
    expect(elementsOf(await response.text(), 'Upload')).toEqual([]);
  });

  test('a presigned URL opens one object for a time, as it was signed', async () => {
    const storage = await openEmpty();
    await storage.write('media/a1/original', one(), { contentType });
    const disposition = 'attachment; filename="a.txt"';
    const url = await storage.presignGet('media/a1/original', {
      expiresIn: 60,
      disposition,
      contentType: 'text/csv',
    });
    const response = await fetch(url);
    expect(await response.text()).toBe('one');
    expect(response.headers.get('content-disposition')).toBe(disposition);
    expect((await fetch(url.replace('original', 'other'))).status).toBe(403);
    expect((await fetch(url.replace('text%2Fcsv', 'text%2Fhtml'))).status).toBe(403);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
  });

  test('a presigned request takes a body of the exact length only', async () => {
    const storage = await openEmpty();
    const request = { expiresIn: 60, bytes: 3, contentType };
    const { url, headers } = await storage.presignPut('media/a1/original', request);
    const { 'content-length': _, ...others } = headers;
    expect((await fetch(url, { method: 'PUT', headers: others, body: 'longer' })).status).toBe(403);
    expect(await storage.size('media/a1/original')).toBeNull();
    expect((await fetch(url, { method: 'PUT', headers: others, body: 'one' })).status).toBe(200);
    expect((await allOf(await storage.read('media/a1/original'))).toString()).toBe('one');
  });

  test('a wrong secret is reported as a storage that is away', async () => {
    const storage = openS3Storage({ ...options, secretAccessKey: 'wrong' });
    await expect(storage.size('media/a1/original')).rejects.toThrow(StorageAway);
    await expect(storage.write('media/a1/original', one(), { contentType })).rejects.toThrow(StorageAway);
  });
});

const local = {
  bucket: 'media',
  region: 'us-east-1',
  pathStyle: true,
  accessKeyId: 'key',
  secretAccessKey: 'secret',
};

/** A storage at an address where something else than S3 is. */
async function storageAt(listener: RequestListener): Promise<S3Storage> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return openS3Storage({ ...local, endpoint: `http://127.0.0.1:${port}` });
}

describeWithoutServices('a bucket that fails', () => {
  describe.each([
    ['refuses connections', 'http://127.0.0.1:1'],
    ['has no address', 'http://nowhere.invalid'],
  ])('since it %s', (_, endpoint) => {
    test('is away for each call', async () => {
      const storage = openS3Storage({ ...local, endpoint });
      const calls = [
        storage.write('a/b/c', one(), { contentType }),
        storage.read('a/b/c'),
        storage.size('a/b/c'),
        storage.delete('a/b/c'),
        keysOf(storage),
      ];
      for (const call of await Promise.allSettled(calls)) {
        expect(call).toMatchObject({ status: 'rejected', reason: expect.any(StorageAway) });
      }
    });
  });

  test('since it never responds is away, and is not asked again, which would take as long once more', async () => {
    const requests: string[] = [];
    const storage = await storageAt((request) => void requests.push(String(request.method)));
    await expect(storage.size('a/b/c')).rejects.toThrow(StorageAway);
    await expect(storage.write('a/b/c', one(), { contentType })).rejects.toThrow(StorageAway);
    // The object may have been stored all the same.
    expect(requests).toEqual(['HEAD', 'PUT', 'DELETE']);
  });

  test('is away when it falls silent within a body, but not while it is slow', async () => {
    const silent = await storageAt((request) => void request.once('data', () => request.pause()));
    const slow = await storageAt((request, response) => {
      if (request.method !== 'PUT') return void response.setHeader('content-length', 4_000_000).end();
      request.once('data', () => {
        request.pause();
        setTimeout(() => request.resume(), 6_000);
      });
      request.on('end', () => response.setHeader('etag', '"e"').end());
    });
    const write = async (storage: S3Storage, bytes: number): Promise<number> => {
      const began = performance.now();
      await storage.write('a/b/c', inChunks(Buffer.alloc(bytes)), { contentType });
      return performance.now() - began;
    };
    const began = performance.now();
    const [refused, stored] = await Promise.allSettled([write(silent, 400_000), write(slow, 4_000_000)]);
    expect(refused).toMatchObject({ reason: expect.any(StorageAway) });
    expect(stored).toMatchObject({ status: 'fulfilled', value: expect.any(Number) });
    expect(performance.now() - began).toBeLessThan(15_000);
  }, 30_000);

  test('once is asked again, and always is away', async () => {
    let requests = 0;
    const flaky = await storageAt((_, response) => {
      requests += 1;
      response.writeHead(requests === 1 ? 500 : 200, { 'content-length': '7' }).end();
    });
    expect(await flaky.size('a/b/c')).toBe(7);
    expect(requests).toBe(2);
    const broken = await storageAt((_, response) => void response.writeHead(503).end());
    await expect(broken.size('a/b/c')).rejects.toThrow(StorageAway);
  });

  test('by storing less than was sent is away, and the object is removed', async () => {
    const requests: string[] = [];
    const storage = await storageAt((request, response) => {
      requests.push(String(request.method));
      request
        .resume()
        .on(
          'end',
          () =>
            void response.writeHead(200, { 'content-length': request.method === 'HEAD' ? '2' : '0' }).end(),
        );
    });
    await expect(storage.write('a/b/c', one(), { contentType })).rejects.toThrow('2 bytes of 3');
    expect(requests).toEqual(['PUT', 'HEAD', 'DELETE']);
  });

  test('by a response that ends too early fails while it is read', async () => {
    const storage = await storageAt((_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('half', () => response.destroy());
    });
    await expect(allOf(await storage.read('a/b/c'))).rejects.toThrow();
  });

  test('by returning the whole instead of a part is away', async () => {
    const storage = await storageAt((_, response) => void response.writeHead(200).end('whole'));
    await expect(storage.read('a/b/c', { start: 1, end: 2 })).rejects.toThrow(StorageAway);
  });

  test('since it is full is full', async () => {
    const storage = await storageAt((request, response) => {
      request.resume().on('end', () => {
        response
          .writeHead(request.method === 'PUT' ? 403 : 204)
          .end('<Error><Code>QuotaExceeded</Code></Error>');
      });
    });
    await expect(storage.write('a/b/c', one(), { contentType })).rejects.toThrow(StorageFull);
  });

  test('by an error in a response of status 200 has completed nothing', async () => {
    const requests: string[] = [];
    const storage = await storageAt((request, response) => {
      requests.push(`${request.method} ${new URL(String(request.url), 'http://a').search.slice(0, 9)}`);
      request.resume().on('end', () => {
        const isCompletion = request.method === 'POST' && request.url?.includes('uploadId=');
        const started =
          '<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>';
        response
          .writeHead(200, { etag: '"e"' })
          .end(
            isCompletion
              ? '<Error><Code>InternalError</Code></Error>'
              : request.method === 'POST'
                ? started
                : '',
          );
      });
    });
    const body = inChunks(Buffer.alloc(8_388_609));
    await expect(storage.write('a/b/c', body, { contentType })).rejects.toThrow('InternalError');
    expect(requests.slice(-2)).toEqual(['DELETE ?uploadId', 'DELETE ']);
  });
});

test('a bucket is in the host name, or in the path', async () => {
  const request = { expiresIn: 60 };
  const inHost = openS3Storage({ ...local, pathStyle: false, region: 'eu-central-1', prefix: '/svc/' });
  expect(await inHost.presignGet('a/b/c', request)).toMatch(
    /^https:\/\/media\.s3\.eu-central-1\.amazonaws\.com\/svc\/a\/b\/c\?X-Amz-Algorithm=/,
  );
  const inPath = openS3Storage({ ...local, endpoint: 'https://s3.example.com/base/' });
  expect(await inPath.presignGet('a/b/c', request)).toMatch(
    /^https:\/\/s3\.example\.com\/base\/media\/a\/b\/c\?/,
  );
});
