/** The request that the client sends for each call, and the result that it makes of the response. */
import { describe, expect, test } from 'vitest';
import { answer, type ScriptedServer, scriptedServer } from '../support/scripted-server.js';
import { type Note, type NotesClient, note, notesClient, pageOf } from './notes-client.js';

/** A server that sends the same response to every request, and a client of it. */
async function clientOf(body: unknown, status = 200): Promise<ScriptedServer & { client: NotesClient }> {
  const server = await scriptedServer((_request, response) => answer(response, status, body));
  return Object.assign(server, { client: notesClient({ baseUrl: server.url }) });
}

function searchOf(url: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URL(url, 'http://localhost').searchParams);
}

describe('addresses', () => {
  test.each([
    ['', '/api/notes?draft=false'],
    ['/', '/api/notes?draft=false'],
    ['//', '/api/notes?draft=false'],
    ['/shop/v2', '/shop/v2/api/notes?draft=false'],
    ['/shop/v2/', '/shop/v2/api/notes?draft=false'],
  ])('a baseUrl that ends in %j leads to %s', async (ending, url) => {
    const server = await clientOf(pageOf([]));
    await notesClient({ baseUrl: server.url + ending }).notes.find();
    expect(server.calls).toEqual([`GET ${url}`]);
  });

  test('slugs are made of names by rule, and those that the rule does not reach are looked up', async () => {
    const { client, calls } = await clientOf(pageOf([]));
    await client.plainNotes.find();
    await client.oldNotes.find();
    await client.globals.siteMotto.get();
    expect(calls).toEqual([
      'GET /api/plain-notes',
      'GET /api/old_notes-2?draft=false',
      'GET /api/globals/site-motto?draft=false',
    ]);
  });

  test('an id becomes one segment of the path, whatever is in it', async () => {
    const server = await clientOf(note());
    const ids = ['a/b', 'a?b=c', 'a#b', '%2e', '../x', 'ä ö', 'a b+c', '...'];
    for (const id of ids) await server.client.plainNotes.findById(id);
    expect(server.calls.map((call) => call.slice('GET /api/plain-notes/'.length))).toEqual([
      'a%2Fb',
      'a%3Fb%3Dc',
      'a%23b',
      '%252e',
      '..%2Fx',
      '%C3%A4%20%C3%B6',
      'a%20b%2Bc',
      '...',
    ]);
  });

  test.each(['', '.', '..', undefined, null])(
    '%j is refused as an id, since it would lead elsewhere',
    async (id) => {
      const { client, calls } = await clientOf(note());
      const refused = { code: 'BAD_USER_INPUT', status: 400, message: `"${id}" is not an id` };
      await expect(client.notes.findById(id as string)).rejects.toMatchObject(refused);
      await expect(client.notes.update(id as string, {})).rejects.toMatchObject(refused);
      await expect(client.notes.delete(id as string)).rejects.toMatchObject(refused);
      await expect(client.notes.mutate(id as string, () => ({}))).rejects.toMatchObject(refused);
      expect(await client.safe.notes.delete(id as string)).toMatchObject({ data: null, error: refused });
      expect(calls).toEqual([]);
    },
  );
});

