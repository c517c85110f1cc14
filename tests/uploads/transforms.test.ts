/** Images in sizes that requests ask for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { type Body, useExam } from '../contract/support/exam.js';
import { animation, picture } from '../support/image-files.js';
import { startFileServer } from './support/file-server.js';
import { createFile, pdf } from './support/files.js';

const config = readFileSync(join(packageRoot, 'fixtures/uploads/svc.config.ts'), 'utf8').replace(
  "alt: 'required', sizes",
  "alt: 'required', transforms: { widths: [50] }, sizes",
);
const exam = useExam(config);

async function createPhoto(bytes: Uint8Array, data?: object): Promise<Body> {
  return createFile(exam, '/api/photos', { bytes, name: 'me', type: '', ...(data && { data }) });
}

const read = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${exam.url}${url}`, { headers, method });

async function seen(url: string, headers?: Record<string, string>) {
  const response = await read(url, headers);
  const { width, height, format, pages } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    width,
    height,
    format,
    pages,
  };
}

describe('an image in a size of a request', () => {
  test('is made within its sides, and never larger', async () => {
    const { url } = await createPhoto(await picture(400, 200).png().toBuffer());
    expect(await seen(`${url}?w=80`)).toMatchObject({ type: 'image/webp', width: 80, height: 40 });
    expect(await seen(`${url}?h=40`)).toMatchObject({ width: 80, height: 40 });
    expect(await seen(`${url}?w=40&h=40`)).toMatchObject({ width: 40, height: 40 });
    expect(await seen(`${url}?w=40&h=40&fit=inside`)).toMatchObject({ width: 40, height: 20 });
    expect(await seen(`${url}?w=5000&format=same&q=80`)).toMatchObject({
      ...{ type: 'image/png', width: 400, height: 200, format: 'png' },
    });
    expect((await seen(`${url}?w=40&format=avif`)).type).toBe('image/avif');
  });

  test('has the headers of the file, a tag of its own, and parts', async () => {
    const photo = await createPhoto(await picture(400, 200).png().toBuffer());
    const url = `${photo.url}?w=80`;
    const head = await read(url, {}, 'HEAD');
    const tag = head.headers.get('etag') ?? '';
    expect(tag.startsWith(`"${photo.checksum}-`)).toBe(true);
    expect(head.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(head.headers.get('content-disposition')).toBe('inline; filename="me.webp"');
    const whole = await read(url);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(whole.headers.get('etag')).toBe(tag);
    expect(head.headers.get('content-length')).toBe(String(bytes.length));
    expect((await read(url, { 'if-none-match': tag })).status).toBe(304);
    const part = await read(url, { range: 'bytes=0-3', 'if-range': tag });
    expect({ status: part.status, text: await part.text() }).toEqual({ status: 206, text: 'RIFF' });
    const outside = await read(url, { range: 'bytes=999999-' });
    expect(outside.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
    const current = await read(`/api/photos/${photo.id}/file?w=80`);
    expect(current.headers.get('etag')).toBe(tag);
    expect(current.headers.get('cache-control')).toBe('no-cache');
    expect((await read(`${url}&download`)).headers.get('content-disposition')).toMatch(/^attachment/);
    // Another view of it is no other image.
    const small = await createPhoto(await picture(30, 20).png().toBuffer());
    const tags = await Promise.all([40, 80, 5000].map((w) => read(`${small.url}?w=${w}`, {}, 'HEAD')));
    expect(new Set(tags.map(({ headers }) => headers.get('etag'))).size).toBe(1);
  });

  test('is cut around the focal point', async () => {
    const black = { width: 200, height: 200, channels: 3, background: '#000' } as const;
    const bytes = await sharp({ create: black }).extend({ right: 200, background: '#fff' }).png().toBuffer();
    const photo = await createPhoto(bytes, { focalX: 0 });
    const mean = async (): Promise<number> => {
      const response = await read(`${photo.url}?w=40&h=40`);
      return (await sharp(Buffer.from(await response.arrayBuffer())).stats()).channels[0]?.mean ?? -1;
    };
    expect(await mean()).toBeLessThan(10);
    await exam.call('PATCH', `/api/photos/${photo.id}`, { focalX: 100 });
    expect(await mean()).toBeGreaterThan(245);
  });

  test('has the format that the client names', async () => {
    const { url } = await createPhoto(await picture(100, 50).png().toBuffer());
    const auto = `${url}?w=40&format=auto`;
    expect((await seen(auto, { accept: 'image/avif,image/webp,*/*;q=0.8' })).type).toBe('image/avif');
    expect((await seen(auto, { accept: 'image/avif;q=0, image/webp' })).type).toBe('image/webp');
    expect((await seen(auto, { accept: '*/*' })).type).toBe('image/png');
    const response = await read(auto, { accept: 'image/webp' });
    expect(response.headers.get('vary')).toMatch(/^Accept, Accept-Encoding/);
    expect((await read(`${url}?w=40`)).headers.get('vary')).not.toMatch(/Accept,/);
    // AVIF has no frames here.
    const moving = await createPhoto(await animation('gif'));
    const kept = await seen(`${moving.url}?w=40&format=auto`, { accept: 'image/avif, image/webp' });
    expect(kept).toMatchObject({ type: 'image/webp', pages: 4 });
  });

  test.each([
    ['w=81', 'w', 'input.notAllowed'],
    ['w=080', 'w', 'input.notAllowed'],
    ['h=80', 'h', 'input.notAllowed'],
    ['w=80&format=jpeg', 'format', 'input.notAllowed'],
    ['w=80&q=90', 'q', 'input.notAllowed'],
    ['w=80&fit=fill', 'fit', 'input.notAllowed'],
    ['w=80&w=80', 'w', 'parameter.duplicate'],
    ['w=80&fit=cover', 'fit', 'transform.oneSide'],
    ['format=webp', 'w', 'transform.noSide'],
    ['w=80&width=80', 'width', 'parameter.unknown'],
  ])('%s is refused', async (query, path, expected) => {
    const { url, id } = await createPhoto(await picture(100, 50).png().toBuffer());
    for (const address of [url, `/api/photos/${id}/file`]) {
      const { status, body } = await exam.get(`${address}?${query}`);
      expect({ status, details: body.details }).toMatchObject({
        status: 400,
        details: [{ path, reason: expected }],
      });
    }
  });

  test('is for images of collections that allow it', async () => {
    const photo = await createPhoto(await picture(100, 50).png().toBuffer());
    const named = await exam.get(`/api/photos/${photo.id}/file?w=80&size=wide`);
    expect(named.body.details).toMatchObject([{ path: 'size', reason: 'transform.withSize' }]);
    expect((await exam.get(`${photo.sizes.wide.url}?w=80`)).status).toBe(400);
    const letter = await createFile(exam, '/api/attachments', { bytes: pdf() });
    expect(await exam.get(`${letter.url}?w=50`)).toMatchObject({
      status: 400,
      body: { reason: 'transform.noImage' },
    });
    const manual = await createFile(exam, '/api/documents', { bytes: pdf(), data: { title: 'A' } });
    const off = await exam.get(`${manual.url}?w=50`);
    expect(off.body.details).toMatchObject([{ path: 'w', reason: 'parameter.unknown' }]);
    await exam.call('DELETE', `/api/photos/${photo.id}`);
    expect((await read(`${photo.url}?w=80`)).status).toBe(404);
  });
});

