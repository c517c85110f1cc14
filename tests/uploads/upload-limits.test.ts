/** Limits of docs/spec/uploads.md that no other suite has: rights at the end, queues, space, probes. */
import { expect, test } from 'vitest';
import { customStorage } from '../../runtime/config/storage-config.js';
import { picture } from '../support/image-files.js';
import { directCalls } from './support/direct.js';
import { type Reply, startFileServer } from './support/file-server.js';
import { inMemory } from './support/memory-place.js';

const secret = 'tests/uploads: 32 bytes and some more of them';
const origin = 'http://localhost:3000';
const json = { 'content-type': 'application/json' };
const tus = { 'tus-resumable': '1.0.0' };

test('a right that is lost before the end of an upload is missing there, and nothing stays', async () => {
  const server = await startFileServer({
    auth: { secret, registration: { enabled: true }, emailVerification: false },
    collections: [
      {
        slug: 'papers',
        drafts: false,
        upload: { mimeTypes: ['text/plain'] },
        access: { read: () => true, create: ['author'] },
        fields: [],
      },
    ],
  });
  const root = { cookie: await server.cookies(), origin };
  const writer = JSON.stringify({ email: 'writer@example.com', password: 'Correct-Horse-7-Battery' });
  await server.send('POST', '/api/auth/register', { body: writer, headers: json });
  const { docs } = (await server.send('GET', '/api/users?limit=9', { headers: root })).body;
  const { id } = docs.find(({ email }: { readonly email: string }) => email === 'writer@example.com');
  const become = async (role: string): Promise<void> => {
    const init = { body: JSON.stringify({ role }), headers: { ...json, ...root } };
    expect((await server.send('PATCH', `/api/users/${id}`, init)).status).toBe(200);
  };
  const logIn = async (): Promise<Record<string, string>> => {
    const { headers } = await server.send('POST', '/api/auth/login', { body: writer, headers: json });
    return {
      cookie: headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
      origin,
    };
  };
  await become('author');
  let mine = await logIn();
  const begun = await server.send('POST', '/api/papers/uploads/tus', {
    headers: { ...mine, ...tus, 'upload-length': '6', 'upload-metadata': `filename ${btoa('a.txt')}` },
  });
  const path = begun.headers.get('location') ?? '';
  const patch = (offset: number, body: string): Promise<Reply> =>
    server.send('PATCH', path, {
      body,
      headers: {
        ...{ ...mine, ...tus, 'upload-offset': String(offset) },
        'content-type': 'application/offset+octet-stream',
      },
    });
  expect((await patch(0, 'abc')).status).toBe(204);
  const url = await server.listen();
  const direct = directCalls(() => url);
  const planned = await direct.begin('/api/papers', { bytes: 'abc', data: {}, headers: mine });
  expect(planned.status).toBe(201);
  expect(await direct.store(planned.body, 'abc', { headers: mine })).toEqual([200]);

  await become('customer');
  mine = await logIn();
  const last = await patch(3, 'def');
  expect([last.status, last.body.code]).toEqual([403, 'FORBIDDEN']);
  const done = await direct.complete('/api/papers', planned.body, mine);
  expect([done.status, done.body.code]).toEqual([403, 'FORBIDDEN']);
  expect((await server.send('GET', '/api/papers')).body.docs).toEqual([]);
  // What was stored of it goes with the upload: at once, or when it has expired.
  server.time.now += 26 * 3_600_000;
  await server.removeFiles();
  expect(await server.stored()).toEqual([]);
});

test('an image is refused before its bytes where the queue is full, and what is made takes no quota', async () => {
  const objects = new Map<string, Buffer>();
  let free = 200 * 1024 * 1024;
  const storage = customStorage(() => ({ ...inMemory(objects), free: async () => free }));
  const bytes = await picture(600, 400).png().toBuffer();
  const server = await startFileServer(
    {
      storage,
      uploads: { imageQueue: 1 },
      collections: [
        {
          slug: 'photos',
          drafts: false,
          upload: {
            mimeTypes: ['image/png'],
            quotaBytes: bytes.length + 10,
            transforms: { widths: [100, 200, 300] },
          },
          fields: [],
        },
        { slug: 'scans', drafts: false, upload: { mimeTypes: ['image/png'] }, fields: [] },
      ],
    },
    { alone: true },
  );
  const send = (slug: string): Promise<Reply> => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png');
    return server.send('POST', `/api/${slug}`, { body });
  };
  const { status, body } = await send('photos');
  expect(status).toBe(201);
  expect((await server.send('GET', `${body.url}?w=100`)).status).toBe(200);
  // The quota has room for ten bytes, of which the image that was made takes none.
  const text = await server.send('GET', '/api/photos');
  expect(text.body.totalDocs).toBe(1);
  expect((await send('photos')).status).toBe(507);
  free = 100 * 1024 * 1024 - 1;
  const full = await server.send('GET', `${body.url}?w=200`);
  expect([full.status, full.body.code]).toEqual([507, 'INSUFFICIENT_STORAGE']);
  free = 200 * 1024 * 1024;
  expect((await server.send('GET', `${body.url}?w=200`)).status).toBe(200);

  const before = objects.size;
  const sent = await Promise.all(Array.from({ length: 12 }, () => send('scans')));
  const refused = sent.filter((reply) => reply.status === 503);
  expect(new Set(sent.map((reply) => reply.status))).toEqual(new Set([201, 503]));
  expect(refused[0]?.headers.get('retry-after')).toBe('5');
  expect(objects.size).toBe(before + 12 - refused.length);
});

test('a part that the service takes is confirmed with its place', async () => {
  const server = await startFileServer(
    {
      storage: customStorage(() => inMemory(new Map())),
      collections: [{ slug: 'papers', drafts: false, upload: { mimeTypes: ['text/plain'] }, fields: [] }],
    },
    { alone: true },
  );
  const init = { body: JSON.stringify({ filename: 'a.txt', filesize: 3 }), headers: json };
  const { status, body } = await server.send('POST', '/api/papers/uploads', init);
  expect(status).toBe(201);
  const stored = await server.send('PUT', body.parts[0].url, { body: 'abc' });
  expect([stored.status, stored.body]).toEqual([200, { from: 0, to: 3 }]);
});

test('a probe of readiness waits for no storage longer than half a second', async () => {
  const server = await startFileServer({
    storage: customStorage(() => ({ ...inMemory(new Map()), size: () => new Promise<number>(() => {}) })),
    collections: [{ slug: 'papers', drafts: false, upload: { mimeTypes: ['text/plain'] }, fields: [] }],
  });
  const began = performance.now();
  const { status } = await server.send('GET', '/health/ready');
  expect(status).toBe(200);
  expect(performance.now() - began).toBeLessThan(2_000);
});