describe('queries', () => {
  test('every parameter is sent as the server reads it', async () => {
    const { client, received } = await clientOf(pageOf([]));
    await client.notes.find({
      where: { title: { contains: 'a&b=c?' }, OR: [{ views: null }, { views: { within: [1, 2] } }] },
      sort: ['views_desc', 'title'],
      select: ['title', 'views'],
      limit: 5,
      page: 2,
      count: 'none',
      depth: 3,
      draft: true,
    });
    const { where, ...others } = searchOf(received[0]?.url ?? '');
    expect(JSON.parse(where ?? '')).toEqual({
      title: { contains: 'a&b=c?' },
      OR: [{ views: null }, { views: { within: [1, 2] } }],
    });
    expect(others).toEqual({
      sort: 'views_desc,title',
      select: 'title,views',
      limit: '5',
      page: '2',
      count: 'none',
      depth: '3',
      draft: 'true',
    });
  });

  test('what is undefined and what is an empty list is left out; zero, false and an empty cursor are not', async () => {
    const { client, calls } = await clientOf(pageOf([]));
    await client.plainNotes.find({ where: undefined, sort: undefined, limit: undefined, select: undefined });
    await client.plainNotes.find({ sort: [], select: [] });
    await client.notes.find({ draft: undefined });
    await client.plainNotes.find({ limit: 0, depth: 0, cursor: '' });
    expect(calls).toEqual([
      'GET /api/plain-notes',
      'GET /api/plain-notes',
      'GET /api/notes?draft=false',
      'GET /api/plain-notes?limit=0&depth=0&cursor=',
    ]);
  });

  test('drafts are never met by chance: reads ask for what is published, where there is a difference', async () => {
    const { client, calls } = await clientOf(pageOf([], { ...note(), nextCursor: null }));
    await client.notes.findById('n1');
    await client.plainNotes.findById('n1');
    await client.notes.findById('n1', { draft: true });
    await client.notes.count();
    for await (const _note of client.notes.iterate()) expect.unreachable();
    expect(calls).toEqual([
      'GET /api/notes/n1?draft=false',
      'GET /api/plain-notes/n1',
      'GET /api/notes/n1?draft=true',
      'GET /api/notes?limit=0&draft=false',
      'GET /api/notes?limit=100&cursor=&draft=false',
    ]);
  });

  test('a filter that is too long for an address is sent as a body, with the values as they are', async () => {
    const { client, received } = await clientOf(pageOf([note()]));
    const ids = Array.from({ length: 500 }, (_, index) => `id-${index}`);
    const page = await client.notes.find({ where: { id: { in: ids } }, sort: ['title'], limit: 7, depth: 1 });
    await client.notes.count({ where: { id: { in: ids } } });
    expect(page.docs).toHaveLength(1);
    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/notes/query',
      'POST /api/notes/query',
    ]);
    expect(received[0]?.headers['content-type']).toBe('application/json');
    expect(received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { where: { id: { in: ids } }, sort: ['title'], limit: 7, depth: 1, draft: false },
      { where: { id: { in: ids } }, limit: 0, draft: false },
    ]);
  });

  test('just under 4 kB a filter still stands in the address', async () => {
    const { client, received } = await clientOf(pageOf([]));
    await client.notes.find({ where: { title: 'x'.repeat(3900) } });
    await client.notes.find({ where: { title: 'x'.repeat(4100) } });
    expect(received.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(received[0]?.url.length).toBeLessThan(4096);
  });

  test('dates in filters and data are sent in ISO 8601', async () => {
    const { client, received } = await clientOf(pageOf([]));
    const date = new Date('2026-02-03T04:05:06.007Z');
    await client.notes.find({ where: { createdAt: { gt: date } } });
    expect(searchOf(received[0]?.url ?? '')['where']).toBe('{"createdAt":{"gt":"2026-02-03T04:05:06.007Z"}}');
  });

  test.each([
    ['undefined', { title: undefined as unknown as string }, 'title is undefined'],
    ['undefined in a list', { title: { in: ['a', undefined as unknown as string] } }, '1 is undefined'],
    ['NaN', { views: Number.NaN }, 'views is NaN'],
    ['infinity', { views: { gt: Number.POSITIVE_INFINITY } }, 'gt is Infinity'],
    ['an invalid date', { createdAt: new Date('yesterday') }, 'createdAt is Invalid Date'],
  ])('%s in a filter is refused, since it would find something else', async (_name, where, message) => {
    const { client, calls } = await clientOf(pageOf([]));
    await expect(client.notes.find({ where })).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message });
    await expect(client.notes.count({ where })).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message });
    const long = { OR: [where, { title: 'x'.repeat(5000) }] };
    await expect(client.notes.find({ where: long })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message,
    });
    expect(calls).toEqual([]);
  });
});

