/**
 * Bodies without a length or encoding header: HTTP/2 frames them, and surrounding servers pass them on as
 * streams.
 */
import { once } from 'node:events';
import { connect, createServer, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { App } from '../../runtime/http/app.js';
import { type AuthServer, adminEmail, password, startAuthServer } from '../support/auth-server.js';
import { fastify, Hono, middie, serveHono } from './support/frameworks.js';

/** Sends a request whose body, if any, has no `Content-Length`. */
type Ask = (
  method: string,
  path: string,
  options?: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> },
) => Promise<Answer>;

interface Answer {
  readonly status: number;
  readonly body: { readonly [key: string]: unknown };
}

const json = { 'content-type': 'application/json' };
const credentials = JSON.stringify({ email: adminEmail, password });

async function startService(): Promise<AuthServer> {
  return await startAuthServer({
    config: {
      collections: [
        {
          slug: 'posts',
          drafts: true,
          hooks: { beforeChange: [({ req, data }) => ({ ...data, sentBy: req?.get('x-title') ?? null })] },
          fields: [
            { name: 'title', type: 'text' },
            { name: 'sentBy', type: 'text' },
          ],
        },
      ],
      limits: { bodyBytes: 100_000 },
    },
    auth: { tokenInBody: true },
  });
}

/** Sends requests over HTTP/2 without TLS. */
async function overHttp2(url: string): Promise<Ask> {
  const session = connect(url);
  onTestFinished(() => session.destroy());
  return async (method, path, { body, headers = json } = {}) => {
    const stream = session.request(
      { ':method': method, ':path': path, ...headers },
      { endStream: body === undefined },
    );
    if (body !== undefined) stream.end(body);
    const [answer] = await once(stream, 'response');
    let text = '';
    for await (const chunk of stream.setEncoding('utf8')) text += chunk;
    return { status: answer[':status'], body: JSON.parse(text) };
  };
}

async function http2Server(app: App): Promise<string> {
  const server: Http2Server = createServer(app as unknown as Parameters<typeof createServer>[1]);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function fastifyServer(app: App): Promise<string> {
  const server = fastify({ http2: true });
  await server.register(middie);
  server.use('/', app);
  onTestFinished(() => server.close());
  return server.listen({ port: 0, host: '127.0.0.1' });
}

/** Sends requests by a `fetch` function with streams as bodies, which have no length. */
function byFetch(fetching: (request: Request) => Promise<Response>, origin: string): Ask {
  return async (method, path, { body, headers = json } = {}) => {
    const stream = body === undefined ? null : new Blob([body]).stream();
    const request = new Request(`${origin}${path}`, { method, headers, body: stream, duplex: 'half' });
    const response = await fetching(request);
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
}

/** Hono passes on a stream with every POST, even if the body is empty. */
function honoServer(app: App): string {
  const site = new Hono();
  site.all('/*', (context) => app.fetch(context.req.raw));
  const server = serveHono({ fetch: site.fetch, port: 0 });
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ways: readonly (readonly [name: string, way: (server: AuthServer) => Promise<Ask>])[] = [
  ['HTTP/2', async ({ app }) => overHttp2(await http2Server(app))],
  ['HTTP/2 in Fastify', async ({ app }) => overHttp2(await fastifyServer(app))],
  ['a chunked body', async ({ url }) => byFetch(fetch, url)],
  ['a chunked body in Hono', async ({ app }) => byFetch(fetch, honoServer(app))],
  ['app.fetch with a stream', async ({ app }) => byFetch(app.fetch, 'http://in.process')],
];

describe.each(ways)('%s', (_name, way) => {
  test('a body is read', async () => {
    const server = await startService();
    const ask = await way(server);
    const session = await ask('POST', '/api/auth/login', { body: credentials });
    expect(session.status).toBe(200);

    const headers = { ...json, authorization: `Bearer ${session.body['token']}`, 'x-title': 'hello' };
    const made = await ask('POST', '/api/posts', { body: '{"title":"a"}', headers });
    expect(made).toMatchObject({ status: 201, body: { title: 'a', sentBy: 'hello' } });
    const path = `/api/posts/${made.body['id']}`;
    const later = await ask('POST', `${path}/publish`, { body: '{"unpublishAt":"nonsense"}', headers });
    expect(later).toMatchObject({ status: 400, body: { details: [{ path: 'unpublishAt' }] } });

    const body = JSON.stringify({ refreshToken: session.body['refreshToken'] });
    expect((await ask('POST', '/api/auth/refresh', { body })).status).toBe(200);
  });

  test('a request without one does what it does without one', async () => {
    const server = await startService();
    const ask = await way(server);
    const session = await ask('POST', '/api/auth/login', { body: credentials });
    const headers = { authorization: `Bearer ${session.body['token']}` };
    const made = await ask('POST', '/api/posts', { body: '{"title":"a"}', headers: { ...json, ...headers } });
    const path = `/api/posts/${made.body['id']}`;

    expect((await ask('POST', `${path}/publish`, { headers })).status).toBe(200);
    expect((await ask('POST', '/api/auth/refresh', { headers: {} })).status).toBe(401);
    expect(await ask('POST', '/api/posts', { headers: { ...json, ...headers } })).toMatchObject({
      status: 400,
      body: { error: 'The request has no body; send a JSON object.' },
    });
  });

  test('one that is too large is refused', async () => {
    const server = await startService();
    const ask = await way(server);
    const body = JSON.stringify({ email: adminEmail, password: 'x'.repeat(200_000) });
    expect((await ask('POST', '/api/auth/login', { body })).status).toBe(413);
    expect((await ask('POST', '/api/auth/login', { body: credentials })).status).toBe(200);
  });

  test('one that is no JSON is refused', async () => {
    const server = await startService();
    const ask = await way(server);
    const text = { headers: { 'content-type': 'text/plain' } };
    expect((await ask('POST', '/api/auth/login', { ...text, body: credentials })).status).toBe(415);
    const { status } = await ask('POST', '/api/auth/refresh', { ...text, body: '{}' });
    expect(status).toBe(415);
  });
});
