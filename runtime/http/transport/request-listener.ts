import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, Request, Response } from 'express';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { ApiServer } from '../api-server.js';
import { requestIdOf } from '../observability/request-id.js';
import type { RouteMatch } from '../routing/routing-table.js';
import { sendContinue } from './expect-continue.js';
import type { ExpressApplication } from './express-application.js';
import { type RequestTarget, splitTarget } from './request-target.js';
import { type SocketContext, SocketExchange } from './socket-exchange.js';

export type Next = (error?: unknown) => void;

export interface RequestListenerOptions {
  readonly api: ApiServer;
  readonly express: ExpressApplication;
  readonly findRoute: (path: string) => RouteMatch | null;
  readonly context: SocketContext;
  readonly warn: (message: string) => void;
}

export interface RequestListener {
  /**
   * Serves a request. The service handles `/api`, `/health` and its own pages; other paths go to the Express
   * application of the service, or, if the service is mounted into another application (`next` is given),
   * back to that.
   */
  handle(request: IncomingMessage, response: ServerResponse, next?: Next): void;
  /** Serves requests that match a route of the service, and passes all others to `next`. */
  handleKnown(request: IncomingMessage, response: ServerResponse, next: Next): void;
  /** Whether only the Express application can respond. */
  needsExpress(target: RequestTarget): boolean;
  expressApplication(): Express;
}

export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const { api, express, findRoute, context, warn } = options;
  let warned = false;

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
    if (!warned && express.hasRoutes) warnOfRoutes();
    if (!isOurs(target) && !knows(target.path)) return void next();
    answerMounted(request, response, target);
  }

  /** Routes that are added to a mounted service are never reached: the user is told why they are 404. */
  function warnOfRoutes(): void {
    warned = true;
    warn(
      'The service is mounted in another application, where routes and middleware of app.express are not asked. ' +
        "Add them to that application, or mount app.express: site.use('/cms', app.express).",
    );
  }

  /**
   * Removes the header by which the Express application around names itself, as docs/spec/auth.md#headers
   * requires for every response.
   */
  function answerMounted(request: IncomingMessage, response: ServerResponse, target: RequestTarget): void {
    response.removeHeader('X-Powered-By');
    answer(request, response, target);
  }

  /** Users may add routes below `/api` too; they come after those of the service. */
  function needsExpress(target: RequestTarget): boolean {
    return express.made && target.path !== '*' && !knows(target.path);
  }

  function knows(path: string): boolean {
    try {
      return findRoute(path) !== null;
    } catch {
      // Invalid percent-encoding is reported by the service.
      return true;
    }
  }

  function enterExpress(request: IncomingMessage, response: ServerResponse): void {
    const sent = request.headers['x-request-id'];
    response.setHeader('X-Request-Id', requestIdOf(Array.isArray(sent) ? undefined : sent));
    if (context.draining) response.setHeader('Connection', 'close');
    sendContinue(request, response);
    // A request without a route of the user comes back here: Express' own last handler would respond in HTML.
    express.get()(request as Request, response as Response, (error?: unknown) => {
      const exchange = new SocketExchange(request, response, context);
      if (response.headersSent) exchange.abort();
      else api.serveError(exchange, error ?? notFound(exchange.target));
    });
  }

  function handleKnown(request: IncomingMessage, response: ServerResponse, next: Next): void {
    const target = splitTarget(request.url ?? '/');
    if (knows(target.path)) answerMounted(request, response, target);
    else next();
  }

  return { handle, handleKnown, needsExpress, expressApplication: () => express.get() };
}

function isOurs({ path }: RequestTarget): boolean {
  return path.startsWith('/api/') || path.startsWith('/health/') || path === '/api' || path === '/health';
}

function notFound(target: string): ServiceError {
  return new ServiceError(
    'NOT_FOUND',
    reason('route.unknown', { path: splitTarget(target).path.slice(0, 200) }),
  );
}
