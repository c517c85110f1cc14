/**
 * The frameworks that services are mounted in, and other middleware. Loaded by `require`, since Express 4 and
 * the middleware have no types, those of Hono need the DOM, and tests use little of any of them.
 */
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { Express, RequestHandler } from 'express';
import type { App } from '../../../runtime/http/app.js';

const require = createRequire(import.meta.url);

/** The two supported major versions of Express. */
export const expressReleases: readonly (readonly [name: string, express: () => Express])[] = [
  ['Express 5', require('express') as () => Express],
  ['Express 4', require('express-4') as () => Express],
];

type Middleware = (options?: object) => RequestHandler;

export const helmet: Middleware = require('helmet').default;
export const cors: Middleware = require('cors');
export const compression: Middleware = require('compression');
export const session: Middleware = require('express-session');

/** The part of Fastify that the tests use. */
export interface FastifyServer {
  register(plugin: unknown): Promise<void>;
  /** Added by `@fastify/middie`. */
  use(path: string, app: App): void;
  get(path: string, handler: () => unknown): void;
  all(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => unknown): void;
  addHook(name: 'onRequest', hook: (request: FastifyRequest, reply: FastifyReply) => Promise<void>): void;
  removeAllContentTypeParsers(): void;
  addContentTypeParser(type: string, parser: (request: unknown, payload: unknown) => Promise<unknown>): void;
  listen(options: { readonly port: number; readonly host: string }): Promise<string>;
  close(): Promise<void>;
}

export interface FastifyRequest {
  readonly method: string;
  readonly url: string;
  readonly ip: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestInit['body'];
}

export interface FastifyReply {
  header(name: string, value: string): FastifyReply;
  send(answer: Response): unknown;
}

export const fastify: (options?: { readonly http2: boolean }) => FastifyServer = require('fastify');
export const middie: unknown = require('@fastify/middie');

/** The part of Hono that the tests use. */
export interface HonoApp {
  get(path: string, handler: () => Response): void;
  all(path: string, handler: (context: HonoContext) => Promise<Response>): void;
  use(handler: (context: HonoContext, next: () => Promise<void>) => Promise<void>): void;
  mount(path: string, handler: (request: Request) => Promise<Response>): void;
  readonly fetch: (request: Request) => Promise<Response>;
}

export interface HonoContext {
  readonly req: { readonly raw: Request };
  header(name: string, value: string, options?: { readonly append: boolean }): void;
}

export const Hono: new () => HonoApp = require('hono').Hono;

/** `serve` of `@hono/node-server`: a `node:http` server for a `fetch` handler. */
export const serveHono: (options: { readonly fetch: HonoApp['fetch']; readonly port: number }) => Server =
  require('@hono/node-server').serve;

/** The address of the client of a request. */
export const getConnInfo: (context: HonoContext) => {
  readonly remote: { readonly address?: string };
} = require('@hono/node-server/conninfo').getConnInfo;
