import { expect, test } from 'vitest';
import { customStorage } from '../../runtime/config/storage-config.js';
import { fileForm, startFileServer } from './support/file-server.js';
import { inMemory } from './support/memory-place.js';

const hour = 3_600_000;

test('removes the bytes of files that nothing names, later', async () => {
  const server = await startFileServer({
    uploads: { deleteAfterHours: 24 },
    collections: [
      { slug: 'papers', drafts: false, upload: { mimeTypes: ['text/plain'] }, fields: [] },
      { slug: 'notes', upload: { mimeTypes: ['text/plain'] }, fields: [] },
    ],
  });
  const create = async (slug: string, text: string, headers = {}) =>
    (await server.send('POST', `/api/${slug}`, { body: fileForm(text), headers })).body;

  const kept = await create('papers', 'kept');
  const replaced = await create('papers', 'replaced');
  await server.send('PATCH', `/api/papers/${replaced.id}`, { body: fileForm('new') });
  const deleted = await create('notes', 'deleted');
  await server.send('DELETE', `/api/notes/${deleted.id}`);
  const drafted = await create('notes', 'drafted');
  const draft = { 'x-draft': 'true' };
  await server.send('PATCH', `/api/notes/${drafted.id}`, { body: fileForm('discarded'), headers: draft });
  await server.send('DELETE', `/api/notes/${drafted.id}/draft`);
  await server.send('PATCH', `/api/notes/${drafted.id}`, { body: fileForm('pending'), headers: draft });
  await server.removeFiles();
  expect(await server.stored()).toHaveLength(7);

  server.time.now += 23 * hour;
  await server.removeFiles();
  expect(await server.stored()).toHaveLength(7);

  server.time.now += 2 * hour;
  await server.removeFiles();
  // Of each document the published file, and that of the pending draft.
  expect(await server.stored()).toHaveLength(4);
  const texts = async (path: string) => (await server.send('GET', path)).text;
  expect(await texts(kept.url)).toBe('kept');
  expect(await texts(`/api/papers/${replaced.id}/file`)).toBe('new');
  expect(await texts(`/api/notes/${drafted.id}/file`)).toBe('drafted');
  expect(await texts(`/api/notes/${drafted.id}/file?draft=true`)).toBe('pending');
});

test('of two instances, one removes a file', async () => {
  const place = inMemory(new Map());
  const removed: string[] = [];
  const storage = customStorage(() => ({
    ...place,
    async delete(key) {
      removed.push(key);
      // The other one looks for files meanwhile.
      await new Promise((resolve) => setTimeout(resolve, 20));
      await place.delete(key);
    },
  }));
  const server = await startFileServer({
    storage,
    uploads: { deleteAfterHours: 24 },
    collections: [{ slug: 'papers', drafts: false, upload: { mimeTypes: ['text/plain'] }, fields: [] }],
  });
  await fetch(`${await server.listenAgain()}/health/ready`);
  for (const text of ['one', 'two', 'three', 'four']) {
    const { body } = await server.send('POST', '/api/papers', { body: fileForm(text) });
    await server.send('DELETE', `/api/papers/${body.id}`);
  }
  server.time.now += 25 * hour;
  await server.removeFiles();
  expect(new Set(removed).size).toBe(4);
  expect(removed).toHaveLength(4);
});

test('a version that is trimmed while it is restored does not bring back a file that is to be removed', async () => {
  const gate = { begun: () => {}, open: () => {} };
  const opened = new Promise<void>((resolve) => {
    gate.open = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    gate.begun = resolve;
  });
  const server = await startFileServer({
    uploads: { deleteAfterHours: 24 },
    collections: [
      {
        slug: 'papers',
        drafts: false,
        versions: { max: 2 },
        upload: { mimeTypes: ['text/plain'] },
        fields: [{ name: 'title', type: 'text' }],
        hooks: {
          beforeChange: [
            async ({ data }) => {
              if (data['title'] !== 'slow') return;
              gate.begun();
              await opened;
            },
          ],
        },
      },
    ],
  });
  const first = (await server.send('POST', '/api/papers', { body: fileForm('one') })).body;
  const path = `/api/papers/${first.id}`;
  await server.send('PATCH', path, { body: fileForm('two') });
  const history = async () => (await server.send('GET', `${path}/versions`)).body.docs;
  const [, oldest] = await history();
  expect(oldest.document.url).toBe(first.url);

  const patched = server.send('PATCH', path, { body: fileForm('three', { title: 'slow' }) });
  await begun;
  const restored = server.send('POST', `${path}/versions/${oldest.id}/restore`);
  // Meanwhile the version is read; the restoration waits for the document then.
  for (let turn = 0; turn < 3; turn += 1) await history();
  gate.open();
  expect((await patched).status).toBe(200);
  const refused = await restored;
  expect([refused.status, refused.body.code]).toEqual([404, 'NOT_FOUND']);
  expect(refused.body.error).toContain('has no version');

  server.time.now += 25 * hour;
  await server.removeFiles();
  expect((await server.send('GET', `${path}/file`)).text).toBe('three');
  const texts = (await history()).map(({ document }: { document: { url: string } }) =>
    server.send('GET', document.url).then(({ text }) => text),
  );
  expect(await Promise.all(texts)).toEqual(['three', 'two']);
});

