import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { awaitContinue } from './expect-continue.js';

export interface HttpServerOptions {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** Milliseconds for a request to arrive whole; 0: any time. */
  readonly requestTimeout: number;
  /** Headers of every answer, names and values in turn. */
  readonly headers: readonly string[];
}

export interface HttpServer {
  readonly server: Server;
  /** Ends the connections on which no request waits for its answer; `silent`: those on which nothing has been sent yet. */
  closeWaiting(which: 'silent' | 'all'): void;
}

/** Milliseconds for the headers of a request to arrive. */
const headersTimeout = 15_000;
/** Milliseconds without a byte in either direction after which a connection in use is cut. */
const silence = 45_000;

/**
 * A server that slow and broken clients cannot hold: headers within 15 s, a request within 30 s (`requestTimeout`), a
 * connection on which nothing moves closed by 45 s.
 */
export function createHttpServer({ handle, requestTimeout, headers }: HttpServerOptions): HttpServer {
  const answering = new WeakMap<Duplex, ServerResponse>();
  const connections = new Set<Socket>();
  function listener(request: IncomingMessage, response: ServerResponse): void {
    answering.set(request.socket, response);
    handle(request, response);
  }

  const server = createServer({
    headersTimeout: requestTimeout === 0 ? headersTimeout : Math.min(headersTimeout, requestTimeout),
    requestTimeout,
    // Node looks for overdue connections only so often; its default of 30 s would let 15 s become 45.
    connectionsCheckingInterval: Math.min(1000, requestTimeout || 1000),
    // Longer than the usual 60 s of load balancers, so that it is they who close an idle connection, never we beneath a request.
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16_384,
  });
  server.timeout = requestTimeout === 0 ? 0 : Math.max(silence, requestTimeout + 15_000);
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', listener);
  // A body that is too large is refused before the client sends it: only reading it says "continue".
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    awaitContinue(request);
    listener(request, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    socket.pause();
    refuse(socket, answering.get(socket), refusal(error, headers));
  });
  function isWaiting(socket: Socket): boolean {
    const answer = answering.get(socket);
    return !answer || answer.writableFinished;
  }

  return {
    server,
    closeWaiting(which) {
      for (const socket of connections) {
        if (which === 'all' ? isWaiting(socket) : socket.bytesRead === 0) socket.destroy();
      }
    },
  };
}

/** Answers what cannot be read as a request, unless that would end up inside or before the answer to another. */
function refuse(socket: Duplex, answer: ServerResponse | undefined, text: string): void {
  if (!socket.writable) return void socket.destroy();
  if (!answer || answer.writableFinished) return void socket.end(text, () => socket.destroy());
  if (answer.req.complete) return void answer.once('finish', () => refuse(socket, undefined, text));
  if (answer.headersSent) return void socket.destroy();
  socket.end(text, () => socket.destroy());
}

function refusal(error: NodeJS.ErrnoException, headers: readonly string[]): string {
  const [status, message] = fault(error.code);
  const body = JSON.stringify({ error: message, code: 'BAD_USER_INPUT' });
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}`] : []));
  const own = [
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  return [`HTTP/1.1 ${status}`, ...lines, ...own, '', body].join('\r\n');
}

/** These come from below the service, where the table of error codes does not reach: the statuses are HTTP's own. */
function fault(code: string | undefined): readonly [status: string, message: string] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return [
        '431 Request Header Fields Too Large',
        'The request line and headers are larger than 16 KiB; a long filter fits into POST /api/{slug}/query.',
      ];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['408 Request Timeout', 'The request did not arrive in time.'];
    default:
      return ['400 Bad Request', 'This is not a valid HTTP request.'];
  }
}
