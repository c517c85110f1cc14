/**
 * Responses to messages that are not valid requests. They are sent below the service, where the table of
 * error codes does not apply: the statuses are HTTP's own, and the connection ends, since later bytes on it
 * cannot be trusted.
 */
import type { ServerResponse } from 'node:http';

export interface Refusal {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
}

export const noHost: Refusal = {
  status: 400,
  reason: 'Bad Request',
  message: 'The request must name one host, in the header Host.',
};

/** RFC 9110, section 10.1.1. */
export const unknownExpectation: Refusal = {
  status: 417,
  reason: 'Expectation Failed',
  message: 'The header Expect may say 100-continue and nothing else.',
};

export const noProxy: Refusal = {
  status: 400,
  reason: 'Bad Request',
  message: 'This server is no proxy and does not take CONNECT.',
};

/** Returns the refusal for the code of Node's parser error. */
export function refusalOf(code: string | undefined): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        reason: 'Request Header Fields Too Large',
        message:
          'The request line and headers are larger than 16 KiB; a long filter fits into POST /api/{slug}/query.',
      };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, reason: 'Request Timeout', message: 'The request did not arrive in time.' };
    default:
      return { status: 400, reason: 'Bad Request', message: 'This is not a valid HTTP request.' };
  }
}

/**
 * Refuses a request that Node could read. `headers` are those of every response, names and values in turn.
 */
export function sendRefusal(response: ServerResponse, refusal: Refusal, headers: readonly string[]): void {
  const body = bodyOf(refusal);
  response.writeHead(refusal.status, refusal.reason, [...headers, ...ownHeaders(body)]);
  response.end(body);
}

/** Returns the whole response as text, for a connection without a readable request. */
export function refusalText(refusal: Refusal, headers: readonly string[]): string {
  const body = bodyOf(refusal);
  const all = [...headers, ...ownHeaders(body)];
  const lines = all.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []));
  return [`HTTP/1.1 ${refusal.status} ${refusal.reason}`, ...lines, '', body].join('\r\n');
}

function bodyOf({ message }: Refusal): string {
  return JSON.stringify({ error: message, code: 'BAD_USER_INPUT' });
}

function ownHeaders(body: string): readonly string[] {
  return [
    ...['Content-Type', 'application/json; charset=utf-8'],
    ...['Content-Length', String(Buffer.byteLength(body))],
    ...['Connection', 'close'],
  ];
}
