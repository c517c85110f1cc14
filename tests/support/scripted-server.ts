/** An HTTP server on a port that answers as a test says: wrongly, slowly, or not at all. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  readonly method: string;
  /** Path and query string, as sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface ScriptedServer {
  readonly url: string;
  /** Every request so far. */
  readonly received: readonly ReceivedRequest[];
  /** `GET /api/posts` of every request so far. */
  readonly calls: readonly string[];
  /** Settles when a client has left the request of this number (from 1) before it was answered. */
  left(number: number): Promise<void>;
}

export type Script = (request: ReceivedRequest, response: ServerResponse, number: number) => void;

/** Starts a server that is gone when the test is over. The script gets the whole request and its number, from 1. */
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

/** Answers JSON. */
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
