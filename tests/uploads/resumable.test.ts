/** Resumable (tus 1.0.0) and direct uploads, over connections. */
import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { DetailedError, type HttpResponse, Upload } from 'tus-js-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { customStorage } from '../../runtime/config/storage-config.js';
import { FileMissing, type FileStorage, StorageAway } from '../../runtime/files/storage/file-storage.js';
import type { Body } from '../contract/support/exam.js';
import { inFolderOnly, testFiles } from '../support/test-storage.js';
import { directCalls } from './support/direct.js';
import { type FileServer, startFileServer } from './support/file-server.js';

/** Keeps objects in memory, and removes none while it is away. */
const shaky = { isAway: false, objects: new Map<string, Uint8Array>() };

function openShaky(): FileStorage {
  const { objects } = shaky;
  return {
    async write(key, body) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(Buffer.from(chunk));
      const bytes = Buffer.concat(chunks);
      objects.set(key, bytes);
      const checksum = `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
      return { bytes: bytes.length, checksum };
    },
    async read(key) {
      throw new FileMissing(key);
    },
    async size(key) {
      return objects.get(key)?.length ?? null;
    },
    async delete(key) {
      if (shaky.isAway) throw new StorageAway('It is away.');
      objects.delete(key);
    },
    async *list() {
      // Nothing lists it.
    },
  };
}

const config: ServiceConfig = {
  auth: { secret: 'tests/uploads: 32 bytes and some more of them' },
  uploads: { stagingHours: 1, unfinished: 8 },
  storages: { shaky: customStorage(openShaky) },
  server: { cors: { origins: ['https://app.example.com'] } },
  collections: [
    {
      slug: 'papers',
      upload: { mimeTypes: ['text/plain', 'application/pdf'], maxBytes: '40mb' },
      access: { read: () => true, create: () => true, update: ['super_admin'] },
      fields: [{ name: 'title', type: 'text', required: true, unique: true }],
    },
    {
      slug: 'notes',
      upload: { mimeTypes: ['text/plain'], quotaBytes: 10 },
      drafts: false,
      access: { read: () => true, create: () => true },
      fields: [],
    },
    {
      slug: 'shelves',
      upload: { mimeTypes: ['text/plain'], quotaBytes: 1000 },
      drafts: false,
      access: { create: () => true },
      fields: [],
    },
    {
      slug: 'tapes',
      upload: { mimeTypes: ['text/plain'], storage: 'shaky' },
      drafts: false,
      access: { create: () => true },
      fields: [],
    },
    {
      slug: 'cards',
      upload: { mimeTypes: ['text/plain'] },
      drafts: false,
      access: { create: () => true, read: ['super_admin'] },
      fields: [],
    },
    {
      slug: 'scans',
      upload: { mimeTypes: ['application/pdf'] },
      drafts: false,
      access: { create: () => true },
      fields: [],
    },
    {
      slug: 'secrets',
      upload: { mimeTypes: ['text/plain'] },
      drafts: false,
      access: { read: ['super_admin'], create: ['super_admin'] },
      fields: [],
    },
  ],
};

let server: FileServer;
let url = '';
let title = 0;

const stops: (() => Promise<void>)[] = [];

// One server for all tests of the file.
beforeAll(async () => {
  server = await startFileServer(config, { whenDone: (stop) => void stops.unshift(stop) });
  url = await server.listen();
});
afterAll(async () => {
  for (const stop of stops) await stop();
});

const tus = { 'tus-resumable': '1.0.0' };
const stream = { ...tus, 'content-type': 'application/offset+octet-stream' };

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

async function send(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string | Uint8Array,
): Promise<Answered> {
  const init: RequestInit = {
    method,
    headers,
    ...(body !== undefined && { body: new Uint8Array(Buffer.from(body)) }),
  };
  const response = await fetch(new URL(path, url), init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

function metadata(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

function newData(more: object = {}): string {
  title += 1;
  return JSON.stringify({ title: `Paper ${title}`, ...more });
}

/** Uploads of the current test. */
const begunPaths: string[] = [];

// An address may have eight that are not finished: what one test leaves must not refuse those of the next.
afterEach(async () => {
  for (const path of begunPaths.splice(0)) await send('DELETE', path, tus);
});

async function begin(
  length: number,
  headers: Readonly<Record<string, string>> = {},
  values: Readonly<Record<string, string>> = {},
): Promise<string> {
  const said = metadata({ filename: 'a.txt', data: newData(), ...values });
  const begun = await send('POST', '/api/papers/uploads/tus', {
    ...tus,
    'upload-length': String(length),
    'upload-metadata': said,
    ...headers,
  });
  expect([begun.status, begun.body]).toEqual([201, null]);
  const path = begun.headers.get('location') ?? '';
  begunPaths.push(path);
  return path;
}

const patch = (
  path: string,
  offset: number,
  body: string | Uint8Array,
  more: Readonly<Record<string, string>> = {},
): Promise<Answered> => send('PATCH', path, { ...stream, 'upload-offset': String(offset), ...more }, body);

async function offsetOf(path: string): Promise<number> {
  return (await send('GET', path, tus)).body.offset;
}

async function fileOf(document: string | null): Promise<{ readonly document: Body; readonly bytes: Buffer }> {
  const { body } = await send('GET', document ?? '', {});
  const file = await fetch(new URL(new URL(body.url, url).pathname, url));
  return { document: body, bytes: Buffer.from(await file.arrayBuffer()) };
}

/** Bytes that are text, and no two stretches of them alike. */
function textOf(bytes: number): Buffer {
  return Buffer.from(randomBytes(bytes).toString('base64').slice(0, bytes));
}

test('tus-js-client uploads a file in pieces, which becomes a document', async () => {
  const bytes = textOf(1_000_000);
  const progress: number[] = [];
  const location = await new Promise<string | undefined>((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${url}/api/papers/uploads/tus`,
      chunkSize: 300_000,
      metadata: { filename: 'text.txt', filetype: 'text/plain', data: newData() },
      onProgress: (sent) => progress.push(sent),
      onSuccess: ({ lastResponse }: { readonly lastResponse: HttpResponse }) =>
        resolve(lastResponse.getHeader('Location')),
      onError: reject,
    });
    upload.start();
  });
  const { document, bytes: stored } = await fileOf(location ?? null);
  expect(document).toMatchObject({ filename: 'text.txt', mimeType: 'text/plain', filesize: bytes.length });
  expect(stored.equals(bytes)).toBe(true);
  expect(progress.at(-1)).toBe(bytes.length);
});

