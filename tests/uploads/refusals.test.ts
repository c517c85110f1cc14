/** In which order an upload is refused, and by which codes: docs/spec/uploads.md#routes. */
import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openRaw } from '../http/support/raw-connection.js';
import { type FileServer, fileForm, type Reply, startFileServer } from './support/file-server.js';

const secret = 'tests/uploads: 32 bytes and some more of them';
const tus = { 'tus-resumable': '1.0.0' };
const stream = { ...tus, 'content-type': 'application/offset+octet-stream' };

interface Begun {
  readonly method?: string;
  readonly path?: string;
  readonly cookie?: string;
  /** What is sent of the body. */
  readonly body?: string;
  readonly length?: number;
}

/** The response to a request whose file is never sent: without it, the server can only know the rest. */
async function refusal(
  url: string,
  { method = 'POST', path = '/api/papers', cookie, body = '', length = 100_000 }: Begun,
): Promise<string> {
  const connection = await openRaw(url);
  onTestFinished(() => void connection.socket.destroy());
  const head = [
    ...[`${method} ${path} HTTP/1.1`, 'Host: localhost:3000', `Content-Length: ${length}`],
    'Content-Type: multipart/form-data; boundary=x',
    ...(cookie === undefined ? [] : [`Cookie: ${cookie}`, 'Origin: http://localhost:3000']),
  ];
  connection.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  const [answer] = await connection.answers(1);
  if (answer === undefined) throw new Error('There is no response.');
  const { code } = JSON.parse(answer.body) as { readonly code: string };
  // The body is not read, so the connection cannot be used again.
  expect(answer.headers['connection']).toBe('close');
  return `${answer.status} ${code}`;
}

const dataPart = (data: string): string =>
  `--x\r\nContent-Disposition: form-data; name="data"\r\n\r\n${data}\r\n` +
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';

test('an upload is refused by right, then by length, then by its data, and all of that before its bytes', async () => {
  const server = await startFileServer({
    auth: { secret },
    limits: { bodyBytes: 1000 },
    collections: [
      {
        slug: 'papers',
        drafts: false,
        upload: { mimeTypes: ['text/plain'], maxBytes: 200_000 },
        access: {
          create: ['super_admin'],
          update: () => false,
          read: () => true,
        },
        fields: [{ name: 'title', type: 'text', required: true }],
      },
      {
        slug: 'notes',
        drafts: false,
        upload: { mimeTypes: ['text/plain'] },
        access: { create: ({ data }) => data?.['title'] === 'Public' },
        fields: [{ name: 'title', type: 'text' }],
      },
    ],
  });
  const cookie = await server.cookies();
  const headers = { cookie, origin: 'http://localhost:3000' };
  const kept = await server.send('POST', '/api/papers', { body: fileForm('kept', { title: 'A' }), headers });
  const url = await server.listen();
  const tooLong = 200_000 + 1000 + 65_536 + 1;

  // Who may create nothing learns no limit.
  expect(await refusal(url, {})).toBe('403 FORBIDDEN');
  expect(await refusal(url, { length: tooLong })).toBe('403 FORBIDDEN');
  expect(await refusal(url, { cookie, length: tooLong })).toBe('413 PAYLOAD_TOO_LARGE');
  expect(await refusal(url, { cookie, body: dataPart('{"title":') })).toBe('400 BAD_USER_INPUT');
  expect(await refusal(url, { cookie, body: dataPart('[]') })).toBe('400 BAD_USER_INPUT');
  const long = dataPart(JSON.stringify({ title: 'x'.repeat(1000) }));
  expect(await refusal(url, { cookie, body: long })).toBe('413 PAYLOAD_TOO_LARGE');
  // A rule is asked for a replacement before its bytes, too.
  const path = `/api/papers/${kept.body.id}`;
  const replaced = { method: 'PATCH', path, body: dataPart('{}') };
  expect(await refusal(url, replaced)).toBe('403 FORBIDDEN');
  const never = '/api/papers/0198a1b2-0000-7000-8000-000000000000';
  expect(await refusal(url, { ...replaced, path: never })).toBe('404 NOT_FOUND');
  // A rule of code sees the data.
  const note = { path: '/api/notes', body: dataPart('{"title":"Private"}') };
  expect(await refusal(url, note)).toBe('403 FORBIDDEN');
  expect(await server.stored()).toHaveLength(1);
});

