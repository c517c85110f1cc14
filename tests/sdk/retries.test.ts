/** Retries, and the delays before them. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answer, type Script, type ScriptedServer, scriptedServer } from '../support/scripted-server.js';
import { type NotesClient, note, notesClient, pageOf } from './notes-client.js';

// The jitter determines the delay: near -1 there is almost none.
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(-0.99);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const unavailable = { error: 'The store is down.', code: 'UNAVAILABLE' };

async function serverOf(script: Script): Promise<ScriptedServer & { client: NotesClient }> {
  const server = await scriptedServer(script);
  return Object.assign(server, { client: notesClient({ baseUrl: server.url }) });
}

/** Responds with 503 to the first requests, and with success to all later ones. */
function failing(times: number, headers: Readonly<Record<string, string>> = {}): Script {
  return (_request, response, number) =>
    number <= times ? answer(response, 503, unavailable, headers) : answer(response, 200, note());
}

describe('what is tried again', () => {
  test.each([
    ['a connection that breaks', (response) => response.destroy()],
    [
      'a body that breaks',
      (response) => {
        response.writeHead(200, { 'Content-Length': '999' });
        response.write('{"id":');
        setTimeout(() => response.destroy(), 5);
      },
    ],
    ['429', (response) => answer(response, 429, { error: 'Slowly.', code: 'RATE_LIMITED' })],
    ['503', (response) => answer(response, 503, unavailable)],
    ['503 with a page of a proxy', (response) => response.writeHead(503).end('<h1>Down</h1>')],
  ] as readonly (readonly [string, (response: Parameters<Script>[1]) => void])[])(
    'a read after %s',
    async (_name, fail) => {
      const { client, calls } = await serverOf((_request, response, number) =>
        number < 3 ? fail(response) : answer(response, 200, note()),
      );
      expect(await client.notes.findById('n1')).toEqual(note());
      expect(calls).toHaveLength(3);
    },
  );

  test('every read, also one that is sent as a body, and a deletion', async () => {
    const { client, calls } = await serverOf((_request, response, number) =>
      number % 2 === 1 ? answer(response, 503, unavailable) : answer(response, 200, pageOf([note()])),
    );
    await client.notes.find();
    await client.notes.find({ where: { title: 'x'.repeat(5000) } });
    await client.notes.count();
    await client.globals.siteMotto.get();
    await client.notes.delete('n1');
    const twice = (call: string): readonly string[] => [call, call];
    expect(calls).toEqual([
      ...twice('GET /api/notes?draft=false'),
      ...twice('POST /api/notes/query'),
      ...twice('GET /api/notes?limit=0&draft=false'),
      ...twice('GET /api/globals/site-motto?draft=false'),
      ...twice('DELETE /api/notes/n1'),
    ]);
  });

  test('a creation with a key is, and sends the key each time', async () => {
    const { client, received } = await serverOf((_request, response, number) =>
      number === 1
        ? response.destroy()
        : number === 2
          ? answer(response, 503, unavailable)
          : answer(response, 201, note()),
    );
    await client.notes.create({ title: 'x' }, { idempotencyKey: 'mine' });
    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', 'mine', 'mine']);
  });

  test('a creation without a key and an update are not: they would not be the same the second time', async () => {
    const { client, received } = await serverOf((request, response) =>
      request.method === 'POST' ? answer(response, 503, unavailable) : response.destroy(),
    );
    await expect(client.notes.create({ title: 'x' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(client.notes.update('n1', {})).rejects.toMatchObject({ code: 'NETWORK' });
    await expect(client.notes.update('query', {})).rejects.toMatchObject({ code: 'NETWORK' });
    await expect(client.globals.siteMotto.update({})).rejects.toMatchObject({ code: 'NETWORK' });
    expect(received).toHaveLength(4);
    expect(received[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  test('what 429 refuses is, whatever it was: nothing was done', async () => {
    const { client, received } = await serverOf((_request, response, number) =>
      number % 2 === 1
        ? answer(response, 429, { error: 'Slowly.', code: 'RATE_LIMITED' }, { 'Retry-After': '0' })
        : answer(response, 200, note()),
    );
    await client.notes.create({ title: 'x' });
    await client.notes.update('n1', { title: 'y' }, { ifMatch: 3 });
    await client.globals.siteMotto.update({});
    const twice = (call: object): readonly object[] =>
      [call, call].map((each) => expect.objectContaining(each));
    expect(received).toEqual([
      ...twice({ method: 'POST', url: '/api/notes', body: '{"title":"x"}' }),
      ...twice({ method: 'PATCH', url: '/api/notes/n1', body: '{"title":"y"}' }),
      ...twice({ method: 'PATCH', url: '/api/globals/site-motto', body: '{}' }),
    ]);
  });

  test('a creation that 429 refuses waits for Retry-After, and as often as retry says', async () => {
    const limited = (wait: string): Script => {
      return (_request, response) =>
        answer(response, 429, { error: 'Slowly.', code: 'RATE_LIMITED' }, { 'Retry-After': wait });
    };
    for (const [wait, retry, tries] of [
      ['0', 4, 5],
      ['0', false, 1],
      ['61', 2, 1],
    ] as const) {
      const { url, calls } = await serverOf(limited(wait));
      const creation = notesClient({ baseUrl: url, retry }).notes.create({ title: 'x' });
      await expect(creation).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: Number(wait) });
      expect(calls).toHaveLength(tries);
    }
    const { client, calls } = await serverOf((_request, response, number) =>
      number === 1 ? limited('1')(_request, response, number) : answer(response, 200, note()),
    );
    const begin = performance.now();
    await client.notes.create({ title: 'x' });
    expect(performance.now() - begin).toBeGreaterThan(980);
    expect(calls).toHaveLength(2);
  });

  test('a page instead of an answer is not: another try brings the same page', async () => {
    for (const status of [200, 404]) {
      const { client, calls } = await serverOf((_request, response) =>
        response.writeHead(status, { 'Content-Type': 'text/html' }).end('<h1>Sign in to the WiFi</h1>'),
      );
      await expect(client.notes.findById('n1')).rejects.toMatchObject({ code: 'BAD_ANSWER', status });
      expect(calls).toHaveLength(1);
    }
  });

  test.each([400, 401, 403, 404, 409, 500, 501, 502, 504])(
    'an answer with status %i is not',
    async (status) => {
      const { client, calls } = await serverOf((_request, response) => {
        answer(response, status, { error: 'No.', code: 'FORBIDDEN' });
      });
      await expect(client.notes.findById('n1')).rejects.toMatchObject({ status });
      expect(calls).toHaveLength(1);
    },
  );
});

describe('how often', () => {
  test.each([
    [undefined, 3],
    [false, 1],
    [0, 1],
    [1, 2],
    [4, 5],
  ] as const)('retry %j makes %i tries', async (retry, tries) => {
    const { url, calls } = await serverOf((_request, response) => answer(response, 503, unavailable));
    await expect(notesClient({ baseUrl: url, retry }).notes.findById('n1')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      status: 503,
      message: 'The store is down.',
    });
    expect(calls).toHaveLength(tries);
  });

  test('the hooks see each try, and each is a new request', async () => {
    const { url } = await serverOf(failing(2));
    const requests = new Set<Request>();
    const statuses: number[] = [];
    const client = notesClient({
      baseUrl: url,
      onRequest: (request) => {
        requests.add(request);
      },
      onResponse: ({ status }) => {
        statuses.push(status);
      },
    });
    await client.notes.findById('n1');
    expect(requests.size).toBe(3);
    expect(statuses).toEqual([503, 503, 200]);
  });
});

describe('how long it waits', () => {
  const pausesOf = async (times: number, random: number): Promise<readonly number[]> => {
    const pauses: number[] = [];
    vi.spyOn(Math, 'random').mockReturnValue(random);
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((callback: () => void, milliseconds: number) => {
      pauses.push(milliseconds);
      queueMicrotask(callback);
      return 0;
    }) as unknown as typeof setTimeout);
    let tries = 0;
    const fetch = async (): Promise<Response> => {
      tries += 1;
      return tries <= times ? Response.json(unavailable, { status: 503 }) : Response.json(note());
    };
    await notesClient({ baseUrl: 'http://localhost', fetch, retry: times }).notes.findById('n1');
    return pauses;
  };

  test('twice as long each time, and by chance up to twice that', async () => {
    expect(await pausesOf(4, 0)).toEqual([125, 250, 500, 1000]);
    expect(await pausesOf(3, 1)).toEqual([250, 500, 1000]);
  });

  test.each([
    ['seconds', '1', 1],
    ['a date', () => new Date(Date.now() + 1900).toUTCString(), 0.5],
  ] as const)('as long as Retry-After asks for in %s', async (_name, value, seconds) => {
    const header = typeof value === 'function' ? value() : value;
    const { client, calls } = await serverOf(failing(1, { 'Retry-After': header }));
    const begin = performance.now();
    expect(await client.notes.findById('n1')).toEqual(note());
    expect(performance.now() - begin).toBeGreaterThan(seconds * 1000 - 20);
    expect(calls).toHaveLength(2);
  });

  test.each(['61', '86400', () => new Date(Date.now() + 90_000).toUTCString()])(
    'not at all where Retry-After asks for more than a minute (%j)',
    async (value) => {
      const header = typeof value === 'function' ? value() : value;
      const { client, calls } = await serverOf(failing(1, { 'Retry-After': header }));
      const { error } = await client.safe.notes.findById('n1');
      expect(error).toMatchObject({ code: 'UNAVAILABLE' });
      expect(error?.retryAfter).toBeGreaterThan(60);
      expect(calls).toHaveLength(1);
    },
  );

  test.each(['0', 'soon', '-5', '', new Date(0).toUTCString()])(
    'only a moment where Retry-After says %j',
    async (header) => {
      const { client, calls } = await serverOf(failing(2, { 'Retry-After': header }));
      const begin = performance.now();
      expect(await client.notes.findById('n1')).toEqual(note());
      expect(performance.now() - begin).toBeLessThan(500);
      expect(calls).toHaveLength(3);
    },
  );
});
