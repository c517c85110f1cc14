import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { duplexPair, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FetchCall } from './fetch-exchange.js';

/** In-process requests to a handler of node:http. */
export interface Loopback {
  fetch(call: FetchCall): Promise<Response>;
  close(): void;
}

/**
 * Routes of Express need real requests and responses. They get them over an HTTP connection within the
 * process: more expensive than the direct way of the API, but nothing has to be imitated.
 */
export function createLoopback(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Loopback {
  const server = createServer(handle);

  return {
    fetch({ request, address }) {
      return new Promise((resolve, reject) => {
        const { pathname, search, host } = new URL(request.url);
        const [clientSide, serverSide] = duplexPair();
        // Express reads `req.ip` from this.
        if (address !== null) Object.defineProperty(serverSide, 'remoteAddress', { value: address });
        server.emit('connection', serverSide);
        const outgoing = httpRequest({
          method: request.method,
          path: `${pathname}${search}`,
          headers: { host, ...Object.fromEntries(request.headers) },
          signal: request.signal,
          createConnection: () => clientSide,
        });
        outgoing.on('response', (incoming) => resolve(toResponse(incoming, request.method)));
        outgoing.on('error', (error) => reject(request.signal.aborted ? request.signal.reason : error));
        if (request.body === null) outgoing.end();
        // The types of the DOM and of node:stream/web describe the same class.
        else
          Readable.fromWeb(request.body as ReadableStream)
            .on('error', (error) => outgoing.destroy(error))
            .pipe(outgoing);
      });
    },
    close() {
      server.close();
    },
  };
}

function toResponse(incoming: IncomingMessage, method: string): Response {
  const status = incoming.statusCode ?? 500;
  const headers = new Headers();
  const raw = incoming.rawHeaders;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? '';
    // These describe the connection, which the caller does not have.
    if (!/^(connection|keep-alive|transfer-encoding)$/i.test(name)) headers.append(name, raw[at + 1] ?? '');
  }
  const hasNoBody = method === 'HEAD' || status === 204 || status === 304;
  if (hasNoBody) incoming.resume();
  return new Response(hasNoBody ? null : Readable.toWeb(incoming), {
    status,
    headers,
  });
}
