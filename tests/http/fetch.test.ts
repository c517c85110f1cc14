import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNotesService } from './support/notes-service.js';

const requests: { readonly path: string; readonly query: unknown; readonly title: string | undefined }[] = [];
const { app } = createNotesService({
  bodyBytes: 1000,
  corsOrigins: ['https://site.example'],
  during: ({ req }) => {
    requests.push({ path: req.path, query: req.query, title: req.get('X-Title') });
  },
});
let url: string;
let id: string;
beforeAll(async () => {
  ({ url } = await app.listen());
  const made = await app.fetch(post('/api/notes', '{"title":"first"}'));
  ({ id } = (await made.json()) as { id: string });
});
afterAll(() => app.close());

function post(path: string, body: string | ReadableStream, type = 'application/json'): Request {
  return new Request(`http://in.process${path}`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body,
    duplex: 'half',
  });
}

/** Status, headers and text, without the headers that differ between two requests. */
async function seen(response: Response): Promise<unknown> {
  const own = ['date', 'connection', 'keep-alive', 'x-request-id', 'transfer-encoding'];
  const headers = [...response.headers].filter(([name]) => !own.includes(name));
  return { status: response.status, headers: Object.fromEntries(headers), text: await response.text() };
}

describe('an answer in process is the answer on a connection', () => {
  test.each<[string, string, RequestInit]>([
    ['a list', '/api/notes', {}],
    ['a document', '/api/notes/:id', {}],
    ['HEAD', '/api/notes/:id', { method: 'HEAD' }],
    ['304', '/api/notes/:id', { headers: { 'If-None-Match': '"1"' } }],
    ['a missing document', '/api/notes/nothing', {}],
    ['a missing route', '/api/nothing', {}],
    ['no route at all', '/', {}],
    ['a method that is not taken', '/api/notes', { method: 'PUT' }],
    ['OPTIONS', '/api/notes', { method: 'OPTIONS' }],
    ['an unknown parameter', '/api/notes?x=1', {}],
    ['invalid percent-encoding', '/api/%zz', {}],
    ['no media type', '/api/notes', { method: 'POST', body: '{}' }],
    ['no body', '/api/notes', { method: 'POST' }],
    [
      'malformed JSON',
      '/api/notes',
      { method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' } },
    ],
    [
      'too large a body',
      '/api/notes',
      { method: 'POST', body: `"${'x'.repeat(1000)}"`, headers: { 'Content-Type': 'application/json' } },
    ],
    ['another origin', '/api/notes', { headers: { Origin: 'https://site.example' } }],
    ['a request id', '/health/ready', { headers: { 'X-Request-Id': 'mine' } }],
  ])('%s', async (_, path, init) => {
    const target = path.replace(':id', id);
    const inProcess = await seen(await app.fetch(new Request(`http://in.process${target}`, init)));
    expect(inProcess).toEqual(await seen(await fetch(`${url}${target}`, init)));
  });
});

test('a body may be a stream', async () => {
  const body = new Blob(['{"title":', '"streamed"}']).stream();
  const response = await app.fetch(post('/api/notes', body));
  expect(await response.json()).toMatchObject({ title: 'streamed' });
});

test('a stream that is too long is refused and let go', async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(600).fill(0x20)),
    cancel: () => {
      cancelled = true;
    },
  });
  expect((await app.fetch(post('/api/notes', body))).status).toBe(413);
  expect(cancelled).toBe(true);
});

test('a stream that breaks off is a bad request', async () => {
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('lost')) });
  expect((await app.fetch(post('/api/notes', body))).status).toBe(400);
});

test('a text or a URL is taken as a request', async () => {
  expect((await app.fetch('/api/notes')).status).toBe(200);
  expect((await app.fetch(new URL('http://in.process/api/notes#top'))).status).toBe(200);
  const made = await app.fetch('/api/notes', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  expect(made.status).toBe(201);
});

test('hooks get an Express request', async () => {
  requests.length = 0;
  await app.fetch(new Request('http://in.process/api/notes/nothing', { headers: { 'X-Title': 'yes' } }));
  await app.fetch(
    new Request(`http://in.process/api/notes/${id}?depth=0`, { headers: { 'X-Title': 'yes' } }),
  );
  expect(requests).toEqual([{ path: `/api/notes/${id}`, query: { depth: '0' }, title: 'yes' }]);
});

describe('a caller that gives up', () => {
  test('before the request gets its reason', async () => {
    const request = new Request('http://in.process/api/notes', {
      signal: AbortSignal.abort(new Error('changed my mind')),
    });
    await expect(app.fetch(request)).rejects.toThrow('changed my mind');
  });

  test('during the request too', async () => {
    const gate = new EventEmitter();
    const slow = createNotesService({ during: async () => void (await once(gate, 'open')) });
    const controller = new AbortController();
    const answer = slow.app.fetch(new Request('http://in.process/api/notes', { signal: controller.signal }));
    controller.abort();
    await expect(answer).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    gate.emit('open');
    await slow.app.close();
    expect(slow.log).toMatchObject([{ path: '/api/notes', status: 499 }]);
  });
});

test('it fits where a global fetch is expected', async () => {
  const asGlobal: typeof fetch = app.fetch;
  expect((await asGlobal(new URL('http://localhost/api/notes'))).status).toBe(200);
});
