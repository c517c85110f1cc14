/** Rules of docs/spec/uploads.md#serving and #routes that no other suite has: by type, by right, by view. */
import { expect, test } from 'vitest';
import type { FileStorage } from '../../runtime/config/file-storage.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { customStorage } from '../../runtime/config/storage-config.js';
import { unsettled } from '../../runtime/files/images/unsettled.js';
import { type FileServer, fileForm, type Reply, startFileServer } from './support/file-server.js';
import { pdf } from './support/files.js';
import { inMemory } from './support/memory-place.js';

const secret = 'tests/uploads: 32 bytes and some more of them';
const origin = 'http://localhost:3000';
const json = { 'content-type': 'application/json' };

function form(bytes: string, name: string, type: string): FormData {
  const body = new FormData();
  body.append('file', new Blob([bytes], { type }), name);
  return body;
}

test('a drawing is stored and sent as it came, to be saved; a PDF may be shown, and does nothing', async () => {
  const server = await startFileServer({
    collections: [
      {
        slug: 'files',
        drafts: false,
        upload: { mimeTypes: ['image/svg+xml', 'application/pdf', 'text/csv'] },
        fields: [],
      },
    ],
  });
  const read = async (
    bytes: string,
    name: string,
    type: string,
  ): Promise<readonly [Reply['body'], Reply]> => {
    const { status, body } = await server.send('POST', '/api/files', { body: form(bytes, name, type) });
    expect(status).toBe(201);
    return [body, await server.send('GET', body.url)];
  };
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg"><!-- me --><script>alert(1)</script><rect width="9" height="9"/></svg>';
  const [{ sizes, width }, svg] = await read(drawing, 'a.svg', 'image/svg+xml');
  expect([svg.text, sizes, width]).toEqual([drawing, undefined, undefined]);
  expect(svg.headers.get('content-type')).toBe('image/svg+xml');
  expect(svg.headers.get('content-disposition')).toBe('attachment; filename="a.svg"');
  const sandboxed = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
  expect(svg.headers.get('content-security-policy')).toBe(sandboxed);

  const [, paper] = await read(pdf(), 'a.pdf', 'application/pdf');
  expect(paper.headers.get('content-disposition')).toBe('inline; filename="a.pdf"');
  expect(paper.headers.get('content-security-policy')).toBe("default-src 'none'; object-src 'self'");
  expect(paper.headers.get('x-content-type-options')).toBe('nosniff');

  const [{ id, url }, table] = await read('a,b\n', 'a.csv', 'text/csv');
  expect(table.headers.get('content-disposition')).toBe('attachment; filename="a.csv"');
  for (const path of [`${url}?download`, `${url}?download=1`, `${url}?download=no`]) {
    const { status, headers } = await server.send('GET', path);
    expect([path, status, headers.get('content-disposition')]).toEqual([
      ...[path, 200, 'attachment; filename="a.csv"'],
    ]);
  }
  // Nothing is closed, so nothing is signed: there is no secret either.
  const signed = await server.send('POST', `/api/files/${id}/sign`, { body: '{}', headers: json });
  expect([404, 405]).toContain(signed.status);
});

test('the file of a version is for those who may change the document, and that of a draft for its readers', async () => {
  const server = await startFileServer({
    auth: {
      secret,
      roles: [{ name: 'reviewer', rank: 65 }],
      registration: { enabled: true },
      emailVerification: false,
    },
    collections: [
      {
        slug: 'papers',
        upload: { mimeTypes: ['text/plain'] },
        drafts: { readRoles: ['reviewer', 'super_admin'] },
        versions: true,
        access: { read: () => true, update: ['editor', 'reviewer', 'super_admin'] },
        fields: [],
      },
    ],
  });
  const root = { cookie: await server.cookies(), origin };
  const put = (method: string, path: string, text: string, headers: object = {}): Promise<Reply> =>
    server.send(method, path, { body: fileForm(text), headers: { ...root, ...headers } });
  const first = (await put('POST', '/api/papers', 'first')).body;
  const path = `/api/papers/${first.id}`;
  const draft = (await put('PATCH', path, 'draft', { 'x-draft': 'true' })).body;
  await server.send('DELETE', `${path}/draft`, { headers: root });
  const second = (await put('PATCH', path, 'second')).body;

  const asRole = async (role: string): Promise<Record<string, string>> => {
    const email = `${role}@example.com`;
    const body = JSON.stringify({ email, password: 'Correct-Horse-7-Battery' });
    expect((await server.send('POST', '/api/auth/register', { body, headers: json })).status).toBe(201);
    const { docs } = (await server.send('GET', '/api/users?limit=9', { headers: root })).body;
    const { id } = docs.find((user: { readonly email: string }) => user.email === email);
    const changed = { body: JSON.stringify({ role }), headers: { ...json, ...root } };
    expect((await server.send('PATCH', `/api/users/${id}`, changed)).status).toBe(200);
    const { headers } = await server.send('POST', '/api/auth/login', { body, headers: json });
    return {
      cookie: headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    };
  };
  const seen = async (headers: Record<string, string>): Promise<readonly number[]> => {
    const statuses: number[] = [];
    for (const { url } of [second, first, draft])
      statuses.push((await server.send('GET', url, { headers })).status);
    return statuses;
  };
  expect(await seen({})).toEqual([200, 404, 404]);
  expect(await seen(await asRole('editor'))).toEqual([200, 200, 404]);
  expect(await seen(await asRole('reviewer'))).toEqual([200, 200, 200]);

  // The file that a document has now: shared caches keep only what a requester without a credential gets.
  const current = async (headers: Record<string, string>): Promise<string | null> =>
    (await server.send('GET', `${path}/file`, { headers })).headers.get('cache-control');
  expect(await current({})).toBe('no-cache');
  expect(await current({ cookie: root.cookie })).toBe('private, no-cache');
});

