import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNotesService } from './support/notes-service.js';
import { openRaw, type RawAnswer, sendRaw } from './support/raw-connection.js';

const bodyBytes = 2048;
const { app } = createNotesService({ bodyBytes });
let url: string;
beforeAll(async () => {
  ({ url } = await app.listen());
});
afterAll(() => app.close());

const json = { 'Content-Type': 'application/json' };

async function post(
  body: string | Uint8Array,
  headers: Record<string, string> = json,
  path = '/api/notes',
): Promise<{ status: number; answer: unknown }> {
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body });
  return { status: response.status, answer: await response.json() };
}

function head(lines: readonly string[]): string {
  return ['POST /api/notes HTTP/1.1', 'Host: test', ...lines, '', ''].join('\r\n');
}

function codeOf({ status, body }: RawAnswer): unknown {
  return [status, (JSON.parse(body) as { code: string }).code];
}

describe('media types', () => {
  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json ; charset=utf8',
    'application/json; profile=x; charset=utf-8',
  ])('%s is taken', async (type) => {
    expect((await post('{"title":"x"}', { 'Content-Type': type })).status).toBe(201);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json5',
    'application/vnd.api+json',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json, text/plain',
  ])('%s is not', async (type) => {
    expect(await post('{"title":"x"}', { 'Content-Type': type })).toMatchObject({
      status: 415,
      answer: { code: 'UNSUPPORTED_MEDIA_TYPE' },
    });
  });

  test('a body without a media type is not JSON', async () => {
    const answer = await sendRaw(url, `${head(['Content-Length: 2'])}{}`);
    expect(codeOf(answer)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  test.each(['gzip', 'br', 'deflate', 'gzip, identity', 'x'])(
    'the encoding %s is refused',
    async (encoding) => {
      expect(await post('{"title":"x"}', { ...json, 'Content-Encoding': encoding })).toMatchObject({
        status: 415,
        answer: { code: 'UNSUPPORTED_MEDIA_TYPE', error: expect.stringContaining(encoding) },
      });
    },
  );

  test('the encoding identity is none', async () => {
    expect((await post('{"title":"x"}', { ...json, 'Content-Encoding': 'Identity' })).status).toBe(201);
  });
});

describe('what is in a body', () => {
  test.each([
    ['{"title":', 'not valid JSON'],
    ['{"title":"x",}', 'position 13'],
    ["{'title':'x'}", 'position 1'],
    ['{"title":"x"} {}', 'position 14'],
    ['\u0000', 'not valid JSON'],
    ['{"title":NaN}', 'not valid JSON'],
    ['undefined', 'not valid JSON'],
    ['', 'no body'],
    ['   ', 'not valid JSON'],
    ['[]', 'a list'],
    ['[{"title":"x"}]', 'a list'],
    ['"title"', 'a string'],
    ['null', 'null'],
    ['1', 'a number'],
    ['true', 'a boolean'],
  ])('%j is refused: %s', async (body, reason) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      answer: { code: 'BAD_USER_INPUT', error: expect.stringContaining(reason) },
    });
  });

  test('the answer to malformed JSON does not repeat it', async () => {
    const { answer } = await post('{"password":"secret-value"');
    expect(JSON.stringify(answer)).not.toContain('secret-value');
  });

  test('a request without a body is told so', async () => {
    const response = await fetch(`${url}/api/notes`, { method: 'POST' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('no body') });
  });

  test.each([[[0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]], [[0x22, 0xed, 0xa0, 0x80, 0x22]]])(
    'bytes that are not UTF-8 are refused: %j',
    async (bytes) => {
      expect(await post(Uint8Array.from(bytes))).toMatchObject({
        status: 400,
        answer: { error: 'The body is not valid UTF-8.' },
      });
    },
  );

  test('a byte order mark is skipped', async () => {
    expect((await post('\uFEFF{"title":"x"}')).status).toBe(201);
  });

  test('64 levels are taken, 65 are not', async () => {
    const nested = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect((await post(nested(64))).status).toBe(201);
    expect(await post(nested(65))).toMatchObject({ status: 400, answer: { code: 'BAD_USER_INPUT' } });
  });

  test('an object of 10,000 keys is read, one of more is refused', async () => {
    const withKeys = (count: number): string =>
      `{"a":{${Array.from({ length: count }, (_, index) => `"${index}":1`).join()}}}`;
    const large = createNotesService({ bodyBytes: 200_000 }).app;
    const send = async (body: string): Promise<Response> =>
      large.fetch(new Request('http://test/api/notes', { method: 'POST', headers: json, body }));
    expect((await send(withKeys(10_000))).status).toBe(201);
    const refused = await send(withKeys(10_001));
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 400,
      body: { code: 'BAD_USER_INPUT', error: 'An object of the body has more than 10000 keys.' },
    });
    await large.close();
  });

  test('brackets inside of texts do not count as levels', async () => {
    expect((await post(JSON.stringify({ title: '[{'.repeat(100) }))).status).toBe(201);
    expect((await post(JSON.stringify({ title: '\\"[['.repeat(100) }))).status).toBe(201);
  });

  test.each([
    ['{"__proto__":{"admin":true}}', '__proto__'],
    ['{"title":"x","seo":{"__proto__":1}}', 'seo.__proto__'],
    ['{"rows":[{"__proto__":1}]}', 'rows.0.__proto__'],
    ['{"\\u005f_proto__":1}', '__proto__'],
  ])('%s has no field of that name', async (body, path) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      answer: { code: 'BAD_USER_INPUT', details: [{ path, message: 'There is no such field.' }] },
    });
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test('a key that is given twice is refused by name', async () => {
    expect(await post('{"title":"x","seo":{"a":1,"b":2,"a":3}}')).toMatchObject({
      status: 400,
      answer: { code: 'BAD_USER_INPUT', details: [{ path: 'a', message: 'is given twice' }] },
    });
  });

  test('a text may say __proto__', async () => {
    expect((await post('{"title":"__proto__ and \\u005f"}')).status).toBe(201);
  });
});

