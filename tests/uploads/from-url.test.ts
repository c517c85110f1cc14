import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { connectWithUploads, type FromUrlMethods } from '../../templates/sdk/uploads/index.js';
import { startFileServer } from './support/file-server.js';

test('fetches files from listed hosts, and from nowhere else', async () => {
  const requests: string[] = [];
  const remote = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.setHeader('Content-Type', 'text/plain');
    response.end(request.url === '/large.txt' ? 'x'.repeat(200) : 'hello');
  });
  await new Promise<void>((resolve) => remote.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    remote.closeAllConnections();
    remote.close();
  });
  const { port } = remote.address() as AddressInfo;

  const root = `http://files.example.com:${port}`;
  const hosts = [root, `http://127.0.0.1:${port}`, 'http://169.254.169.254', 'localhost'];
  const upload = { mimeTypes: ['text/plain'], maxBytes: 100, fromUrl: { hosts } };
  const collections = [
    { slug: 'papers', upload, fields: [{ name: 'title', type: 'text', required: true }] },
    { slug: 'plain', drafts: false, upload: { mimeTypes: ['text/plain'] }, fields: [] },
  ] as const;
  const names = { resolve: async () => ['127.0.0.1'] };
  const open = await startFileServer({ collections }, { network: { ...names, isOpen: () => true } });
  const send = (server: typeof open, body: object, headers = {}) =>
    server.send('POST', '/api/papers/from-url', {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });

  const created = await send(open, { url: `${root}/a/report.txt`, data: { title: 'Report' } });
  expect([created.status, created.body.title]).toEqual([201, 'Report']);
  expect(created.headers.get('location')).toBe(`/api/papers/${created.body.id}`);
  expect(created.body).toMatchObject({ filename: 'report.txt', mimeType: 'text/plain', filesize: 5 });
  expect((await open.send('GET', created.body.url)).text).toBe('hello');
  const draft = await send(open, { url: `${root}/draft.txt` }, { 'x-draft': 'true' });
  expect(draft.body).toMatchObject({ _status: 'draft', filename: 'draft.txt' });
  const client = connectWithUploads(
    { hash: '', pathOf: (name) => name, hasDrafts: () => true },
    { baseUrl: 'http://localhost:3000', fetch: open.fetch as never },
    ['papers'],
  ) as { readonly papers: FromUrlMethods<never> };
  const sent = await client.papers.fromUrl(`${root}/b.txt`, { title: 'B' } as never);
  expect(sent).toMatchObject({ title: 'B', filename: 'b.txt' });

  const stored = await open.stored();
  const large = await send(open, { url: `${root}/large.txt`, data: { title: 'Large' } });
  expect([large.status, large.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  const other = await send(open, { url: `${root}/a.csv`, data: { title: 'PDF' } });
  expect(other.status).toBe(201);
  const wrong = [{}, { url: 5 }, { url: root, data: [] }, { url: root, more: 1 }, { url: root, data: {} }];
  for (const body of wrong) expect([body, (await send(open, body)).status]).toEqual([body, 400]);
  expect((await open.send('POST', '/api/plain/from-url')).status).toBe(405);
  expect(await open.stored()).toHaveLength(stored.length + 1);

  // As it is outside of tests: only the public internet.
  const closed = await startFileServer({ collections });
  const before = requests.length;
  const refusals = new Set<string>();
  for (const url of [
    `http://127.0.0.1:${port}/a.txt`,
    `${root}/a.txt`,
    'http://169.254.169.254/latest/meta-data/',
    'https://localhost/a.txt',
    'https://unlisted.example.com/',
    'file:///etc/passwd',
    'not an address',
  ]) {
    const { status, body } = await send(closed, { url, data: { title: 'A' } });
    refusals.add(JSON.stringify([status, body]));
  }
  expect([...refusals]).toHaveLength(1);
  expect([...refusals][0]).toContain('There is no file at this address that the service may fetch.');
  expect(requests).toHaveLength(before);
  expect(await closed.stored()).toEqual([]);
});
