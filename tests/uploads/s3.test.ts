import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { S3Client, type S3Options } from '../../runtime/files/storage/s3/s3-client.js';
import { openS3Storage } from '../../runtime/files/storage/s3/s3-storage.js';
import { elementsOf } from '../../runtime/files/storage/s3/s3-xml.js';
import { packageRoot } from '../../runtime/util/package-root.js';
import { keysOf } from '../conformance/file-storage.js';
import { type Body, useExam } from '../contract/support/exam.js';
import { picture } from '../support/image-files.js';
import { describeS3 } from '../support/services.js';
import { svc } from '../support/svc-command.js';
import { databaseOfProject } from '../support/test-database.js';
import { directCalls } from './support/direct.js';
import { createFile, pdf, readFile, sendFile } from './support/files.js';
import { describeStoredFiles } from './support/stored-files.js';

/** Letters of the alphabet in lines: text that is 9 MiB long, which takes a bucket two parts. */
const long = `${'abcdefghijklmnopqrstuvwxyz'.repeat(40)}\n`.repeat(9_066);

const fixture = readFileSync(join(packageRoot, 'fixtures/uploads/svc.config.ts'), 'utf8');

/** Before the keys of the bucket that everyone reads. */
const publicUrl = 'https://cdn.example.com:8443/files';