test('tus-js-client sends everything with the creation, and shows why a file is refused', async () => {
  const start = (data: string, bytes: Buffer): Promise<Error | DetailedError | null> =>
    new Promise((resolve) => {
      new Upload(bytes, {
        endpoint: `${url}/api/papers/uploads/tus`,
        uploadDataDuringCreation: true,
        retryDelays: null,
        metadata: { filename: 'a.txt', data },
        onSuccess: () => resolve(null),
        onError: resolve,
      }).start();
    });
  expect(await start(newData(), textOf(1000))).toBeNull();
  const before = await server.stored();
  const refused = await start(newData(), Buffer.from([0, 1, 2, 3]));
  expect(refused).toBeInstanceOf(DetailedError);
  expect((refused as DetailedError).originalResponse?.getStatus()).toBe(415);
  expect(await server.stored()).toEqual(before);
});

test('an upload goes on where it was left, on any instance', async () => {
  const bytes = textOf(5000);
  const path = await begin(bytes.length);
  const first = await patch(path, 0, bytes.subarray(0, 2000));
  expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '2000']);
  const other = await server.listenAgain();
  const head = await fetch(`${other}${path}`, { method: 'HEAD', headers: tus });
  expect(head.status).toBe(200);
  const said = ['upload-offset', 'upload-length', 'cache-control', 'tus-resumable'].map((name) =>
    head.headers.get(name),
  );
  expect(said).toEqual(['2000', '5000', 'no-store', '1.0.0']);
  expect(head.headers.get('upload-metadata')).toMatch(/^filename /);
  const last = await fetch(`${other}${path}`, {
    method: 'PATCH',
    headers: { ...stream, 'upload-offset': '2000' },
    body: new Uint8Array(bytes.subarray(2000)),
  });
  expect([last.status, last.headers.get('upload-offset')]).toEqual([204, '5000']);
  const location = last.headers.get('location');
  expect((await fileOf(location)).bytes.equals(bytes)).toBe(true);
  // The response may be lost: what is asked then says the same.
  const asked = await send('GET', path, tus);
  expect(asked.body).toMatchObject({ offset: 5000, document: location?.split('/').at(-1) });
  expect(asked.headers.get('upload-metadata')).toBeNull();
  expect((await patch(path, 5000, '')).headers.get('location')).toBe(location);
});