describe('writes', () => {
  test('create, update and delete send their method, data and revision', async () => {
    const { client, received } = await clientOf(note());
    expect(await client.notes.create({ title: 'One', views: null })).toEqual(note());
    await client.notes.update('n1', { title: 'Two', views: undefined }, { ifMatch: 3 });
    await client.notes.update('n1', {});
    await client.notes.delete('n1', { ifMatch: 4 });
    await client.notes.delete('n1');
    await client.globals.siteMotto.update({ text: 'x' }, { ifMatch: 0 });
    const sent = received.map(({ method, url, headers, body }) => [method, url, body, headers['if-match']]);
    expect(sent).toEqual([
      ['POST', '/api/notes', '{"title":"One","views":null}', undefined],
      ['PATCH', '/api/notes/n1', '{"title":"Two"}', '"3"'],
      ['PATCH', '/api/notes/n1', '{}', undefined],
      ['DELETE', '/api/notes/n1', '', '"4"'],
      ['DELETE', '/api/notes/n1', '', undefined],
      ['PATCH', '/api/globals/site-motto', '{"text":"x"}', '"0"'],
    ]);
    expect(received[0]?.headers['content-type']).toBe('application/json');
    expect(received[3]?.headers).not.toHaveProperty('content-type');
  });

  test('an invalid date is refused instead of emptying a field', async () => {
    const { client, calls } = await clientOf(note());
    const title = new Date(Number.NaN) as unknown as string;
    await expect(client.notes.update('n1', { title })).rejects.toThrow('title is Invalid Date');
    expect(calls).toEqual([]);
  });

  test('NaN is refused instead of emptying a field', async () => {
    const { client, calls } = await clientOf(note());
    await expect(client.notes.update('n1', { views: Number.NaN })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'views is NaN',
    });
    await expect(client.notes.create({ title: 'x', views: -Infinity })).rejects.toThrow('views is -Infinity');
    expect(calls).toEqual([]);
  });

  test('count answers the number alone', async () => {
    const { client } = await clientOf(pageOf([], { totalDocs: 42 }));
    expect(await client.notes.count({ where: { title: 'x' }, count: 'estimated' })).toBe(42);
    expect(await client.safe.notes.count()).toEqual({ data: 42, error: null });
  });
});

describe('headers', () => {
  test('are those of the client, then those of the call; an API key and the own ones come with them', async () => {
    const server = await clientOf(note());
    const client = notesClient({
      baseUrl: server.url,
      apiKey: 'svc_sec_x',
      headers: { 'X-One': 'client', 'X-Two': 'client' },
    });
    await client.notes.update('n1', {}, { headers: { 'x-two': 'call' }, ifMatch: 1 });
    expect(server.received[0]?.headers).toMatchObject({
      'x-api-key': 'svc_sec_x',
      'x-one': 'client',
      'x-two': 'call',
      'content-type': 'application/json',
      'if-match': '"1"',
    });
  });

  test.each([
    ['an object', { 'X-One': '1' }],
    ['pairs', [['X-One', '1']]],
    ['a Headers object', new Headers({ 'X-One': '1' })],
    ['a function', () => ({ 'X-One': '1' })],
    ['an asynchronous function', () => Promise.resolve(new Headers({ 'X-One': '1' }))],
  ] as const)('may be given as %s', async (_name, headers) => {
    const server = await clientOf(note());
    await notesClient({ baseUrl: server.url, headers }).notes.findById('n1');
    if (typeof headers !== 'function') {
      await notesClient({ baseUrl: server.url }).notes.findById('n1', {}, { headers });
    }
    for (const { headers: sent } of server.received) expect(sent['x-one']).toBe('1');
  });

  test('a function is asked before each request', async () => {
    const server = await clientOf(note());
    let token = 0;
    const headers = (): { authorization: string } => {
      token += 1;
      return { authorization: `Bearer ${token}` };
    };
    const client = notesClient({ baseUrl: server.url, headers });
    await client.notes.findById('n1');
    await client.notes.findById('n1');
    expect(server.received.map((request) => request.headers['authorization'])).toEqual([
      'Bearer 1',
      'Bearer 2',
    ]);
  });
});

