/** Login, refresh and logout by cookies, with the service mounted in another server. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express, RequestHandler } from 'express';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { App } from '../../runtime/http/app.js';
import { startAuthServer } from '../support/auth-server.js';
import {
  compression,
  cors,
  expressReleases,
  type FastifyServer,
  fastify,
  Hono,
  helmet,
  middie,
  serveHono,
  session,
} from './support/frameworks.js';
import { type Surroundings, signInAndOut } from './support/sign-in-and-out.js';

const front = 'https://www.example.com';

/** A middleware that sets a cookie and a header of its own before the service runs. */
const ownHeaders: RequestHandler = (_, response, next) => {
  response.setHeader('Set-Cookie', 'theirs=1; Path=/');
  response.setHeader('X-Site', 'yes');
  next();
};

const withSession = (): RequestHandler =>
  session({ secret: 'of the tests', resave: false, saveUninitialized: true });

interface Around {
  readonly name: string;
  readonly middleware: () => readonly RequestHandler[];
  readonly adds?: Surroundings;
}

/**
 * Middleware based on the package on-headers (session, compression) may hide problems of others, so each is
 * tested alone too.
 */
const around: readonly Around[] = [
  { name: 'nothing but Express itself', middleware: () => [] },
  { name: 'helmet', middleware: () => [helmet()] },
  {
    name: 'cors',
    middleware: () => [cors({ origin: front, credentials: true })],
    adds: { vary: ['origin'] },
  },
  { name: 'a session', middleware: () => [withSession()], adds: { cookies: ['connect.sid'] } },
  { name: 'compression', middleware: () => [compression({ threshold: 0 })] },
  { name: 'headers of its own', middleware: () => [ownHeaders], adds: { cookies: ['theirs'] } },
  {
    name: 'all of them',
    middleware: () => [
      helmet(),
      cors({ origin: front, credentials: true }),
      compression({ threshold: 0 }),
      ownHeaders,
      withSession(),
    ],
    adds: { vary: ['origin'], cookies: ['connect.sid', 'theirs'] },
  },
];

async function serve(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return addressOf(server);
}

function addressOf(server: Server): string {
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const listed = { config: { server: { cors: { origins: ['https://listed.example.com'] } } } };

describe.each(expressReleases)('mounted in %s', (_release, express) => {
  function siteOf(app: App | Express, middleware: readonly RequestHandler[]): Express {
    const site = express();
    for (const each of middleware) site.use(each);
    return site.use('/cms', app as RequestHandler);
  }

  test.each(around)('behind $name', async ({ middleware, adds = {} }) => {
    const { app } = await startAuthServer();
    await signInAndOut(`${await serve(siteOf(app, middleware()))}/cms`, adds);
  });

  test('that says nothing of itself, behind what wraps the response', async () => {
    const { app } = await startAuthServer();
    const site = siteOf(app, [compression({ threshold: 0 }), withSession()]).disable('x-powered-by');
    await signInAndOut(`${await serve(site)}/cms`, { cookies: ['connect.sid'] });
  });

  test('with origins of its own, as part of its own Express application', async () => {
    const { app } = await startAuthServer(listed);
    const url = await serve(siteOf(app.express, [helmet(), ownHeaders]));
    await signInAndOut(`${url}/cms`, { cookies: ['theirs'], vary: ['origin'] });
    expect((await fetch(`${url}/cms/api/auth/config`)).headers.get('x-powered-by')).toBeNull();
  });
});

test('a server of node:http that sets a header first', async () => {
  const { app } = await startAuthServer(listed);
  const url = await serve((request, response) => {
    response.setHeader('Vary', 'Accept-Language, cookie');
    app(request, response);
  });
  await signInAndOut(url, { vary: ['origin', 'accept-language'] });
  const { headers } = await fetch(`${url}/api/auth/config`);
  expect(headers.get('vary')).toBe(
    'Accept-Language, Cookie, Accept-Encoding, Authorization, X-API-Key, Origin',
  );
});

test('a server of node:http that sets a header and thinks better of it', async () => {
  const { app } = await startAuthServer(listed);
  const url = await serve((request, response) => {
    response.setHeader('X-Site', 'yes').removeHeader('X-Site');
    app(request, response);
  });
  await signInAndOut(url, { vary: ['origin'] });
});

describe('in Fastify', () => {
  async function start(server: FastifyServer): Promise<string> {
    onTestFinished(() => server.close());
    return server.listen({ port: 0, host: '127.0.0.1' });
  }

  test('by @fastify/middie', async () => {
    const { app } = await startAuthServer();
    const server = fastify();
    await server.register(middie);
    server.use('/cms', app);
    server.get('/about', () => 'about us');
    const url = await start(server);
    await signInAndOut(`${url}/cms`);
    expect(await (await fetch(`${url}/about`)).text()).toBe('about us');
    expect(await (await fetch(`${url}/cms/nothing`)).json()).toMatchObject({ statusCode: 404 });
  });

  test('by app.fetch in a route, with cookies and headers of its plugins', async () => {
    const { app } = await startAuthServer();
    const server = fastify();
    server.addHook('onRequest', async (_, reply) => {
      reply.header('set-cookie', 'theirs=1').header('x-site', 'yes');
    });
    server.removeAllContentTypeParsers();
    server.addContentTypeParser('*', async (_request, payload) => payload);
    server.all('/api/*', (request, reply) => {
      const { method, url, headers, body } = request;
      const init = { method, headers, ...(body !== undefined && { body, duplex: 'half' as const }) };
      return app.fetch(url, init).then((answer) => reply.send(answer));
    });
    await signInAndOut(await start(server), { cookies: ['theirs'] });
  });
});

test('in Hono by app.fetch, with a cookie and headers of its own', async () => {
  const { app } = await startAuthServer();
  const site = new Hono();
  site.use(async (context, next) => {
    await next();
    context.header('set-cookie', 'theirs=1', { append: true });
    context.header('vary', 'Origin', { append: true });
  });
  site.get('/about', () => new Response('about us'));
  site.mount('/cms', (request) => app.fetch(request));
  const url = addressOf(serveHono({ fetch: site.fetch, port: 0 }));
  await signInAndOut(`${url}/cms`, { cookies: ['theirs'], vary: ['origin'] });
  expect(await (await fetch(`${url}/about`)).text()).toBe('about us');
});
