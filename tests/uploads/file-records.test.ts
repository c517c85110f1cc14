/** The records of files, which bytes never precede: docs/spec/uploads.md#drafts-versions-deletion. */
import { expect, onTestFinished, test } from 'vitest';
import { type FileStorage, StorageAway } from '../../runtime/config/file-storage.js';
import { customStorage } from '../../runtime/config/storage-config.js';
import { picture } from '../support/image-files.js';
import { openTestDriver } from '../support/test-database.js';
import { type FileServer, fileForm, type Reply, startFileServer } from './support/file-server.js';
import { inMemory } from './support/memory-place.js';

const hour = 3_600_000;
const json = { 'content-type': 'application/json' };

type Row = Readonly<Record<string, unknown>>;

/** Reads the records of all files on a connection of its own, which sees what is committed. */
async function recordsOf({ databasePath }: FileServer): Promise<() => Promise<readonly Row[]>> {
  const driver = await openTestDriver({ path: databasePath });
  onTestFinished(() => driver.close());
  return () => driver.all('SELECT * FROM "_svc_files" ORDER BY "createdAt"', []);
}

test('a file has a record before its first byte is stored, which lives and dies with its documents', async () => {
  const objects = new Map<string, Buffer>();
  const place = inMemory(objects);
  let records = async (): Promise<readonly Row[]> => [];
  let isAway = false;
  const atWrite: (readonly Row[])[] = [];
  const write: FileStorage['write'] = async (...sent) => {
    atWrite.push(await records());
    if (isAway) throw new StorageAway('It is away.');
    return place.write(...sent);
  };
  const server = await startFileServer({
    storages: { own: customStorage(() => ({ ...place, write })) },
    uploads: { stagingHours: 2, deleteAfterHours: 24 },
    collections: [
      { slug: 'papers', drafts: false, upload: { mimeTypes: ['text/plain'], storage: 'own' }, fields: [] },
    ],
  });
  records = await recordsOf(server);
  const { now } = server.time;
  const { body } = await server.send('POST', '/api/papers', { body: fileForm('hello') });
  const [, key] = [...objects.keys()].map((each) => each.split('/'))[0] ?? [];
  const staged = { id: key, collection: 'papers', storage: 'own', createdAt: now, document: null };
  expect(atWrite).toMatchObject([[{ ...staged, state: 'staged', bytes: null, checksum: null }]]);
  const { filesize: bytes, checksum } = body;
  const live = { id: key, state: 'live', document: body.id, mimeType: 'text/plain', bytes, checksum };
  expect(await records()).toMatchObject([live]);

  // A file that could not be stored leaves neither bytes nor a record that lives.
  isAway = true;
  expect((await server.send('POST', '/api/papers', { body: fileForm('lost') })).status).toBe(503);
  isAway = false;
  expect(atWrite[1]).toMatchObject([live, { state: 'staged' }]);
  expect((await records()).filter(({ state }) => state === 'live')).toMatchObject([live]);
  expect(objects.size).toBe(1);

  await server.send('DELETE', `/api/papers/${body.id}`);
  expect((await records()).filter(({ id }) => id === key)).toMatchObject([{ state: 'dead' }]);
  expect(objects.size).toBe(1);
  server.time.now += 25 * hour;
  await server.removeFiles();
  expect([await records(), objects.size]).toEqual([[], 0]);
});

test('what was stored without a document goes after the hours of the config, and not before', async () => {
  const objects = new Map<string, Buffer>();
  const place = inMemory(objects);
  const server = await startFileServer({
    storage: customStorage(() => place),
    uploads: { stagingHours: 2 },
    collections: [{ slug: 'papers', drafts: false, upload: { mimeTypes: ['text/plain'] }, fields: [] }],
  });
  const records = await recordsOf(server);
  await server.send('POST', '/api/papers', { body: fileForm('kept') });
  // As a process leaves it that is killed before the transaction of the document.
  const driver = await openTestDriver({ path: server.databasePath });
  onTestFinished(() => driver.close());
  const id = 'k'.repeat(22);
  await driver.briefTransaction((connection) =>
    connection.run(
      'INSERT INTO "_svc_files" ("id", "collection", "storage", "state", "createdAt", "dueAt", "attempts") ' +
        "VALUES (?, 'papers', '', 'staged', ?, ?, 0)",
      [id, server.time.now, server.time.now],
    ),
  );
  objects.set(`papers/${id}/original`, Buffer.from('half'));
  server.time.now += 2 * hour - 1000;
  await server.removeFiles();
  expect([objects.size, (await records()).length]).toEqual([2, 2]);
  server.time.now += 2000;
  await server.removeFiles();
  expect([objects.size, (await records()).length]).toEqual([1, 1]);
});

test('a version comes back with its file, its name and its focal point', async () => {
  const server = await startFileServer({
    collections: [
      {
        slug: 'photos',
        drafts: false,
        versions: true,
        upload: { mimeTypes: ['image/png'], sizes: { square: { width: 10, height: 10 } } },
        fields: [],
      },
    ],
  });
  const form = async (name: string, data: object, width: number): Promise<FormData> => {
    const body = new FormData();
    body.append('data', JSON.stringify(data));
    const bytes = new Uint8Array(await picture(width).png().toBuffer());
    body.append('file', new Blob([bytes], { type: 'image/png' }), name);
    return body;
  };
  const first = (
    await server.send('POST', '/api/photos', { body: await form('one.png', { focalX: 10, alt: 'One' }, 64) })
  ).body;
  const path = `/api/photos/${first.id}`;
  await server.send('PATCH', path, { body: await form('two.png', { focalX: 90, alt: 'Two' }, 32) });
  const { docs } = (await server.send('GET', `${path}/versions`)).body;
  const restored = await server.send('POST', `${path}/versions/${docs.at(-1).id}/restore`);
  const { url, sizes, filename, focalX, focalY, alt, width, checksum } = first;
  expect(restored.body).toMatchObject({ url, sizes, filename, focalX, focalY, alt, width, checksum });
  for (const address of [url, sizes.square.url]) expect((await server.send('GET', address)).status).toBe(200);
});

test('a file that a document needs is not deleted', async () => {
  const server = await startFileServer({
    collections: [
      { slug: 'papers', drafts: false, upload: { mimeTypes: ['text/plain'] }, fields: [] },
      {
        slug: 'letters',
        drafts: false,
        fields: [{ name: 'paper', type: 'upload', to: 'papers', required: true }],
      },
    ],
  });
  const { body: paper } = await server.send('POST', '/api/papers', { body: fileForm('needed') });
  const init = { body: JSON.stringify({ paper: paper.id }), headers: json };
  const { body: letter } = await server.send('POST', '/api/letters', init);
  const refused: Reply = await server.send('DELETE', `/api/papers/${paper.id}`);
  expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT']);
  expect((await server.send('GET', paper.url)).text).toBe('needed');
  await server.send('DELETE', `/api/letters/${letter.id}`);
  expect((await server.send('DELETE', `/api/papers/${paper.id}`)).status).toBe(200);
  expect((await server.send('GET', paper.url)).status).toBe(404);
});