/** A server that keeps texts, and has one. */
async function withText(): Promise<{ readonly server: FileServer; readonly url: string }> {
  const server = await startFileServer({
    uploads: { stagingHours: 1 },
    collections: [
      { slug: 'papers', drafts: false, upload: { mimeTypes: ['text/plain'], maxBytes: 1000 }, fields: [] },
    ],
  });
  const { body } = await server.send('POST', '/api/papers', { body: fileForm('hello') });
  return { server, url: body.url };
}

test('each refusal has its status and its code', async () => {
  const { server, url } = await withText();
  const form = (text: string, name = 'a.txt', type = 'text/plain'): RequestInit => {
    const body = new FormData();
    body.append('file', new Blob([text], { type }), name);
    return { body };
  };
  const seen = ({ status, body }: Reply): unknown => [status, body.code];
  const create = async (init: RequestInit): Promise<unknown> =>
    seen(await server.send('POST', '/api/papers', init));
  expect(await create(form('%PDF-1.4\n', 'a.pdf', 'application/pdf'))).toEqual([
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ]);
  expect(await create({ body: 'x', headers: { 'content-type': 'text/plain' } })).toEqual([
    ...[415, 'UNSUPPORTED_MEDIA_TYPE'],
  ]);
  expect(await create(form('words', 'a.pdf'))).toEqual([422, 'INVALID_FILE']);
  expect(await create(form(''))).toEqual([422, 'INVALID_FILE']);
  expect(await create(form('x'.repeat(1001)))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  const outside = await server.send('GET', url, { headers: { range: 'bytes=9-' } });
  expect(seen(outside)).toEqual([416, 'RANGE_NOT_SATISFIABLE']);

  const begin = (): Promise<Reply> =>
    server.send('POST', '/api/papers/uploads/tus', { headers: { ...tus, 'upload-length': '5' } });
  const path = (await begin()).headers.get('location') ?? '';
  const patch = async (headers: object): Promise<unknown> =>
    seen(
      await server.send('PATCH', path, {
        body: 'hello',
        headers: { ...stream, 'upload-offset': '0', ...headers },
      }),
    );
  expect(await patch({ 'tus-resumable': '0.2.2' })).toEqual([412, 'UNSUPPORTED_VERSION']);
  const other = createHash('sha256').update('other').digest('base64');
  expect(await patch({ 'upload-checksum': `sha256 ${other}` })).toEqual([460, 'CHECKSUM_MISMATCH']);
  expect(await patch({ 'upload-offset': '1' })).toEqual([409, 'CONFLICT']);
  server.time.now += 3_600_000;
  expect(await patch({})).toEqual([410, 'GONE']);
  expect(await server.stored()).toHaveLength(1);
});

test('no route but those of uploads has their bytes, and none makes folders below a collection', async () => {
  const { server, url } = await withText();
  const begun = await server.send('POST', '/api/papers/uploads/tus', {
    headers: { ...tus, 'upload-length': '10' },
  });
  const path = begun.headers.get('location') ?? '';
  const headers = { ...stream, 'upload-offset': '0' };
  expect((await server.send('PATCH', path, { body: 'hello', headers })).status).toBe(204);
  const keys = (await server.stored()).filter((key) => !url.includes(key.split('/')[1] ?? '-'));
  expect(keys).toHaveLength(1);
  const [id = '', name = ''] = (keys[0] ?? '').split('/').slice(1);
  const document = url.replace(/\/file\/.*/, '');
  for (const address of [
    `${document}/file/${id}/a.txt`,
    `${document}/file/${id}/${name}/a.txt`,
    `${path}/${name}`,
    url.replace(/\/file\/[^/]+/, `/file/${name}`),
  ])
    expect([address, (await server.send('GET', address)).status]).toEqual([address, 404]);

  const folder = { body: '{"name":"A"}', headers: { 'content-type': 'application/json' } };
  for (const address of ['/api/papers/folders', '/api/papers_folders'])
    expect([404, 405]).toContain((await server.send('POST', address, folder)).status);
});
