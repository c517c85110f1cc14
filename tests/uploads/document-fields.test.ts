/** What documents say of their files: docs/spec/uploads.md#config and #the-document. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { UploadConfig } from '../../runtime/config/upload-config.js';
import { picture, secret, withMetadata } from '../support/image-files.js';
import { type FileServer, type Reply, startFileServer } from './support/file-server.js';

const json = { 'content-type': 'application/json' };

function start(upload: UploadConfig): Promise<FileServer> {
  return startFileServer({ collections: [{ slug: 'files', drafts: false, upload, fields: [] }] });
}

async function send(
  server: FileServer,
  [method, path]: readonly [string, string],
  bytes: Uint8Array,
  { name = 'a.png', type = 'image/png', data = {} } = {},
): Promise<Reply> {
  const body = new FormData();
  body.append('data', JSON.stringify(data));
  body.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
  return server.send(method, path, { body });
}

const create = ['POST', '/api/files'] as const;

async function bytesOf(server: FileServer, url: string): Promise<Buffer> {
  return Buffer.from(await (await server.fetch(url, {})).arrayBuffer());
}

test('images have no focal point and no description where the config says so', async () => {
  const sizes = { square: { width: 10, height: 10 } };
  const server = await start({ mimeTypes: ['image/png'], focalPoint: false, alt: false, sizes });
  const bytes = await picture().png().toBuffer();
  const { status, body } = await send(server, create, bytes);
  expect([status, body.width, body.sizes.square.width]).toEqual([201, 64, 10]);
  for (const name of ['focalX', 'focalY', 'alt']) {
    expect(body).not.toHaveProperty(name);
    const value = name === 'alt' ? 'A picture' : 10;
    const set = { body: JSON.stringify({ [name]: value }), headers: json };
    expect((await server.send('PATCH', `/api/files/${body.id}`, set)).status).toBe(400);
    expect((await send(server, create, bytes, { data: { [name]: value } })).status).toBe(400);
  }
  // The sizes are cut around the middle.
  expect((await server.send('GET', body.sizes.square.url)).status).toBe(200);
});

test('length and checksum are those of the bytes as they are stored, without what was removed', async () => {
  const sent = await withMetadata('jpeg');
  const server = await start({ mimeTypes: ['image/jpeg'] });
  const { body } = await send(server, create, sent, { name: 'a.jpg', type: 'image/jpeg' });
  const stored = await bytesOf(server, body.url);
  expect(stored.length).toBeLessThan(sent.length);
  const checksum = `sha256-${createHash('sha256').update(stored).digest('base64')}`;
  expect([body.filesize, body.checksum]).toEqual([stored.length, checksum]);
});

test('an image is stored and sent as it came where metadata are kept, and its sizes have none', async () => {
  const sent = await withMetadata('jpeg');
  const server = await start({
    mimeTypes: ['image/jpeg'],
    keepMetadata: true,
    sizes: { same: { width: 1000, format: 'same' } },
  });
  const { body } = await send(server, create, sent, { name: 'a.jpg', type: 'image/jpeg' });
  expect([body.filesize, body.width, body.height]).toEqual([sent.length, 40, 64]);
  expect((await bytesOf(server, body.url)).equals(sent)).toBe(true);
  expect((await bytesOf(server, body.sizes.same.url)).includes(secret)).toBe(false);
});

test('lists filter and sort by what documents say of files, but not by addresses and placeholders', async () => {
  const server = await start({
    mimeTypes: ['image/png', 'image/jpeg'],
    folders: true,
    sizes: { small: { width: 10 } },
  });
  const folder = await server.send('POST', '/api/files_folders', { body: '{"name":"In"}', headers: json });
  const data = { alt: 'A', focalX: 10, focalY: 20, folder: folder.body.id };
  const one = (await send(server, create, await picture(30, 20).png().toBuffer(), { data })).body;
  const other = { name: 'b.jpg', type: 'image/jpeg', data: { alt: 'B' } };
  await send(server, create, await picture(60, 50).jpeg().toBuffer(), other);
  const list = (query: string): Promise<Reply> => server.send('GET', `/api/files?${query}`);
  const where = (name: string): string =>
    `where=${encodeURIComponent(JSON.stringify({ [name]: one[name] }))}`;
  const taken = ['filename', 'mimeType', 'filesize', 'width', 'height', 'focalX', 'focalY', 'alt'];
  for (const name of [...taken, 'checksum', 'folder']) {
    const found = await list(where(name));
    expect([name, found.body.docs?.map(({ id }: Reply['body']) => id)]).toEqual([name, [one.id]]);
  }
  for (const name of [...taken, 'checksum'])
    expect([name, (await list(`sort=${name}`)).status]).toEqual([name, 200]);
  for (const name of ['url', 'sizes', 'thumbhash']) {
    const sorted = await list(`sort=${name}`);
    expect([name, sorted.status, sorted.body.details[0].reason]).toEqual([name, 400, 'path.isUnqueried']);
    for (const test of [one[name], { exists: true }]) {
      const filter = `where=${encodeURIComponent(JSON.stringify({ [name]: test }))}`;
      expect([name, (await list(filter)).status]).toEqual([name, 400]);
    }
    expect((await list(`select=${name}`)).body.docs[0]).toHaveProperty(name);
  }
});

test('a file that is replaced has the focal point that comes with it, and otherwise the middle', async () => {
  const server = await start({ mimeTypes: ['image/png'] });
  const bytes = await picture().png().toBuffer();
  const { body } = await send(server, create, bytes, { data: { focalX: 10, focalY: 20 } });
  expect([body.focalX, body.focalY]).toEqual([10, 20]);
  const path = ['PATCH', `/api/files/${body.id}`] as const;
  const given = (await send(server, path, bytes, { data: { focalX: 30 } })).body;
  expect([given.focalX, given.focalY]).toEqual([30, 50]);
  const bare = (await send(server, path, bytes)).body;
  expect([bare.focalX, bare.focalY]).toEqual([50, 50]);
});

test('browsers show sound and films, and save what they cannot show', async () => {
  const server = await start({
    mimeTypes: ['audio/mpeg', 'video/mp4', 'video/webm', 'application/zip', 'image/png'],
  });
  const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
  const files: readonly (readonly [string, string, Buffer, string])[] = [
    ['a.mp3', 'audio/mpeg', Buffer.from('ID3\x04\0\0\0\0\0\0'), 'inline'],
    ['a.mp4', 'video/mp4', Buffer.from('\0\0\0\x14ftypisom\0\0\0\0mp41', 'latin1'), 'inline'],
    [
      'a.webm',
      'video/webm',
      hex('1a45dfa3 9f 4286 81 01 42f7 81 01 42f2 81 04 42f3 81 08 4282 84 7765626d'),
      'inline',
    ],
    ['a.png', 'image/png', await picture().png().toBuffer(), 'inline'],
    ['a.zip', 'application/zip', hex('504b0506 0000 0000 0000 0000 00000000 00000000 0000'), 'attachment'],
  ];
  for (const [name, type, bytes, disposition] of files) {
    const { status, body } = await send(server, create, bytes, { name, type });
    expect([name, status, body.mimeType]).toEqual([name, 201, type]);
    const { headers } = await server.send('GET', body.url);
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      type,
      `${disposition}; filename="${name}"`,
    ]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});
