/** The errors that the client throws. */
import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../runtime/errors/codes.js';
import { type ErrorCode, isSvcError, SvcError } from '../../templates/sdk/errors.js';
import { note, notesClient } from './notes-client.js';

/** The error of a read that gets this response. */
async function errorOf(status: number, body: string, headers: Record<string, string> = {}): Promise<unknown> {
  const fetch = async (): Promise<Response> => new Response(body, { status, headers });
  const { error } = await notesClient({ baseUrl: 'http://x', fetch, retry: false }).safe.notes.findById('n1');
  return error;
}

const call = 'GET http://x/api/notes/n1?draft=false: ';

describe('an answer of the service', () => {
  test('becomes an error with all that it says', async () => {
    const details = [{ path: 'title', message: 'Is required.' }];
    const body = { error: 'Not valid.', code: 'BAD_USER_INPUT', details };
    const error = await errorOf(400, JSON.stringify(body));
    expect(error).toBeInstanceOf(Error);
    expect(error).toBeInstanceOf(SvcError);
    expect(error).toMatchObject({
      name: 'SvcError',
      code: 'BAD_USER_INPUT',
      status: 400,
      message: 'Not valid.',
      details,
    });
    expect(String(error)).toBe('SvcError: Not valid.');
  });

  test('keeps its message as JSON, for logs and monitors', () => {
    const error = new SvcError('NETWORK', 'No response.', { cause: new Error('secret'), retryAfter: 3 });
    const text = JSON.stringify({ error });
    const expected = { name: 'SvcError', code: 'NETWORK', message: 'No response.', retryAfter: 3 };
    expect(JSON.parse(text)).toEqual({ error: expected });
  });

  test('tells the newest revision, the request id and how long to wait', async () => {
    const answers = [
      [409, { error: 'x', code: 'CONFLICT', currentRevision: 5 }, {}, { currentRevision: 5 }],
      [500, { error: 'x', code: 'INTERNAL_ERROR', requestId: 'r1' }, {}, { requestId: 'r1' }],
      [429, { error: 'x', code: 'RATE_LIMITED' }, { 'Retry-After': '7' }, { retryAfter: 7 }],
      [423, { error: 'x', code: 'ACCOUNT_LOCKED' }, { 'Retry-After': '900' }, { retryAfter: 900 }],
      [503, { error: 'x', code: 'UNAVAILABLE' }, {}, { retryAfter: undefined }],
      [503, { error: 'x', code: 'UNAVAILABLE' }, { 'Retry-After': '0' }, { retryAfter: 0 }],
      [503, { error: 'x', code: 'UNAVAILABLE' }, { 'Retry-After': 'soon' }, { retryAfter: undefined }],
    ] as const;
    for (const [status, body, headers, expected] of answers) {
      const error = await errorOf(status, JSON.stringify(body), headers);
      expect(error).toMatchObject({ code: body.code, status, ...expected });
    }
  });

  test('keeps a code that this client does not know yet', async () => {
    expect(await errorOf(418, '{"error":"Short and stout.","code":"TEAPOT"}')).toMatchObject({
      code: 'TEAPOT',
      status: 418,
    });
  });
});