test('what has arrived is kept when the client is gone', async () => {
  const bytes = textOf(400_000);
  const path = await begin(bytes.length);
  const sent = httpRequest(new URL(path, url), {
    method: 'PATCH',
    headers: { ...stream, 'upload-offset': '0', 'content-length': bytes.length },
  });
  sent.on('error', () => undefined);
  await new Promise((resolve) => sent.write(bytes.subarray(0, 250_000), resolve));
  sent.destroy();
  await expect.poll(() => offsetOf(path), { timeout: 10_000 }).toBeGreaterThan(0);
  const offset = await offsetOf(path);
  expect(offset).toBeLessThanOrEqual(250_000);
  const last = await patch(path, offset, bytes.subarray(offset));
  expect((await fileOf(last.headers.get('location'))).bytes.equals(bytes)).toBe(true);
});

test('one of two requests at the same offset stores its bytes', async () => {
  const [one, other] = [textOf(3000), textOf(3000)];
  const path = await begin(3000);
  const answers = await Promise.all([patch(path, 0, one), patch(path, 0, other)]);
  const done = answers.filter(({ status }) => status === 204);
  expect(done).toHaveLength(1);
  expect(answers.filter(({ status }) => [409, 503].includes(status))).toHaveLength(1);
  const { bytes } = await fileOf(done[0]?.headers.get('location') ?? null);
  expect([one, other].some((sent) => sent.equals(bytes))).toBe(true);
});

test('a later request takes an upload from one whose connection hangs', async () => {
  const bytes = textOf(2000);
  const path = await begin(bytes.length);
  const hanging = httpRequest(new URL(path, url), {
    method: 'PATCH',
    headers: { ...stream, 'upload-offset': '0', 'content-length': bytes.length },
  });
  const answered = new Promise<number | undefined>((resolve) => {
    hanging.on('response', (response) => resolve(response.statusCode));
  });
  hanging.write(bytes.subarray(0, 1000));
  const id = path.split('/').at(-1) ?? '';
  const begun = async (): Promise<boolean> => (await server.stored()).some((file) => file.includes(id));
  // A bucket does not show what is not there yet.
  await (testFiles === 'local' ? expect.poll(begun).toBe(true) : pause(500));
  const last = await patch(path, 0, bytes);
  expect(last.status).toBe(204);
  hanging.end(bytes.subarray(1000));
  expect(await answered).toBe(409);
  expect((await fileOf(last.headers.get('location'))).bytes.equals(bytes)).toBe(true);
});

test.each([
  ['another offset', { offset: 1 }, 409, 'upload.wrongOffset'],
  ['more bytes than announced', { bytes: 'x'.repeat(11) }, 413, 'upload.moreThanAnnounced'],
  [
    'a type that is no stream of bytes',
    { headers: { 'content-type': 'text/plain' } },
    415,
    'upload.notOffsetStream',
  ],
  ['another version', { headers: { 'tus-resumable': '0.2.2' } }, 412, 'upload.otherVersion'],
  [
    'a checksum of another algorithm',
    { headers: { 'upload-checksum': 'md5 AAAA' } },
    400,
    'upload.badChecksum',
  ],
  [
    'bytes of another checksum',
    { headers: { 'upload-checksum': `sha256 ${createHash('sha256').update('y').digest('base64')}` } },
    460,
    'upload.checksumMismatch',
  ],
])('refuses %s, and the upload stays where it is', async (_what, sent, status, reason) => {
  const {
    offset = 0,
    bytes = '0123456789',
    headers = {},
  } = sent as {
    readonly offset?: number;
    readonly bytes?: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  const path = await begin(10);
  const before = await server.stored();
  const refused = await patch(path, offset, bytes, headers);
  expect(refused.status).toBe(status);
  expect(refused.headers.get('tus-resumable')).toBe('1.0.0');
  expect(refused.body.details?.[0]?.reason ?? refused.body.reason).toBe(reason);
  expect([await offsetOf(path), await server.stored()]).toEqual([0, before]);
  expect((await patch(path, 0, '0123456789')).status).toBe(204);
});

test('bytes with their checksum are taken', async () => {
  const path = await begin(10);
  const half = (bytes: string): Readonly<Record<string, string>> => ({
    'upload-checksum': `sha256 ${createHash('sha256').update(bytes).digest('base64')}`,
  });
  expect((await patch(path, 0, '01234', half('01234'))).headers.get('upload-offset')).toBe('5');
  const last = await patch(path, 5, '56789', half('56789'));
  expect((await fileOf(last.headers.get('location'))).bytes.toString()).toBe('0123456789');
});

test('more bytes than announced without a length are refused too', async () => {
  const path = await begin(10);
  const sent = httpRequest(new URL(path, url), {
    method: 'PATCH',
    headers: { ...stream, 'upload-offset': '0' },
  });
  const status = new Promise((resolve) => sent.on('response', (response) => resolve(response.statusCode)));
  sent.write('01234567');
  sent.end('89AB');
  expect(await status).toBe(413);
  expect(await offsetOf(path)).toBe(0);
});

const said = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  'upload-metadata': metadata(values),
});

