import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { duplexPair, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** Requests to a handler of node:http within the process. */
export interface Loopback {
  fetch(request: Request): Promise<Response>;
  close(): void;
}

/**
 * Routes of Express need real requests and responses. They get them over an HTTP connection that never leaves the process:
 * dearer than the API's direct way, but nothing has to be imitated.
 */
export function createLoopback(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Loopback {
  const server = createServer(handle);

  return {
    fetch(request) {
      return new Promise((resolve, reject) => {
        const { pathname, search, host } = new URL(request.url);
        const [clientSide, serverSide] = duplexPair();
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
    // They speak of the connection, which the caller has none of.
    if (!/^(connection|keep-alive|transfer-encoding)$/i.test(name)) headers.append(name, raw[at + 1] ?? '');
  }
  const hasNoBody = method === 'HEAD' || status === 204 || status === 304;
  if (hasNoBody) incoming.resume();
  return new Response(hasNoBody ? null : Readable.toWeb(incoming), {
    status,
    headers,
  });
}
