import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { S3Client, type S3Options } from '../../runtime/files/storage/s3/s3-client.js';
import { openS3Storage } from '../../runtime/files/storage/s3/s3-storage.js';
import { elementsOf } from '../../runtime/files/storage/s3/s3-xml.js';
import { packageRoot } from '../../runtime/util/package-root.js';
import { keysOf } from '../conformance/file-storage.js';
import { useExam } from '../contract/support/exam.js';
import { picture } from '../support/image-files.js';
import { describeS3 } from '../support/services.js';
import { svc } from '../support/svc-command.js';
import { databaseOfProject } from '../support/test-database.js';
import { directCalls } from './support/direct.js';
import { createFile, pdf, readFile } from './support/files.js';
import { describeStoredFiles } from './support/stored-files.js';

/** Letters of the alphabet in lines: text that is 9 MiB long, which takes a bucket two parts. */
const long = `${'abcdefghijklmnopqrstuvwxyz'.repeat(40)}\n`.repeat(9_066);

const fixture = readFileSync(join(packageRoot, 'fixtures/uploads/svc.config.ts'), 'utf8');

/** The fixture with a collection whose files clients read from a bucket. */
function configOf(bucket: S3Options): string {
  const direct =
    "{ slug: 'direct', drafts: false, upload: { storage: 'bucket', sizes: { small: { width: 20 } } }, fields: [] },";
  return fixture
    .replace('import { defineConfig }', 'import { defineConfig, s3Storage }')
    .replace(
      'collections: [',
      `storages: { bucket: s3Storage(${JSON.stringify({ ...bucket, redirect: true })}) }, collections: [${direct}`,
    );
}

