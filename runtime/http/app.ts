import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Express } from 'express';
import type { Logger } from 'pino';
import type { Local } from '../config/local-types.js';

/** A service: a request handler for `http.createServer` and `app.use`, and the functions to run it. */
export interface App {
  /** Serves a request. With `next`, paths other than `/api` and `/health` are passed on. */
  (request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void): void;
  /**
   * Serves a request in process: the same responses without a connection. Takes the arguments of the global
   * `fetch`; a path is enough. A caller that forwards requests of clients gives their address, which rate
   * limits count by.
   *
   * @example
   * ```ts
   * import { getConnInfo } from '@hono/node-server/conninfo';
   *
   * hono.all('/api/*', (c) => app.fetch(c.req.raw, { address: getConnInfo(c).remote.address }));
   * ```
   * @throws TypeError when `address` is no IP address.
   */
  fetch(input: Request | URL | string, init?: FetchOptions): Promise<Response>;
  /**
   * Opens the database and checks that the generated code fits the config. `listen` and the first request do
   * this too.
   */
  ready(): Promise<void>;
  /**
   * Listens on the given port and host; the defaults come from the environment or the config. Port 0 takes a
   * free one.
   */
  listen(options?: { readonly port?: number; readonly host?: string }): Promise<Listener>;
  /** Stops listening, lets running requests finish, then closes the database. */
  close(): Promise<void>;
  /** The Express application around the API, for your own routes and middleware; created on first access. */
  readonly express: Express;
  /**
   * The documents of the service without HTTP: the methods of the generated client, with the same checks and
   * errors. By default with the rights of a visitor without an account; `as` chooses others.
   *
   * @example
   * const system = app.local.as('system');
   * const posts = await system.posts.find({ where: { category: 'news' } });
   */
  readonly local: Local;
  /** How many processes `serve` runs: `SVC_WORKERS`. */
  readonly workers: number;
  /** The service's log, for your own lines. */
  readonly log: Logger;
}

/** Options of `app.fetch`: those of the global `fetch`, and the address of the client. */
export interface FetchOptions extends RequestInit {
  /**
   * The IP address of the client that sent the request: for rate limits, the audit log and the request log. A
   * list of proxies in `X-Forwarded-For` is read as if the connection came from this address, by
   * `server.trustProxy`. Default: none, and then there is no limit by address; the lock of an account after
   * failed logins applies in any case.
   */
  readonly address?: string | undefined;
}

/** A listening service. */
export interface Listener {
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  /**
   * Shuts down: readiness fails; after `grace` milliseconds the server stops listening, running requests
   * finish, and the database is closed.
   */
  close(options?: { readonly grace?: number }): Promise<CloseReport>;
}

export interface CloseReport {
  /** Whether everything finished in time; false: the remaining connections were cut. */
  readonly complete: boolean;
}