describe('an answer of something else', () => {
  test.each([
    [429, 'RATE_LIMITED'],
    [500, 'UNAVAILABLE'],
    [502, 'UNAVAILABLE'],
    [503, 'UNAVAILABLE'],
    [504, 'UNAVAILABLE'],
  ] as const)('status %i with a page has the code %s', async (status, code) => {
    const headers = { 'Content-Type': 'text/html' };
    expect(await errorOf(status, `<html><h1>${status}</h1></html>`, headers)).toMatchObject({
      code,
      status,
      message: `${call}${status}`,
    });
  });

  test.each([200, 201, 400, 401, 403, 404, 413])(
    'status %i with a page is no answer, and asks about baseUrl',
    async (status) => {
      const headers = { 'Content-Type': 'text/html' };
      const error = await errorOf(status, '<!doctype html><title>My app</title>', headers);
      expect(error).toMatchObject({ code: 'BAD_ANSWER', status, cause: { name: 'SyntaxError' } });
      expect((error as Error).message).toBe(`${call}${status}, not JSON: is baseUrl right?`);
    },
  );

  test('with a status and JSON of its own is none of this service either', async () => {
    expect(await errorOf(404, '{"message":"no Route matched with those values"}')).toMatchObject({
      code: 'BAD_ANSWER',
      status: 404,
    });
  });

  test.each([
    '',
    '{"error":',
    'null',
    '[]',
    '"no"',
    '17',
    '{"error":{"code":5}}',
    '{"message":"no"}',
    '{"name":"x","stack":"y"}',
  ])('with the body %s is an error of the client all the same', async (body) => {
    const error = await errorOf(502, body);
    expect(isSvcError(error)).toBe(true);
    expect(error).toMatchObject({ code: 'UNAVAILABLE', status: 502 });
  });

  test.each([
    ['a page', '<html>Sign in to the WiFi</html>'],
    ['nothing', ''],
    ['half an answer', '{"id":"n1"'],
  ])('with status 200 and %s is no answer', async (_name, body) => {
    const error = await errorOf(200, body);
    expect(error).toMatchObject({ code: 'BAD_ANSWER', status: 200, cause: { name: 'SyntaxError' } });
  });

  test('counts for a deletion, which has happened', async () => {
    const fetch = async (): Promise<Response> => new Response(null, { status: 204 });
    expect(await notesClient({ baseUrl: 'http://x', fetch }).notes.delete('n1')).toEqual({ message: '' });
  });
});

describe('no answer', () => {
  test('is an error with what fetch threw as its cause', async () => {
    const cause = new TypeError('fetch failed');
    const fetch = async (): Promise<Response> => {
      throw cause;
    };
    const { notes } = notesClient({ baseUrl: 'http://x', fetch, retry: false });
    await expect(notes.findById('n1')).rejects.toMatchObject({
      code: 'NETWORK',
      cause,
      message: `${call}TypeError: fetch failed`,
    });
  });

  test('says why where only the cause of what fetch threw does', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
    // The error that Node throws if a host name has two addresses.
    const both = Object.assign(new AggregateError([refused], ''), { code: 'ECONNREFUSED' });
    for (const [reason, words] of [
      [refused, refused.message],
      [both, 'ECONNREFUSED'],
    ] as const) {
      const fetch = async (): Promise<Response> => {
        throw new TypeError('fetch failed', { cause: reason });
      };
      const { error } = await notesClient({ baseUrl: 'http://x', fetch, retry: false }).safe.notes.findById(
        'n1',
      );
      expect(error?.message).toBe(`${call}TypeError: fetch failed: ${words}`);
    }
    for (const baseUrl of ['http://127.0.0.1:1', 'http://localhost:1']) {
      const { error } = await notesClient({ baseUrl, retry: false }).safe.notes.findById('n1');
      expect(error).toMatchObject({
        code: 'NETWORK',
        message: expect.stringMatching(/ECONNREFUSED|bad port/),
      });
    }
  });

  test.each([
    [
      'a fetch that throws at once',
      {
        fetch: () => {
          throw new Error('x');
        },
      },
    ],
    ['a fetch that throws no error', { fetch: () => Promise.reject('x') }],
    ['an address that is none', { baseUrl: 'nowhere' }],
    ['a header that is none', { headers: { 'ä ö': '1' } }],
    ['a port that nobody listens on', { baseUrl: 'http://127.0.0.1:1' }],
  ] as const)('%s is an error of the client', async (_name, options) => {
    const { notes } = notesClient({ baseUrl: 'http://127.0.0.1:1', retry: false, ...options });
    await expect(notes.findById('n1')).rejects.toMatchObject({ name: 'SvcError', code: 'NETWORK' });
  });

  test('data that JSON cannot say is a mistake in the program', async () => {
    const circular: { title: string; self?: object } = { title: 'x' };
    circular.self = circular;
    const { notes, safe } = notesClient({ baseUrl: 'http://x', fetch: () => expect.unreachable() });
    await expect(notes.create(circular)).rejects.toThrow(TypeError);
    expect((await safe.notes.create(circular)).error).toMatchObject({ name: 'SvcError', code: 'ABORTED' });
  });
});