describe('hooks', () => {
  test('see the fetch objects, and may replace them', async () => {
    const server = await clientOf(note());
    const seen: string[] = [];
    const client = notesClient({
      baseUrl: server.url,
      onRequest(request) {
        seen.push(`${request.method} ${request.url.slice(server.url.length)}`);
        const headers = new Headers(request.headers);
        headers.set('x-trace', 't1');
        return new Request(request, { headers });
      },
      async onResponse(response, request) {
        seen.push(
          `${response.status} ${request.headers.get('x-trace')} ${((await response.clone().json()) as Note).title}`,
        );
        return Response.json(note({ title: 'Replaced' }));
      },
    });
    expect((await client.notes.findById('n1')).title).toBe('Replaced');
    expect(server.received[0]?.headers['x-trace']).toBe('t1');
    expect(seen).toEqual(['GET /api/notes/n1?draft=false', '200 t1 One']);
  });

  test('may just look on', async () => {
    const server = await clientOf(note());
    const seen: number[] = [];
    const client = notesClient({
      baseUrl: server.url,
      onRequest: () => undefined,
      async onResponse({ status }) {
        seen.push(status);
      },
    });
    expect(await client.notes.findById('n1')).toEqual(note());
    expect(seen).toEqual([200]);
  });

  test('what a hook throws ends the call, as its cause', async () => {
    const server = await clientOf(note());
    const cause = new Error('no token');
    const onRequest = (): never => {
      throw cause;
    };
    const client = notesClient({ baseUrl: server.url, onRequest, retry: false });
    await expect(client.notes.findById('n1')).rejects.toMatchObject({ code: 'NETWORK', cause });
    expect(server.calls).toEqual([]);
  });

  test('credentials are those of fetch', async () => {
    const server = await clientOf(note());
    const seen: string[] = [];
    const onRequest = ({ credentials }: Request): void => {
      seen.push(credentials);
    };
    await notesClient({ baseUrl: server.url, onRequest }).notes.findById('n1');
    await notesClient({ baseUrl: server.url, onRequest, credentials: 'include' }).notes.findById('n1');
    expect(seen).toEqual(['same-origin', 'include']);
  });
});

describe('drift', () => {
  test('is told once, with both hashes', async () => {
    let hash = '0123456789abcdef0123456789abcdef';
    const server = await scriptedServer((_request, response) => {
      answer(response, 404, { error: 'x', code: 'NOT_FOUND' }, { 'X-Svc-Contract': hash });
    });
    const seen: string[][] = [];
    const client = notesClient({ baseUrl: server.url, onDrift: (...hashes) => seen.push(hashes) });
    await client.safe.notes.findById('n1');
    expect(seen).toEqual([]);
    hash = 'f'.repeat(32);
    await client.safe.notes.findById('n1');
    await client.safe.notes.findById('n1');
    hash = 'e'.repeat(32);
    await client.safe.notes.findById('n1');
    expect(seen).toEqual([['f'.repeat(32), '0123456789abcdef0123456789abcdef']]);
  });

  test('a server without the header, and a client without onDrift, are fine', async () => {
    const server = await clientOf(note());
    await notesClient({ baseUrl: server.url, onDrift: () => expect.unreachable() }).notes.findById('n1');
    const other = await scriptedServer((_request, response) => {
      answer(response, 200, note(), { 'X-Svc-Contract': 'other' });
    });
    expect(await notesClient({ baseUrl: other.url }).notes.findById('n1')).toEqual(note());
  });
});