test('values beyond the lists cost nothing, equal requests are made once, and 64 images of a file stay', async () => {
  const server = await startFileServer(
    {
      server: { metrics: true },
      uploads: { imageQueue: 3, deleteAfterHours: 1 },
      collections: [
        {
          slug: 'photos',
          upload: {
            mimeTypes: ['image/png'],
            transforms: { widths: Array.from({ length: 50 }, (_, i) => i + 1), formats: ['webp', 'jpeg'] },
          },
          fields: [],
        },
      ],
    },
    { alone: true },
  );
  const body = new FormData();
  body.append('file', new Blob([await picture().png().toBuffer()], { type: 'image/png' }), 'a.png');
  const { url } = (await server.send('POST', '/api/photos', { body })).body;
  const kept = async (): Promise<number> =>
    (await server.stored()).filter((path) => path.includes('_transform-')).length;
  const made = async (): Promise<number> => {
    const { text } = await server.send('GET', '/metrics');
    return Number(/^svc_image_sizes_total (\d+)$/m.exec(text)?.[1]);
  };

  const refused = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) => server.send('GET', `${url}?w=${index + 51}`)),
  );
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([400]));
  expect([await made(), await kept()]).toEqual([0, 0]);

  const equal = await Promise.all(Array.from({ length: 50 }, () => server.send('GET', `${url}?w=9`)));
  expect(new Set(equal.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await made()).toBe(1);

  // One runs and three wait.
  const many = await Promise.all(
    Array.from({ length: 9 }, (_, i) => server.send('GET', `${url}?w=${i + 10}`)),
  );
  const full = many.filter(({ status }) => status === 503);
  expect(full.length).toBeGreaterThan(0);
  expect(full[0]?.headers.get('retry-after')).toBe('5');
  expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200, 503]));

  for (const [format, widths] of [
    ['webp', 40],
    ['jpeg', 28],
  ] as const) {
    for (let w = 1; w <= widths; w += 1) {
      // A use is noted once a minute.
      server.time.now += 61_000;
      if (w % 10 === 0) await server.send('GET', `${url}?w=9`);
      expect((await server.send('GET', `${url}?w=${w}&format=${format}`)).status).toBe(200);
    }
  }
  expect(await kept()).toBe(64);
  const before = await made();
  // What is used stays, and what is not is made again.
  await server.send('GET', `${url}?w=9`);
  expect(await made()).toBe(before);
  await server.send('GET', `${url}?w=1`);
  expect(await made()).toBe(before + 1);
  expect(await kept()).toBe(64);

  await server.send('DELETE', url.replace(/\/file\/.*$/, ''));
  server.time.now += 2 * 3_600_000;
  await server.removeFiles();
  expect(await server.stored()).toEqual([]);
});

