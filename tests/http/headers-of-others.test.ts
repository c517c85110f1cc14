/** Headers that a middleware before the service, or a hook, has set on a response of the service. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express, type Request } from 'express';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cors, fastify, helmet, middie } from './support/frameworks.js';
import { createNotesService, type NotesOptions } from './support/notes-service.js';
import { openRaw } from './support/raw-connection.js';

async function serve(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function notes(options?: NotesOptions): ReturnType<typeof createNotesService> {
  const service = createNotesService(options);
  onTestFinished(() => service.app.close());
  return service;
}

const json = { 'Content-Type': 'application/json' };
const front = 'https://www.example.com';

function siteAround(app: ReturnType<typeof notes>['app']): Express {
  const site = express().use(helmet(), cors({ origin: front, credentials: true }));
  site.use((_, response, next) => {
    response.cookie('theirs', '1').append('Set-Cookie', 'more=2').append('Link', '</style.css>');
    next();
  });
  return site.use('/cms', app);
}

describe('behind middleware', () => {
  test.each([
    ['an answer', 'GET', '/api/notes', 200],
    ['an answer without a body', 'HEAD', '/api/notes', 200],
    ['an error', 'GET', '/api/nothing', 404],
    ['a refused body', 'POST', '/api/notes', 415],
    ['a health check', 'GET', '/health/live', 200],
  ])('%s keeps the cookies, and says what else it depends on', async (_what, method, path, status) => {
    const url = await serve(siteAround(notes().app));
    const answer = await fetch(`${url}/cms${path}`, { method, ...(method === 'POST' && { body: 'x' }) });
    expect(answer.status).toBe(status);
    expect(answer.headers.getSetCookie()).toEqual(['theirs=1; Path=/', 'more=2']);
    expect(answer.headers.get('vary')).toBe('Origin, Accept-Encoding');
    expect(answer.headers.get('link')).toBe('</style.css>');
    expect(answer.headers.get('access-control-allow-origin')).toBe(front);
    // The response is data, and its own policy is stricter than that of the middleware.
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(answer.headers.get('x-powered-by')).toBeNull();
  });

  test('a document that the client has is 304, with all that a cache needs', async () => {
    const url = `${await serve(siteAround(notes({ corsOrigins: ['https://listed.example.com'] }).app))}/cms`;
    const made = await fetch(`${url}/api/notes`, { method: 'POST', headers: json, body: '{"title":"x"}' });
    const { headers, status } = await fetch(`${url}${made.headers.get('location')?.slice('/cms'.length)}`, {
      headers: { 'If-None-Match': made.headers.get('etag') ?? '' },
    });
    expect(status).toBe(304);
    expect(headers.get('etag')).toBe('"1"');
    expect(headers.get('vary')).toBe('Origin, Accept-Encoding');
    expect(headers.getSetCookie()).toHaveLength(2);
  });

  test('a body that is refused while it is sent is answered whole', async () => {
    const url = await serve(siteAround(notes({ bodyBytes: 100 }).app));
    const connection = await openRaw(url);
    connection.write(
      'POST /cms/api/notes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{',
    );
    await expect.poll(() => connection.received).toContain('PAYLOAD_TOO_LARGE');
    expect(connection.received).toContain('Set-Cookie: theirs=1; Path=/\r\nSet-Cookie: more=2\r\n');
    expect(connection.received).toContain('Connection: close');
    connection.socket.destroy();
  });

  test('one that has answered already, for its patience was over, is no failure', async () => {
    const { app, log } = notes({ during: () => new Promise((resolve) => setTimeout(resolve, 50)) });
    const site = express();
    site.use((_, response, next) => {
      next();
      response.status(503).send('too late');
    });
    const url = await serve(site.use(app));
    const answer = await fetch(`${url}/api/notes`);
    expect([answer.status, await answer.text()]).toEqual([503, 'too late']);
    await expect.poll(() => log).toMatchObject([{ level: 30, path: '/api/notes' }]);
  });
});

test('addresses begin with the path at which Fastify mounts the service, for hooks too', async () => {
  const seen: unknown[] = [];
  const { app } = notes({ during: ({ req }) => void seen.push((req as unknown as Request).originalUrl) });
  const server = fastify();
  onTestFinished(() => server.close());
  await server.register(middie);
  server.use('/cms', app);
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const made = await fetch(`${url}/cms/api/notes`, { method: 'POST', headers: json, body: '{"title":"x"}' });
  expect(made.headers.get('location')).toMatch(/^\/cms\/api\/notes\//);
  expect(seen).toEqual(['/cms/api/notes']);
});

describe('a hook that uses the response of its request', () => {
  const during: NotesOptions['during'] = ({ req }) => {
    const { res } = req as unknown as Request;
    res?.appendHeader('Set-Cookie', 'first=1').appendHeader('Set-Cookie', 'second=2');
    res?.setHeader('Vary', 'Accept-Language');
  };

  function expectBoth(headers: Headers): void {
    expect(headers.getSetCookie()).toEqual(['first=1', 'second=2']);
    expect(headers.get('vary')).toBe('Accept-Language, Accept-Encoding, Origin');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  }

  test('adds cookies and headers to the answer on a connection', async () => {
    const { app } = notes({ during, corsOrigins: [front] });
    const { url } = await app.listen();
    expectBoth((await fetch(`${url}/api/notes`)).headers);
  });

  test('adds them in process, too', async () => {
    const { app } = notes({ during, corsOrigins: [front] });
    expectBoth((await app.fetch('/api/notes')).headers);
  });
});
