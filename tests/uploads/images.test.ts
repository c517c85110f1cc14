/** Images: what is refused, what leaves an original, and the sizes of documents. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { type Body, useExam } from '../contract/support/exam.js';
import {
  animation,
  hugePng,
  manyFrames,
  picture,
  pngChunk,
  secret,
  withMetadata,
} from '../support/image-files.js';
import { startFileServer } from './support/file-server.js';
import { createFile, pdf, sendFile } from './support/files.js';

const exam = useExam(readFileSync(join(packageRoot, 'fixtures/uploads/svc.config.ts'), 'utf8'));

async function createPhoto(bytes: Uint8Array, data?: object): Promise<Body> {
  return createFile(exam, '/api/photos', { bytes, name: 'me', type: '', ...(data && { data }) });
}

async function bytesOf(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${exam.url}${url}`)).arrayBuffer());
}

describe('an image', () => {
  test('is measured upright, and names its sizes', async () => {
    const photo = await createPhoto(await withMetadata('jpeg'));
    expect(photo).toMatchObject({ filename: 'me.jpg', mimeType: 'image/jpeg', width: 40, height: 64 });
    expect(photo).toMatchObject({ focalX: 50, focalY: 50, alt: null });
    expect(Buffer.from(photo.thumbhash, 'base64').length).toBeGreaterThan(10);
    const path = photo.url.replace(/\/[^/]*$/, '');
    const address = (size: string, extension: string) =>
      expect.stringMatching(new RegExp(`^${path}/${size}-[0-9a-f]{12}/me\\.${extension}$`));
    expect(photo.sizes).toEqual({
      thumbnail: { url: address('thumbnail', 'webp'), width: 40, height: 64, mimeType: 'image/webp' },
      banner: { url: address('banner', 'jpg'), width: 40, height: 64, mimeType: 'image/jpeg' },
      wide: { url: address('wide', 'webp'), width: 40, height: 64, mimeType: 'image/webp' },
      same: { url: address('same', 'jpg'), width: 40, height: 64, mimeType: 'image/jpeg' },
    });
    expect((await exam.get(`/api/photos/${photo.id}`)).body).toEqual(photo);
    const where = { id: photo.id, width: { lt: 41 }, height: 64 };
    expect((await exam.list('photos', { where, sort: 'width' })).body.docs).toEqual([photo]);
  });

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'of the type %s loses its place, not its orientation',
    async (format) => {
      const sent = await withMetadata(format);
      expect(sent.includes(secret)).toBe(true);
      const stored = await bytesOf((await createPhoto(sent)).url);
      expect(stored.includes(secret)).toBe(false);
      expect((await sharp(stored).metadata()).autoOrient).toMatchObject({ width: 40, height: 64 });
    },
  );

  test('may be an animation', async () => {
    const photo = await createPhoto(await animation('gif'));
    expect(photo).toMatchObject({ mimeType: 'image/gif', width: 30, height: 20 });
    expect(photo.sizes.same.mimeType).toBe('image/gif');
  });

  test('has no sizes among other files', async () => {
    const file = await createFile(exam, '/api/attachments', { bytes: pdf() });
    expect(file).toMatchObject({ sizes: null, width: null, height: null, thumbhash: null, alt: null });
  });

  test('needs its text where the config says so', async () => {
    const bytes = await picture().png().toBuffer();
    const sent = { bytes, name: 'a.png', type: 'image/png' };
    const { status, body } = await sendFile(exam, ['POST', '/api/attachments'], sent);
    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ path: 'alt', reason: 'field.required' }]);
    const image = await createFile(exam, '/api/attachments', { ...sent, data: { alt: 'A picture' } });
    expect(image.sizes.preview).toMatchObject({ width: 64, height: 40 });
    const cleared = await exam.call('PATCH', `/api/attachments/${image.id}`, { alt: '' });
    expect(cleared.status).toBe(400);
  });

  test('has another focal point, and addresses of cut sizes with it', async () => {
    const photo = await createPhoto(await picture(400, 300).png().toBuffer());
    const moved = (await exam.call('PATCH', `/api/photos/${photo.id}`, { focalX: 10 })).body;
    expect(moved.url).toBe(photo.url);
    expect(moved.sizes.wide.url).toBe(photo.sizes.wide.url);
    expect(moved.sizes.thumbnail.url).not.toBe(photo.sizes.thumbnail.url);
    expect((await exam.call('PATCH', `/api/photos/${photo.id}`, { focalY: 101 })).status).toBe(400);
    expect((await exam.call('PATCH', `/api/photos/${photo.id}`, { width: 1 })).status).toBe(400);

    const bytes = await picture(50, 60).webp().toBuffer();
    const replaced = await sendFile(exam, ['PATCH', `/api/photos/${photo.id}`], {
      bytes,
      name: 'b.webp',
      type: '',
    });
    expect(replaced.body).toMatchObject({ focalX: 50, width: 50, height: 60, mimeType: 'image/webp' });
    expect(replaced.body.sizes.same).toMatchObject({ width: 50, height: 60, mimeType: 'image/webp' });
  });

  test('of a draft leaves the published one alone', async () => {
    const photo = await createPhoto(await picture(400, 300).png().toBuffer());
    const draft = { 'X-Draft': 'true' };
    const moved = await exam.call('PATCH', `/api/photos/${photo.id}`, { focalX: 90 }, draft);
    expect(moved.body.sizes.thumbnail.url).not.toBe(photo.sizes.thumbnail.url);
    expect((await exam.get(`/api/photos/${photo.id}`)).body.sizes).toEqual(photo.sizes);
    const published = await exam.call('POST', `/api/photos/${photo.id}/publish`, {});
    expect(published.body.sizes).toEqual(moved.body.sizes);
  });
});

describe('a size', () => {
  const read = (url: string, init: RequestInit = {}) => fetch(`${exam.url}${url}`, init);

  test('is read by its address', async () => {
    const photo = await createPhoto(await picture(400, 300).png().toBuffer());
    for (const { url, width, height, mimeType } of Object.values<Body>(photo.sizes)) {
      const response = await read(url);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(mimeType);
      expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get('content-length')).toBe(String(bytes.length));
      const seen = await sharp(bytes).metadata();
      expect({ width: seen.width, height: seen.height }).toEqual({ width, height });
      expect(`image/${seen.format}`).toBe(mimeType);
    }
  });

  test('has a tag, parts and a length of its own', async () => {
    const photo = await createPhoto(await picture(400, 300).png().toBuffer());
    const { url } = photo.sizes.thumbnail;
    const hash = url.split('/').at(-2).split('-')[1];
    const tag = `"${photo.checksum}-${hash}"`;
    const head = await read(url, { method: 'HEAD' });
    expect(head.headers.get('etag')).toBe(tag);
    expect(head.headers.get('content-disposition')).toBe('inline; filename="me.webp"');
    expect((await read(url, { headers: { 'if-none-match': tag } })).status).toBe(304);
    const part = await read(url, { headers: { range: 'bytes=0-3', 'if-range': tag } });
    expect({ status: part.status, text: await part.text() }).toEqual({ status: 206, text: 'RIFF' });
    const length = head.headers.get('content-length');
    const outside = await read(url, { headers: { range: 'bytes=999999-' } });
    expect(outside.headers.get('content-range')).toBe(`bytes */${length}`);
    const saved = await read(`${url}?download`);
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  test('has an address that stays', async () => {
    const photo = await createPhoto(await picture(400, 300).png().toBuffer());
    const named = await read(`/api/photos/${photo.id}/file?size=thumbnail`);
    expect(named.status).toBe(200);
    expect(named.headers.get('cache-control')).toBe('no-cache');
    const short = photo.sizes.thumbnail.url.replace(/thumbnail-[0-9a-f]{12}/, 'thumbnail');
    const current = await read(short);
    expect(current.headers.get('cache-control')).toBe('no-cache');
    expect(current.headers.get('etag')).toBe(named.headers.get('etag'));
    expect((await exam.get(`/api/photos/${photo.id}/file?size=poster`)).status).toBe(404);
    expect((await read(photo.sizes.thumbnail.url.replace('thumbnail-', 'thumbnail-0'))).status).toBe(404);
    const [file] = await Promise.all([createFile(exam, '/api/attachments', { bytes: pdf() })]);
    expect((await exam.get(`/api/attachments/${file.id}/file?size=preview`)).status).toBe(404);
  });

  test('is cut around the focal point', async () => {
    // Left half black, right half white.
    const black = { width: 200, height: 200, channels: 3, background: '#000' } as const;
    const bytes = await sharp({ create: black }).extend({ right: 200, background: '#fff' }).png().toBuffer();
    const photo = await createPhoto(bytes, { focalX: 0, focalY: 50 });
    const colour = async (url: string): Promise<number> =>
      (await sharp(await bytesOf(url)).stats()).channels[0]?.mean ?? -1;
    expect(await colour(photo.sizes.thumbnail.url)).toBeLessThan(10);
    const moved = (await exam.call('PATCH', `/api/photos/${photo.id}`, { focalX: 100 })).body;
    expect(await colour(moved.sizes.thumbnail.url)).toBeGreaterThan(245);
    // Pages that were made before still show what they did.
    expect(await colour(photo.sizes.thumbnail.url)).toBeLessThan(10);
  });

  test('of an animation moves', async () => {
    const photo = await createPhoto(await animation('gif'));
    expect((await sharp(await bytesOf(photo.sizes.wide.url)).metadata()).pages).toBe(4);
    expect((await sharp(await bytesOf(photo.sizes.banner.url)).metadata()).pages).toBeUndefined();
  });

  test('of a deleted document is gone', async () => {
    const photo = await createPhoto(await picture().png().toBuffer());
    expect((await read(photo.sizes.wide.url)).status).toBe(200);
    await exam.call('DELETE', `/api/photos/${photo.id}`);
    expect((await read(photo.sizes.wide.url)).status).toBe(404);
  });
});

describe('what cannot be taken leaves nothing', () => {
  test.each([
    ['a bomb', () => hugePng(20_000, 20_000), 'file.tooManyPixels'],
    ['10,000 frames', () => manyFrames(10_000), 'file.tooManyFrames'],
    [
      'half a JPEG',
      async () => (await picture(600, 400).jpeg().toBuffer()).subarray(0, 4_000),
      'file.truncated',
    ],
    ['damaged pixels', damagedPng, 'file.undecodable'],
    ['nothing', () => Buffer.alloc(0), 'file.empty'],
  ])('%s', async (_what, make, expected) => {
    const before = (await exam.list('photos', { select: 'id' })).body.totalDocs;
    const sent = { bytes: await make(), name: 'a', type: '' };
    const { status, body } = await sendFile(exam, ['POST', '/api/photos'], sent);
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'INVALID_FILE' });
    expect(body.details).toMatchObject([{ path: 'file', reason: expected }]);
    expect((await exam.list('photos', { select: 'id' })).body.totalDocs).toBe(before);
  });

  test('what is an image and a page is stored as the image alone', async () => {
    const page = '<script>alert(1)</script>';
    const bytes = Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from(page)]);
    const stored = await bytesOf((await createPhoto(bytes)).url);
    expect(stored.includes('script')).toBe(false);
    const named = await sendFile(exam, ['POST', '/api/photos'], { bytes, name: 'a.html', type: 'text/html' });
    expect(named.status).toBe(422);
  });

  test('a drawing of vectors is no image here', async () => {
    const bytes = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const { status } = await sendFile(exam, ['POST', '/api/photos'], {
      bytes,
      name: 'a.svg',
      type: 'image/svg+xml',
    });
    expect(status).toBe(415);
    // A type that is not the one of the bytes does not help.
    expect(
      (await sendFile(exam, ['POST', '/api/photos'], { bytes, name: 'a.png', type: 'image/png' })).status,
    ).toBe(415);
  });
});

/** Whole in its structure, and not in its pixels. */
async function damagedPng(): Promise<Buffer> {
  const png = await picture().png().toBuffer();
  const head = png.subarray(0, 33);
  return Buffer.concat([head, pngChunk('IDAT', Buffer.from('no pixels at all')), pngChunk('IEND', '')]);
}

test('metrics count images, their queue, failures and the processes that ended', async () => {
  const server = await startFileServer(
    {
      server: { metrics: true },
      collections: [
        {
          slug: 'photos',
          drafts: false,
          upload: { mimeTypes: ['image/png'], sizes: { small: { width: 20 } } },
          fields: [],
        },
      ],
    },
    { alone: true },
  );
  const send = async (bytes: Uint8Array) => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png');
    return server.send('POST', '/api/photos', { body });
  };
  const { body } = await send(await picture(64, 48).png().toBuffer());
  expect((await server.send('GET', body.sizes.small.url)).status).toBe(200);
  expect((await send(await damagedPng())).status).toBe(422);
  const { text } = await server.send('GET', '/metrics');
  for (const line of [
    ...['svc_image_jobs{state="running"} 0', 'svc_image_jobs{state="waiting"} 0', 'svc_image_queue 0'],
    ...['svc_image_sizes_total 1', 'svc_image_failures_total 1', 'svc_image_process_restarts_total 0'],
  ])
    expect(text).toContain(`${line}\n`);
  expect(text).toMatch(/^svc_image_seconds_total \d/m);
});
