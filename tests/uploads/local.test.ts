/** Files through `local`, in process. */
import { expect, onTestFinished, test } from 'vitest';
import type { CollectionConfig } from '../../runtime/config/collection-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { of } from '../local/support/of.js';
import { openTestDriver } from '../support/test-database.js';
import { startFileServer } from './support/file-server.js';

const file = { bytes: new TextEncoder().encode('hello'), filename: 'hello.txt', type: 'text/plain' };

function configWith(
  hook: 'beforeChange' | 'afterChange',
  more: Pick<CollectionConfig, 'access'> = {},
): ServiceConfig {
  return {
    collections: [
      {
        slug: 'papers',
        upload: { mimeTypes: ['text/plain'] },
        fields: [{ name: 'title', type: 'text', required: true }],
        ...more,
      },
      {
        slug: 'notes',
        drafts: false,
        fields: [{ name: 'text', type: 'text' }],
        hooks: {
          [hook]: async ({ local }: { readonly local: Parameters<typeof of>[0] }) => {
            await of(local, 'papers').create({ title: 'Of a note' }, { file });
          },
        },
      },
    ],
  };
}

test('creates a document with its file, and replaces it', async () => {
  const server = await startFileServer(configWith('afterChange'));
  const papers = of(server.local, 'papers');
  const created = await papers.create({ title: 'A' }, { file });
  expect(created).toMatchObject({ filename: 'hello.txt', filesize: 5, _status: 'published' });
  expect((await server.send('GET', String(created['url']))).text).toBe('hello');
  const draft = await papers.create({}, { file, draft: true });
  expect(draft).toMatchObject({ title: null, _status: 'draft' });

  const bytes = new TextEncoder().encode('bye');
  const ifMatch = Number(created['_revision']);
  const options = { file: { bytes, filename: 'bye.txt' }, ifMatch };
  const replaced = await papers.update(created.id, {}, options);
  expect(replaced).toMatchObject({ title: 'A', filename: 'bye.txt', filesize: 3 });
  await expect(papers.update(created.id, {}, options)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await papers.update(created.id, { title: 'B' })).toMatchObject({ title: 'B', filesize: 3 });
  await expect(papers.create({ title: 'C' }, { file: new Uint8Array() })).rejects.toMatchObject({
    code: 'INVALID_FILE',
    status: 422,
  });

  expect((await server.send('POST', '/api/notes', json({ text: 'x' }))).status).toBe(201);
  const ofNote = await server.send('GET', '/api/papers?where={"title":"Of a note"}');
  expect(ofNote.body.docs).toMatchObject([{ filename: 'hello.txt' }]);
});

test('needs neither parts nor pieces: the bytes are in the process already', async () => {
  const server = await startFileServer(configWith('afterChange'));
  const driver = await openTestDriver({ path: server.databasePath });
  onTestFinished(() => driver.close());
  const progress: number[] = [];
  const onProgress = ({ sent }: { readonly sent: number }): void => void progress.push(sent);
  const options = { file, direct: true, onProgress };
  const created = await of(server.local, 'papers').create({ title: 'A' }, options);
  expect(created).toMatchObject({ filename: 'hello.txt', filesize: 5 });
  expect(progress).toEqual([0, 5]);
  expect(await driver.all('SELECT "id" FROM "_svc_uploads"', [])).toEqual([]);
});

test('stores no file in the transaction of another document', async () => {
  const server = await startFileServer(configWith('beforeChange'));
  await expect(of(server.local, 'notes').create({ text: 'x' })).rejects.toMatchObject({
    reason: 'local.fileInTransaction',
  });
  expect(await server.stored()).toEqual([]);
});

test('has the rights of its requester', async () => {
  const server = await startFileServer({
    auth: { secret: 'tests/uploads: 32 bytes and some more of them' },
    ...configWith('afterChange', { access: { create: ['admin'] } }),
  });
  const papers = of(server.local, 'papers');
  await expect(papers.create({ title: 'A' }, { file })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await server.stored()).toEqual([]);
  const created = await papers.create({ title: 'A' }, { file, as: 'system' });
  expect(created).toMatchObject({ filename: 'hello.txt' });
});

function json(body: object): RequestInit {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}
