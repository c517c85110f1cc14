import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { HookRequest } from '../documents/operation.js';
import { badInput, ServiceError } from '../errors/service-error.js';
import type { Exchange } from './exchange.js';
import type { SocketContext } from './socket-exchange.js';

/** A request that was made in process, by `app.fetch`. */
export class FetchExchange implements Exchange {
  readonly method: string;
  readonly mount: string = '';
  readonly parsedBody: null = null;
  readonly #request: Request;
  readonly #context: SocketContext;
  readonly #respond: (response: Response) => void;
  readonly #fail: (reason: unknown) => void;

  constructor(
    request: Request,
    context: SocketContext,
    settle: { respond: (response: Response) => void; fail: (reason: unknown) => void },
  ) {
    this.method = request.method;
    this.#request = request;
    this.#context = context;
    this.#respond = settle.respond;
    this.#fail = settle.fail;
    request.signal.addEventListener('abort', () => settle.fail(request.signal.reason), { once: true });
  }

  get target(): string {
    const { pathname, search } = new URL(this.#request.url);
    return `${pathname}${search}`;
  }

  /** Known only where the caller passes on what it was told, and proxies are trusted. */
  get remoteAddress(): string | undefined {
    return this.#context.clientAddress({ peer: null, forwarded: this.header('x-forwarded-for') });
  }

  get gone(): boolean {
    return this.#request.signal.aborted;
  }

  onGone(listener: () => void): () => void {
    const { signal } = this.#request;
    signal.addEventListener('abort', listener, { once: true });
    return () => signal.removeEventListener('abort', listener);
  }

  header(name: string): string | undefined {
    const value = this.#request.headers.get(name);
    if (value !== null) return value;
    // A fetch body has no length on paper; on a connection it would be chunked.
    return name === 'transfer-encoding' && this.#request.body !== null ? 'chunked' : undefined;
  }

  hookRequest(params: Readonly<Record<string, string>>): HookRequest {
    const message = new IncomingMessage(new Socket());
    message.method = this.method;
    message.url = this.target;
    for (const [name, value] of this.#request.headers) message.headers[name] = value;
    return this.#context.hookRequest(message, new ServerResponse(message), params);
  }

  async readBody(limit: number): Promise<Uint8Array> {
    const { body } = this.#request;
    if (body === null) return new Uint8Array();
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const chunk of body) {
        size += chunk.byteLength;
        if (size > limit)
          throw new ServiceError(
            'PAYLOAD_TOO_LARGE',
            `The body is larger than ${limit} bytes, the limit of this server.`,
          );
        chunks.push(chunk);
      }
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      throw badInput('The body broke off before it was complete.');
    }
    return Buffer.concat(chunks);
  }

  deliver(status: number, headers: readonly string[], body: Uint8Array | string | null): void {
    const pairs: [string, string][] = [];
    for (let at = 0; at < headers.length; at += 2) pairs.push([headers[at] ?? '', headers[at + 1] ?? '']);
    this.#respond(new Response(body, { status, headers: pairs }));
  }

  abort(): void {
    this.#fail(new TypeError('The answer could not be completed.'));
  }
}
