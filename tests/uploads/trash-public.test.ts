/**
 * Files at a public address whose documents are in the trash
 * (docs/spec/uploads.md#public-files-in-the-trash): what is at the address, also when something fails or
 * another instance is at work.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type FileStorage, StorageAway } from '../../runtime/config/file-storage.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { customStorage } from '../../runtime/config/storage-config.js';
import { unsettled } from '../../runtime/files/images/unsettled.js';
import { picture } from '../support/image-files.js';
import { openTestDriver, testDialect } from '../support/test-database.js';
import {
  type FileServer,
  type FileServerOptions,
  type Reply,
  startFileServer,
} from './support/file-server.js';
import { inMemory } from './support/memory-place.js';

/** On SQLite transactions run one after the other: none holds a document while the service starts. */
const onPostgres = test.runIf(testDialect === 'postgres');
const hour = 3_600_000;
const cdn = 'https://cdn.example.com';
const json = { 'content-type': 'application/json' };

interface PublicServer extends FileServer {
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Whether a client reads the object of a public address. */
  isThere(url: string): boolean;
  create(): Promise<Reply['body']>;
}

type Wrap = (storage: FileStorage) => FileStorage;

function configOf(storage: ServiceConfig['storage']): ServiceConfig {
  return {
    ...(storage && { storage }),
    uploads: { deleteAfterHours: 24 },
    collections: [
      {
        slug: 'photos',
        upload: {
          mimeTypes: ['image/png'],
          sizes: { small: { width: 20 }, square: { width: 16, height: 16 } },
        },
        drafts: false,
        trash: true,
        fields: [{ name: 'album', type: 'relationship', to: 'albums', onDelete: 'cascade' }],
      },
      { slug: 'albums', drafts: false, trash: true, fields: [] },
    ],
  };
}

async function start(
  wrap: Wrap = (storage) => storage,
  options: FileServerOptions = {},
): Promise<PublicServer> {
  const objects = new Map<string, Buffer>();
  const storage = customStorage(() => wrap(inMemory(objects)), { publicUrl: cdn });
  const server = await startFileServer(configOf(storage), options);
  return Object.assign(server, {
    objects,
    isThere: (url: string) => url.startsWith(`${cdn}/`) && objects.has(url.slice(cdn.length + 1)),
    async create(data: object = {}) {
      const form = new FormData();
      form.append('data', JSON.stringify(data));
      form.append('file', new Blob([await picture().png().toBuffer()], { type: 'image/png' }), 'a.png');
      const { status, body } = await server.send('POST', '/api/photos', { body: form });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body;
    },
  });
}

function urlsOf({ url, sizes }: Reply['body']): readonly string[] {
  return [url, sizes.small.url, sizes.square.url];
}

/** The id of the file, in the keys of its objects. */
function fileOf({ url }: Reply['body']): string {
  return new URL(url).pathname.split('/')[2] ?? '';
}

function isHidden({ objects }: PublicServer, document: Reply['body']): boolean {
  return [...objects.keys()].every((key) => !key.includes(fileOf(document)));
}