test('a requester waits for half of the queue at most, and nothing is made for clients that left', async () => {
  const server = await startFileServer(
    {
      auth: { secret: 'tests/uploads: 32 bytes and some more of them' },
      server: { metrics: true },
      uploads: { imageQueue: 8 },
      collections: [
        {
          slug: 'photos',
          upload: {
            mimeTypes: ['image/png'],
            transforms: { widths: Array.from({ length: 50 }, (_, i) => i + 1) },
          },
          access: { read: () => true },
          fields: [],
        },
      ],
    },
    { alone: true },
  );
  const cookie = await server.cookies();
  const body = new FormData();
  body.append(
    'file',
    new Blob([await picture(2_000, 2_000).png().toBuffer()], { type: 'image/png' }),
    'a.png',
  );
  const sent = await server.send('POST', '/api/photos', {
    body,
    headers: { cookie, origin: 'http://localhost:3000' },
  });
  const origin = await server.listen();
  const address = `${origin}${new URL(sent.body.url, origin).pathname}`;
  const get = (w: number, init: RequestInit = {}) => fetch(`${address}?w=${w}`, init);
  const made = async (): Promise<number> => {
    const { text } = await server.send('GET', '/metrics');
    return Number(/^svc_image_sizes_total (\d+)$/m.exec(text)?.[1]);
  };

  const replies = await Promise.all([
    ...[1, 2, 3, 4, 5, 6, 7].map((w) => get(w)),
    ...[6, 7, 8].map((w) => get(w, { headers: { cookie } })),
  ]);
  const statuses = replies.map(({ status }) => status);
  // Some may be done before the last ones come.
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  // Another requester who asks for the same sizes at the same time is not refused along.
  expect(statuses.slice(-3)).toEqual([200, 200, 200]);
  expect(replies.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('5');

  const before = await made();
  const leaving = new AbortController();
  const ahead = [31, 32, 33, 34].map((w) => get(w, { headers: { cookie } }));
  await new Promise((resolve) => setTimeout(resolve, 20));
  const left = [21, 22, 23].map((w) => get(w, { signal: leaving.signal }).catch(() => null));
  const shared = get(23);
  await new Promise((resolve) => setTimeout(resolve, 20));
  leaving.abort();
  await Promise.all(left);
  const served = await Promise.all([...ahead, shared]);
  expect(new Set(served.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await made()).toBeLessThan(before + 7);
});

test('who may not read a file gets no image that was made of it for others, nor by a key', async () => {
  const server = await startFileServer({
    auth: {
      secret: 'tests/uploads: 32 bytes and some more of them',
      registration: { enabled: true },
      emailVerification: false,
    },
    collections: [
      {
        slug: 'photos',
        drafts: false,
        upload: {
          mimeTypes: ['image/png'],
          access: { original: ['super_admin'] },
          sizes: { wide: { width: 20 } },
          transforms: { widths: [10] },
        },
        fields: [],
      },
    ],
  });
  const origin = 'http://localhost:3000';
  const root = { cookie: await server.cookies(), origin };
  const body = new FormData();
  body.append('file', new Blob([await picture().png().toBuffer()], { type: 'image/png' }), 'a.png');
  const photo = (await server.send('POST', '/api/photos', { body, headers: root })).body;
  const status = async (url: string, headers: Record<string, string> = {}) =>
    (await server.send('GET', url, { headers })).status;

  expect(await status(`${photo.url}?w=10`, root)).toBe(200);
  const kept = (await server.stored()).find((path) => path.includes('/_transform-')) ?? '';
  const [name = '', fileId = ''] = kept.split('/').reverse();
  const current = `/api/photos/${photo.id}/file`;
  for (const url of [`${current}/${fileId}/${name}/a.png`, `${current}?size=${name}`, `${photo.url}?w=10`])
    expect([url, await status(url), await status(photo.sizes.wide.url)]).toEqual([url, 404, 200]);

  const send = async (method: string, path: string, data: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', origin, ...(cookie && { cookie }) };
    return server.send(method, path, { headers, body: JSON.stringify(data) });
  };
  const boss = { email: 'boss@example.com', password: 'Correct-Horse-7-Battery' };
  expect((await send('POST', '/api/auth/register', boss)).status).toBe(201);
  const { docs } = (await server.send('GET', '/api/users?limit=9', { headers: root })).body;
  const { id } = docs.find(({ email }: { readonly email: string }) => email === boss.email);
  const logIn = async (role: string): Promise<string> => {
    expect((await send('PATCH', `/api/users/${id}`, { role }, root.cookie)).status).toBe(200);
    const { headers } = await send('POST', '/api/auth/login', boss);
    return headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  };
  const keyOf = (cookie: string, scopes: readonly string[]) =>
    send('POST', '/api/auth/api-keys', { name: 'key', scopes }, cookie);
  const scopes = ['photos:read', 'photos.url:read'];
  const asSuper = await logIn('super_admin');
  const key = { 'x-api-key': (await keyOf(asSuper, scopes)).body.key };
  const files = [photo.url, `${photo.url}?w=10`, photo.sizes.wide.url];
  const seenBy = () => Promise.all(files.map((url) => status(url, key)));
  expect(await seenBy()).toEqual([200, 200, 200]);
  // The key may no more than its creator, at any time.
  const asAdmin = await logIn('admin');
  expect(await seenBy()).toEqual([404, 404, 200]);
  for (const scope of ['photos.url:read', 'photos.url:*']) {
    const refused = await keyOf(asAdmin, ['photos:read', scope]);
    expect(refused).toMatchObject({ status: 403, body: { reason: 'scope.beyondCreator' } });
  }
  const lower = { 'x-api-key': (await keyOf(asAdmin, ['photos:read', 'photos.filename:read'])).body.key };
  expect([await status(photo.url, lower), await status(photo.sizes.wide.url, lower)]).toEqual([404, 200]);
});
