import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express, type Request } from 'express';
import { afterEach, describe, expect, test } from 'vitest';
import type { HookRequest } from '../../runtime/documents/operation.js';
import { createNotesService, type NotesOptions } from './support/notes-service.js';
import { openRaw } from './support/raw-connection.js';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(handler: Express | Parameters<typeof createServer>[1]): Promise<string> {
  const server: Server = createServer(handler as Parameters<typeof createServer>[1]);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function notes(options?: NotesOptions): ReturnType<typeof createNotesService> {
  const service = createNotesService(options);
  closers.unshift(() => service.app.close());
  return service;
}

const json = { 'Content-Type': 'application/json' };

describe('mounted by app.use', () => {
  test('it answers the API and the health checks, and leaves the rest', async () => {
    const site = express();
    site.use(notes().app);
    site.get('/about', (_, response) => void response.send('about us'));
    const url = await serve(site);

    expect((await fetch(`${url}/api/notes`)).status).toBe(200);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect(await (await fetch(`${url}/about`)).text()).toBe('about us');
    const missing = await fetch(`${url}/api/nothing`);
    expect(await missing.json()).toMatchObject({ code: 'NOT_FOUND' });
    expect(missing.headers.get('x-powered-by')).toBeNull();
    expect(await (await fetch(`${url}/nothing`)).text()).toContain('Cannot GET /nothing');
  });

  test('below a path, addresses begin with it', async () => {
    const site = express();
    site.use('/cms', notes().app);
    const url = await serve(site);
    const made = await fetch(`${url}/cms/api/notes`, {
      method: 'POST',
      headers: json,
      body: '{"title":"x"}',
    });
    const location = made.headers.get('location') ?? '';
    expect(location).toMatch(/^\/cms\/api\/notes\/[0-9a-f-]{36}$/);
    expect((await fetch(`${url}${location}`)).status).toBe(200);
    expect((await fetch(`${url}/api/notes`)).status).toBe(404);
  });

  test('middleware in front may set headers and read the body', async () => {
    const site = express();
    site.use((_, response, next) => {
      response.setHeader('X-Site', 'yes');
      next();
    });
    site.use(express.json(), notes({ bodyBytes: 50 }).app);
    const url = await serve(site);

    const made = await fetch(`${url}/api/notes`, {
      method: 'POST',
      headers: json,
      body: '{"title":"parsed"}',
    });
    expect(made.headers.get('x-site')).toBe('yes');
    expect(await made.json()).toMatchObject({ title: 'parsed' });
    const nested = JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`);
    const deep = await fetch(`${url}/api/notes`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ title: nested }),
    });
    expect(deep.status).toBe(400);
    const form = await fetch(`${url}/api/notes`, {
      method: 'POST',
      body: new URLSearchParams({ title: 'x' }),
    });
    expect(form.status).toBe(415);
  });

  test('the server around tells clients to go on, once', async () => {
    const site = express();
    site.use(notes().app);
    const connection = await openRaw(await serve(site));
    connection.write(
      'POST /api/notes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n{}',
    );
    expect(await connection.answers(1)).toMatchObject([{ status: 201 }]);
    expect(connection.received.match(/100 Continue/g)).toHaveLength(1);
    connection.socket.destroy();
  });

  test('a parser in front that read the body as bytes is no obstacle', async () => {
    const site = express();
    site.use(express.raw({ type: 'application/json' }), notes().app);
    const url = await serve(site);
    const made = await fetch(`${url}/api/notes`, { method: 'POST', headers: json, body: '{"title":"raw"}' });
    expect(await made.json()).toMatchObject({ title: 'raw' });
    const malformed = await fetch(`${url}/api/notes`, { method: 'POST', headers: json, body: '{"title":' });
    expect(malformed.status).toBe(400);
  });

  test('hooks get the request of the application around', async () => {
    const seen: unknown[] = [];
    const site = express();
    site.use((request, _, next) => {
      Object.assign(request, { tenant: 'a' });
      next();
    });
    site.use('/cms', notes({ during: ({ req }) => void seen.push(req) }).app);
    const url = await serve(site);
    await fetch(`${url}/cms/api/notes`);
    expect(seen).toMatchObject([{ tenant: 'a', originalUrl: '/cms/api/notes' }]);
  });
});

describe('routes on app.express of a service that is mounted', () => {
  test('are warned of once, since nothing asks them', async () => {
    const { app, log } = notes();
    app.express.get('/hello', (_, response) => void response.send('hello'));
    const url = await serve(express().use('/cms', app));
    expect((await fetch(`${url}/cms/hello`)).status).toBe(404);
    expect((await fetch(`${url}/cms/api/notes`)).status).toBe(200);
    const warnings = log.filter(({ level }) => level === 40);
    expect(warnings).toMatchObject([{ msg: expect.stringContaining("site.use('/cms', app.express)") }]);
  });

  test('are nothing to warn of where there are none, or where app.express is mounted', async () => {
    const first = notes();
    expect(first.app.express).toBeDefined();
    await fetch(`${await serve(express().use(first.app))}/hello`);
    const second = notes();
    second.app.express.get('/hello', (_, response) => void response.send('hello'));
    const site = express().use('/cms', second.app.express);
    expect(await (await fetch(`${await serve(site)}/cms/hello`)).text()).toBe('hello');
    expect([...first.log, ...second.log].filter(({ level }) => level === 40)).toEqual([]);
  });
});

const proxies = [1, 'loopback', '0.0.0.0/0, ::/0'] as const;

test.each(proxies)(
  'hooks get an Express request without an Express application, too (proxies: %s)',
  async (trustProxy) => {
    const seen: unknown[] = [];
    const { app } = notes({
      trustProxy,
      during: ({ req }) => {
        const { method, path, query, params, ip, originalUrl, protocol } = req as HookRequest & Request;
        seen.push({ method, path, query, params, ip, originalUrl, protocol, agent: req.get('User-Agent') });
      },
    });
    const { url } = await app.listen();
    const id = '01a1fe0b-da8a-77e2-a5ef-3c0e67927ee3';
    await fetch(`${url}/api/notes/${id}?depth=0`, {
      headers: { 'User-Agent': 'test', 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'https' },
    });
    expect(seen).toEqual([
      {
        method: 'GET',
        path: `/api/notes/${id}`,
        query: { depth: '0' },
        params: { id },
        ip: '203.0.113.9',
        originalUrl: `/api/notes/${id}?depth=0`,
        protocol: 'https',
        agent: 'test',
      },
    ]);
  },
);

describe('its own Express application', () => {
  test('takes routes and pages beside the API', async () => {
    const { app } = notes();
    app.express.get('/hello', (_, response) => void response.send('hello'));
    app.express.get('/api/custom', (request, response) => void response.json({ ip: request.ip }));
    const { url } = await app.listen();

    const hello = await fetch(`${url}/hello`);
    expect(await hello.text()).toBe('hello');
    expect(hello.headers.get('x-powered-by')).toBeNull();
    expect(hello.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await (await fetch(`${url}/api/custom`)).json()).toEqual({ ip: '127.0.0.1' });
    expect((await fetch(`${url}/api/notes`)).status).toBe(200);
    expect(await (await fetch(`${url}/api/nothing`)).json()).toMatchObject({ code: 'NOT_FOUND' });
    expect(await (await fetch(`${url}/nothing`)).json()).toMatchObject({ code: 'NOT_FOUND' });
    expect((await fetch(`${url}/api/notes`, { method: 'PUT' })).status).toBe(405);
  });

  test('answers in process as well', async () => {
    const { app } = notes();
    app.express.use(express.json());
    app.express.post('/echo', (request, response) => void response.status(201).json(request.body));
    app.express.get('/stream', (_, response) => {
      response.write('one ');
      setImmediate(() => response.end('two'));
    });
    const echo = await app.fetch(
      new Request('http://x/echo', { method: 'POST', headers: json, body: '{"a":1}' }),
    );
    expect([echo.status, await echo.json()]).toEqual([201, { a: 1 }]);
    expect(await (await app.fetch(new Request('http://x/stream'))).text()).toBe('one two');
    expect(await (await app.fetch(new Request('http://x/stream', { method: 'HEAD' }))).text()).toBe('');
    expect((await app.fetch(new Request('http://x/nothing'))).status).toBe(404);
    expect((await app.fetch(new Request('http://x/api/notes'))).status).toBe(200);
  });

  test('has clients go on that ask before they send', async () => {
    const { app } = notes();
    app.express.post('/echo', express.json(), (request, response) => void response.json(request.body));
    const { url } = await app.listen();
    const connection = await openRaw(url);
    connection.write(
      'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n',
    );
    await once(connection.socket, 'data');
    expect(connection.received).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    connection.write('{}');
    expect(await connection.answers(1)).toMatchObject([{ status: 200, body: '{}' }]);
    connection.socket.destroy();
  });

  test('is the whole service to who mounts it', async () => {
    const { app } = notes();
    app.express.get('/hello', (_, response) => void response.send('hello'));
    const url = await serve(app.express);
    expect((await fetch(`${url}/api/notes`)).status).toBe(200);
    expect((await fetch(`${url}/hello`)).status).toBe(200);
  });

  test('an error in a route of the user is an answer like others, and is logged', async () => {
    const { app, log } = notes();
    app.express.get('/throws', () => {
      throw new Error('secret path /etc/x');
    });
    app.express.get('/rejects', async () => {
      throw Object.assign(new Error('no such colour'), { status: 422 });
    });
    const { url } = await app.listen();
    const thrown = await fetch(`${url}/throws`, { headers: { 'X-Request-Id': 'r1' } });
    expect([thrown.status, await thrown.json()]).toEqual([
      500,
      {
        ...{ error: expect.not.stringContaining('secret'), code: 'INTERNAL_ERROR', requestId: 'r1' },
        reason: 'service.internalError',
      },
    ]);
    expect(log).toContainEqual(
      expect.objectContaining({
        level: 50,
        requestId: 'r1',
        err: expect.objectContaining({ message: 'secret path /etc/x' }),
      }),
    );
    const refused = await fetch(`${url}/rejects`);
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: 'no such colour', code: 'BAD_USER_INPUT' },
    ]);
  });
});

test('a handler of node:http needs no listen of its own: the first request opens the store', async () => {
  const { app } = notes();
  const url = await serve(app);
  expect((await fetch(`${url}/api/notes`)).status).toBe(200);
});