test.each([
  ['a length above the limit', { 'upload-length': '99999999999' }, 413, 'file.tooLarge'],
  ['an empty file', { 'upload-length': '0' }, 422, 'file.empty'],
  ['no length', { 'upload-length': '' }, 400, 'upload.notWholeNumber'],
  ['a length that is said later', { 'upload-defer-length': '1' }, 400, 'upload.lengthNeeded'],
  ['parts to be joined', { 'upload-concat': 'partial' }, 400, 'upload.noConcatenation'],
  ['metadata that is not base64', { 'upload-metadata': 'filename a.txt' }, 400, 'upload.badMetadata'],
  ['metadata that is no text', { 'upload-metadata': 'filename //8=' }, 400, 'upload.badMetadata'],
  ['unknown metadata', said({ folder: 'x' }), 400, 'upload.unknownMetadata'],
  ['data that are no JSON', said({ data: '{' }), 400, 'body.notJson'],
  ['data that are not valid', said({ data: '{"title":1}' }), 400, undefined],
  ['data without a required field', said({ data: '{}' }), 400, undefined],
  [
    'a type that is not taken',
    said({ filetype: 'video/mp4', data: '{"title":"V"}' }),
    415,
    'file.unlistedType',
  ],
  ['the right to replace a file', said({ document: '019aa1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b' }), 403, undefined],
])('refuses a beginning with %s', async (_what, headers, status, reason) => {
  const refused = await send('POST', '/api/papers/uploads/tus', {
    ...tus,
    'upload-length': '10',
    ...said({ data: newData() }),
    ...(headers as Readonly<Record<string, string>>),
  });
  expect(refused.status).toBe(status);
  if (reason === undefined) return;
  expect(refused.body.details?.[0]?.reason ?? refused.body.reason).toBe(reason);
});

test('a value that is taken is refused before the bytes are sent', async () => {
  const data = newData();
  await patch(await begin(3, {}, { data }), 0, 'abc');
  const taken = await send('POST', '/api/papers/uploads/tus', {
    ...tus,
    'upload-length': '3',
    ...said({ data }),
  });
  expect(taken.status).toBe(409);
});

test('nothing stays of an upload that is refused at its end', async () => {
  const before = await server.stored();
  const data = newData();
  const [one, other] = [await begin(3, {}, { data }), await begin(3, {}, { data })];
  await patch(other, 0, 'x');
  await patch(one, 0, 'abc');
  const refused = await patch(other, 1, 'yz');
  expect(refused.status).toBe(409);
  expect((await send('GET', other, tus)).status).toBe(404);
  expect(await server.stored()).toHaveLength(before.length + 1);
});

test('an upload is that of its requester, who must still have the right at its end', async () => {
  const cookie = await server.cookies();
  const mine = { ...tus, cookie, origin: 'http://localhost:3000' };
  const begun = await send('POST', '/api/secrets/uploads/tus', {
    ...mine,
    'upload-length': '3',
    ...said({ filename: 'a.txt' }),
  });
  expect(begun.status).toBe(201);
  const path = begun.headers.get('location') ?? '';
  const status = async (method: string, headers: Readonly<Record<string, string>>) =>
    (await send(method, path, headers, method === 'PATCH' ? 'abc' : undefined)).status;
  expect(await status('GET', tus)).toBe(404);
  expect(await status('DELETE', tus)).toBe(404);
  expect(await status('PATCH', { ...stream, 'upload-offset': '0' })).toBe(404);
  expect((await send('GET', path.replace('/secrets/', '/papers/'), mine)).status).toBe(404);
  const anonymous = await send('POST', '/api/secrets/uploads/tus', { ...tus, 'upload-length': '3' });
  expect(anonymous.status).toBe(403);
  expect(await status('PATCH', { ...mine, ...stream, 'upload-offset': '0' })).toBe(204);
});

test('an upload makes a draft, and replaces the file of a document', async () => {
  const cookie = await server.cookies();
  const mine = { cookie, origin: 'http://localhost:3000' };
  const path = await begin(3, { ...mine, 'x-draft': 'true' });
  const done = await patch(path, 0, 'abc', mine);
  const document = done.headers.get('location') ?? '';
  expect((await send('GET', document, {})).status).toBe(404);
  const draft = (await send('GET', document, { cookie })).body;
  expect(draft).toMatchObject({ _status: 'draft', filesize: 3 });
  const values = {
    document: draft.id,
    data: JSON.stringify({ title: 'Replaced', _revision: draft._revision }),
  };
  const other = await begin(4, mine, values);
  const replaced = await patch(other, 0, 'wxyz', mine);
  expect(replaced.headers.get('location')).toBe(document);
  expect((await fileOf(document)).document).toMatchObject({ title: 'Replaced', filesize: 4 });
  const stale = await send('POST', '/api/papers/uploads/tus', {
    ...tus,
    ...mine,
    'upload-length': '4',
    ...said(values),
  });
  expect([stale.status, stale.body.code]).toEqual([409, 'CONFLICT']);
});

