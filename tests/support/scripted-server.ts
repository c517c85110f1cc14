/** An HTTP server whose responses a test scripts: wrong, slow, or none. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  readonly method: string;
  /** Path and query string, as received. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface ScriptedServer {
  readonly url: string;
  /** Every request so far. */
  readonly received: readonly ReceivedRequest[];
  /** Method and URL of every request so far, such as `GET /api/posts`. */
  readonly calls: readonly string[];
  /**
   * Resolves when the response to the request with this number (from 1) is closed, as when a client aborts.
   */
  left(number: number): Promise<void>;
}

export type Script = (request: ReceivedRequest, response: ServerResponse, number: number) => void;

/**
 * Starts a server that is closed when the test ends. The script gets the whole request and its number, from
 * 1.
 */
export async function scriptedServer(script: Script): Promise<ScriptedServer> {
  const received: ReceivedRequest[] = [];
  const calls: string[] = [];
  const responses: ServerResponse[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    calls.push(`${request.method} ${request.url}`);
    responses.push(response);
    script(received[received.length - 1] as ReceivedRequest, response, received.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    calls,
    left: (number) =>
      new Promise((resolve) => {
        const response = responses[number - 1];
        if (!response || response.destroyed) resolve();
        else response.once('close', resolve);
      }),
  };
}

/** Sends a JSON response. */
export function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
