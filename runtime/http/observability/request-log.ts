import type { ServedRequest } from '../served-request.js';
import type { ServiceLog } from './logger.js';

/** The log of the HTTP layer. */
export interface RequestLog {
  /** Logs one line for each request, when its response is being sent. */
  answered(request: ServedRequest, status: number, bytes: number): void;
  /** Logs an unexpected error, under the id that the client was given. */
  failed(request: ServedRequest, error: unknown): void;
}

/** The status that proxies log if the client left before its response. */
export const clientGone = 499;
/** Max length of a path in a log line; clients may send longer ones. */
const maxPathLength = 1000;

export function createRequestLog(log: ServiceLog): RequestLog {
  return {
    answered(request, status, bytes) {
      if (log.requests) log.output.write(requestLine(request, status, bytes));
    },
    failed(request, error) {
      const { requestId, exchange, file } = request;
      const fields = { requestId, method: exchange.method, path: pathOf(request), ...file };
      log.error({ ...fields, err: error }, 'request failed');
    },
  };
}

/**
 * Written by hand, as pino would write it: otherwise this is the most expensive part of a small response.
 * Request id and method are tokens and need no escaping. The query is never logged: links from mails carry
 * tokens there, and filters carry what people search for.
 */
function requestLine(request: ServedRequest, status: number, bytes: number): string {
  const { exchange, file } = request;
  const address = exchange.remoteAddress;
  return `{"level":30,"time":${Date.now()},"requestId":"${request.requestId}","method":"${exchange.method}","path":${JSON.stringify(
    pathOf(request),
  )},"status":${exchange.gone ? clientGone : status},"ms":${duration(request)},"bytes":${bytes}${
    address === undefined ? '' : `,"ip":${JSON.stringify(address)}`
  }${file === null ? '' : `,${JSON.stringify(file).slice(1, -1)}`}}\n`;
}

/** A path after the id of a file. */
const nameOfFile = /(?<=\/file\/[A-Za-z0-9_-]{22}\/).+/s;

/** Names of files may be private: the pattern is logged in their place, also of a path without a route. */
function pathOf({ route, path }: ServedRequest): string {
  if (route === null) return path.replace(nameOfFile, ':filename').slice(0, maxPathLength);
  return (route.namesFiles ? route.pattern : path).slice(0, maxPathLength);
}

function duration(request: ServedRequest): number {
  return Math.round((performance.now() - request.started) * 100) / 100;
}
