/** Bodies that arrive slowly, or whose clients leave: docs/spec/uploads.md#limits-and-faults. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { customStorage } from '../../runtime/config/storage-config.js';
import { openRaw, type RawAnswer, type RawConnection } from '../http/support/raw-connection.js';
import { openTestDriver } from '../support/test-database.js';
import { type FileServer, startFileServer } from './support/file-server.js';
import { inMemory } from './support/memory-place.js';

const collections = [
  { slug: 'papers', upload: { mimeTypes: ['text/plain'] }, drafts: false, fields: [] },
  { slug: 'notes', drafts: false, fields: [{ name: 'text', type: 'text' }] },
] as const;

const head = 'HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';

test('a body of JSON that does not arrive is 408, also where files may take their time', async () => {
  const server = await startFileServer({ server: { requestTimeout: 500 }, collections });
  const connection = await openRaw(await server.listen());
  connection.write(`POST /api/notes ${head}{"te`);
  const received = await connection.closed();
  expect(received).toContain('HTTP/1.1 408 Request Timeout\r\n');
  expect(received).toContain('"code":"REQUEST_TIMEOUT"');
});

const partHead = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
const partEnd = '\r\n--x--\r\n';
/** What has to arrive in 30 s: 1 KiB in each. */
const enough = 30 * 1024;
/** What is sent at once: the type of a file is found from its first 64 KiB. */
const first = 100_000;

/** How many files there are records of. */
async function recordsOf({ databasePath }: FileServer): Promise<() => Promise<number>> {
  const driver = await openTestDriver({ path: databasePath });
  onTestFinished(() => driver.close());
  return async () => (await driver.all('SELECT "id" FROM "_svc_files"', [])).length;
}

interface SlowServer extends FileServer {
  readonly url: string;
  /** How many bytes of files have come to the place where they are stored. */
  readonly arrived: () => number;
}

async function startSlow(): Promise<SlowServer> {
  const place = inMemory(new Map());
  let seen = 0;
  async function* counted(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      seen += chunk.length;
      yield chunk;
    }
  }
  const storage = customStorage(() => ({
    ...place,
    write: (key, body, options) => place.write(key, counted(body), options),
  }));
  const server = await startFileServer({ storage, collections }, { alone: true });
  const url = await server.listen();
  return Object.assign(server, { url, arrived: () => seen });
}

interface SlowRequest {
  /** The line and the headers of the request, but for its length. */
  readonly head: readonly string[];
  /** What is around the bytes of the file. */
  readonly around?: readonly [string, string];
}

/** Sends a file of so many bytes: the first of them at once, and then so many in each 30 s. */
async function sendSlowly(
  { url, arrived }: SlowServer,
  { head: lines, around: [before, after] = ['', ''] }: SlowRequest,
  { length, each }: { readonly length: number; readonly each: number },
): Promise<RawConnection> {
  const connection = await openRaw(url);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const sized = [...lines, 'Host: test', `Content-Length: ${before.length + length + after.length}`];
  connection.write(`${sized.join('\r\n')}\r\n\r\n${before}`);
  let sent = 0;
  for (let next = first; sent < length; next = Math.min(each, length - sent)) {
    connection.write('a'.repeat(next));
    sent += next;
    await expect.poll(() => arrived() === sent || connection.received !== '', { timeout: 10_000 }).toBe(true);
    if (connection.received !== '') break;
    if (sent < length) await vi.advanceTimersByTimeAsync(30_000);
  }
  connection.write(after);
  return connection;
}

/** The response, after which time goes on by itself. */
async function answerTo(connection: RawConnection): Promise<RawAnswer> {
  const [answer] = await connection.answers(1);
  connection.socket.destroy();
  vi.useRealTimers();
  if (answer === undefined) throw new Error('There is no response.');
  return answer;
}

const form: SlowRequest = {
  head: ['POST /api/papers HTTP/1.1', 'Content-Type: multipart/form-data; boundary=x'],
  around: [partHead, partEnd],
};

test('a file that arrives as fast as it must is stored', async () => {
  const server = await startSlow();
  const fast = { length: first + 3 * enough, each: enough };
  const { status, body } = await answerTo(await sendSlowly(server, form, fast));
  expect([status, JSON.parse(body).filesize]).toEqual([201, fast.length]);
});

test('a file that arrives more slowly is 408, and nothing of it stays', async () => {
  const server = await startSlow();
  const slow = { length: first + 3 * enough, each: enough - 1 };
  const { status, body } = await answerTo(await sendSlowly(server, form, slow));
  expect([status, JSON.parse(body).code]).toEqual([408, 'REQUEST_TIMEOUT']);
  expect((await server.send('GET', '/api/papers')).body.docs).toEqual([]);
  expect(await (await recordsOf(server))()).toBe(0);
});

test('a slow part of a resumable upload is 408, and what has arrived of it is kept', async () => {
  const server = await startSlow();
  const tus = { 'tus-resumable': '1.0.0' };
  const slow = { length: first + 3 * enough, each: 1000 };
  const begun = await server.send('POST', '/api/papers/uploads/tus', {
    headers: { ...tus, 'upload-length': String(slow.length) },
  });
  const path = begun.headers.get('location') ?? '';
  const patch = [`PATCH ${path} HTTP/1.1`, 'Tus-Resumable: 1.0.0', 'Upload-Offset: 0'];
  const ofBytes = { head: [...patch, 'Content-Type: application/offset+octet-stream'] };
  expect((await answerTo(await sendSlowly(server, ofBytes, slow))).status).toBe(408);
  expect((await server.send('GET', path, { headers: tus })).body.offset).toBe(first + 1000);
});

test('a slow part of a direct upload is 408, and can be sent again', async () => {
  const server = await startSlow();
  const slow = { length: first + 3 * enough, each: 1000 };
  const { body } = await server.send('POST', '/api/papers/uploads', {
    body: JSON.stringify({ filename: 'a.txt', filesize: slow.length }),
    headers: { 'content-type': 'application/json' },
  });
  const put = { head: [`PUT ${body.parts[0].url} HTTP/1.1`] };
  expect((await answerTo(await sendSlowly(server, put, slow))).status).toBe(408);
  const complete = `/api/papers/uploads/${body.uploadId}/complete`;
  expect((await server.send('POST', complete)).status).toBe(409);
  const again = await server.send('PUT', body.parts[0].url, { body: 'a'.repeat(slow.length) });
  expect([again.status, (await server.send('POST', complete)).status]).toEqual([200, 201]);
});

test('a client that leaves gives its place and its file up at once', async () => {
  const server = await startFileServer({ uploads: { concurrent: 1 }, collections }, { alone: true });
  const records = await recordsOf(server);
  const connection = await openRaw(await server.listen());
  connection.write(`${form.head.join('\r\n')}\r\nHost: test\r\nContent-Length: 900000\r\n\r\n${partHead}`);
  connection.write('a'.repeat(first));
  await expect.poll(records, { timeout: 10_000 }).toBe(1);
  const send = async (): Promise<number> => {
    const body = new FormData();
    body.append('file', new Blob(['words'], { type: 'text/plain' }), 'b.txt');
    return (await server.send('POST', '/api/papers', { body })).status;
  };
  expect(await send()).toBe(503);
  connection.socket.destroy();
  // Neither its clock nor the removal of old files goes on meanwhile.
  await expect.poll(records, { timeout: 10_000 }).toBe(0);
  expect(await server.stored()).toEqual([]);
  expect(await send()).toBe(201);
});