test('an upload can be ended, and expires', async () => {
  const before = await server.stored();
  const ended = await begin(10);
  await patch(ended, 0, '012');
  expect((await send('DELETE', ended, tus)).status).toBe(204);
  expect((await send('GET', ended, tus)).status).toBe(404);
  expect(await server.stored()).toEqual(before);

  const left = await begin(10);
  await patch(left, 0, '012');
  server.time.now += 3_600_000;
  for (const method of ['HEAD', 'GET', 'PATCH', 'DELETE']) {
    const { status } = await fetch(new URL(left, url), {
      method,
      headers: { ...stream, 'upload-offset': '3' },
      ...(method === 'PATCH' && { body: '3456789' }),
    });
    expect([method, status]).toEqual([method, 410]);
  }
  expect(await server.stored()).toHaveLength(before.length + 1);
  server.time.now += 3_600_001;
  await server.removeFiles();
  expect(await server.stored()).toEqual(before);
  expect((await send('GET', left, tus)).status).toBe(410);
  server.time.now += 8 * 24 * 3_600_000;
  await server.removeFiles();
  expect((await send('GET', left, tus)).status).toBe(404);
});

test('a storage that is away holds up the removal of its own uploads only', async () => {
  const before = await server.stored();
  const tape = await send('POST', '/api/tapes/uploads/tus', {
    ...tus,
    'upload-length': '3',
    'upload-metadata': metadata({ filename: 'a.txt' }),
  });
  expect(tape.status).toBe(201);
  await patch(tape.headers.get('location') ?? '', 0, 'a');
  server.time.now += 1;
  await patch(await begin(10), 0, '012');
  expect([shaky.objects.size, (await server.stored()).length]).toEqual([1, before.length + 1]);

  server.time.now += 2 * 3_600_000;
  shaky.isAway = true;
  await server.removeFiles();
  expect([shaky.objects.size, await server.stored()]).toEqual([1, before]);
  shaky.isAway = false;
  server.time.now += 600_000;
  await server.removeFiles();
  expect(shaky.objects.size).toBe(0);
});

test('a quota counts an upload from its begin, until it is a document or has ended', async () => {
  const note = (length: number): Promise<Answered> =>
    send('POST', '/api/notes/uploads/tus', {
      ...tus,
      'upload-length': String(length),
      'upload-metadata': metadata({ filename: 'a.txt' }),
    });
  const [first, second] = await Promise.all([note(7), note(7)]);
  expect([first?.status, second?.status].toSorted()).toEqual([201, 507]);
  const refused = first?.status === 507 ? first : second;
  expect(refused?.body.code).toBe('INSUFFICIENT_STORAGE');
  const ended = (first?.status === 201 ? first : second)?.headers.get('location') ?? '';
  expect((await send('DELETE', ended, tus)).status).toBe(204);

  const whole = (await note(10)).headers.get('location') ?? '';
  const last = await patch(whole, 0, '1234567890');
  expect(last.status).toBe(204);
  expect((await fileOf(last.headers.get('location'))).bytes.toString()).toBe('1234567890');
  expect((await note(1)).status).toBe(507);
});

test('unfinished uploads of a requester leave half of a quota to others', async () => {
  const begin = (length: number, headers: Readonly<Record<string, string>> = {}): Promise<Answered> =>
    send('POST', '/api/shelves/uploads/tus', {
      ...{ ...tus, ...headers },
      'upload-length': String(length),
      'upload-metadata': metadata({ filename: 'a.txt' }),
    });
  // One alone may hold more, but not for a day.
  const whole = await begin(900);
  const until = Date.parse(whole.headers.get('upload-expires') ?? '') - server.time.now;
  expect([whole.status, until > 0 && until < 20 * 60_000]).toEqual([201, true]);
  const more = await begin(50);
  expect([more.status, more.body.reason, more.headers.get('retry-after')]).toEqual([
    ...[429, 'upload.holdsQuota', '900'],
  ]);
  expect((await send('DELETE', whole.headers.get('location') ?? '', tus)).status).toBe(204);
  const small = [await begin(200), await begin(300)];
  expect(small.map(({ status }) => status)).toEqual([201, 201]);
  const [over, tiny] = [await begin(2), await begin(1)];
  expect([over.status, tiny.status]).toEqual([429, 201]);
  const keeper = { cookie: await server.cookies(), origin: 'http://localhost:3000' };
  expect((await begin(499, keeper)).status).toBe(201);
  for (const { headers } of [...small, tiny]) {
    expect((await send('DELETE', headers.get('location') ?? '', tus)).status).toBe(204);
  }
});

