/** Calls that are ended early: by their timeout or their signal. */
import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { answer, scriptedServer } from '../support/scripted-server.js';
import { note, notesClient, pageOf } from './notes-client.js';

const never = (): Promise<Response> => new Promise(() => {});

describe('timeout', () => {
  test('ends a call that gets no answer, and lets go of the connection', async () => {
    const server = await scriptedServer(() => {});
    const client = notesClient({ baseUrl: server.url, timeout: 500 });
    await expect(client.notes.findById('n1')).rejects.toMatchObject({
      name: 'SvcError',
      code: 'TIMEOUT',
      message: `GET ${server.url}/api/notes/n1?draft=false: TIMEOUT`,
    });
    await server.left(1);
    expect(server.calls).toHaveLength(1);
  });

  test('ends a call whose body never ends', async () => {
    const server = await scriptedServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('{"id":');
    });
    const client = notesClient({ baseUrl: server.url });
    await expect(client.notes.findById('n1', {}, { timeout: 500 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    await server.left(1);
  });

  test('covers all tries and pauses', async () => {
    const server = await scriptedServer((_request, response) => {
      answer(response, 503, { error: 'Down.', code: 'UNAVAILABLE' }, { 'Retry-After': '30' });
    });
    const begin = performance.now();
    const client = notesClient({ baseUrl: server.url });
    await expect(client.notes.findById('n1', {}, { timeout: 500 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    expect(performance.now() - begin).toBeLessThan(3000);
    expect(server.calls).toHaveLength(1);
  });

  test('of the call wins over that of the client', async () => {
    const server = await scriptedServer((_request, response) => {
      setTimeout(() => answer(response, 200, note()), 100);
    });
    const client = notesClient({ baseUrl: server.url, timeout: 10 });
    expect(await client.notes.findById('n1', {}, { timeout: 5000 })).toEqual(note());
    expect(await client.notes.findById('n1', {}, { timeout: Number.POSITIVE_INFINITY })).toEqual(note());
    await expect(client.notes.findById('n1')).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  test('ends a call also where the fetch does not heed its signal', async () => {
    const client = notesClient({ baseUrl: 'http://localhost', fetch: never, timeout: 20 });
    await expect(client.notes.create({ title: 'x' })).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(await client.safe.notes.find()).toMatchObject({ data: null, error: { code: 'TIMEOUT' } });
  });
});

describe('signal', () => {
  test('ends a call at once, with its reason as the cause', async () => {
    const server = await scriptedServer((_request, _response, number) => {
      if (number === 1) controller.abort(reason);
    });
    const controller = new AbortController();
    const reason = new Error('the user left');
    const { signal } = controller;
    await expect(notesClient({ baseUrl: server.url }).notes.find({}, { signal })).rejects.toMatchObject({
      code: 'ABORTED',
      cause: reason,
    });
    await server.left(1);
    expect(server.calls).toHaveLength(1);
  });

  test('that was aborted before sends nothing', async () => {
    const client = notesClient({ baseUrl: 'http://localhost', fetch: () => expect.unreachable() });
    const signal = AbortSignal.abort();
    await expect(client.notes.find({}, { signal })).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(client.notes.create({ title: 'x' }, { signal })).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(client.notes.mutate('n1', () => ({}), { signal })).rejects.toMatchObject({
      code: 'ABORTED',
    });
    await expect(client.notes.iterate({}, { signal }).next()).rejects.toMatchObject({ code: 'ABORTED' });
  });

  test('ends a call that waits for another try', async () => {
    const controller = new AbortController();
    const server = await scriptedServer((_request, response) => {
      answer(response, 503, { error: 'Down.', code: 'UNAVAILABLE' }, { 'Retry-After': '30' });
      setTimeout(() => controller.abort(), 50);
    });
    const begin = performance.now();
    const client = notesClient({ baseUrl: server.url });
    const { signal } = controller;
    await expect(client.notes.findById('n1', {}, { signal })).rejects.toMatchObject({ code: 'ABORTED' });
    expect(performance.now() - begin).toBeLessThan(1000);
  });

  test('ends a call also where the fetch does not heed it', async () => {
    const signal = AbortSignal.timeout(20);
    const client = notesClient({ baseUrl: 'http://localhost', fetch: never });
    await expect(client.notes.find({}, { signal })).rejects.toMatchObject({
      code: 'ABORTED',
      cause: { name: 'TimeoutError' },
    });
  });

  test('may end many calls, and keeps nothing of those that are over', async () => {
    const server = await scriptedServer((_request, response) => answer(response, 200, note()));
    const client = notesClient({ baseUrl: server.url });
    const { signal } = new AbortController();
    for (let call = 0; call < 5; call += 1) await client.notes.findById('n1', {}, { signal });
    await client.safe.notes.findById('..', {}, { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('ends an iteration between two documents', async () => {
    const controller = new AbortController();
    const docs = [note({ id: 'a' }), note({ id: 'b' }), note({ id: 'c' })];
    const server = await scriptedServer((_request, response) => {
      answer(response, 200, pageOf(docs, { nextCursor: 'more' }));
    });
    const seen: string[] = [];
    const run = async (): Promise<void> => {
      const { notes } = notesClient({ baseUrl: server.url });
      for await (const { id } of notes.iterate({}, { signal: controller.signal })) {
        seen.push(id);
        if (id === 'b') controller.abort();
      }
    };
    await expect(run()).rejects.toMatchObject({ code: 'ABORTED' });
    expect(seen).toEqual(['a', 'b']);
    expect(server.calls).toHaveLength(1);
  });
});

test('a process ends when its calls have ended', async () => {
  const server = await scriptedServer((_request, response) => {
    answer(response, 503, { error: 'Down.', code: 'UNAVAILABLE' }, { 'Retry-After': '30' });
  });
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const client = notesClient({ baseUrl: server.url });
  const controller = new AbortController();
  const call = client.safe.notes.find({}, { signal: controller.signal, timeout: 60_000 });
  while (server.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  expect((await call).error?.code).toBe('ABORTED');
  expect(timers()).toBeLessThanOrEqual(before);
});
