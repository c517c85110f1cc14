import { toErrorResponse } from '../errors/to-response.js';
import type { KeptHead, Reply } from './api.js';
import { requestIdOf } from './observability/request-id.js';
import { clientGone, type RequestLog } from './observability/request-log.js';
import type { Dispatch } from './routing/dispatcher.js';
import type { Cors } from './security/cors.js';
import { type RequestContext, ServedRequest } from './served-request.js';
import { compressed } from './transport/compression.js';
import type { Exchange } from './transport/exchange.js';
import { fromExpress } from './transport/express-error.js';
import { createInFlight, type InFlight } from './transport/in-flight.js';
import { type RequestTarget, splitTarget } from './transport/request-target.js';
import { cancelBody } from './transport/send-stream.js';
import { headLines } from './transport/written-head.js';

export interface ApiServerOptions {
  readonly dispatch: Dispatch;
  readonly headers: readonly string[];
  readonly cors: Cors;
  readonly log: RequestLog;
  /** Counts responses; null without metrics. */
  readonly count: ((request: ServedRequest, status: number) => void) | null;
  /** Renders an error as a page if a person views the response; null otherwise. */
  readonly faultPage: (request: ServedRequest, error: unknown, reply: Reply) => Promise<Reply> | null;
  readonly requests: RequestContext;
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
  const baseLines = headLines(options.headers);
  const uncached = Object.freeze([
    ...withoutReplaced(options.headers, ['Cache-Control']),
    ...['Cache-Control', 'no-store'],
  ]);
  const inFlight = createInFlight(options.requestTimeout, (request, error) =>
    settle(request, errorReply(request, error)),
  );

  function accept(exchange: Exchange, target: RequestTarget): ServedRequest {
    const requestId = requestIdOf(exchange.header('x-request-id'));
    const request = new ServedRequest(exchange, target, requestId, options.requests);
    inFlight.add(request);
    return request;
  }

  function serve(exchange: Exchange, target: RequestTarget = splitTarget(exchange.target)): void {
    answer(accept(exchange, target));
  }

  function serveError(exchange: Exchange, error: unknown): void {
    const request = accept(exchange, splitTarget(exchange.target));
    settle(request, errorReply(request, fromExpress(error)));
  }

  function answer(request: ServedRequest): void {
    try {
      const reply = dispatch(request);
      if (reply instanceof Promise)
        void reply.then(
          (reply) => settle(request, reply),
          (error: unknown) => refuse(request, error),
        );
      else settle(request, reply);
    } catch (error) {
      void refuse(request, error);
    }
  }

  async function refuse(request: ServedRequest, error: unknown): Promise<void> {
    settle(request, await forPeople(request, error, errorReply(request, error)));
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
  function settle(request: ServedRequest, reply: Reply): void {
    if (!inFlight.delete(request)) return;
    const { exchange } = request;
    if (count !== null) count(request, exchange.gone ? clientGone : reply.status);
    try {
      const smaller = compressed(reply, exchange.header('accept-encoding'));
      if (smaller instanceof Promise)
        void smaller.then((sent) => send(request, sent)).catch((error: unknown) => cut(request, error));
      else send(request, smaller);
    } catch (error) {
      cut(request, error);
    }
  }

  function cut(request: ServedRequest, error: unknown): void {
    log.failed(request, error);
    request.exchange.abort();
  }

  function send(request: ServedRequest, reply: Reply): void {
    const bytes = sizeOf(reply.body);
    if (!sendWritten(request, reply)) sendPlain(request, reply, headersOf(request, reply, bytes));
    log.answered(request, reply.status, bytes);
  }

  function sendPlain(request: ServedRequest, reply: Reply, headers: readonly string[]): void {
    const { exchange } = request;
    const isHead = exchange.method === 'HEAD';
    if (reply.stream !== undefined && !isHead) exchange.stream(reply.status, headers, reply.stream);
    else exchange.deliver(reply.status, headers, isHead ? null : reply.body);
    if (isHead && reply.stream !== undefined)
      cancelBody(reply.stream).catch((error: unknown) => cut(request, error));
  }

  /** Sends a reply whose head is kept, where the response allows it. */
  function sendWritten(request: ServedRequest, { status, head, headers, body }: Reply): boolean {
    const { exchange } = request;
    if (head === undefined || exchange.deliverWritten === undefined) return false;
    if (status !== 200 || body === null || typeof body === 'string') return false;
    if (exchange.method !== 'GET' || request.isUncached) return false;
    const lines = linesOf(head, headers);
    if (lines === '') return false;
    const shared = headLines(cors.headersFor(request.header('origin')));
    return exchange.deliverWritten(
      `${baseLines}${lines}${shared}X-Request-Id: ${request.requestId}\r\n`,
      body,
    );
  }

  /** Empty where the reply replaces headers that all responses have. */
  function linesOf(head: KeptHead, headers: Reply['headers'] = {}): string {
    head.lines ??= Object.keys(headers).some((name) => baseNames.has(name.toLowerCase()))
      ? ''
      : headLines(Object.entries(typed(headers)).flat());
    return head.lines;
  }

  function errorReply(request: ServedRequest, error: unknown): Reply {
    const reply = toErrorResponse(error, request.requestId);
    if (isForTheLog(error, reply)) log.failed(request, error);
    return reply;
  }

  function headersOf(request: ServedRequest, reply: Reply, bytes: number): readonly string[] {
    const headers = [
      ...baseHeaders(request, reply),
      ...cors.headersFor(request.header('origin')),
      'X-Request-Id',
      request.requestId,
      ...(request.route?.headers ?? []),
    ];
    for (const name in reply.headers) {
      const value = reply.headers[name] ?? '';
      headers.push(name, name === 'Vary' && cors.varies ? `${value}, Origin` : value);
    }
    for (const cookie of reply.cookies ?? []) headers.push('Set-Cookie', cookie);
    if (reply.body !== null) {
      if (reply.headers?.['Content-Type'] === undefined) headers.push('Content-Type', json);
      headers.push('Content-Length', String(bytes));
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

const json = 'application/json; charset=utf-8';

function typed(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return headers['Content-Type'] === undefined ? { ...headers, 'Content-Type': json } : headers;
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