describe('large bodies', () => {
  const large = JSON.stringify({ title: 'x'.repeat(bodyBytes) });

  test('a body of exactly the limit is taken', async () => {
    const body = JSON.stringify({ title: 'x'.repeat(bodyBytes - 12) });
    expect(body.length).toBe(bodyBytes);
    expect((await post(body)).status).toBe(201);
    expect(await post(`${body} `)).toMatchObject({ status: 413, answer: { code: 'PAYLOAD_TOO_LARGE' } });
  });

  test('a body that announces too much is refused before it is sent', async () => {
    const answer = await sendRaw(
      url,
      head(['Content-Type: application/json', 'Content-Length: 1000000000000']),
    );
    expect(codeOf(answer)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(answer.headers['connection']).toBe('close');
  });

  test('a body without a length is refused where it passes the limit', async () => {
    const connection = await openRaw(url);
    connection.write(head(['Content-Type: application/json', 'Transfer-Encoding: chunked']));
    connection.write(`800\r\n${'x'.repeat(2048)}\r\n`);
    expect(connection.received).toBe('');
    connection.write(`1\r\nx\r\n`);
    const [answer] = await connection.answers(1);
    expect(answer && codeOf(answer)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    connection.socket.destroy();
  });

  test('a client that sends everything before it reads sees the refusal', async () => {
    const connection = await openRaw(url);
    const megabytes = 20;
    connection.write(head(['Content-Type: application/json', `Content-Length: ${megabytes * 1_048_576}`]));
    for (let sent = 0; sent < megabytes; sent += 1) {
      await new Promise((resolve) => connection.socket.write(Buffer.alloc(1_048_576, 0x20), resolve));
    }
    const [answer] = await connection.answers(1);
    expect(answer && codeOf(answer)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    await connection.closed();
  });

  test('fetch sees the refusal of a large upload', async () => {
    for (let round = 0; round < 5; round += 1) {
      expect(await post('x'.repeat(5_000_000))).toMatchObject({ status: 413 });
    }
  });

  test('fetch sees the refusal of a large stream', async () => {
    const chunk = new Uint8Array(65_536).fill(0x20);
    let left = 100;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left-- > 0) controller.enqueue(chunk);
        else controller.close();
      },
    });
    const response = await fetch(`${url}/api/notes`, { method: 'POST', headers: json, body, duplex: 'half' });
    expect(response.status).toBe(413);
  });

  test('a client that asks first is refused without having sent the body', async () => {
    const lines = [
      'Content-Type: application/json',
      `Content-Length: ${large.length}`,
      'Expect: 100-continue',
    ];
    const answer = await sendRaw(url, head(lines));
    expect(codeOf(answer)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test('a client that asks first may go on with what fits', async () => {
    const connection = await openRaw(url);
    connection.write(head(['Content-Type: application/json', 'Content-Length: 13', 'Expect: 100-continue']));
    await new Promise((resolve) => connection.socket.once('data', resolve));
    expect(connection.received).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    connection.write('{"title":"x"}');
    const [answer] = await connection.answers(1);
    expect(answer?.status).toBe(201);
    connection.socket.destroy();
  });

  test('the connection serves the next request after a small refused body', async () => {
    const connection = await openRaw(url);
    connection.write(`${head(['Content-Type: text/plain', 'Content-Length: 5'])}hello`);
    connection.write('GET /health/live HTTP/1.1\r\nHost: test\r\n\r\n');
    const answers = await connection.answers(2);
    expect(answers.map(({ status }) => status)).toEqual([415, 200]);
    connection.socket.destroy();
  });

  test('a body on a request that needs none is read past', async () => {
    const connection = await openRaw(url);
    connection.write('GET /api/notes HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhello');
    connection.write('DELETE /api/notes/x HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\n\r\n{}');
    const answers = await connection.answers(2);
    expect(answers.map(({ status }) => status)).toEqual([200, 404]);
    connection.socket.destroy();
  });

  test('a client that leaves in the middle of its body leaves nothing behind', async () => {
    const connection = await openRaw(url);
    connection.write(`${head(['Content-Type: application/json', 'Content-Length: 100'])}{"title":`);
    connection.socket.destroy();
    expect((await post('{"title":"next"}')).status).toBe(201);
  });
});
