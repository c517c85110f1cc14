/** Writes that make no files: docs/spec/content-tools.md#amendments. */
import { expect, test } from 'vitest';
import { type FileServer, fileForm, type Reply, startFileServer } from './support/file-server.js';

async function open(): Promise<FileServer> {
  return startFileServer({
    collections: [
      {
        slug: 'papers',
        versions: true,
        upload: { mimeTypes: ['text/plain'] },
        fields: [{ name: 'code', type: 'text', unique: true }],
      },
      { slug: 'notes', drafts: false, fields: [{ name: 'text', type: 'text' }] },
    ],
  });
}

function json(server: FileServer, method: string, path: string, data: object): Promise<Reply> {
  const headers = { 'content-type': 'application/json' };
  return server.send(method, path, { body: JSON.stringify(data), headers });
}

test('documents with files are neither created nor copied by requests of many', async () => {
  const server = await open();
  const { body: paper } = await server.send('POST', '/api/papers', {
    body: fileForm('hello', { code: 'a' }),
  });
  const create = { op: 'create', data: { code: 'b' } };
  const statuses = [
    await json(server, 'POST', '/api/papers/bulk', { operations: [create] }),
    await json(server, 'POST', '/api/papers/bulk', { operations: [{ ...create, draft: true }] }),
    await json(server, 'POST', '/api/papers/upsert', { key: { code: 'b' }, data: {} }),
    await json(server, 'POST', `/api/papers/${paper.id}/duplicate`, {}),
    await json(server, 'POST', '/api/svc/bulk', { operations: [{ ...create, collection: 'papers' }] }),
  ].map(({ status }) => status);
  for (const status of statuses) expect([400, 404, 405]).toContain(status);
  expect((await server.send('GET', '/api/papers?limit=0&draft=true')).body.totalDocs).toBe(1);
  expect(await server.stored()).toHaveLength(1);

  // Their other fields are changed like those of any document, and they are deleted.
  const operations = [{ op: 'update', id: paper.id, data: { code: 'c' } }];
  const changed = await json(server, 'POST', '/api/papers/bulk', {
    operations,
    return: 'documents',
  } as object);
  expect(changed.body).toMatchObject({ changed: 1, results: [{ document: { code: 'c', url: paper.url } }] });
  const by = encodeURIComponent(JSON.stringify({ code: 'c' }));
  expect((await server.send('DELETE', `/api/papers?where=${by}`)).body).toMatchObject({ changed: 1 });
});

test('no file is sent while somebody types', async () => {
  const server = await open();
  const { body: paper } = await server.send('POST', '/api/papers', { body: fileForm('hello') });
  const headers = { 'x-draft': 'true', 'x-autosave': 'true' };
  const path = `/api/papers/${paper.id}`;
  const refused = await server.send('PATCH', path, { body: fileForm('other'), headers });
  expect([refused.status, refused.body.details[0].path]).toEqual([400, 'X-Autosave']);
  const typed = await server.send('PATCH', path, {
    body: JSON.stringify({ code: 'typed' }),
    headers: { ...headers, 'content-type': 'application/json' },
  });
  expect(typed).toMatchObject({ status: 200, body: { code: 'typed', _pending: true } });
  expect((await server.send('GET', paper.url)).text).toBe('hello');
});