test('refuses more uploads at a time, and more bytes, than the config allows', async () => {
  const server = await startFileServer(
    {
      uploads: { concurrent: 1 },
      server: { metrics: true },
      collections: [
        { slug: 'papers', drafts: false, upload: { mimeTypes: ['text/plain'] }, fields: [] },
        { slug: 'notes', drafts: false, upload: { mimeTypes: ['text/plain'], quotaBytes: 10 }, fields: [] },
        { slug: 'photos', upload: { mimeTypes: ['image/png'], sizes: { small: { width: 20 } } }, fields: [] },
      ],
    },
    { alone: true },
  );
  const parts = new TransformStream<Uint8Array, Uint8Array>();
  const writer = parts.writable.getWriter();
  const text = (value: string): Promise<void> => writer.write(new TextEncoder().encode(value));
  const first = server.send('POST', '/api/papers', {
    body: parts.readable,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    duplex: 'half',
  } as RequestInit);
  await text('--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nfirst');
  const second = await server.send('POST', '/api/papers', { body: fileForm('second') });
  expect([second.status, second.headers.get('retry-after')]).toEqual([503, '1']);
  await text('\r\n--x--\r\n');
  await writer.close();
  expect((await first).status).toBe(201);
  expect((await server.send('POST', '/api/papers', { body: fileForm('third') })).status).toBe(201);

  const note = (text: string) => server.send('POST', '/api/notes', { body: fileForm(text) });
  const one = await note('123456');
  const over = await note('12345');
  expect([one.status, over.status, over.body.code]).toEqual([201, 507, 'INSUFFICIENT_STORAGE']);
  expect(over.body.error).toBe(
    'The files of this collection may have 10 bytes together, which this one exceeds.',
  );
  expect((await note('1234')).status).toBe(201);
  expect((await note('1')).status).toBe(507);
  // What nothing names any more counts no more, although its bytes are still there.
  await server.send('DELETE', `/api/notes/${one.body.id}`);
  expect((await note('123456')).status).toBe(201);

  const metrics = (await server.send('GET', '/metrics')).text;
  expect(metrics).toContain('svc_uploads_total 5\n');
  expect(metrics).toContain(`svc_upload_bytes_total ${5 + 5 + 6 + 4 + 6}\n`);
  expect(metrics).toMatch(/^svc_upload_seconds_total \d/m);
  expect(metrics).toContain('svc_upload_refusals_total{code="UNAVAILABLE"} 1\n');
  expect(metrics).toContain('svc_upload_refusals_total{code="INSUFFICIENT_STORAGE"} 2\n');
  expect(metrics).toContain('svc_file_bytes{state="staged"} 0\nsvc_file_bytes{state="dead"} 6\n');

  // Requests that arrive together see each other, also before their bodies are there.
  const bodies = Array.from({ length: 3 }, () => new TransformStream<Uint8Array, Uint8Array>());
  const statuses: number[] = [];
  const together = bodies.map(async ({ readable }) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const init = { body: readable, headers, duplex: 'half' } as RequestInit;
    statuses.push((await server.send('POST', '/api/photos', init)).status);
  });
  await expect.poll(() => statuses).toEqual([503, 503]);
  for (const { writable } of bodies) writable.close().catch(() => undefined);
  await Promise.all(together);
  expect(statuses).toEqual([503, 503, 400]);
});

test('a quota holds for uploads that arrive together', async () => {
  const server = await startFileServer({
    collections: [
      { slug: 'notes', drafts: false, upload: { mimeTypes: ['text/plain'], quotaBytes: 40 }, fields: [] },
    ],
  });
  const sent = Array.from({ length: 12 }, () =>
    server.send('POST', '/api/notes', { body: fileForm('1234567890') }),
  );
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(4);
  expect(statuses.filter((status) => status === 507)).toHaveLength(8);
  expect(await server.stored()).toHaveLength(4);
});
