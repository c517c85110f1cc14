import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createNotesService } from './support/notes-service.js';

const { app } = createNotesService();
let url: string;
let path: string;
let id: string;
beforeAll(async () => {
  ({ url } = await app.listen());
});
afterAll(() => app.close());

/** Creates a note with revision 3 before each test. */
beforeEach(async () => {
  const made = await send('POST', '/api/notes', { title: 'one' });
  id = String(made.body['id']);
  path = `/api/notes/${id}`;
  await send('PATCH', path, { title: 'two' });
  await send('PATCH', path, { title: 'three' });
});

interface Answer {
  readonly status: number;
  readonly etag: string | null;
  readonly location: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

async function send(
  method: string,
  target: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${url}${target}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    etag: response.headers.get('etag'),
    location: response.headers.get('location'),
    body: text === '' ? {} : JSON.parse(text),
  };
}

describe('answers', () => {
  test('a creation answers 201 with the path and the revision of the document', async () => {
    const made = await send('POST', '/api/notes', { title: 'x' });
    expect(made).toEqual({
      status: 201,
      etag: '"1"',
      location: `/api/notes/${made.body['id']}`,
      body: { id: made.body['id'], _revision: 1, title: 'x' },
    });
  });

  test('reads and updates answer the bare document with its revision', async () => {
    const body = { id, _revision: 3, title: 'three' };
    expect(await send('GET', path)).toEqual({ status: 200, etag: '"3"', location: null, body });
    expect(await send('PATCH', path, { title: 'four' })).toEqual({
      status: 200,
      etag: '"4"',
      location: null,
      body: { ...body, _revision: 4, title: 'four' },
    });
  });

  test('a deletion answers a message', async () => {
    const { status, body } = await send('DELETE', path);
    expect({ status, body }).toEqual({ status: 200, body: { message: expect.stringContaining(id) } });
    expect((await send('DELETE', path)).status).toBe(404);
  });

  test('a global has revisions too', async () => {
    const { status, etag } = await send('GET', '/api/globals/motto');
    expect({ status, etag }).toEqual({ status: 200, etag: '"0"' });
    expect((await send('GET', '/api/globals/motto', undefined, { 'If-None-Match': '"0"' })).status).toBe(200);
    expect((await send('PATCH', '/api/globals/motto', { title: 'x' }, { 'If-Match': '"0"' })).etag).toBe(
      '"1"',
    );
    expect((await send('GET', '/api/globals/motto', undefined, { 'If-None-Match': '"1"' })).status).toBe(304);
    expect(
      (await send('PATCH', '/api/globals/motto', { title: 'y' }, { 'If-Match': '"0"' })).body,
    ).toMatchObject({
      code: 'CONFLICT',
      currentRevision: 1,
    });
  });
});

describe('If-None-Match', () => {
  test.each(['"3"', 'W/"3"', '"1", "3"', '"1",W/"3" , "x"', '*', ' "3" '])(
    '%s answers 304 without a body',
    async (tag) => {
      expect(await send('GET', path, undefined, { 'If-None-Match': tag })).toEqual({
        status: 304,
        etag: '"3"',
        location: null,
        body: {},
      });
    },
  );

  test.each(['"2"', '"33"', '3', '""', '"1" "3"', 'W/3', 'nonsense', '"'])(
    '%s answers the document',
    async (tag) => {
      expect((await send('GET', path, undefined, { 'If-None-Match': tag })).status).toBe(200);
    },
  );

  test('a document with populated relations, or behind hooks, is answered whole: it may have changed without a revision', async () => {
    expect((await send('GET', `${path}?depth=1`, undefined, { 'If-None-Match': '"3"' })).status).toBe(200);
    const computed = createNotesService({ isComputed: () => true }).app;
    const made = await computed.fetch('/api/notes', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"title":"x"}',
    });
    const answer = await computed.fetch(made.headers.get('location') ?? '', {
      headers: { 'If-None-Match': '"1"' },
    });
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"1"']);
  });

  test('a missing document is 404 all the same', async () => {
    await send('DELETE', path);
    expect((await send('GET', path, undefined, { 'If-None-Match': '*' })).status).toBe(404);
  });
});