describeS3('a bucket', (options) => {
  const prefix = `test-${randomBytes(6).toString('hex')}`;
  const storage = openS3Storage({ ...options, prefix });
  const { host } = new URL(options.endpoint ?? '');
  const [key, secret] = [options.accessKeyId, options.secretAccessKey].map(encodeURIComponent);
  const address = `s3://${key}:${secret}@${host}/${options.bucket}?region=${options.region}&pathStyle=true&tls=false&prefix=${prefix}`;
  const exam = useExam(configOf({ ...options, prefix: `${prefix}/direct` }), { SVC_STORAGE_URL: address });
  const stored = (): Promise<readonly string[]> => keysOf(storage);

  async function media(...args: readonly string[]) {
    const cwd = exam.folder;
    const env = { ...(await databaseOfProject(cwd)), SVC_STORAGE_URL: address };
    const { code, stdout, stderr } = await svc(['media', ...args, '--json'], { cwd, env });
    return [code, stderr, JSON.parse(stdout)] as const;
  }

  /** Unfinished uploads of several parts. */
  async function unfinished(): Promise<readonly string[]> {
    const client = new S3Client(options);
    const response = await client.send({ method: 'GET', query: { uploads: '', prefix } });
    return elementsOf(await response.text(), 'Upload');
  }

  afterAll(async () => {
    for (const each of await stored()) await storage.delete(each);
  });

  describeStoredFiles('a bucket', exam, stored);

  test('takes a resumable upload, whose parts do not stay', async () => {
    const before = await stored();
    const tus = { 'tus-resumable': '1.0.0' };
    const begun = await fetch(`${exam.url}/api/attachments/uploads/tus`, {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(long.length) },
    });
    const path = begun.headers.get('location') ?? '';
    const patch = (from: number, to?: number): Promise<Response> =>
      fetch(`${exam.url}${path}`, {
        method: 'PATCH',
        headers: {
          ...tus,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(from),
        },
        body: long.slice(from, to),
      });
    expect((await patch(0, 8_500_000)).headers.get('upload-offset')).toBe('8500000');
    const last = await patch(8_500_000);
    expect(last.status).toBe(204);
    const { body } = await exam.get(last.headers.get('location') ?? '');
    expect((await readFile(exam, body.url)).text).toBe(long);
    expect(await stored()).toHaveLength(before.length + 1);
    expect(await unfinished()).toEqual([]);
  });

  test('takes the parts of a direct upload itself, and none that were not announced', async () => {
    const before = await stored();
    const direct = directCalls(() => exam.url);
    const path = '/api/attachments';
    const bytes = long.repeat(2);
    const data = { alt: 'Letters' };
    const { status, body: begun } = await direct.begin(path, { bytes, data });
    expect([status, begun.parts.length]).toEqual([201, 2]);
    const [first] = begun.parts;
    expect(new URL(first.url).origin).toBe(options.endpoint);
    expect(first.headers).toEqual({ 'content-type': 'application/octet-stream' });
    const other = { parts: [{ ...first, to: first.to - 1 }] };
    expect(await direct.store(other, bytes)).toEqual([403]);
    expect(await direct.store(begun, bytes, { only: [2] })).toEqual([200]);
    expect((await direct.complete(path, begun)).body.reason).toBe('upload.partsMissing');
    const own = {
      parts: [{ from: 0, to: first.to, headers: {}, url: `${path}/uploads/${begun.uploadId}/parts/1` }],
    };
    expect(await direct.store(own, bytes)).toEqual([404]);
    expect(await direct.store(begun, bytes)).toEqual([200, 200]);
    const done = await direct.complete(path, begun);
    expect(done.status).toBe(201);
    expect((await readFile(exam, done.body.url)).text).toBe(bytes);
    expect(await stored()).toHaveLength(before.length + 1);
    expect(await unfinished()).toEqual([]);
    expect((await direct.complete(path, begun)).body).toEqual(done.body);

    // The address still works: what is stored at it belongs to the upload until that is removed.
    expect(await direct.store(begun, bytes, { only: [1] })).toEqual([200]);
    expect((await media('check'))[2]).toMatchObject({ problems: [] });

    const refused = await direct.begin(path, { bytes: 'abc', data });
    await direct.store(refused.body, Buffer.from([0, 1, 2]));
    expect((await direct.complete(path, refused.body)).status).toBe(415);
    const ended = await direct.begin(path, { bytes: 'abc', data });
    await direct.store(ended.body, 'abc');
    expect((await direct.end(path, ended.body)).status).toBe(204);
    expect((await direct.complete(path, ended.body)).status).toBe(404);
    expect(await stored()).toHaveLength(before.length + 2);
  });

  test('takes a file of several parts, and sends parts of it', async () => {
    const sent = { bytes: long, name: 'long.txt', type: 'text/plain' };
    for (const path of ['/api/attachments', '/api/direct']) {
      const { url, filesize } = await createFile(exam, path, sent);
      expect(filesize).toBe(long.length);
      expect((await readFile(exam, url)).text).toBe(long);
      const { status, text } = await readFile(exam, url, { range: 'bytes=9000000-9000003' });
      expect([status, text]).toEqual([206, long.slice(9_000_000, 9_000_004)]);
    }
  });

  test('keeps no part of a client that leaves', async () => {
    const controller = new AbortController();
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
    const body = new ReadableStream<Uint8Array>({
      start: (parts) => parts.enqueue(new TextEncoder().encode(head + long)),
    });
    const sent = fetch(`${exam.url}/api/attachments`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      duplex: 'half',
      signal: controller.signal,
    } as RequestInit);
    await expect.poll(unfinished, { timeout: 10_000 }).toHaveLength(1);
    controller.abort();
    await expect(sent).rejects.toThrow();
    await expect.poll(unfinished, { timeout: 10_000 }).toEqual([]);
  });

  test('sends clients to the bucket for a minute, where the config says so', async () => {
    const sent = { bytes: 'hello\n', name: 'ä.txt', type: 'text/plain' };
    const { id, url, checksum } = await createFile(exam, '/api/direct', sent);
    const ask = (init: RequestInit = {}) =>
      fetch(`${exam.url}${url}?download`, { redirect: 'manual', ...init });
    const { status, headers } = await ask();
    expect([status, headers.get('cache-control')]).toEqual([302, 'no-store']);
    const location = new URL(headers.get('location') ?? '');
    expect([location.host, location.searchParams.get('X-Amz-Expires')]).toEqual([host, '60']);
    const file = await fetch(location);
    expect(await file.text()).toBe('hello\n');
    expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="_.txt"; filename*=UTF-8''%C3%A4.txt`,
    );
    const current = await fetch(`${exam.url}/api/direct/${id}/file`, { redirect: 'manual' });
    expect([current.status, current.headers.get('cache-control')]).toEqual([302, 'no-store']);
    // What needs no bytes is told by the server.
    const known = await ask({ headers: { 'if-none-match': `"${checksum}"` } });
    expect(known.status).toBe(304);
    const { status: found, headers: described } = await ask({ method: 'HEAD' });
    expect([found, described.get('content-length')]).toEqual([200, '6']);
    const outside = await ask({ headers: { range: 'bytes=6-' } });
    expect(outside.status).toBe(416);
    // The dashboard follows: its policy lets it, for what it shows and for nothing else.
    const policy = (await fetch(`${exam.url}/admin`)).headers.get('content-security-policy') ?? '';
    const allowed = policy.split('; ').filter((part) => part.endsWith(` ${location.origin}`));
    expect(allowed.map((part) => part.split(' ')[0])).toEqual(['img-src', 'media-src', 'frame-src']);
  });

  test('has a size again that something else has removed, before clients are sent to it', async () => {
    const bytes = await picture().png().toBuffer();
    const { sizes } = await createFile(exam, '/api/direct', { bytes, name: 'a.png', type: 'image/png' });
    const { url } = sizes.small;
    const small = async (): Promise<number> => (await fetch(`${exam.url}${url}`)).status;
    expect(await small()).toBe(200);
    for (const each of await stored()) if (each.includes('/small-')) await storage.delete(each);
    expect(await small()).toBe(200);
    const short = url.replace(/small-[0-9a-f]{12}/, 'small');
    const named = await fetch(`${exam.url}${short}`, { redirect: 'manual' });
    expect([named.status, named.headers.get('cache-control')]).toEqual([302, 'no-store']);
  });

  test('fits its records, which svc media says, and takes files from other places', async () => {
    const { url } = await createFile(exam, '/api/attachments', { bytes: pdf('moved') });
    expect(await media('check', '--checksums')).toEqual([0, '', expect.objectContaining({ problems: [] })]);
    const [code, , report] = await media('copy', '--from', 'storage', '--to', 'bucket');
    expect([code, report.failed, report.copied > 0]).toEqual([0, [], true]);
    // It is where clients read it themselves.
    const { status, headers } = await fetch(`${exam.url}${url}`, { redirect: 'manual' });
    expect(status).toBe(302);
    expect(await (await fetch(headers.get('location') ?? '')).text()).toBe(pdf('moved'));
  });

  test('sends the bytes itself where the config does not say so', async () => {
    const { url } = await createFile(exam, '/api/attachments', { bytes: '%PDF-1.4\n' });
    expect((await fetch(`${exam.url}${url}`, { redirect: 'manual' })).status).toBe(200);
  });
});
