import { toErrorResponse } from '../errors/to-response.js';
import type { Reply } from './api.js';
import { requestIdOf } from './observability/request-id.js';
import { clientGone, type RequestLog } from './observability/request-log.js';
import type { Cors } from './security/cors.js';
import { ServedRequest } from './served-request.js';
import { compressed } from './transport/compression.js';
import type { Exchange } from './transport/exchange.js';
import { fromExpress } from './transport/express-error.js';
import { createInFlight, type InFlight } from './transport/in-flight.js';
import { type RequestTarget, splitTarget } from './transport/request-target.js';

export interface ApiServerOptions {
  readonly dispatch: (request: ServedRequest) => Promise<Reply>;
  readonly headers: readonly string[];
  readonly cors: Cors;
  readonly log: RequestLog;
  /** Counts responses; null without metrics. */
  readonly count: ((request: ServedRequest, status: number) => void) | null;
  /** Renders an error as a page if a person views the response; null otherwise. */
  readonly faultPage: (request: ServedRequest, error: unknown, reply: Reply) => Promise<Reply> | null;
  readonly bodyBytes: number;
  /** Milliseconds after which a request without a response gets 503. */
  readonly requestTimeout: number;
}

/** Serves requests of any transport. */
export interface ApiServer {
  /** Serves a request. Every error becomes a response, so nothing is thrown or rejected. */
  serve(exchange: Exchange, target?: RequestTarget): void;
  /** Sends the error response of a request that failed outside of the API, in Express for instance. */
  serveError(exchange: Exchange, error: unknown): void;
  /** Requests without a response yet. */
  readonly inFlight: InFlight;
}

export function createApiServer(options: ApiServerOptions): ApiServer {
  const { dispatch, cors, log, count } = options;
  const baseNames = new Set(
    options.headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()),
  );
  const uncached = Object.freeze([
    ...withoutReplaced(options.headers, ['Cache-Control']),
    ...['Cache-Control', 'no-store'],
  ]);
  const inFlight = createInFlight(
    options.requestTimeout,
    (request, error) => void settle(request, errorReply(request, error)),
  );

  function accept(exchange: Exchange, target: RequestTarget): ServedRequest {
    const requestId = requestIdOf(exchange.header('x-request-id'));
    const request = new ServedRequest(exchange, target, requestId, options.bodyBytes);
    inFlight.add(request);
    return request;
  }

  function serve(exchange: Exchange, target: RequestTarget = splitTarget(exchange.target)): void {
    void answer(accept(exchange, target));
  }

  function serveError(exchange: Exchange, error: unknown): void {
    const request = accept(exchange, splitTarget(exchange.target));
    void settle(request, errorReply(request, fromExpress(error)));
  }

  async function answer(request: ServedRequest): Promise<void> {
    let reply: Reply;
    try {
      reply = await dispatch(request);
    } catch (error) {
      reply = await forPeople(request, error, errorReply(request, error));
    }
    await settle(request, reply);
  }

  async function forPeople(request: ServedRequest, error: unknown, reply: Reply): Promise<Reply> {
    try {
      return (await options.faultPage(request, error, reply)) ?? reply;
    } catch (failure) {
      log.failed(request, failure);
      return reply;
    }
  }

  /** Sends the first response of a request; a late one, of a handler that took too long, is dropped. */
  async function settle(request: ServedRequest, reply: Reply): Promise<void> {
    if (!inFlight.delete(request)) return;
    const { exchange } = request;
    if (count !== null) count(request, exchange.gone ? clientGone : reply.status);
    try {
      const smaller = compressed(reply, exchange.header('accept-encoding'));
      const sent = smaller instanceof Promise ? await smaller : smaller;
      const isHead = exchange.method === 'HEAD';
      const headers = headersOf(request, sent);
      if (sent.stream === undefined) exchange.deliver(sent.status, headers, isHead ? null : sent.body);
      else if (isHead) {
        exchange.deliver(sent.status, headers, null);
        await sent.stream.cancel();
      } else exchange.stream(sent.status, headers, sent.stream);
      log.answered(request, sent.status, sizeOf(sent.body));
    } catch (error) {
      log.failed(request, error);
      exchange.abort();
    }
  }

  function errorReply(request: ServedRequest, error: unknown): Reply {
    const reply = toErrorResponse(error, request.requestId);
    if (isForTheLog(error, reply)) log.failed(request, error);
    return reply;
  }

  function headersOf(request: ServedRequest, reply: Reply): readonly string[] {
    const headers = [
      ...baseHeaders(request, reply),
      ...cors.headersFor(request.header('origin')),
      'X-Request-Id',
      request.requestId,
    ];
    for (const name in reply.headers) {
      const value = reply.headers[name] ?? '';
      headers.push(name, name === 'Vary' && cors.varies ? `${value}, Origin` : value);
    }
    for (const cookie of reply.cookies ?? []) headers.push('Set-Cookie', cookie);
    if (reply.body !== null) {
      if (reply.headers?.['Content-Type'] === undefined)
        headers.push('Content-Type', 'application/json; charset=utf-8');
      headers.push('Content-Length', String(sizeOf(reply.body)));
    }
    return headers;
  }

  /** The precomputed headers without those that the reply replaces. */
  function baseHeaders(request: ServedRequest, reply: Reply): readonly string[] {
    const base = request.isUncached ? uncached : options.headers;
    for (const name in reply.headers) {
      if (baseNames.has(name.toLowerCase())) return withoutReplaced(base, Object.keys(reply.headers));
    }
    return base;
  }

  return { serve, serveError, inFlight };
}

function withoutReplaced(headers: readonly string[], names: readonly string[]): readonly string[] {
  const replaced = new Set(names.map((name) => name.toLowerCase()));
  return headers.filter((_, at) => !replaced.has((headers[at - (at % 2)] ?? '').toLowerCase()));
}

/** Whether an error is logged: unexpected errors, and those that make a store unavailable. */
function isForTheLog(error: unknown, { status }: Reply): boolean {
  return status === 500 || (status === 503 && error instanceof Error && error.cause !== undefined);
}

function sizeOf(body: Uint8Array | string | null): number {
  if (body === null) return 0;
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
}
