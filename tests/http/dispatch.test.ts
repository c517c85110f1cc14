import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Listener } from '../../runtime/http/app.js';
import { createNotesService } from './support/notes-service.js';
import { requestTarget } from './support/raw-connection.js';

const { app } = createNotesService();
let listener: Listener;
let url: string;
let id: string;
beforeAll(async () => {
  listener = await app.listen();
  url = listener.url;
  const made = await fetch(`${url}/api/notes`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"title":"first"}',
  });
  ({ id } = (await made.json()) as { id: string });
});
afterAll(() => app.close());

async function answerTo(
  method: string,
  target: string,
): Promise<{ status: number; code?: string; allow?: string }> {
  const { status, headers, body } = await requestTarget(url, method, target);
  const code = body.startsWith('{') ? (JSON.parse(body) as { code?: string }).code : undefined;
  const { allow } = headers;
  return { status, ...(code === undefined ? {} : { code }), ...(allow === undefined ? {} : { allow }) };
}

describe('paths', () => {
  test.each([
    ['/api/notes'],
    ['/api/%6eotes'],
    ['/api/n%6Ftes'],
    ['http://test/api/notes'],
    ['HTTP://other:80/api/notes'],
    ['/api/globals/motto'],
    ['/health/live'],
    ['/api/notes?'],
  ])('%s is found', async (target) => {
    expect(await answerTo('GET', target)).toEqual({ status: 200 });
  });

  test.each([
    ['/api/notes/'],
    ['/api//notes'],
    ['//api/notes'],
    ['/API/notes'],
    ['/api/Notes'],
    ['/api/notes/../plain'],
    ['/api/./notes'],
    ['/api/notes/%2e%2e/plain'],
    ['/api%2Fnotes'],
    ['/api/notes%00'],
    ['/api/unknown'],
    ['/api'],
    ['/api/'],
    ['/'],
    ['/health'],
    ['/favicon.ico'],
    ['//test/api/notes'],
    ['http://test'],
    ['/api/notes/query/more'],
    ['/api/globals'],
    ['/api/globals/constructor'],
    ['/api/constructor'],
    ['/api/__proto__'],
    ['/api/notes;x=1'],
    ['/api/notes#fragment'],
  ])('%s is not found', async (target) => {
    expect(await answerTo('GET', target)).toEqual({ status: 404, code: 'NOT_FOUND' });
  });

  test.each([
    ['/api/notes/undefined'],
    ['/api/notes/1'],
    ['/api/notes/00000000-0000-7000-8000-000000000000'],
    ['/api/notes/%2F'],
    ["/api/notes/'%20OR%201=1"],
    [`/api/notes/${'x'.repeat(5000)}`],
    ['/api/notes/%F0%9F%98%80'],
  ])('%s names no document', async (target) => {
    expect(await answerTo('GET', target)).toEqual({ status: 404, code: 'NOT_FOUND' });
  });

  test.each([['/api/notes/%'], ['/api/%zz'], ['/%E0%A4%A']])('%s is no percent-encoding', async (target) => {
    expect(await answerTo('GET', target)).toEqual({ status: 400, code: 'BAD_USER_INPUT' });
  });

  test('an id is found percent-encoded as well', async () => {
    expect(await answerTo('GET', `/api/notes/%${id.charCodeAt(0).toString(16)}${id.slice(1)}`)).toEqual({
      status: 200,
    });
  });

  test('the id is exact: upper case names no document', async () => {
    expect(await answerTo('GET', `/api/notes/${id.toUpperCase()}`)).toEqual({
      status: 404,
      code: 'NOT_FOUND',
    });
  });
});

describe('methods', () => {
  const list = 'GET, HEAD, POST, OPTIONS';

  test.each([
    ['PUT', '/api/notes', list],
    ['PATCH', '/api/notes', list],
    ['DELETE', '/api/notes', list],
    ['PROPFIND', '/api/notes', list],
    ['TRACE', '/api/notes', list],
    ['POST', '/api/globals/motto', 'GET, HEAD, PATCH, OPTIONS'],
    ['DELETE', '/api/globals/motto', 'GET, HEAD, PATCH, OPTIONS'],
    ['POST', '/health/live', 'GET, HEAD, OPTIONS'],
    ['PUT', '/api/notes/anything', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
  ])('%s %s is refused with the methods that are taken', async (method, target, allow) => {
    expect(await answerTo(method, target)).toEqual({ status: 405, code: 'METHOD_NOT_ALLOWED', allow });
  });

  test('the path of queries is no document id', async () => {
    expect(await answerTo('GET', '/api/notes/query')).toEqual({
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
      allow: 'POST, OPTIONS',
    });
  });

  test('OPTIONS answers with the methods of the path', async () => {
    expect(await answerTo('OPTIONS', '/api/notes')).toEqual({ status: 204, allow: list });
    expect(await answerTo('OPTIONS', '/api/unknown')).toEqual({ status: 404, code: 'NOT_FOUND' });
  });

  test('OPTIONS * answers with the methods of the server', async () => {
    expect(await answerTo('OPTIONS', '*')).toEqual({
      status: 204,
      allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    });
    expect(await answerTo('GET', '*')).toEqual({ status: 404, code: 'NOT_FOUND' });
  });

  test('HEAD answers like GET, without the body', async () => {
    for (const path of [
      '/api/notes',
      `/api/notes/${id}`,
      '/api/globals/motto',
      '/health/live',
      '/api/unknown',
    ]) {
      const get = await fetch(`${url}${path}`);
      const head = await fetch(`${url}${path}`, { method: 'HEAD' });
      expect(await head.text()).toBe('');
      expect(comparable(head)).toEqual(comparable(get));
    }
  });

  function comparable(response: Response): unknown {
    const own = ['connection', 'keep-alive', 'date', 'x-request-id'];
    const headers = [...response.headers].filter(([name]) => !own.includes(name));
    return { status: response.status, headers: Object.fromEntries(headers) };
  }
});

describe('query parameters', () => {
  test.each([
    ['GET', '/health/live?x=1'],
    ['GET', '/health/ready?x'],
    ['POST', '/api/notes?depth=1'],
    ['POST', '/api/notes/query?limit=1'],
    ['PATCH', '/api/notes/00000000-0000-7000-8000-000000000000?draft=true'],
    ['DELETE', '/api/notes/00000000-0000-7000-8000-000000000000?force=1'],
    ['PATCH', '/api/globals/motto?x=%'],
  ])('%s %s is refused, since the route takes none', async (method, target) => {
    const { status, body } = await requestTarget(url, method, target);
    expect({ status, ...JSON.parse(body) }).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      details: [{ message: expect.stringMatching(/unknown parameter|percent-encoded/) }],
    });
  });

  test('an unknown route is told before an unknown parameter', async () => {
    expect(await answerTo('GET', '/api/unknown?x=1')).toEqual({ status: 404, code: 'NOT_FOUND' });
  });
});
