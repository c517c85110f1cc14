/** Which files have an address that everyone reads, and for how long: docs/spec/uploads.md#amendments. */
import { expect, test } from 'vitest';
import { type FileStorage, StorageAway } from '../../runtime/config/file-storage.js';
import { customStorage } from '../../runtime/config/storage-config.js';
import { unsettled } from '../../runtime/files/images/unsettled.js';
import { picture } from '../support/image-files.js';
import { type FileServer, type Reply, startFileServer } from './support/file-server.js';
import { pdf } from './support/files.js';
import { inMemory } from './support/memory-place.js';

const cdn = 'https://cdn.example.com/files';
const hour = 3_600_000;
const minute = 60_000;

interface PublicServer extends FileServer {
  readonly objects: Map<string, Buffer>;
  /** What a client gets at an address of the CDN. */
  at(url: string): string | undefined;
  create(bytes: Uint8Array | string, name: string, type: string): Promise<Reply['body']>;
}

async function start(wrap: (place: FileStorage) => FileStorage = (place) => place): Promise<PublicServer> {
  const objects = new Map<string, Buffer>();
  const server = await startFileServer(
    {
      storage: customStorage(() => wrap(inMemory(objects)), { publicUrl: cdn }),
      uploads: { deleteAfterHours: 24 },
      collections: [
        {
          slug: 'files',
          upload: {
            mimeTypes: [
              ...['image/png', 'image/svg+xml', 'audio/mpeg', 'video/mp4', 'application/pdf', 'text/plain'],
              'application/zip',
            ],
          },
          trash: true,
          fields: [],
        },
      ],
    },
    { alone: true },
  );
  return Object.assign(server, {
    objects,
    at: (url: string) => objects.get(url.slice(cdn.length + 1))?.toString('latin1'),
    async create(bytes: Uint8Array | string, name: string, type: string) {
      const form = new FormData();
      form.append('file', new Blob([Buffer.from(bytes)], { type }), name);
      const { status, body } = await server.send('POST', '/api/files', { body: form });
      expect([name, status]).toEqual([name, 201]);
      return body;
    },
  });
}

test('images, sound, films and PDF have a public address, and what browsers would run has none', async () => {
  const server = await start();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>';
  const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
  const films = Buffer.from('\0\0\0\x14ftypisom\0\0\0\0mp41', 'latin1');
  for (const [bytes, name, type, isPublic] of [
    [await picture().png().toBuffer(), 'a.png', 'image/png', true],
    ['ID3\x04\0\0\0\0\0\0', 'a.mp3', 'audio/mpeg', true],
    [films, 'a.mp4', 'video/mp4', true],
    [pdf(), 'a.pdf', 'application/pdf', true],
    [svg, 'a.svg', 'image/svg+xml', false],
    ['words\n', 'a.txt', 'text/plain', false],
    [zip, 'a.zip', 'application/zip', false],
  ] as const) {
    const { url } = await server.create(bytes, name, type);
    expect([name, url.startsWith(`${cdn}/files/`)]).toEqual([name, isPublic]);
    if (isPublic) expect(server.at(url)).toBe(Buffer.from(bytes).toString('latin1'));
    else expect((await server.send('GET', url)).status).toBe(200);
  }
});

test('an address that was given away opens its file until that is removed', async () => {
  const server = await start();
  const paper = await server.create(pdf('one'), 'a.pdf', 'application/pdf');
  const path = `/api/files/${paper.id}`;
  const hidden = await server.send('POST', `${path}/unpublish`);
  expect([hidden.status, hidden.body.url.startsWith(cdn)]).toEqual([200, false]);
  expect(server.at(paper.url)).toBe(pdf('one'));
  await server.send('POST', `${path}/publish`);
  expect((await server.send('GET', path)).body.url).toBe(paper.url);

  const form = new FormData();
  form.append('file', new Blob([pdf('two')], { type: 'application/pdf' }), 'b.pdf');
  const replaced = await server.send('PATCH', path, { body: form });
  expect([server.at(replaced.body.url), server.at(paper.url)]).toEqual([pdf('two'), pdf('one')]);
  server.time.now += 25 * hour;
  await server.removeFiles();
  expect([server.at(replaced.body.url), server.at(paper.url)]).toEqual([pdf('two'), undefined]);
});

