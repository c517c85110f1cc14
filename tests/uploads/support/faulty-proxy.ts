/** A proxy in front of a server of S3, which fails in the way that a test asks for. */
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { Transform } from 'node:stream';
import { onTestFinished } from 'vitest';

/**
 * What the proxy does with requests: passes them on, closes their connections, never responds, responds with
 * 500, confirms writes that it does not do, passes on half of the bodies that are read, or changes a bit of
 * those that are written.
 */
export type Fault = 'none' | 'closed' | 'silent' | 'error' | 'lie' | 'half' | 'altered';

export interface FaultyProxy {
  readonly url: string;
  fault: Fault;
  /** Methods of the requests so far. */
  readonly requests: string[];
}

export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const proxy = { url: '', fault: 'none' as Fault, requests: [] as string[] };
  const server = createServer((request, response) => {
    proxy.requests.push(String(request.method));
    answer(request, response, { fault: proxy.fault, target });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  proxy.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return proxy;
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { fault, target }: { readonly fault: Fault; readonly target: string },
): void {
  const { method, url, headers } = request;
  request.on('error', () => response.destroy());
  if (fault === 'closed') request.destroy();
  else if (fault === 'silent') request.resume();
  else if (fault === 'error') request.resume().on('end', () => response.writeHead(500).end());
  else if (fault === 'lie' && method === 'PUT') {
    request.resume().on('end', () => response.writeHead(200, { etag: '"0"' }).end());
  } else {
    // The signature contains the name of the host, so that stays.
    const { hostname, port } = new URL(target);
    const passed = send({ hostname, port, method, path: url, headers });
    passed.on('error', () => response.destroy());
    passed.on('response', (found) => {
      response.writeHead(found.statusCode ?? 502, found.headers);
      if (fault === 'half' && method === 'GET') cutAfter(found, response);
      else found.pipe(response);
    });
    if (fault === 'altered') request.pipe(alteration()).pipe(passed);
    else request.pipe(passed);
  }
}

function alteration(): Transform {
  let isAltered = false;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const changed = Buffer.from(chunk);
      if (!isAltered && changed.length > 0) changed[0] = (changed[0] ?? 0) ^ 1;
      isAltered = true;
      done(null, changed);
    },
  });
}

function cutAfter(found: IncomingMessage, response: ServerResponse): void {
  found.once('data', (chunk: Buffer) => {
    response.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => response.destroy());
    found.destroy();
  });
}
