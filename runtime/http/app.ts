import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Express } from 'express';
import type { Logger } from 'pino';

/** A service: a request handler for `http.createServer` and `app.use`, and what is needed to run it. */
export interface App {
  /** Answers a request. With `next`, paths other than `/api` and `/health` are handed on. */
  (request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void): void;
  /**
   * Answers a request in process: the same answers without a connection. Takes what the global `fetch` takes; a path is
   * enough.
   */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>;
  /** Opens the database and checks that the generated code fits the config. `listen` and the first request do it too. */
  ready(): Promise<void>;
  /** Listens; the port and host of the environment or the config unless given. Port 0 takes a free one. */
  listen(options?: { readonly port?: number; readonly host?: string }): Promise<Listener>;
  /** Stops listening, lets running requests finish, then closes the database. */
  close(): Promise<void>;
  /** The Express application around the API, for your own routes and middleware; made when first asked for. */
  readonly express: Express;
  /** How many processes `serve` runs: `SVC_WORKERS`. */
  readonly workers: number;
  /** The service's log, for lines of your own. */
  readonly log: Logger;
}

/** A listening service. */
export interface Listener {
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  /** Shuts down: readiness fails, after `grace` milliseconds listening ends, running requests finish, the database closes. */
  close(options?: { readonly grace?: number }): Promise<CloseReport>;
}

export interface CloseReport {
  /** Everything came to its end; false: the time for it ran out, and what was left has been cut. */
  readonly complete: boolean;
}
