import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, Request, Response } from 'express';
import { ServiceError } from '../errors/service-error.js';
import type { ApiServer } from './api-server.js';
import { sendContinue } from './expect-continue.js';
import type { ExpressApplication } from './express-application.js';
import { requestIdOf } from './request-id.js';
import { type RequestTarget, splitTarget } from './request-target.js';
import type { RouteMatch } from './routing-table.js';
import { type SocketContext, SocketExchange } from './socket-exchange.js';

export type Next = (error?: unknown) => void;

export interface RequestListenerOptions {
  readonly api: ApiServer;
  readonly express: ExpressApplication;
  readonly findRoute: (path: string) => RouteMatch | null;
  readonly context: SocketContext;
}

export interface RequestListener {
  /**
   * Answers a request. The service has `/api` and `/health` and its own pages to itself; other paths go to the Express application of the
   * service, or, where the service is mounted into another application (`next` is given), back to that.
   */
  handle(request: IncomingMessage, response: ServerResponse, next?: Next): void;
  /** Answers what a route of the service answers, and leaves everything else to `next`. */
  handleKnown(request: IncomingMessage, response: ServerResponse, next: Next): void;
  /** Whether only the Express application can answer. */
  needsExpress(target: RequestTarget): boolean;
  expressApplication(): Express;
}

export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const { api, express, findRoute, context } = options;

  function handle(request: IncomingMessage, response: ServerResponse, next?: Next): void {
    const target = splitTarget(request.url ?? '/');
    if (next) mounted(request, response, next, target);
    else if (needsExpress(target)) enterExpress(request, response);
    else answer(request, response, target);
  }

  function answer(request: IncomingMessage, response: ServerResponse, target: RequestTarget): void {
    api.serve(new SocketExchange(request, response, context), target);
  }

  function mounted(
    request: IncomingMessage,
    response: ServerResponse,
    next: Next,
    target: RequestTarget,
  ): void {
    if (!isOurs(target) && !knows(target.path)) return void next();
    response.removeHeader('X-Powered-By');
    answer(request, response, target);
  }

  /** Users may add routes below `/api` as well; they come after those of the service. */
  function needsExpress(target: RequestTarget): boolean {
    return express.made && target.path !== '*' && !knows(target.path);
  }

  function knows(path: string): boolean {
    try {
      return findRoute(path) !== null;
    } catch {
      // Not percent-encoding: ours to complain about.
      return true;
    }
  }

  function enterExpress(request: IncomingMessage, response: ServerResponse): void {
    const sent = request.headers['x-request-id'];
    response.setHeader('X-Request-Id', requestIdOf(Array.isArray(sent) ? undefined : sent));
    if (context.draining) response.setHeader('Connection', 'close');
    sendContinue(request, response);
    // What no route of the user answers comes back here: Express' own last handler would answer in HTML.
    express.get()(request as Request, response as Response, (error?: unknown) => {
      const exchange = new SocketExchange(request, response, context);
      if (response.headersSent) exchange.abort();
      else api.serveError(exchange, error ?? notFound(exchange.target));
    });
  }

  function handleKnown(request: IncomingMessage, response: ServerResponse, next: Next): void {
    const target = splitTarget(request.url ?? '/');
    if (knows(target.path)) answer(request, response, target);
    else next();
  }

  return { handle, handleKnown, needsExpress, expressApplication: () => express.get() };
}

function isOurs({ path }: RequestTarget): boolean {
  return path.startsWith('/api/') || path.startsWith('/health/') || path === '/api' || path === '/health';
}

function notFound(target: string): ServiceError {
  return new ServiceError('NOT_FOUND', `There is no route ${splitTarget(target).path.slice(0, 200)}.`);
}