describe('a document in the trash', () => {
  test('has its file at no public address, and at all of them as its restore returns', async () => {
    const server = await start();
    const photo = await server.create();
    const path = `/api/photos/${photo.id}`;
    expect(urlsOf(photo).map(server.isThere)).toEqual([true, true, true]);
    const before = [...server.objects.values()].map((content) => content.toString('base64')).sort();
    expect((await server.send('DELETE', path)).status).toBe(200);
    await expect.poll(() => isHidden(server, photo)).toBe(true);
    // Nothing is lost, and what is there has a name of 128 random bits.
    const hidden = [...server.objects.keys()];
    expect([...server.objects.values()].map((content) => content.toString('base64')).sort()).toEqual(before);
    for (const key of hidden) expect(key).toMatch(/^photos\/[\w-]{22}\/(?:original|small-|square-)/);
    const old = `${path}/file/${fileOf(photo)}/a.png`;
    expect((await server.send('GET', old)).status).toBe(404);
    expect((await server.send('GET', `${path}?trash=only`)).body.url).toBe(photo.url);

    expect((await server.send('POST', `${path}/restore`)).status).toBe(200);
    expect(urlsOf(photo).map(server.isThere)).toEqual([true, true, true]);
    const { url, sizes } = (await server.send('GET', path)).body;
    expect({ url, sizes }).toEqual({ url: photo.url, sizes: photo.sizes });
    expect((await server.send('GET', old)).status).toBe(200);

    server.time.now += 2 * hour;
    await server.removeFiles();
    expect([...server.objects.keys()].filter((key) => !key.includes(fileOf(photo)))).toEqual([]);
    expect(server.objects.size).toBe(3);
  });

  test('leaves no object when it is deleted for good, wherever its objects are by then', async () => {
    const server = await start();
    const [one, other] = [await server.create(), await server.create()];
    await server.send('DELETE', `/api/photos/${one.id}`);
    await expect.poll(() => isHidden(server, one)).toBe(true);
    await server.send('DELETE', `/api/photos/${one.id}?permanent=true`);
    await server.send('DELETE', `/api/photos/${other.id}`);
    await server.send('DELETE', `/api/photos/${other.id}?permanent=true`);
    server.time.now += 23 * hour;
    await server.removeFiles();
    expect(server.objects.size).toBe(6);
    server.time.now += 2 * hour;
    await server.removeFiles();
    expect([...server.objects.keys()]).toEqual([]);
  });

  test('that was deleted along with another one is hidden, and comes back, with it', async () => {
    const server = await start();
    const album = await server.send('POST', '/api/albums', { body: '{}', headers: json });
    const photo = await server.create();
    const body = JSON.stringify({ album: album.body.id });
    await server.send('PATCH', `/api/photos/${photo.id}`, { body, headers: json });
    await server.send('DELETE', `/api/albums/${album.body.id}`);
    await expect.poll(() => isHidden(server, photo)).toBe(true);
    expect((await server.send('POST', `/api/albums/${album.body.id}/restore`)).status).toBe(200);
    expect(urlsOf(photo).map(server.isThere)).toEqual([true, true, true]);

    // By a request of many, too.
    const operations = (op: string) => ({
      body: JSON.stringify({ operations: [{ op, id: photo.id }] }),
      headers: json,
    });
    await server.send('POST', '/api/photos/bulk', operations('delete'));
    await expect.poll(() => isHidden(server, photo)).toBe(true);
    expect((await server.send('POST', '/api/photos/bulk', operations('restore'))).status).toBe(200);
    expect(urlsOf(photo).map(server.isThere)).toEqual([true, true, true]);
  });

  test('is hidden by the next start, where its place had no public address when it was trashed', async () => {
    const objects = new Map<string, Buffer>();
    const server = await startFileServer(configOf(customStorage(() => inMemory(objects))));
    const form = new FormData();
    form.append('file', new Blob([await picture().png().toBuffer()], { type: 'image/png' }), 'a.png');
    const { body } = await server.send('POST', '/api/photos', { body: form });
    const file = body.url.split('/').at(-2);
    const keys = (): readonly string[] => [...objects.keys()].filter((key) => key.includes(file));
    await server.send('DELETE', `/api/photos/${body.id}`);
    await server.removeFiles();
    expect(keys()).toContain(`photos/${file}/original`);
    const open = customStorage(() => inMemory(objects), { publicUrl: cdn });
    await server.restart(configOf(open));
    await server.removeFiles();
    await server.removeFiles();
    expect(keys()).toEqual([]);
    // And back, where it has none any more.
    await server.restart(configOf(customStorage(() => inMemory(objects))));
    const restored = await server.send('POST', `/api/photos/${body.id}/restore`);
    expect(restored.status).toBe(200);
    expect(keys()).toContain(`photos/${file}/original`);
    expect((await server.send('GET', restored.body.url)).status).toBe(200);
  });

  onPostgres('is hidden then too, where its restore is refused at the same moment', async () => {
    const objects = new Map<string, Buffer>();
    const server = await startFileServer(configOf(customStorage(() => inMemory(objects))));
    const form = new FormData();
    form.append('file', new Blob([await picture().png().toBuffer()], { type: 'image/png' }), 'a.png');
    const { body } = await server.send('POST', '/api/photos', { body: form });
    const file = body.url.split('/').at(-2);
    await server.send('DELETE', `/api/photos/${body.id}`);
    const driver = await openTestDriver({ path: server.databasePath });
    onTestFinished(() => driver.close());
    const [locked, refused] = [unsettled(), unsettled()];
    const restore = driver.transaction(async (connection) => {
      await connection.all('SELECT 1 FROM "photos__trash" WHERE "id" = ? FOR UPDATE', [body.id]);
      locked.resolve();
      await refused.done;
    });
    await locked.done;
    await server.restart(configOf(customStorage(() => inMemory(objects), { publicUrl: cdn })));
    const looks = server.removeFiles();
    await pause(300);
    refused.resolve();
    await Promise.all([restore, looks]);
    await server.removeFiles();
    expect([...objects.keys()].filter((key) => key.includes(file))).toEqual([]);
  });

  test('gets no size that was being made when it was trashed', async () => {
    const gate = unsettled();
    const begun = unsettled();
    let isClosed = false;
    const server = await start((storage) => ({
      ...storage,
      async write(key, body, options) {
        if (isClosed && key.includes('/square-')) {
          begun.resolve();
          await gate.done;
        }
        return storage.write(key, body, options);
      },
    }));
    const photo = await server.create();
    isClosed = true;
    const body = JSON.stringify({ focalX: 0 });
    const moved = await server.send('PATCH', `/api/photos/${photo.id}`, { body, headers: json });
    const read = server.send('GET', moved.body.sizes.square.url);
    await begun.done;
    isClosed = false;
    await server.send('DELETE', `/api/photos/${photo.id}`);
    await expect.poll(() => isHidden(server, photo)).toBe(true);
    gate.resolve();
    await read;
    await expect.poll(() => isHidden(server, photo)).toBe(true);
    // It is made after the return.
    await server.send('POST', `/api/photos/${photo.id}/restore`);
    server.time.now += 2 * hour;
    await server.removeFiles();
    const { sizes } = (await server.send('GET', `/api/photos/${photo.id}`)).body;
    expect(server.isThere(sizes.square.url)).toBe(true);
  });
});