describe('safe', () => {
  const options = { baseUrl: 'http://x', retry: false } as const;

  test('answers data', async () => {
    const { safe } = notesClient({ ...options, fetch: async () => Response.json(note()) });
    expect(await safe.notes.findById('n1')).toEqual({ data: note(), error: null });
    expect(await safe.notes.mutate('n1', () => ({}))).toEqual({ data: note(), error: null });
    expect(await safe.globals.siteMotto.get()).toEqual({ data: note(), error: null });
  });

  test('answers what the same method of the client throws', async () => {
    const fetch = async (): Promise<Response> =>
      Response.json({ error: 'No.', code: 'FORBIDDEN' }, { status: 403 });
    const { safe } = notesClient({ ...options, fetch });
    const denied = { data: null, error: { code: 'FORBIDDEN', status: 403, message: 'No.' } };
    expect(await safe.notes.find()).toMatchObject(denied);
    expect(await safe.notes.findById('n1')).toMatchObject(denied);
    expect(await safe.notes.create({ title: 'x' })).toMatchObject(denied);
    expect(await safe.notes.update('n1', {})).toMatchObject(denied);
    expect(await safe.notes.delete('n1')).toMatchObject(denied);
    expect(await safe.notes.count()).toMatchObject(denied);
    expect(await safe.notes.mutate('n1', () => ({}))).toMatchObject(denied);
    expect(await safe.globals.siteMotto.get()).toMatchObject(denied);
    expect(await safe.globals.siteMotto.update({})).toMatchObject(denied);
  });

  test('iterates over data, and at last over the error', async () => {
    let reads = 0;
    const fetch = async (): Promise<Response> => {
      reads += 1;
      return reads === 1
        ? Response.json({ docs: [note()], nextCursor: 'more' })
        : Response.json({ error: 'No.', code: 'FORBIDDEN' }, { status: 403 });
    };
    const items: unknown[] = [];
    for await (const item of notesClient({ ...options, fetch }).safe.notes.iterate()) items.push(item);
    expect(items).toMatchObject([
      { data: note(), error: null },
      { data: null, error: { code: 'FORBIDDEN' } },
    ]);
  });
});

describe('SvcError', () => {
  test('can be made, for tests of code that calls the client', () => {
    const error = new SvcError('CONFLICT', 'It has moved on.', { status: 409, currentRevision: 3 });
    expect(error).toMatchObject({ name: 'SvcError', code: 'CONFLICT', currentRevision: 3 });
    expect(isSvcError(error)).toBe(true);
    expect(error instanceof SvcError).toBe(true);
  });

  test.each([undefined, null, 'SvcError', 5, {}, new Error('x'), new TypeError('x')])(
    '%s is none',
    (value) => {
      expect(isSvcError(value)).toBe(false);
    },
  );

  test('knows every code that the server has', () => {
    const own: Readonly<Record<ErrorCode, number | null>> = {
      BAD_USER_INPUT: 400,
      UNAUTHENTICATED: 401,
      INVALID_CREDENTIALS: 401,
      EMAIL_NOT_VERIFIED: 403,
      INVALID_TOKEN: 400,
      FORBIDDEN: 403,
      INVALID_SIGNATURE: 403,
      NOT_FOUND: 404,
      METHOD_NOT_ALLOWED: 405,
      CONFLICT: 409,
      PAYLOAD_TOO_LARGE: 413,
      UNSUPPORTED_MEDIA_TYPE: 415,
      REQUEST_TIMEOUT: 408,
      RANGE_NOT_SATISFIABLE: 416,
      INVALID_FILE: 422,
      INSUFFICIENT_STORAGE: 507,
      GONE: 410,
      UNSUPPORTED_VERSION: 412,
      CHECKSUM_MISMATCH: 460,
      ACCOUNT_LOCKED: 423,
      RATE_LIMITED: 429,
      INTERNAL_ERROR: 500,
      UNAVAILABLE: 503,
      BAD_ANSWER: null,
      NETWORK: null,
      TIMEOUT: null,
      ABORTED: null,
    };
    for (const [code, { status }] of Object.entries(errorCodes)) expect(own).toHaveProperty(code, status);
  });
});
