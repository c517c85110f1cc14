import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { awaitContinue } from './expect-continue.js';
import {
  noHost,
  noProxy,
  refusalOf,
  refusalText,
  sendRefusal,
  unknownExpectation,
} from './protocol-refusal.js';

export interface HttpServerOptions {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** Milliseconds for a request to arrive completely; 0: no limit. */
  readonly requestTimeout: number;
  /**
   * Whether a body may take any time, as that of a file does. Then the service itself ends requests that take
   * too long, and Node only those whose headers do.
   */
  readonly takesFiles?: boolean;
  /** Headers of every response, names and values in turn. */
  readonly headers: readonly string[];
}

export interface HttpServer {
  readonly server: Server;
  /**
   * Ends the connections without a request in progress; `silent`: those on which nothing has been sent yet.
   */
  closeWaiting(which: 'silent' | 'all'): void;
}

/** Milliseconds for the headers of a request to arrive. */
const headersTimeout = 15_000;
/** Milliseconds without a byte in either direction after which an active connection is cut. */
const silence = 45_000;

/**
 * A server that slow and broken clients cannot block: headers within 15 s, a request within 30 s
 * (`requestTimeout`), a connection without traffic closed by 45 s.
 */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { handle, requestTimeout, takesFiles = false, headers } = options;
  /** By connection, the response to its last request. A `WeakMap` would cost time at each request. */
  const connections = new Map<Socket, ServerResponse | null>();
  function isAnswering(socket: Socket, response: ServerResponse): void {
    if (!socket.destroyed) connections.set(socket, response);
  }
  function listener(request: IncomingMessage, response: ServerResponse): void {
    isAnswering(request.socket, response);
    if (hasHost(request)) handle(request, response);
    else sendRefusal(response, noHost, headers);
  }

  const server = createServer({
    headersTimeout: requestTimeout === 0 ? headersTimeout : Math.min(headersTimeout, requestTimeout),
    requestTimeout: takesFiles ? 0 : requestTimeout,
    // Node checks for overdue connections at this interval; its default of 30 s would turn 15 s into 45.
    connectionsCheckingInterval: Math.min(1000, requestTimeout || 1000),
    // Longer than the usual 60 s of load balancers, so that they close an idle connection first, and the
    // server never closes one while a request is being sent.
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16_384,
    // Replaced by `hasHost`: Node's check refuses without a body, and accepts two `Host` headers.
    requireHostHeader: false,
  });
  server.timeout = requestTimeout === 0 ? 0 : Math.max(silence, requestTimeout + 15_000);
  server.on('connection', (socket: Socket) => {
    connections.set(socket, null);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', listener);
  // A body that is too large is refused before the client sends it: `100 Continue` is sent only when the body
  // is read.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    awaitContinue(request);
    listener(request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    isAnswering(request.socket, response);
    sendRefusal(response, unknownExpectation, headers);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.end(refusalText(noProxy, headers), () => socket.destroy());
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    socket.pause();
    refuse(socket, connections.get(socket) ?? undefined, refusalText(refusalOf(error.code), headers));
  });

  return {
    server,
    closeWaiting(which) {
      for (const [socket, answer] of connections) {
        const isWaiting = answer === null || answer.writableFinished;
        if (which === 'all' ? isWaiting : socket.bytesRead === 0) socket.destroy();
      }
    },
  };
}

/**
 * Refuses a message that cannot be read as a request, unless the refusal would end up inside or before the
 * response to another.
 */
function refuse(socket: Duplex, answer: ServerResponse | undefined, text: string): void {
  if (!socket.writable) return void socket.destroy();
  if (!answer || answer.writableFinished) return void socket.end(text, () => socket.destroy());
  if (answer.req.complete) return void answer.once('finish', () => refuse(socket, undefined, text));
  if (answer.headersSent) return void socket.destroy();
  socket.end(text, () => socket.destroy());
}

/** RFC 9112, section 3.2: a request of HTTP/1.1 has exactly one Host, one of HTTP/1.0 at most one. */
function hasHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