describe('a place that fails', () => {
  /** From a call on nothing works, until it is repaired. */
  function failing(): { readonly wrap: Wrap; breakAt(call: number): void; repair(): boolean } {
    let left = Number.POSITIVE_INFINITY;
    const call = (): void => {
      left -= 1;
      if (left < 0) throw new StorageAway('The place is away.');
    };
    return {
      wrap: (storage) => ({
        async write(...sent) {
          call();
          return storage.write(...sent);
        },
        async read(...asked) {
          call();
          return storage.read(...asked);
        },
        async size(key) {
          call();
          return storage.size(key);
        },
        async delete(key) {
          call();
          return storage.delete(key);
        },
        async *list(prefix) {
          call();
          yield* storage.list(prefix);
        },
      }),
      breakAt(at) {
        left = at;
      },
      repair() {
        const hasFailed = left < 0;
        left = Number.POSITIVE_INFINITY;
        return hasFailed;
      },
    };
  }

  test('at any call loses nothing: what was confirmed comes to be', { timeout: 120_000 }, async () => {
    const place = failing();
    const server = await start(place.wrap, { alone: true });
    const photo = await server.create();
    const path = `/api/photos/${photo.id}`;
    let [atTrash, atRestore] = [true, true];
    for (let at = 0; atTrash || atRestore; at += 1) {
      place.breakAt(at);
      expect((await server.send('DELETE', path)).status).toBe(200);
      await server.removeFiles();
      atTrash = place.repair();
      server.time.now += 2 * hour;
      await server.removeFiles();
      expect([at, isHidden(server, photo)]).toEqual([at, true]);
      place.breakAt(at);
      expect((await server.send('POST', `${path}/restore`)).status).toBe(200);
      atRestore = place.repair();
      // Until it is back, the service has it, and the document says so.
      const { url, sizes } = (await server.send('GET', path)).body;
      for (const each of urlsOf({ url, sizes }))
        expect([
          at,
          each.startsWith(cdn) ? server.isThere(each) : (await server.send('GET', each)).status === 200,
        ]).toEqual([at, true]);
      server.time.now += 2 * hour;
      await server.removeFiles();
      expect([at, urlsOf((await server.send('GET', path)).body)]).toEqual([at, urlsOf(photo)]);
      expect(urlsOf(photo).map(server.isThere)).toEqual([true, true, true]);
      server.time.now += 2 * hour;
      await server.removeFiles();
      expect(server.objects.size).toBe(3);
    }
  });

  test('that does not respond when a document is trashed keeps its file served to nobody', async () => {
    const place = failing();
    const server = await start(place.wrap, { alone: true });
    const photo = await server.create();
    place.breakAt(0);
    await server.send('DELETE', `/api/photos/${photo.id}`);
    place.repair();
    expect((await server.send('GET', `/api/photos/${photo.id}/file/${fileOf(photo)}/a.png`)).status).toBe(
      404,
    );
  });
});

test('an instance that restores waits for another one that still hides', async () => {
  const gate = unsettled();
  const begun = unsettled();
  const server = await start(
    (storage) => ({
      ...storage,
      async delete(key) {
        if (key.endsWith('/original')) {
          begun.resolve();
          await gate.done;
        }
        return storage.delete(key);
      },
    }),
    { alone: true },
  );
  const other = await server.listenAgain();
  const photo = await server.create();
  await server.send('DELETE', `/api/photos/${photo.id}`);
  await begun.done;
  const restored = fetch(`${other}/api/photos/${photo.id}/restore`, { method: 'POST' });
  await pause(300);
  gate.resolve();
  expect((await restored).status).toBe(200);
  expect(urlsOf(photo).map(server.isThere)).toEqual([true, true, true]);
  expect((await server.send('GET', `/api/photos/${photo.id}`)).body.url).toBe(photo.url);
});
