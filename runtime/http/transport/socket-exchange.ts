import { type IncomingMessage, ServerResponse } from 'node:http';
import { reason } from '../../errors/reasons/reason.js';
import { badInput, ServiceError } from '../../errors/service-error.js';
import { type ClientAddress, trailOf } from '../security/client-address.js';
import type { Exchange, ExpressRequest } from './exchange.js';
import { sendContinue } from './expect-continue.js';
import { FileBody } from './file-body.js';
import { mergeHeaders } from './merge-headers.js';
import { mountOf } from './mount-path.js';
import { cancelBody, type StreamedBody, sendStream, webStream } from './send-stream.js';
import { canWriteLines, writeLines } from './written-head.js';

/** What all exchanges of one service share. */
export interface SocketContext {
  /** Whether the service is shutting down: every response ends its connection. */
  readonly draining: boolean;
  /** Returns the client's address, seen through trusted proxies. */
  readonly clientAddress: ClientAddress;
  hookRequest(
    request: IncomingMessage,
    response: ServerResponse,
    params: Readonly<Record<string, string>>,
  ): ExpressRequest;
}

/** An unread rest of a body up to this size is read and discarded, which is cheaper than a new connection. */
const smallRest = 65_536;
/** Max milliseconds for the rest of a refused body. */
const lingerFor = 10_000;

/** A request over a connection, or through an Express application around the service. */
export class SocketExchange implements Exchange {
  readonly method: string;
  readonly isInProcess: boolean = false;
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
    return mountOf(this.#request);
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

  /**
   * HTTP/1 announces a body by a header (RFC 9112, section 6.3). HTTP/2 and 3 need none: their frames say
   * where a body ends, and the first one whether there is any.
   */
  get mayHaveBody(): boolean {
    const request: IncomingMessage & { readonly stream?: { readonly endAfterHeaders?: boolean } } =
      this.#request;
    const { headers, httpVersionMajor, stream } = request;
    const length = headers['content-length'];
    if (length !== undefined) return Number(length) > 0;
    if (headers['transfer-encoding'] !== undefined) return true;
    return httpVersionMajor > 1 && stream?.endAfterHeaders !== true;
  }

  hookRequest(params: Readonly<Record<string, string>>): ExpressRequest {
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
        finish(() => reject(badInput(reason('body.connectionClosed'))));
      }
      function finish(settle: () => void): void {
        request.off('data', take).off('end', complete).off('close', lost);
        settle();
      }
      request.on('data', take).on('end', complete).on('close', lost);
    });
  }

  async *bodyParts(): AsyncGenerator<Uint8Array> {
    const request = this.#request;
    if (request.headers.expect !== undefined) sendContinue(request, this.#response);
    try {
      // The connection is still needed for the response if the rest is not read.
      for await (const part of request.iterator({ destroyOnReturn: false })) yield part as Uint8Array;
    } catch {
      throw badInput(reason('body.connectionClosed'));
    }
  }

  deliver(status: number, headers: readonly string[], body: Uint8Array | string | null): void {
    const request = this.#request;
    const response = this.#response;
    // A middleware in front may have timed out and responded itself.
    if (response.destroyed || response.writableEnded) return;
    const lingering = this.#writeHead(status, headers);
    if (lingering) linger(request, response, body);
    else response.end(body ?? undefined);
  }

  stream(status: number, headers: readonly string[], body: StreamedBody): void {
    const response = this.#response;
    if (response.destroyed || response.writableEnded) return void cancelBody(body);
    this.#writeHead(status, headers);
    // What a middleware has wrapped may keep bytes, and may not say when it needs them no more.
    if (body instanceof FileBody && response.write === ServerResponse.prototype.write) {
      void body.sendTo(response);
      return;
    }
    // A reader of events waits for the head.
    response.flushHeaders();
    void sendStream(webStream(body), response);
  }

  /** Returns whether the rest of the request has to be read first. */
  #writeHead(status: number, headers: readonly string[]): boolean {
    const request = this.#request;
    const response = this.#response;
    // Node modifies the list only if it is not an array; its types do not allow read-only ones.
    const flat = headers as string[];
    const lingering = !request.complete && this.#rest() > smallRest;
    // HTTP/2 has no such header, and ends a stream without its connection.
    // After 408 the rest of a body may still come, for ever (RFC 9110, section 15.5.9).
    const isLast = lingering || status === 408 || this.#context.draining;
    if (isLast && request.httpVersionMajor === 1) flat.push('Connection', 'close');
    if (mustMerge(response, flat)) {
      mergeHeaders(response, flat);
      response.writeHead(status);
    } else response.writeHead(status, flat);
    return lingering;
  }

  deliverWritten(lines: string, body: Uint8Array): boolean {
    const response = this.#response;
    if (response.destroyed || response.writableEnded) return true;
    if (!this.#takesLines()) return false;
    writeLines(response, lines, body.byteLength);
    response.end(body);
    return true;
  }

  /**
   * A middleware may have set headers or wrapped functions, and a body that nobody reads may have to be
   * waited for.
   */
  #takesLines(): boolean {
    const { httpVersionMajor, headers } = this.#request;
    return (
      httpVersionMajor === 1 &&
      !this.#context.draining &&
      headers['content-length'] === undefined &&
      headers['transfer-encoding'] === undefined &&
      headers.expect === undefined &&
      !mustMerge(this.#response, []) &&
      canWriteLines()
    );
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

/**
 * Whether the headers must be merged one by one, not written as one list, which is faster. This is needed if
 * other code set headers; if it wrapped `writeHead`, as session and compression middleware do, and looks for
 * headers on the response; or if there are several cookies: if a header was set and removed again, which is
 * not visible, `writeHead` would keep only the last of them.
 */
function mustMerge(response: ServerResponse, headers: readonly string[]): boolean {
  return (
    response.writeHead !== ServerResponse.prototype.writeHead ||
    response.getHeaderNames().length > 0 ||
    headers.includes('Set-Cookie')
  );
}

function tooLarge(limit: number): ServiceError {
  return new ServiceError('PAYLOAD_TOO_LARGE', reason('body.tooLarge', { max: limit }));
}

/**
 * Sends the whole response, then discards the rest of the body before the connection ends. Closing at once
 * would make the kernel send a reset for the client's next packet, and the client would lose the response.
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