test('a client can ask what is supported, also one of another origin', async () => {
  const { headers, status } = await send('OPTIONS', '/api/papers/uploads/tus', {});
  expect(status).toBe(204);
  expect(headers.get('tus-version')).toBe('1.0.0');
  expect(headers.get('tus-extension')).toBe('creation,creation-with-upload,checksum,termination,expiration');
  expect(headers.get('tus-max-size')).toBe(String(40 * 1024 * 1024));
  expect(headers.get('tus-checksum-algorithm')).toBe('sha256');
  const origin = { origin: 'https://app.example.com' };
  const preflight = await send('OPTIONS', '/api/papers/uploads/tus', {
    ...origin,
    'access-control-request-method': 'POST',
  });
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Upload-Metadata');
  const asked = await send('GET', await begin(3), { ...tus, ...origin });
  expect(asked.headers.get('access-control-expose-headers')).toContain('Upload-Offset');
});

/** A bucket takes the parts of direct uploads itself: tests/uploads/s3.test.ts. */
const testOfOwnParts = inFolderOnly('the service takes the parts of direct uploads');
const papers = '/api/papers';
const direct = directCalls(() => url);
const dataOf = (): object => JSON.parse(newData());

testOfOwnParts('a direct upload is stored in parts, and becomes a document, on any instance', async () => {
  const bytes = textOf(16 * 1024 * 1024 + 5);
  const checksum = `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
  const before = await server.stored();
  const begun = await direct.begin(papers, { bytes, data: dataOf(), checksum });
  expect(begun.status).toBe(201);
  expect(begun.headers.get('cache-control')).toBe('no-store');
  const { uploadId, parts } = begun.body;
  const part = (number: number): string => `/api/papers/uploads/${uploadId}/parts/${number}`;
  expect(parts).toEqual([
    { url: part(1), headers: {}, from: 0, to: 16_777_216 },
    { url: part(2), headers: {}, from: 16_777_216, to: bytes.length },
  ]);
  // The order is free, and a part that is sent again takes the place of the former one.
  expect(await direct.store(begun.body, textOf(bytes.length), { only: [2] })).toEqual([200]);
  const early = await direct.complete(papers, begun.body);
  expect([early.status, early.body.reason]).toEqual([409, 'upload.partsMissing']);
  expect(early.body.error).toContain(': 1.');
  expect(await direct.store(begun.body, bytes)).toEqual([200, 200]);
  const other = await server.listenAgain();
  const others = directCalls(() => other);
  const done = await others.complete(papers, begun.body);
  expect(done.status).toBe(201);
  expect(done.headers.get('location')).toBe(`/api/papers/${done.body.id}`);
  expect(done.body).toMatchObject({ filesize: bytes.length, checksum, filename: 'a.txt' });
  expect((await fileOf(done.headers.get('location'))).bytes.equals(bytes)).toBe(true);
  expect(await server.stored()).toHaveLength(before.length + 1);
  // The response may be lost: what is asked then has the same document.
  const again = await direct.complete(papers, begun.body);
  expect([again.status, again.body]).toEqual([200, done.body]);
  expect(again.headers.get('location')).toBe(done.headers.get('location'));
});

test.each([
  ['a size above the limit', { filesize: 99_999_999 }, 413, 'file.tooLarge'],
  ['an empty file', { filesize: 0 }, 422, 'file.empty'],
  ['no size', { filesize: undefined }, 400, 'value.required'],
  ['a checksum of another form', { checksum: 'md5-AAAA' }, 400, 'upload.badFileChecksum'],
  ['an unknown key', { size: 3 }, 400, undefined],
  ['data that are not valid', { data: { title: 1 } }, 400, undefined],
  ['data without a required field', { data: {} }, 400, undefined],
  ['a type that is not taken', { mimeType: 'video/mp4' }, 415, 'file.unlistedType'],
  ['a text that is never plain', { mimeType: 'text/html' }, 415, 'file.unlistedType'],
  ['a type that nobody knows', { mimeType: 'application/x-unknown' }, 415, 'file.unlistedType'],
  [
    'the right to replace a file',
    { document: '019aa1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b', data: {} },
    403,
    undefined,
  ],
])('refuses a direct upload with %s', async (_what, said, status, why) => {
  const announced = { bytes: 'abc', data: dataOf(), ...(said as object) };
  const refused = await direct.begin(papers, announced);
  expect(refused.status).toBe(status);
  if (why !== undefined) expect(refused.body.details?.[0]?.reason ?? refused.body.reason).toBe(why);
});

test('texts are announced where texts are taken', async () => {
  const announced = { bytes: 'abc', data: {} };
  for (const mimeType of ['text/csv', 'text/x-unknown', 'application/json']) {
    const { status, body } = await direct.begin('/api/cards', { ...announced, mimeType });
    expect([mimeType, status]).toEqual([mimeType, 201]);
    await direct.end('/api/cards', body);
  }
  for (const mimeType of ['text/plain', 'text/csv', 'text/x-unknown', 'application/json']) {
    const { status, body } = await direct.begin('/api/scans', { ...announced, mimeType });
    expect([mimeType, status, body.reason]).toEqual([mimeType, 415, 'file.unlistedType']);
  }
});

testOfOwnParts('a direct upload takes exactly the bytes that were announced', async () => {
  const { body: begun } = await direct.begin(papers, { bytes: 'abc', data: dataOf() });
  expect(await direct.store({ parts: [{ ...begun.parts[0], to: 2 }] }, 'abc')).toEqual([400]);
  expect(await direct.store({ parts: [{ ...begun.parts[0], to: 4 }] }, 'abcd')).toEqual([400]);
  const unsaid = await fetch(`${url}${begun.parts[0].url}`, {
    method: 'PUT',
    body: new Blob(['abcd']).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(unsaid.status).toBe(400);
  const other = begun.parts[0].url.replace(/1$/, '2');
  expect(await direct.store({ parts: [{ ...begun.parts[0], url: other }] }, 'abc')).toEqual([404]);
  expect((await direct.complete(papers, begun)).status).toBe(409);
});

test('nothing stays of a direct upload that is refused at its end, or that is ended', async () => {
  const before = await server.stored();
  const checksum = `sha256-${createHash('sha256').update('abd').digest('base64')}`;
  const mismatched = await direct.begin(papers, { bytes: 'abc', data: dataOf(), checksum });
  const binary = await direct.begin(papers, { bytes: 'abc', data: dataOf() });
  const ended = await direct.begin(papers, { bytes: 'abc', data: dataOf() });
  await direct.store(mismatched.body, 'abc');
  await direct.store(binary.body, Buffer.from([0, 1, 2]));
  await direct.store(ended.body, 'abc');
  const refused = await direct.complete(papers, mismatched.body);
  expect([refused.status, refused.body.details[0].reason]).toEqual([422, 'upload.checksumMismatch']);
  expect((await direct.complete(papers, binary.body)).status).toBe(415);
  expect((await direct.end(papers, ended.body)).status).toBe(204);
  for (const { body } of [mismatched, binary, ended]) {
    expect((await direct.complete(papers, body)).status).toBe(404);
  }
  expect(await server.stored()).toEqual(before);
});

testOfOwnParts('of two ends of a direct upload at once, one makes the document', async () => {
  const { body: begun } = await direct.begin(papers, { bytes: 'abc', data: dataOf() });
  await direct.store(begun, 'abc');
  const counted = async (): Promise<number> => (await send('GET', papers, {})).body.totalDocs;
  const before = await counted();
  const ends = await Promise.all(Array.from({ length: 12 }, () => direct.complete(papers, begun)));
  expect(ends.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(ends.map(({ status }) => status).filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
  // No part comes after the document, and nobody is told to send one again.
  expect(await direct.store(begun, 'abc')).toEqual([404]);
  expect(await counted()).toBe(before + 1);
});

test('of an upload with many parts, the parts are removed in the background', async () => {
  const before = await server.stored();
  const withParts = async (): Promise<string> => {
    const path = await begin(40);
    for (let offset = 0; offset < 39; offset += 1) await patch(path, offset, 'a');
    return path;
  };
  const [ended, finished] = [await withParts(), await withParts()];
  expect((await send('DELETE', ended, tus)).status).toBe(204);
  const last = await patch(finished, 39, 'a', { prefer: 'return=representation' });
  expect([last.status, last.body.filesize]).toEqual([200, 40]);
  expect(await server.stored()).toHaveLength(before.length + 80);
  const { expiresAt } = (await send('GET', finished, tus)).body;
  expect(Date.parse(expiresAt) - server.time.now).toBe(3_600_000);
  await server.removeFiles();
  expect(await server.stored()).toHaveLength(before.length + 1);
  expect((await send('GET', finished, tus)).body.document).toBe(last.body.id);
});

testOfOwnParts('a direct upload is that of its requester, makes drafts, and replaces files', async () => {
  const cookie = await server.cookies();
  const headers = { cookie, origin: 'http://localhost:3000' };
  const begun = await direct.begin(papers, {
    ...{ bytes: 'abc', data: dataOf() },
    headers: { ...headers, 'x-draft': 'true' },
  });
  expect(await direct.store(begun.body, 'abc')).toEqual([404]);
  expect(await direct.store(begun.body, 'abc', { headers })).toEqual([200]);
  expect((await direct.complete(papers, begun.body)).status).toBe(404);
  expect((await direct.end(papers, begun.body)).status).toBe(404);
  const draft = await direct.complete(papers, begun.body, headers);
  expect(draft.body).toMatchObject({ _status: 'draft', filesize: 3 });
  expect((await direct.complete(papers, begun.body, headers)).body).toEqual(draft.body);

  const replacing = { bytes: 'wxyz', data: { title: 'Direct' }, document: draft.body.id, headers };
  const other = await direct.begin(papers, replacing);
  await direct.store(other.body, 'wxyz', { headers });
  const replaced = await direct.complete(papers, other.body, headers);
  expect([replaced.status, replaced.body.id, replaced.body.filesize]).toEqual([200, draft.body.id, 4]);
  expect(replaced.body._status).toBe('published');

  const anonymous = await direct.begin('/api/secrets', { bytes: 'abc', data: {} });
  expect(anonymous.status).toBe(403);
});

test('a requester who may not read learns that a repeated end has been done', async () => {
  const tape = await direct.begin('/api/cards', { bytes: 'abc', data: {} });
  await direct.store(tape.body, 'abc');
  const done = await direct.complete('/api/cards', tape.body);
  expect(done.status).toBe(201);
  const again = await direct.complete('/api/cards', tape.body);
  expect([again.status, again.body]).toMatchObject([
    200,
    { uploadId: tape.body.uploadId, document: done.body.id },
  ]);
});

test('a resumable upload whose last response was lost has its document', async () => {
  const path = await begin(3);
  const prefer = { prefer: 'return=representation' };
  const last = await patch(path, 0, 'abc', prefer);
  expect(last.status).toBe(200);
  const again = await patch(path, 3, '', prefer);
  expect([again.status, again.body]).toEqual([200, last.body]);
});

testOfOwnParts(
  'an upload without a byte ends after a quarter of an hour, and one with a byte lasts',
  async () => {
    const empty = await begin(10);
    const part = await begin(10);
    const begun = await direct.begin(papers, { bytes: 'abc', data: dataOf() });
    const stored = await direct.begin(papers, { bytes: 'abc', data: dataOf() });
    const head = await send('GET', empty, tus);
    expect(Date.parse(head.body.expiresAt) - server.time.now).toBe(15 * 60_000);
    await patch(part, 0, '0');
    await direct.store(stored.body, 'abc');
    server.time.now += 15 * 60_000;
    await server.removeFiles();
    expect((await send('GET', empty, tus)).status).toBe(410);
    expect((await direct.complete(papers, begun.body)).status).toBe(410);
    expect((await send('GET', part, tus)).body).toMatchObject({ offset: 1 });
    expect((await direct.complete(papers, stored.body)).status).toBe(201);
  },
);

testOfOwnParts(
  'a requester has a limited number of unfinished uploads, which others do not notice',
  async () => {
    // Those of the tests before have expired.
    server.time.now += 3_600_000;
    const cookie = await server.cookies();
    const headers = { cookie, origin: 'http://localhost:3000' };
    const begun: Answered[] = [];
    for (let count = 0; count < 8; count += 1) {
      begun.push(await direct.begin(papers, { bytes: 'abc', data: dataOf(), headers }));
    }
    const refused = await direct.begin(papers, { bytes: 'abc', data: dataOf(), headers });
    expect([refused.status, refused.body.code, refused.body.reason]).toEqual([
      429,
      'RATE_LIMITED',
      'upload.tooManyUnfinished',
    ]);
    expect(refused.headers.get('retry-after')).toBe('900');
    const byTus = { ...tus, ...headers, 'upload-length': '3', ...said({ data: newData() }) };
    expect((await send('POST', '/api/papers/uploads/tus', byTus)).status).toBe(429);
    // Visitors without a login are counted by their address.
    await begin(3);
    await direct.end(papers, begun[0]?.body, headers);
    expect((await direct.begin(papers, { bytes: 'abc', data: dataOf(), headers })).status).toBe(201);
  },
);