/** A document in the trash of a place whose writes are replaced by those of the test, when it says so. */
async function inTrash(): Promise<{
  readonly server: PublicServer;
  readonly paper: Reply['body'];
  readonly place: { write: FileStorage['write'] | null; writes: number };
  /** Whether it is tried to move the file after so much time more. */
  isTried(milliseconds: number): Promise<boolean>;
}> {
  const place: { write: FileStorage['write'] | null; writes: number } = { write: null, writes: 0 };
  const server = await start((own) => ({
    ...own,
    write(...sent) {
      place.writes += 1;
      return (place.write ?? own.write)(...sent);
    },
  }));
  const paper = await server.create(pdf('secret'), 'a.pdf', 'application/pdf');
  return {
    server,
    paper,
    place,
    async isTried(milliseconds) {
      server.time.now += milliseconds;
      const before = place.writes;
      await server.removeFiles();
      return place.writes > before;
    },
  };
}

test('a file that cannot be hidden is tried again after longer and longer pauses', async () => {
  const { server, paper, place, isTried } = await inTrash();
  place.write = () => Promise.reject(new StorageAway('It is away.'));
  await server.send('DELETE', `/api/files/${paper.id}`);
  await expect.poll(() => place.writes).toBe(2);
  const tried: boolean[] = [];
  for (const seconds of [0, 119, 2, 238, 4, 476, 8]) tried.push(await isTried(seconds * 1000));
  expect(tried).toEqual([false, false, true, false, true, false, true]);
  // Never more than an hour.
  for (let count = 0; count < 6; count += 1) await isTried(2 * hour);
  expect([await isTried(59 * minute), await isTried(2 * minute)]).toEqual([false, true]);
  expect(server.at(paper.url)).toBe(pdf('secret'));
  place.write = null;
  expect(await isTried(2 * hour)).toBe(true);
  expect(server.at(paper.url)).toBeUndefined();
});

test('an object is not removed for a copy that is not whole', async () => {
  const { server, paper, place, isTried } = await inTrash();
  place.write = async (key, body) => {
    for await (const _ of body);
    // The place confirms more than it has.
    server.objects.set(key, Buffer.from(pdf('secret').slice(0, 9)));
    return { bytes: pdf('secret').length, checksum: paper.checksum };
  };
  await server.send('DELETE', `/api/files/${paper.id}`);
  await expect.poll(() => server.objects.size).toBe(2);
  await server.removeFiles();
  expect(server.at(paper.url)).toBe(pdf('secret'));
  place.write = null;
  expect(await isTried(hour)).toBe(true);
  expect(server.at(paper.url)).toBeUndefined();
  expect([...server.objects.values()].map(String)).toEqual([pdf('secret')]);
});

test('a restore waits no longer than ten seconds, and the service has the file until it is back', async () => {
  const { server, paper, place } = await inTrash();
  const path = `/api/files/${paper.id}`;
  await server.send('DELETE', path);
  await expect.poll(() => server.at(paper.url)).toBeUndefined();
  const gate = unsettled();
  const own = inMemory(server.objects);
  place.write = async (...sent) => {
    await gate.done;
    return own.write(...sent);
  };
  // It returns while the place does not.
  expect((await server.send('POST', `${path}/restore`)).status).toBe(200);
  expect(server.at(paper.url)).toBeUndefined();
  const { url } = (await server.send('GET', path)).body;
  expect(url.startsWith(cdn)).toBe(false);
  expect((await server.send('GET', url)).text).toBe(pdf('secret'));
  gate.resolve();
  await expect
    .poll(async () => (await server.send('GET', path)).body.url, { timeout: 10_000 })
    .toBe(paper.url);
  expect(server.at(paper.url)).toBe(pdf('secret'));
}, 60_000);
