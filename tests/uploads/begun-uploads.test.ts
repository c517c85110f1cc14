/** Uploads that have begun: whose they are, when they end, and what a storage that fails leaves of them. */
import { expect, test } from 'vitest';
import { type FileStorage, StorageAway } from '../../runtime/config/file-storage.js';
import { customStorage } from '../../runtime/config/storage-config.js';
import { type FileServer, type Reply, startFileServer } from './support/file-server.js';
import { inMemory } from './support/memory-place.js';

const tus = { 'tus-resumable': '1.0.0' };
const json = { 'content-type': 'application/json' };

function begin(server: FileServer, length: number, headers: object = {}): Promise<Reply> {
  return server.send('POST', '/api/papers/uploads/tus', {
    headers: { ...tus, 'upload-length': String(length), ...headers },
  });
}

function patch(
  server: FileServer,
  path: string,
  { offset, body, headers = {} }: { offset: number; body: string; headers?: object },
): Promise<Reply> {
  const said = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
  return server.send('PATCH', path, { body, headers: { ...tus, ...said, ...headers } });
}

const pathOf = ({ headers }: Reply): string => headers.get('location') ?? '';

test('an upload that a key has begun is of this key alone', async () => {
  const server = await startFileServer({
    auth: { secret: 'tests/uploads: 32 bytes and some more of them' },
    collections: [{ slug: 'papers', drafts: false, upload: { mimeTypes: ['text/plain'] }, fields: [] }],
  });
  const root = { cookie: await server.cookies(), origin: 'http://localhost:3000' };
  const newKey = async (): Promise<object> => {
    const body = JSON.stringify({ name: 'key', scopes: ['papers:*'] });
    const made = await server.send('POST', '/api/auth/api-keys', { body, headers: { ...json, ...root } });
    expect(made.status).toBe(201);
    return { 'x-api-key': made.body.key };
  };
  const [mine, other] = [await newKey(), await newKey()];
  const path = pathOf(await begin(server, 3, mine));
  for (const headers of [other, root, {}]) {
    expect((await server.send('GET', path, { headers: { ...tus, ...headers } })).status).toBe(404);
    expect((await patch(server, path, { offset: 0, body: 'abc', headers })).status).toBe(404);
  }
  expect((await patch(server, path, { offset: 0, body: 'abc', headers: mine })).status).toBe(204);
});

test('an upload that holds most of a quota ends sooner than others', async () => {
  const server = await startFileServer({
    uploads: { stagingHours: 24 },
    collections: [
      {
        slug: 'papers',
        drafts: false,
        upload: { mimeTypes: ['text/plain'], quotaBytes: 1_000_000 },
        fields: [],
      },
    ],
  });
  const small = pathOf(await begin(server, 1_000));
  // A quarter of an hour, and a second for each 64 KiB.
  const large = pathOf(await begin(server, 600_000));
  const expiry = async (path: string): Promise<number> =>
    Date.parse((await server.send('GET', path, { headers: tus })).body.expiresAt) - server.time.now;
  for (const path of [small, large]) {
    expect(await expiry(path)).toBe(900_000);
    expect((await patch(server, path, { offset: 0, body: 'a' })).status).toBe(204);
  }
  expect([await expiry(small), await expiry(large)]).toEqual([24 * 3_600_000, 910_000]);
  server.time.now += 910_000;
  const states = [small, large].map((path) => server.send('GET', path, { headers: tus }));
  expect((await Promise.all(states)).map(({ status }) => status)).toEqual([200, 410]);
});

test('an upload goes on where it was, after its document could not be stored', async () => {
  const objects = new Map<string, Buffer>();
  const place = inMemory(objects);
  let isAway = false;
  const write: FileStorage['write'] = async (key, ...sent) => {
    if (isAway && key.endsWith('/original')) throw new StorageAway('It is away.');
    return place.write(key, ...sent);
  };
  const server = await startFileServer({
    storage: customStorage(() => ({ ...place, write })),
    collections: [{ slug: 'papers', drafts: false, upload: { mimeTypes: ['text/plain'] }, fields: [] }],
  });
  const path = pathOf(await begin(server, 5));
  await patch(server, path, { offset: 0, body: 'ab' });
  isAway = true;
  const failed = await patch(server, path, { offset: 2, body: 'cde' });
  expect([failed.status, failed.body.code]).toEqual([503, 'UNAVAILABLE']);
  expect((await server.send('GET', path, { headers: tus })).body).toMatchObject({
    offset: 2,
    document: null,
  });
  expect(objects.size).toBe(1);
  isAway = false;
  const last = await patch(server, path, { offset: 2, body: 'cde' });
  expect(last.status).toBe(204);
  expect((await server.send('GET', `${pathOf(last)}/file`)).text).toBe('abcde');
  expect(objects.size).toBe(1);
});
