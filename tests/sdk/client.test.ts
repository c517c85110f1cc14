/** The client as an object, and the methods that send more than one request. */
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ClientOptions } from '../../templates/sdk/options.js';
import { accountsClient } from './accounts-client.js';
import { type Note, note, notesClient, notesContract, pageOf } from './notes-client.js';

const unreachable = { baseUrl: 'http://localhost', fetch: () => expect.unreachable() };

/** An in-process server that stores one note and checks revisions. */
function notesStore(first: Note): {
  fetch: (request: Request) => Promise<Response>;
  current: () => Note;
  patches: () => number;
} {
  let current = first;
  let patches = 0;
  const fetch = async (request: Request): Promise<Response> => {
    if (request.method !== 'PATCH') return Response.json(current);
    patches += 1;
    const patch = (await request.json()) as object;
    if (request.headers.get('if-match') !== `"${current._revision}"`) {
      const body = { error: 'It has moved on.', code: 'CONFLICT', currentRevision: current._revision };
      return Response.json(body, { status: 409 });
    }
    current = { ...current, ...patch, _revision: current._revision + 1 };
    return Response.json(current);
  };
  return { fetch, current: () => current, patches: () => patches };
}

describe('the client as an object', () => {
  const client = notesClient(unreachable);

  test('is no promise, nor is anything in it', async () => {
    expect(await client).toBe(client);
    expect(await client.safe).toBe(client.safe);
    expect(await client.globals).toBe(client.globals);
    expect(await client.notes).toBe(client.notes);
    expect(await client.safe.notes).toBe(client.safe.notes);
  });

  test('answers the same object for a name each time, so that it is a stable dependency', () => {
    expect(client.notes).toBe(client.notes);
    expect(client.notes.find).toBe(client.notes.find);
    expect(client.globals.siteMotto).toBe(client.globals.siteMotto);
    expect(client.safe.notes).toBe(client.safe.notes);
    expect(client.safe.notes).not.toBe(client.notes);
  });

  test('can be printed, cloned, compared, listed and turned into JSON', () => {
    expect(client.notes.find).toBeTypeOf('function');
    expect(inspect(client, { depth: 9 })).toBe('{}');
    expect(structuredClone(client)).toEqual({});
    expect(JSON.stringify({ client, globals: client.globals })).toBe('{"client":{},"globals":{}}');
    expect(Object.keys(client)).toEqual([]);
    expect({ ...client }).toEqual({});
    expect(Object.prototype.toString.call(client)).toBe('[object Object]');
    expect(client).toEqual(notesClient(unreachable));
    expect('notes' in client).toBe(false);
  });

  test('of a collection has methods by name, and nothing is loaded to look at them', () => {
    for (const { notes } of [client, client.safe]) {
      expect(notes.count).toBeTypeOf('function');
      expect(notes.count).toBe(notes.count);
      expect(JSON.stringify({ notes })).toBe('{"notes":{}}');
      expect(String(notes)).toBe('[object Object]');
      expect(inspect(notes)).not.toContain('count');
      expect(Object.hasOwn(notes, 'count')).toBe(false);
    }
    expect(Object.keys(client.notes)).toContain('find');
  });

  test('a method may be replaced, and what others call stays', () => {
    const { notes } = notesClient(unreachable);
    const { find } = notes;
    const fake = async (): Promise<number> => 3;
    Object.assign(notes, { count: fake });
    expect(notes.count).toBe(fake);
    expect({ ...notes, count: fake }.find).toBe(find);
  });

  test('a method that does not exist rejects the call by its name', async () => {
    const { notes } = client as unknown as Record<string, Record<string, () => Promise<unknown>>>;
    await expect(notes?.['findd']?.()).rejects.toThrow('notes: findd is not a function.');
    const { auth } = accountsClient(unreachable) as unknown as Record<string, typeof notes>;
    await expect(auth?.['sign']?.()).rejects.toThrow('account: sign is not a function.');
  });

  test.each(['constructor', 'toString', 'find'] as const)('a collection may be called %s', async (name) => {
    const seen: string[] = [];
    const fetch = async ({ url }: Request): Promise<Response> => {
      seen.push(url);
      return Response.json(pageOf([note()]));
    };
    const { docs } = await notesClient({ baseUrl: 'http://x', fetch })[name].find();
    const path = name === 'toString' ? 'to-string' : name;
    expect(docs).toHaveLength(1);
    expect(seen).toEqual([`http://x/api/${path}?draft=false`]);
  });

  test('its methods need no `this`', async () => {
    const { find, iterate } = notesClient({
      baseUrl: 'http://x',
      fetch: async () => Response.json(pageOf([note()], { nextCursor: null })),
    }).notes;
    expect((await find()).docs).toHaveLength(1);
    for await (const { id } of iterate()) expect(id).toBe('n1');
  });

  test('looks for the global fetch when it is called, and calls it as a function', async () => {
    const { fetch } = globalThis;
    globalThis.fetch = async function (this: unknown, request) {
      expect(this).toBe(undefined);
      return Response.json(note({ title: (request as Request).url }));
    };
    try {
      const early = notesClient({ baseUrl: 'http://x' });
      expect((await early.notes.findById('n1')).title).toBe('http://x/api/notes/n1?draft=false');
    } finally {
      globalThis.fetch = fetch;
    }
  });
});

