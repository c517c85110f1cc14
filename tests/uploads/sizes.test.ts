import { expect, test } from 'vitest';
import { customStorage } from '../../runtime/config/storage-config.js';
import { picture } from '../support/image-files.js';
import { fileForm, startFileServer } from './support/file-server.js';
import { inMemory } from './support/memory-place.js';

const hour = 3_600_000;
const thumbnail = { width: 20, height: 20 };

async function imageForm(data?: object): Promise<FormData> {
  const form = new FormData();
  if (data !== undefined) form.append('data', JSON.stringify(data));
  form.append('file', new Blob([await picture().png().toBuffer()], { type: 'image/png' }), 'a.png');
  return form;
}

test('sizes are made after the response, and removed when nothing names them', async () => {
  const server = await startFileServer(
    {
      uploads: { deleteAfterHours: 24 },
      collections: [
        {
          slug: 'photos',
          upload: { mimeTypes: ['image/png'], sizes: { thumbnail, wide: { width: 40 } } },
          versions: true,
          fields: [],
        },
      ],
    },
    { alone: true },
  );
  const created = await server.send('POST', '/api/photos', { body: await imageForm() });
  const { id, sizes } = created.body;
  const stored = async (): Promise<readonly string[]> =>
    (await server.stored()).map((path) => path.replace(/^.*\//, '').replace(/-.*$/, '')).sort();
  await server.removeFiles();
  expect(await stored()).toEqual(['original', 'thumbnail', 'wide']);

  const json = { 'content-type': 'application/json' };
  const body = JSON.stringify({ focalX: 0 });
  const moved = await server.send('PATCH', `/api/photos/${id}`, { body, headers: json });
  await server.removeFiles();
  expect(await stored()).toEqual(['original', 'thumbnail', 'thumbnail', 'wide']);
  server.time.now += 25 * hour;
  await server.removeFiles();
  expect(await stored()).toEqual(['original', 'thumbnail', 'wide']);
  expect((await server.send('GET', moved.body.sizes.thumbnail.url)).status).toBe(200);

  // A version names the former one, which is made again for its reader.
  const versions = await server.send('GET', `/api/photos/${id}/versions`);
  const [, first] = versions.body.docs;
  expect(first.document.sizes).toEqual(sizes);
  expect((await server.send('GET', sizes.wide.url)).status).toBe(200);

  await server.send('DELETE', `/api/photos/${id}`);
  server.time.now += 25 * hour;
  await server.removeFiles();
  expect(await stored()).toEqual([]);
});

test('no address is dead while a service changes where its files are read', async () => {
  const objects = new Map<string, Buffer>();
  const storage = (publicUrl: string) => customStorage(() => inMemory(objects), { publicUrl });
  const collections = (width: number) => [
    {
      slug: 'photos',
      upload: { mimeTypes: ['image/png', 'text/plain'], sizes: { small: { width } } },
      drafts: false,
      fields: [],
    },
  ];
  const cdn = 'https://cdn.example.com';
  const server = await startFileServer(
    { collections: collections(20), storage: storage(cdn) },
    { alone: true },
  );
  const { body } = await server.send('POST', '/api/photos', { body: await imageForm() });
  const path = `/api/photos/${body.id}`;
  const small = async (): Promise<string> => (await server.send('GET', path)).body.sizes.small.url;
  /** Whether a client gets the file at an address. */
  const isThere = async (url: string, at: string): Promise<boolean> =>
    url.startsWith(`${at}/`)
      ? objects.has(url.slice(at.length + 1))
      : (await server.send('GET', url)).status === 200;
  expect(body.sizes.small.url.slice(0, cdn.length)).toBe(cdn);
  expect(await isThere(body.sizes.small.url, cdn)).toBe(true);
  const text = await server.send('POST', '/api/photos', { body: fileForm('words') });
  expect(text.body.url).toMatch(/^http:\/\/localhost:3000\/api\/photos\//);

  await server.restart({ collections: collections(10), storage: storage(cdn) });
  expect(await isThere(await small(), cdn)).toBe(true);
  await server.removeFiles();
  expect(await small()).toMatch(/^https:\/\/cdn\.example\.com\/photos\/[\w-]{22}\/small-/);
  expect(await small()).not.toBe(body.sizes.small.url);
  for (const url of [body.sizes.small.url, await small()]) expect(await isThere(url, cdn)).toBe(true);

  const other = 'https://other.example.com/files';
  await server.restart({ collections: collections(10), storage: storage(`${other}/`) });
  await server.removeFiles();
  const list = await server.send('GET', '/api/photos?sort=mimeType_asc');
  const [moved, kept] = list.body.docs;
  expect([moved.url.slice(0, other.length), kept]).toEqual([other, text.body]);
  for (const url of [moved.url, await small()]) expect(await isThere(url, other)).toBe(true);

  await server.restart({ collections: collections(10), storage: customStorage(() => inMemory(objects)) });
  const { url } = (await server.send('GET', path)).body;
  expect(url).toMatch(/^http:\/\/localhost:3000\/api\/photos\/.*\/a\.png$/);
  for (const each of [url, await small()]) expect(await isThere(each, cdn)).toBe(true);
});
