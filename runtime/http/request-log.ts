import type { ServiceLog } from './logger.js';
import type { ServedRequest } from './served-request.js';

/** Where the HTTP layer reports what happened. */
export interface RequestLog {
  /** One line for each request, when its answer is on its way. */
  answered(request: ServedRequest, status: number, bytes: number): void;
  /** An unexpected error, under the id that the client was told. */
  failed(request: ServedRequest, error: unknown): void;
}

/** What proxies log as the status when the client left before its answer. */
export const clientGone = 499;
/** Paths are as long as clients like; a log line is not. */
const longestPath = 1000;

export function createRequestLog(log: ServiceLog): RequestLog {
  return {
    answered(request, status, bytes) {
      if (log.requests) log.output.write(requestLine(request, status, bytes));
    },
    failed(request, error) {
      const { requestId, path, exchange } = request;
      log.error(
        { requestId, method: exchange.method, path: path.slice(0, longestPath), err: error },
        'request failed',
      );
    },
  };
}

/**
 * Written by hand, as pino would write it: this is the dearest part of a small answer otherwise. Request id and method are
 * tokens and need no escaping. Never the query: links from mails carry tokens there, and filters carry what people look for.
 */
function requestLine(request: ServedRequest, status: number, bytes: number): string {
  const { exchange } = request;
  const address = exchange.remoteAddress;
  return `{"level":30,"time":${Date.now()},"requestId":"${request.requestId}","method":"${exchange.method}","path":${JSON.stringify(
    request.path.slice(0, longestPath),
  )},"status":${exchange.gone ? clientGone : status},"ms":${duration(request)},"bytes":${bytes}${
    address === undefined ? '' : `,"ip":${JSON.stringify(address)}`
  }}\n`;
}

function duration(request: ServedRequest): number {
  return Math.round((performance.now() - request.started) * 100) / 100;
}