describe.each(['PATCH', 'DELETE'])('If-Match on %s', (method) => {
  const write = (headers: Record<string, string>): Promise<Answer> =>
    send(method, path, method === 'PATCH' ? { title: 'mine' } : undefined, headers);

  test.each(['"3"', 'W/"3"', '*', '"1", "3"', '"3","4"'])('%s allows the write', async (tag) => {
    expect((await write({ 'If-Match': tag })).status).toBe(200);
  });

  test.each(['"2"', '"4"', '"1","2"', '"0"'])('%s refuses it with the newest revision', async (tag) => {
    const { status, body } = await write({ 'If-Match': tag });
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'CONFLICT', currentRevision: 3 } });
    expect((await send('GET', path)).body).toMatchObject({ title: 'three', _revision: 3 });
  });

  test.each([
    '3',
    '',
    '"3',
    '"x"',
    '"-1"',
    '"1.5"',
    '"03"',
    '"99999999999999999999"',
    '"3" "4"',
    '"3",',
    ',"3"',
    '*, "3"',
  ])('%j is no revision', async (tag) => {
    const { status, body } = await write({ 'If-Match': tag });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'BAD_USER_INPUT', details: [{ path: 'If-Match' }] },
    });
  });

  test('a missing document is 404 whatever is expected', async () => {
    await send('DELETE', path);
    expect((await write({ 'If-Match': '"3"' })).status).toBe(404);
    expect((await write({ 'If-Match': '*' })).status).toBe(404);
  });
});

describe('_revision in a PATCH', () => {
  test('the newest allows the write and is not stored', async () => {
    expect((await send('PATCH', path, { title: 'four', _revision: 3 })).body).toEqual({
      id,
      title: 'four',
      _revision: 4,
    });
  });

  test.each([2, 0])('an older one refuses it: %i', async (revision) => {
    expect(await send('PATCH', path, { title: 'four', _revision: revision })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', currentRevision: 3 },
    });
  });

  test.each([null, '3', -1, 1.5, 1e300, [3], {}, true])('%j is no revision', async (revision) => {
    const { status, body } = await send('PATCH', path, { title: 'four', _revision: revision });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'BAD_USER_INPUT', details: [{ path: '_revision' }] },
    });
  });

  test('it may stand beside If-Match when both agree', async () => {
    const body = { title: 'four', _revision: 3 };
    expect((await send('PATCH', path, body, { 'If-Match': '"2"' })).status).toBe(400);
    expect((await send('PATCH', path, body, { 'If-Match': '"2", "3"' })).status).toBe(200);
  });

  test('with If-Match: * it still counts', async () => {
    expect((await send('PATCH', path, { _revision: 2 }, { 'If-Match': '*' })).status).toBe(409);
  });

  test('a write without either wins', async () => {
    expect((await send('PATCH', path, { title: 'last' })).status).toBe(200);
  });
});

describe('X-Draft', () => {
  test('true on DELETE is refused: a document is deleted with its draft', async () => {
    const { status, body } = await send('DELETE', path, undefined, { 'X-Draft': 'true' });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'BAD_USER_INPUT', details: [{ path: 'X-Draft' }] },
    });
  });

  test.each(['POST', 'PATCH'])(
    'true on %s never writes what is published, also where a route was made without drafts',
    async (method) => {
      const at = method === 'POST' ? '/api/notes' : path;
      const { status, body } = await send(method, at, { title: 'x' }, { 'X-Draft': 'true' });
      expect({ status, body }).toMatchObject({ status: 500, body: { code: 'INTERNAL_ERROR' } });
    },
  );

  test('false passes', async () => {
    expect((await send('PATCH', path, { title: 'x' }, { 'X-Draft': 'false' })).status).toBe(200);
  });

  test.each(['1', 'TRUE', '', 'yes', 'true, true'])('%j is neither', async (value) => {
    expect((await send('PATCH', path, { title: 'x' }, { 'X-Draft': value })).status).toBe(400);
    expect((await send('PATCH', '/api/globals/motto', { title: 'x' }, { 'X-Draft': value })).status).toBe(
      400,
    );
  });

  test('any value is refused where drafts are switched off', async () => {
    const { status, body } = await send('POST', '/api/plain', { title: 'x' }, { 'X-Draft': 'false' });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('switched off') },
    });
  });
});
