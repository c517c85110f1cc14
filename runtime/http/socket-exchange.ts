import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HookRequest } from '../documents/operation.js';
import { badInput, ServiceError } from '../errors/service-error.js';
import { type ClientAddress, trailOf } from './client-address.js';
import type { Exchange } from './exchange.js';
import { sendContinue } from './expect-continue.js';

/** What the exchanges of one service share. */
export interface SocketContext {
  /** The service is shutting down: every answer ends its connection. */
  readonly draining: boolean;
  /** The client's address, seen through the proxies that are trusted. */
  readonly clientAddress: ClientAddress;
  hookRequest(
    request: IncomingMessage,
    response: ServerResponse,
    params: Readonly<Record<string, string>>,
  ): HookRequest;
}

/** An unread rest of a body up to this size is read and forgotten, which is cheaper than a new connection. */
const smallRest = 65_536;
/** How long the rest of a refused body may take. */
const lingerFor = 10_000;

/** A request that came in over a connection, or through an Express application around us. */
export class SocketExchange implements Exchange {
  readonly method: string;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #context: SocketContext;

  constructor(request: IncomingMessage, response: ServerResponse, context: SocketContext) {
    this.method = request.method ?? 'GET';
    this.#request = request;
    this.#response = response;
    this.#context = context;
  }

  get target(): string {
    return this.#request.url ?? '/';
  }

  get mount(): string {
    const request: IncomingMessage & { readonly baseUrl?: unknown } = this.#request;
    return typeof request.baseUrl === 'string' ? request.baseUrl : '';
  }

  get remoteAddress(): string | undefined {
    return this.#context.clientAddress(trailOf(this.#request));
  }

  get gone(): boolean {
    return this.#response.destroyed;
  }

  onGone(listener: () => void): () => void {
    const response = this.#response;
    response.once('close', listener);
    return () => void response.off('close', listener);
  }

  get parsedBody(): { readonly value: unknown } | null {
    const request: IncomingMessage & { readonly body?: unknown } = this.#request;
    return request.body !== undefined && request.readableEnded ? { value: request.body } : null;
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  hookRequest(params: Readonly<Record<string, string>>): HookRequest {
    return this.#context.hookRequest(this.#request, this.#response, params);
  }

  readBody(limit: number): Promise<Uint8Array> {
    const request = this.#request;
    if (Number(request.headers['content-length']) > limit) return Promise.reject(tooLarge(limit));
    if (request.readableEnded) return Promise.resolve(new Uint8Array());
    if (request.headers.expect !== undefined) sendContinue(request, this.#response);

    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      function take(chunk: Buffer): void {
        size += chunk.length;
        if (size > limit) finish(() => reject(tooLarge(limit)));
        else chunks.push(chunk);
      }
      function complete(): void {
        const [first] = chunks;
        finish(() => resolve(first && chunks.length === 1 ? first : Buffer.concat(chunks)));
      }
      function lost(): void {
        finish(() => reject(badInput('The connection closed before the body was complete.')));
      }
      function finish(settle: () => void): void {
        request.off('data', take).off('end', complete).off('close', lost);
        settle();
      }
      request.on('data', take).on('end', complete).on('close', lost);
    });
  }

  deliver(status: number, headers: readonly string[], body: Uint8Array | string | null): void {
    const request = this.#request;
    const response = this.#response;
    if (response.destroyed) return;
    // Node changes what it is given only when it is no array; its types do not know of read-only ones.
    const flat = headers as string[];
    const lingering = !request.complete && this.#rest() > smallRest;
    if (lingering || this.#context.draining) flat.push('Connection', 'close');
    response.writeHead(status, flat);
    if (lingering) linger(request, response, body);
    else response.end(body ?? undefined);
  }

  abort(): void {
    this.#response.destroy();
  }

  /** Bytes of the body that may still come. */
  #rest(): number {
    const { headers } = this.#request;
    if (headers['content-length'] !== undefined) return Number(headers['content-length']);
    return headers['transfer-encoding'] === undefined ? 0 : Number.POSITIVE_INFINITY;
  }
}

function tooLarge(limit: number): ServiceError {
  return new ServiceError(
    'PAYLOAD_TOO_LARGE',
    `The body is larger than ${limit} bytes, the limit of this server.`,
  );
}

/**
 * Sends the whole answer, then reads the rest of the body into nothing before the connection ends. Closing at once would
 * make the kernel answer the client's next packet with a reset, and the client would lose the answer with it.
 */
function linger(request: IncomingMessage, response: ServerResponse, body: Uint8Array | string | null): void {
  if (body === null) response.flushHeaders();
  else response.write(body);
  const deadline = setTimeout(end, lingerFor);
  function end(): void {
    clearTimeout(deadline);
    request.off('end', end).off('close', end);
    response.end();
  }
  request.on('end', end).on('close', end).resume();
}
