/** Files and searches beside the trash. */
import { expect, test } from 'vitest';
import { fileForm, startFileServer } from '../uploads/support/file-server.js';

test('a file is not served while its document is in the trash, stays, and returns with it', async () => {
  const papers = {
    slug: 'papers',
    drafts: false,
    trash: true,
    upload: { mimeTypes: ['text/plain'] },
    fields: [],
  } as const;
  const server = await startFileServer({ collections: [papers] });
  const { body } = await server.send('POST', '/api/papers', { body: fileForm('hello') });
  const statusOf = async (): Promise<number> => (await server.send('GET', body.url)).status;
  expect([await statusOf(), await statusOf(), await statusOf()]).toEqual([200, 200, 200]);
  expect((await server.send('DELETE', `/api/papers/${body.id}`)).status).toBe(200);
  expect([await statusOf(), await statusOf()]).toEqual([404, 404]);

  // Bytes of what nothing names are removed after a day.
  server.time.now += 3 * 86_400_000;
  await server.removeFiles();
  expect(await server.stored()).toHaveLength(1);
  expect((await server.send('POST', `/api/papers/${body.id}/restore`)).status).toBe(200);
  expect((await server.send('GET', body.url)).text).toBe('hello');

  expect((await server.send('DELETE', `/api/papers/${body.id}`)).status).toBe(200);
  expect((await server.send('DELETE', `/api/papers/${body.id}?permanent=true`)).status).toBe(200);
  server.time.now += 3 * 86_400_000;
  await server.removeFiles();
  expect(await server.stored()).toEqual([]);
});

test('a signed address opens no file of a document in the trash', async () => {
  const papers = {
    slug: 'papers',
    drafts: false,
    trash: true,
    upload: { mimeTypes: ['text/plain'] },
    fields: [],
  } as const;
  const server = await startFileServer({
    auth: { secret: 'tests/trash: 32 bytes and some more of them' },
    collections: [papers],
  });
  const cookie = await server.cookies();
  const headers = { cookie, origin: 'http://localhost:3000' };
  const { body } = await server.send('POST', '/api/papers', { body: fileForm('hello'), headers });
  const signed = await server.send('POST', `/api/papers/${body.id}/sign`, { headers });
  const open = () => server.send('GET', signed.body.url.replace('http://localhost:3000', ''));
  expect((await open()).text).toBe('hello');
  expect((await server.send('DELETE', `/api/papers/${body.id}`, { headers })).status).toBe(200);
  expect((await open()).status).toBe(404);
  expect((await server.send('POST', `/api/papers/${body.id}/restore`, { headers })).status).toBe(200);
  expect((await open()).text).toBe('hello');
});

test('a search finds nothing in the trash, and finds what returns', async () => {
  const notes = {
    slug: 'notes',
    trash: true,
    search: { fields: { title: 1 } },
    fields: [{ name: 'title', type: 'text', required: true }],
  } as const;
  const server = await startFileServer({ collections: [notes] });
  const found = async (query = ''): Promise<number> =>
    (await server.send('GET', `/api/notes?search=walrus${query}`)).body.totalDocs;
  const create = async (title: string, headers = {}) => {
    const init = {
      body: JSON.stringify({ title }),
      headers: { 'content-type': 'application/json', ...headers },
    };
    const { status, body } = await server.send('POST', '/api/notes', init);
    expect(status).toBe(201);
    return body.id;
  };
  const ids = [await create('A walrus'), await create('Another walrus', { 'X-Draft': 'true' })];
  expect([await found('&draft=false'), await found('&draft=true')]).toEqual([1, 2]);
  for (const id of ids) expect((await server.send('DELETE', `/api/notes/${id}`)).status).toBe(200);
  expect([await found('&draft=false'), await found('&draft=true')]).toEqual([0, 0]);
  for (const id of ids) expect((await server.send('POST', `/api/notes/${id}/restore`)).status).toBe(200);
  expect([await found('&draft=false'), await found('&draft=true')]).toEqual([1, 2]);
});

test('a rich text keeps an image whose file is in the trash, and shows it again after the restore', async () => {
  const papers = {
    slug: 'papers',
    drafts: false,
    trash: true,
    upload: { mimeTypes: ['text/plain'] },
    fields: [],
  } as const;
  const notes = {
    slug: 'notes',
    drafts: false,
    fields: [
      { name: 'body', type: 'richText' },
      { name: 'paper', type: 'upload', to: 'papers' },
    ],
  } as const;
  const server = await startFileServer({ collections: [papers, notes] });
  const { body: paper } = await server.send('POST', '/api/papers', { body: fileForm('hello') });
  const content = [{ type: 'upload', attrs: { collection: 'papers', id: paper.id } }];
  const { body: note } = await server.send('POST', '/api/notes', {
    body: JSON.stringify({ body: { type: 'doc', content }, paper: paper.id }),
    headers: { 'content-type': 'application/json' },
  });
  const read = async () => (await server.send('GET', `/api/notes/${note.id}`)).body;
  const statusOf = async (): Promise<number> => (await server.send('GET', paper.url)).status;
  const before = await read();
  expect((await server.send('DELETE', `/api/papers/${paper.id}`)).status).toBe(200);
  const meanwhile = await read();
  expect([meanwhile.body, meanwhile.paper, await statusOf()]).toEqual([before.body, null, 404]);
  expect((await server.send('POST', `/api/papers/${paper.id}/restore`)).status).toBe(200);
  const after = await read();
  expect([after.body, after.paper, await statusOf()]).toEqual([before.body, paper.id, 200]);
});
