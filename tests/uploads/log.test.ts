import { expect, test } from 'vitest';
import { fileForm, startFileServer } from './support/file-server.js';

test('the log names files by their ids, never by their names', async () => {
  const server = await startFileServer(
    { collections: [{ slug: 'papers', upload: { mimeTypes: ['text/plain'] }, drafts: false, fields: [] }] },
    { logLevel: 'info' },
  );
  const form = fileForm('hello');
  form.set('file', new Blob(['hello'], { type: 'text/plain' }), 'dismissal-of-anna.txt');
  const created = await server.send('POST', '/api/papers', { body: form });
  expect(created.status).toBe(201);
  const { id, url } = created.body;
  expect(url).toContain('dismissal-of-anna');
  const [fileId] = /[\w-]{22}(?=\/[^/]*$)/.exec(url) ?? [];

  const pattern = '/api/papers/:id/file/:fileId/:filename';
  const other = url.replace(fileId, 'A'.repeat(22));
  const unrouted = `/api/papers/${id}/file/${fileId}/:filename`;
  const requests = [
    ['GET', url, { status: 200, path: pattern, fileId, fileBytes: 5, fileType: 'text/plain' }],
    ['HEAD', url, { status: 200, path: pattern, fileId, fileBytes: 5, fileType: 'text/plain' }],
    ['GET', other, { status: 404, path: pattern }],
    ['POST', url, { status: 405, path: pattern }],
    ['GET', `${url}?name=dismissal-of-anna`, { status: 400, path: pattern }],
    ['GET', `${url}/`, { status: 404, path: unrouted }],
    ['GET', `${url}%`, { status: 400, path: unrouted }],
    ['GET', `/api/papers/${id}/file`, { status: 200, path: `/api/papers/${id}/file`, fileId }],
  ] as const;
  for (const [method, path] of requests) await server.send(method, path);

  expect(server.log.join('')).not.toContain('dismissal');
  const lines = server.log.map((line) => JSON.parse(line) as { readonly method?: string });
  expect(lines.filter(({ method }) => method !== undefined)).toMatchObject([
    { method: 'POST', path: '/api/papers', status: 201, fileId, fileBytes: 5, fileType: 'text/plain' },
    ...requests.map(([method, , line]) => ({ method, ...line })),
  ]);
});

test('the log has no signature', async () => {
  const server = await startFileServer(
    {
      auth: { secret: 'tests/uploads: 32 bytes and some more of them' },
      collections: [{ slug: 'papers', upload: { mimeTypes: ['text/plain'] }, drafts: false, fields: [] }],
    },
    { logLevel: 'info' },
  );
  const headers = { cookie: await server.cookies(), origin: 'http://localhost:3000' };
  const created = await server.send('POST', '/api/papers', { body: fileForm('hello'), headers });
  const { body } = await server.send('POST', `/api/papers/${created.body.id}/sign`, { headers });
  const signature = new URL(body.url).searchParams.get('signature') ?? '';
  expect(signature).toMatch(/^[\w-]{20,}$/);
  const altered = body.url.replace('expires=', 'expires=1');
  const statuses = [await server.send('GET', body.url), await server.send('GET', altered)];
  expect(statuses.map(({ status }) => status)).toEqual([200, 403]);
  expect(server.log.length).toBeGreaterThan(3);
  expect(server.log.join('')).not.toContain(signature);
});