test('a key with scopes reads what they name, and no file without them', async () => {
  const server = await startFileServer({
    auth: { secret },
    collections: [
      {
        slug: 'papers',
        drafts: false,
        upload: { mimeTypes: ['text/plain'] },
        access: { read: ['admin', 'super_admin'] },
        fields: [],
      },
      { slug: 'notes', drafts: false, fields: [{ name: 'text', type: 'text' }] },
    ],
  });
  const root = { cookie: await server.cookies(), origin };
  const { url } = (await server.send('POST', '/api/papers', { body: fileForm('words'), headers: root })).body;
  const keyed = async (scope: string): Promise<number> => {
    const asked = { body: JSON.stringify({ name: scope, scopes: [scope] }), headers: { ...json, ...root } };
    const made = await server.send('POST', '/api/auth/api-keys', asked);
    expect(made.status).toBe(201);
    return (await server.send('GET', url, { headers: { 'x-api-key': made.body.key } })).status;
  };
  expect([await keyed('papers:read'), await keyed('notes:read')]).toEqual([200, 404]);
});

/** A body that ends only when it is told to. */
function slowForm(): {
  readonly init: RequestInit;
  write(text: string): Promise<void>;
  end(): Promise<void>;
} {
  const parts = new TransformStream<Uint8Array, Uint8Array>();
  const writer = parts.writable.getWriter();
  const write = (text: string): Promise<void> => writer.write(new TextEncoder().encode(text));
  return {
    init: {
      body: parts.readable,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      duplex: 'half',
    } as RequestInit,
    write,
    async end() {
      await write('\r\n--x--\r\n');
      await writer.close();
    },
  };
}

const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';

async function openPapers(config: Pick<ServiceConfig, 'server' | 'storage'> = {}): Promise<FileServer> {
  return startFileServer({
    limits: { bodyBytes: 2000 },
    ...config,
    collections: [
      {
        slug: 'papers',
        upload: { mimeTypes: ['text/plain'] },
        fields: [{ name: 'title', type: 'text' }],
      },
    ],
  });
}

test('a file is refused at its end, too, where the document has another revision by then', async () => {
  const objects = new Map<string, Buffer>();
  const place = inMemory(objects);
  let writing = unsettled();
  const write: FileStorage['write'] = (...sent) => {
    writing.resolve();
    return place.write(...sent);
  };
  const server = await openPapers({ storage: customStorage(() => ({ ...place, write })) });
  const { body: paper } = await server.send('POST', '/api/papers', { body: fileForm('one') });
  const path = `/api/papers/${paper.id}`;
  const slow = slowForm();
  const headers = { ...slow.init.headers, 'if-match': '"1"' };
  writing = unsettled();
  const sent = server.send('PATCH', path, { ...slow.init, headers });
  await slow.write(`${head}${'two '.repeat(20_000)}`);
  // The revision was right at its beginning.
  await writing.done;
  const body = JSON.stringify({ title: 'Meanwhile' });
  expect((await server.send('PATCH', path, { body, headers: json })).status).toBe(200);
  await slow.end();
  const late = await sent;
  expect([late.status, late.body.code, late.body.currentRevision]).toEqual([409, 'CONFLICT', 2]);
  expect((await server.send('GET', `${path}/file`)).text).toBe('one');
  expect(objects.size).toBe(1);
});

test('data that are too long are refused, and so is a draft without a file', async () => {
  const server = await openPapers();
  const long = await server.send('POST', '/api/papers', { body: fileForm('x', { title: 'x'.repeat(2000) }) });
  expect([long.status, long.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  const draft = { body: '{"title":"A"}', headers: { ...json, 'x-draft': 'true' } };
  const bare = await server.send('POST', '/api/papers', draft);
  expect([bare.status, bare.body.details]).toMatchObject([400, [{ path: 'file' }]]);
  expect(await server.stored()).toEqual([]);
});

test('the time of a request does not end an upload that moves', async () => {
  const server = await openPapers({ server: { requestTimeout: 2000 } });
  const slow = slowForm();
  const sent = server.send('POST', '/api/papers', slow.init);
  await slow.write(head);
  for (let piece = 0; piece < 8; piece += 1) {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await slow.write('words ');
  }
  await slow.end();
  const { status, body } = await sent;
  expect([status, body.filesize]).toEqual([201, 48]);
});