describe('iterate', () => {
  const pages = (
    total: number,
    size: number,
  ): { fetch: (request: Request) => Promise<Response>; reads: string[] } => {
    const reads: string[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      const parameters = new URL(request.url).searchParams;
      reads.push(parameters.get('cursor') ?? 'none');
      const from = Number(parameters.get('cursor') ?? 0);
      const docs = Array.from({ length: Math.min(size, total - from) }, (_, index) =>
        note({ id: `${from + index}` }),
      );
      const nextCursor = from + size < total ? String(from + size) : null;
      return Response.json(pageOf(docs, { totalDocs: -1, hasNextPage: nextCursor !== null, nextCursor }));
    };
    return { fetch, reads };
  };

  test('goes through all documents, page by page, each read when it is needed', async () => {
    const { fetch, reads } = pages(5, 2);
    const ids: string[] = [];
    for await (const { id } of notesClient({ baseUrl: 'http://x', fetch }).notes.iterate()) {
      ids.push(`${id} after ${reads.length}`);
    }
    expect(ids).toEqual(['0 after 1', '1 after 1', '2 after 2', '3 after 2', '4 after 3']);
    expect(reads).toEqual(['', '2', '4']);
  });

  test('reads nothing before the first document is asked for, and nothing after a break', async () => {
    const { fetch, reads } = pages(100, 2);
    const { notes } = notesClient({ baseUrl: 'http://x', fetch });
    const iteration = notes.iterate();
    expect(reads).toEqual([]);
    for await (const { id } of iteration) if (id === '2') break;
    expect(await iteration.next()).toEqual({ done: true, value: undefined });
    expect(reads).toEqual(['', '2']);
  });

  test('of nothing ends at once', async () => {
    const { fetch } = pages(0, 2);
    expect(await notesClient({ baseUrl: 'http://x', fetch }).notes.iterate().next()).toMatchObject({
      done: true,
    });
  });

  test('reads as many documents at once as the query says, or the server allows', async () => {
    const limits: (string | null)[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      limits.push(new URL(request.url).searchParams.get('limit'));
      return Response.json(pageOf([], { nextCursor: null }));
    };
    const options = { baseUrl: 'http://x', fetch };
    await notesClient(options).notes.iterate().next();
    await notesClient(options).notes.iterate({ limit: 7 }).next();
    await notesClient(options, { ...notesContract, pageSize: 50 })
      .notes.iterate()
      .next();
    expect(limits).toEqual(['100', '7', '50']);
  });

  test('throws what a read throws', async () => {
    const fetch = async (): Promise<Response> =>
      Response.json({ error: 'No.', code: 'FORBIDDEN' }, { status: 403 });
    const { notes } = notesClient({ baseUrl: 'http://x', fetch });
    await expect(notes.iterate().next()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('mutate', () => {
  test('reads, changes and writes with the revision that was read', async () => {
    const store = notesStore(note({ views: 4, _revision: 7 }));
    const { notes } = notesClient({ baseUrl: 'http://x', fetch: store.fetch });
    const changed = await notes.mutate('n1', ({ views }) => ({ views: (views ?? 0) + 1 }));
    expect(changed).toMatchObject({ views: 5, _revision: 8 });
  });

  test('loses nothing of many changes at once', async () => {
    const store = notesStore(note({ views: 0 }));
    const { notes } = notesClient({ baseUrl: 'http://x', fetch: store.fetch });
    const change = async ({ views }: Note): Promise<{ views: number }> => ({ views: (views ?? 0) + 1 });
    await Promise.all(Array.from({ length: 30 }, () => notes.mutate('n1', change)));
    expect(store.current()).toMatchObject({ views: 30, _revision: 31 });
  });

  test('gives up after a hundred rounds', async () => {
    let reads = 0;
    const fetch = async ({ method }: Request): Promise<Response> => {
      if (method === 'GET') reads += 1;
      return method === 'GET'
        ? Response.json(note({ _revision: reads }))
        : Response.json(
            { error: 'Moved on.', code: 'CONFLICT', currentRevision: reads + 1 },
            { status: 409 },
          );
    };
    const { notes } = notesClient({ baseUrl: 'http://x', fetch });
    await expect(notes.mutate('n1', () => ({}))).rejects.toMatchObject({
      code: 'CONFLICT',
      currentRevision: 101,
    });
    expect(reads).toBe(100);
  });

  test('does not repeat after another conflict, which would come again', async () => {
    let patches = 0;
    const fetch = async ({ method }: Request): Promise<Response> => {
      if (method === 'GET') return Response.json(note());
      patches += 1;
      const details = [{ path: 'title', message: 'Is taken.' }];
      return Response.json({ error: 'Taken.', code: 'CONFLICT', details }, { status: 409 });
    };
    const { notes } = notesClient({ baseUrl: 'http://x', fetch });
    await expect(notes.mutate('n1', () => ({ title: 'x' }))).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(patches).toBe(1);
  });

  test('throws what the change throws, and then has written nothing', async () => {
    const store = notesStore(note());
    const { notes, safe } = notesClient({ baseUrl: 'http://x', fetch: store.fetch });
    const refusal = new RangeError('too many views');
    const change = (): never => {
      throw refusal;
    };
    await expect(notes.mutate('n1', change)).rejects.toBe(refusal);
    const { error } = await safe.notes.mutate('n1', change);
    expect(error).toMatchObject({ code: 'ABORTED', cause: refusal, message: 'RangeError: too many views' });
    expect(store.patches()).toBe(0);
  });

  test('works on a global that was never written', async () => {
    const store = notesStore({ ...note(), _revision: 0 });
    const { globals } = notesClient({ baseUrl: 'http://x', fetch: store.fetch });
    expect(await globals.siteMotto.mutate(() => ({ text: 'Onwards' }))).toMatchObject({
      text: 'Onwards',
      _revision: 1,
    });
  });
});

describe('without a baseUrl', () => {
  test.each([{}, { baseUrl: undefined }, { baseURL: 'http://x' }])(
    'a client of %j is refused when it is made, by the name of the option',
    (options) => {
      expect(() => notesClient(options as ClientOptions)).toThrow('baseUrl');
      expect(() => accountsClient(options as ClientOptions)).toThrow('baseUrl');
    },
  );

  test('an empty one is an address of the page itself', () => {
    expect(() => notesClient({ baseUrl: '' })).not.toThrow();
  });
});