/** The fixture with collections whose files clients read from a bucket. */
function configOf(bucket: S3Options): string {
  const open = { ...bucket, prefix: `${bucket.prefix}/open`, publicUrl: `${publicUrl}/` };
  const direct =
    "{ slug: 'direct', drafts: false, upload: { storage: 'bucket', sizes: { small: { width: 20 } } }, fields: [] },";
  const kept =
    "{ slug: 'kept', drafts: false, trash: true, upload: { storage: 'bucket', mimeTypes: ['image/png'], sizes: { small: { width: 20 } } }, fields: [] },";
  const films =
    "{ slug: 'films', drafts: false, upload: { storage: 'bucket', mimeTypes: ['text/plain'], maxBytes: '20gb', quotaBytes: '20gb' }, fields: [] },";
  const gallery = `{
    slug: 'gallery',
    upload: {
      storage: 'open',
      mimeTypes: ['image/png', 'image/svg+xml'],
      sizes: { small: { width: 20 }, square: { width: 16, height: 16 } },
      cacheSeconds: 600,
    },
    versions: true,
    trash: true,
    fields: [{ name: 'title', type: 'text' }],
  },`;
  return fixture.replace('import { defineConfig }', 'import { defineConfig, s3Storage }').replace(
    'collections: [',
    `uploads: { unfinished: 12 },
      storages: {
        bucket: s3Storage(${JSON.stringify({ ...bucket, redirect: true })}),
        open: s3Storage(${JSON.stringify(open)}),
      },
      collections: [${direct}${kept}${films}${gallery}`,
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
  const open = openS3Storage({ ...options, prefix: `${prefix}/direct/open` });
  /** An object as a CDN before the bucket sends it. */
  async function readPublic(url: string): Promise<Response> {
    expect(url.slice(0, publicUrl.length + 1)).toBe(`${publicUrl}/`);
    return fetch(await open.presignGet(url.slice(publicUrl.length + 1), { expiresIn: 60 }));
  }

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
    await Promise.all((await stored()).map((each) => storage.delete(each)));
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
    const allowedFor = (origin: string) =>
      policy.split('; ').flatMap((part) => (part.split(' ').includes(origin) ? [part.split(' ')[0]] : []));
    expect(allowedFor(location.origin)).toEqual(['img-src', 'media-src', 'frame-src']);
    expect(allowedFor(new URL(publicUrl).origin)).toEqual(['img-src', 'media-src']);
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
    // And on to where everyone reads them: documents say so, and the bytes are sent as what they are.
    const bytes = await picture().png().toBuffer();
    const { id } = await createFile(exam, '/api/direct', { bytes, name: 'a.png', type: 'image/png' });
    const before = (await exam.get(`/api/direct/${id}`)).body;
    expect((await fetch(`${exam.url}${before.sizes.small.url}`)).status).toBe(200);
    const [moved, , again] = await media('copy', '--from', 'bucket', '--to', 'open');
    expect([moved, again.failed]).toEqual([0, []]);
    const { body } = await exam.get(`/api/direct/${id}`);
    const fileId = before.url.split('/')[5];
    expect(body.url).toBe(`${publicUrl}/direct/${fileId}/original`);
    expect(body.sizes.small.url).toBe(
      `${publicUrl}/direct/${fileId}/${before.sizes.small.url.split('/')[6]}`,
    );
    const made = await readPublic(body.sizes.small.url);
    expect([made.status, made.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(made.headers.get('cache-control')).toBe('public, max-age=3600');
  });

  test('gets nothing of what is in the trash that everyone could read, until it is restored', async () => {
    const sent = { bytes: await picture().png().toBuffer(), name: 'a.png', type: 'image/png' };
    const { id, url, sizes } = await createFile(exam, '/api/kept', sent);
    expect((await fetch(`${exam.url}${sizes.small.url}`)).status).toBe(200);
    const file = url.split('/')[5];
    await exam.call('DELETE', `/api/kept/${id}`);
    const [code, , report] = await media('copy', '--from', 'bucket', '--to', 'open');
    expect([code, report.failed]).toEqual([0, []]);
    const keys = (await keysOf(open)).filter((key) => key.startsWith('kept/'));
    expect(keys.map((key) => key.replace(/^.*\//, '').replace(/-.*/, ''))).toEqual(['original', 'small']);
    expect(keys.filter((key) => key.includes(file))).toEqual([]);
    expect((await exam.call('POST', `/api/kept/${id}/restore`)).status).toBe(200);
    const { body } = await exam.get(`/api/kept/${id}`);
    expect(body.url).toBe(`${publicUrl}/kept/${file}/original`);
    for (const each of [body.url, body.sizes.small.url]) expect((await readPublic(each)).status).toBe(200);
  });

  describe('that everyone may read', () => {
    const photo = async (headers: Readonly<Record<string, string>> = {}) => ({
      bytes: await picture().png().toBuffer(),
      name: 'ä.png',
      type: 'image/png',
      headers,
    });
    const urlsOf = ({ url, sizes }: Body): readonly string[] => [url, sizes.small.url, sizes.square.url];
    const isPublic = (url: string): boolean => url.startsWith(`${publicUrl}/gallery/`);

    test('has whatever a published image names, as the response to its upload comes', async () => {
      const created = await createFile(exam, '/api/gallery', await photo());
      expect((await exam.get(`/api/gallery/${created.id}`)).body).toEqual(created);
      for (const url of urlsOf(created)) {
        const { status, headers } = await readPublic(url);
        expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=600']);
        expect(headers.get('content-type')).toBe(url === created.url ? 'image/png' : 'image/webp');
        expect(headers.get('content-disposition')).toMatch(/^inline; filename="/);
      }
      expect(created.url).toMatch(/\/gallery\/[\w-]{22}\/original$/);
      // The service sends the file too: for downloads, and for who has an old address.
      const current = `${exam.url}/api/gallery/${created.id}/file`;
      expect((await fetch(`${current}?download&size=small`)).headers.get('content-type')).toBe('image/webp');
      expect((await exam.get(`/api/gallery/${created.id}/versions`)).body.docs[0].document.url).toBe(
        created.url,
      );
    });

    test('gives drafts no address until they are published, and takes back that of what is not', async () => {
      const draft = await createFile(exam, '/api/gallery', await photo({ 'X-Draft': 'true' }));
      expect(urlsOf(draft).filter(isPublic)).toEqual([]);
      expect((await fetch(`${exam.url}${draft.sizes.small.url}`)).status).toBe(200);
      const path = `/api/gallery/${draft.id}`;
      const published = await exam.call('POST', `${path}/publish`, {});
      expect([published.status, isPublic(published.body.url)]).toEqual([200, true]);
      await expect
        .poll(async () => urlsOf((await exam.get(path)).body).filter(isPublic).length, { timeout: 10_000 })
        .toBe(3);
      const { body } = await exam.get(path);
      // A change of something else is the only one that is pending.
      const changed = await exam.call('PATCH', path, { title: 'New' }, { 'X-Draft': 'true' });
      expect(urlsOf(changed.body)).toEqual(urlsOf(body));
      await exam.call('POST', `${path}/discard`, {});
      expect((await exam.get(path)).body).toMatchObject({ _status: 'published', url: body.url });
      // Another file is a draft's again.
      const bytes = await picture(30).png().toBuffer();
      const other = { bytes, name: 'b.png', type: 'image/png', headers: { 'X-Draft': 'true' } };
      const replaced = await sendFile(exam, ['PATCH', path], other);
      expect(urlsOf(replaced.body).filter(isPublic)).toEqual([]);
      expect(urlsOf((await exam.get(`${path}?draft=false`)).body)).toEqual(urlsOf(body));
      await exam.call('POST', `${path}/discard`, {});
      const hidden = await exam.call('POST', `${path}/unpublish`, {});
      expect([hidden.status, urlsOf(hidden.body).filter(isPublic)]).toEqual([200, []]);
    });

    test('gets the sizes of another focal point, which the service sends until then', async () => {
      const { id, url, sizes } = await createFile(exam, '/api/gallery', await photo());
      const moved = await exam.call('PATCH', `/api/gallery/${id}`, { focalX: 0 });
      expect(moved.body).toMatchObject({ url, sizes: { small: { url: sizes.small.url } } });
      const square = moved.body.sizes.square.url;
      expect(isPublic(square)).toBe(false);
      expect((await fetch(`${exam.url}${square}`)).status).toBe(200);
      // Where the queue has made it, the response may come before the document has the public address.
      const squareUrl = async () => (await exam.get(`/api/gallery/${id}`)).body.sizes.square.url;
      await expect.poll(async () => isPublic(await squareUrl())).toBe(true);
      const now = await squareUrl();
      expect(now).not.toBe(sizes.square.url);
      // The former one is still there.
      for (const each of [now, sizes.square.url]) expect((await readPublic(each)).status).toBe(200);
    });

    test('has nothing at the addresses of what is in the trash, and everything as it was after that', async () => {
      const { id, ...created } = await createFile(exam, '/api/gallery', await photo());
      const path = `/api/gallery/${id}`;
      const heads = async () =>
        Promise.all(
          urlsOf(created as Body).map(async (url) => {
            const { status, headers } = await readPublic(url);
            const names = ['content-type', 'content-disposition', 'cache-control', 'content-length'];
            return [status, ...names.map((name) => headers.get(name))];
          }),
        );
      const before = await heads();
      expect(before.map(([status]) => status)).toEqual([200, 200, 200]);
      expect(before[0]?.[2]).toContain("filename*=UTF-8''%C3%A4.png");
      await exam.call('DELETE', path);
      const statuses = async () => (await heads()).map(([status]) => status);
      await expect.poll(statuses, { timeout: 20_000 }).toEqual([404, 404, 404]);
      // Files that were copied to another place have left their objects in the former ones.
      const problems = async () =>
        (await media('check', '--checksums'))[2].problems.filter(
          ({ storage: place }: Body) => place === 'storages.open',
        );
      expect(await problems()).toEqual([]);
      expect((await exam.call('POST', `${path}/restore`)).status).toBe(200);
      expect(await heads()).toEqual(before);
      expect(urlsOf((await exam.get(path)).body)).toEqual(urlsOf(created as Body));
      expect(await problems()).toEqual([]);
    });

    test('misses sizes that something else has removed, until they are made again', async () => {
      const { sizes } = await createFile(exam, '/api/gallery', await photo());
      const key = sizes.small.url.slice(publicUrl.length + 1);
      await open.delete(key);
      expect((await readPublic(sizes.small.url)).status).toBe(404);
      const [code, , { problems }] = await media('check');
      expect(code).toBe(1);
      expect(problems).toContainEqual({ kind: 'missing', storage: 'storages.open', key, removed: false });
      const [made, , report] = await media('regenerate', '--collection', 'gallery', '--missing');
      expect([made, report.made]).toEqual([0, 1]);
      const { status, headers } = await readPublic(sizes.small.url);
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        ...[200, 'image/webp', 'public, max-age=600'],
      ]);
      expect(headers.get('content-disposition')).toMatch(/^inline; filename="/);
    });

    test('has what browsers would run as something to be saved, and tells nobody where', async () => {
      const bytes = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
      const drawn = { bytes, name: 'a.svg', type: 'image/svg+xml' };
      const { id, url } = await createFile(exam, '/api/gallery', drawn);
      expect(url).toMatch(new RegExp(`^/api/gallery/${id}/file/`));
      const key = `gallery/${url.split('/')[5]}/original`;
      const { headers } = await readPublic(`${publicUrl}/${key}`);
      expect(headers.get('content-disposition')).toBe('attachment');
    });
  });

  test('is not filled by uploads that end while their addresses take bytes', async () => {
    const direct = directCalls(() => exam.url);
    const begin = (filesize: number) => direct.begin('/api/films', { bytes: 'abc', filesize });
    const large = await begin(15 * 1024 ** 3 + 3);
    expect([large.status, large.body.parts.length]).toEqual([201, 961]);
    const life = Date.parse(large.body.expiresAt) - Date.now();
    expect(life / 3_600_000).toBeCloseTo(24, 1);
    // The parts, of which there are many, are removed later: the client does not wait for that.
    const asked = performance.now();
    expect((await direct.end('/api/films', large.body)).status).toBe(204);
    expect(performance.now() - asked).toBeLessThan(3000);
    expect((await begin(15 * 1024 ** 3)).body.code).toBe('INSUFFICIENT_STORAGE');
    // A document is counted once, by its file: the next has the space and the place of its upload.
    const done: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      const begun = await begin(3);
      expect(Date.parse(begun.body.expiresAt) - Date.now()).toBeLessThan(3_602_000);
      await direct.store(begun.body, 'abc');
      done.push((await direct.complete('/api/films', begun.body)).status);
    }
    expect(new Set(done)).toEqual(new Set([201]));
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      const begun = await begin(3);
      statuses.push(begun.status);
      if (begun.status !== 201) break;
      await direct.end('/api/films', begun.body);
      // It works until it expires.
      expect(await direct.store(begun.body, 'abc')).toEqual([200]);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test('sends the bytes itself where the config does not say so', async () => {
    const { url } = await createFile(exam, '/api/attachments', { bytes: '%PDF-1.4\n' });
    expect((await fetch(`${exam.url}${url}`, { redirect: 'manual' })).status).toBe(200);
  });
});
