import { IncomingMessage, ServerResponse } from 'node:http';
import { isIP, Socket } from 'node:net';
import { reason } from '../../errors/reasons/reason.js';
import { badInput, ServiceError } from '../../errors/service-error.js';
import type { Exchange, ExpressRequest } from './exchange.js';
import { mergeHeaders } from './merge-headers.js';
import { type StreamedBody, webStream } from './send-stream.js';
import type { SocketContext } from './socket-exchange.js';

/** A call of `app.fetch`. */
export interface FetchCall {
  readonly request: Request;
  /** The address of the client whose request the caller forwards. */
  readonly address: string | null;
}

/** @throws TypeError for a text that is not an IP address: limits would count it as one client. */
export function checkedAddress(address: string | undefined): string | null {
  if (address === undefined) return null;
  if (isIP(address) !== 0) return address;
  throw new TypeError(
    `app.fetch: address must be one IP address, without a port, not ${JSON.stringify(address)}.`,
  );
}

/** A request made in process, by `app.fetch`. */
export class FetchExchange implements Exchange {
  readonly method: string;
  readonly mount: string = '';
  readonly isInProcess: boolean = true;
  readonly parsedBody: null = null;
  readonly #request: Request;
  readonly #address: string | null;
  readonly #context: SocketContext;
  readonly #respond: (response: Response) => void;
  readonly #fail: (reason: unknown) => void;
  /** The response that hooks see; created on first access. */
  #response: ServerResponse | null = null;

  constructor(
    { request, address }: FetchCall,
    context: SocketContext,
    settle: { respond: (response: Response) => void; fail: (reason: unknown) => void },
  ) {
    this.method = request.method;
    this.#request = request;
    this.#address = address;
    this.#context = context;
    this.#respond = settle.respond;
    this.#fail = settle.fail;
    request.signal.addEventListener('abort', () => settle.fail(request.signal.reason), { once: true });
  }

  get target(): string {
    const { pathname, search } = new URL(this.#request.url);
    return `${pathname}${search}`;
  }

  /** Known only if the caller gives it, or forwards the header of a trusted proxy. */
  get remoteAddress(): string | undefined {
    return this.#context.clientAddress({ peer: this.#address, forwarded: this.header('x-forwarded-for') });
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
    return this.#request.headers.get(name) ?? undefined;
  }

  /**
   * A body needs no header here. A server around the service may pass on a stream with every POST, also with
   * length 0.
   */
  get mayHaveBody(): boolean {
    return this.#request.body !== null && this.header('content-length') !== '0';
  }

  hookRequest(params: Readonly<Record<string, string>>): ExpressRequest {
    const message = new IncomingMessage(new Socket());
    message.method = this.method;
    message.url = this.target;
    for (const [name, value] of this.#request.headers) message.headers[name] = value;
    this.#response = new ServerResponse(message);
    return this.#context.hookRequest(message, this.#response, params);
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
          throw new ServiceError('PAYLOAD_TOO_LARGE', reason('body.tooLarge', { max: limit }));
        chunks.push(chunk);
      }
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      throw badInput(reason('body.incomplete'));
    }
    return Buffer.concat(chunks);
  }

  async *bodyParts(): AsyncGenerator<Uint8Array> {
    const { body } = this.#request;
    if (body === null) return;
    try {
      for await (const part of body) yield part;
    } catch {
      throw badInput(reason('body.incomplete'));
    }
  }

  deliver(status: number, headers: readonly string[], body: Uint8Array | string | null): void {
    this.#send(status, headers, body);
  }

  stream(status: number, headers: readonly string[], body: StreamedBody): void {
    this.#send(status, headers, webStream(body));
  }

  #send(
    status: number,
    headers: readonly string[],
    body: Uint8Array | string | ReadableStream<Uint8Array> | null,
  ): void {
    const response = this.#response;
    if (response === null || response.getHeaderNames().length === 0) {
      const pairs: [string, string][] = [];
      for (let at = 0; at < headers.length; at += 2) pairs.push([headers[at] ?? '', headers[at + 1] ?? '']);
      this.#respond(new Response(body, { status, headers: pairs }));
    } else {
      mergeHeaders(response, headers);
      this.#respond(new Response(body, { status, headers: pairsOf(response) }));
    }
  }

  abort(): void {
    this.#fail(new TypeError('The answer could not be completed.'));
  }
}

/** Returns the headers of a response as `Headers` takes them, with a pair for each cookie. */
function pairsOf(response: ServerResponse): [string, string][] {
  return Object.entries(response.getHeaders()).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  );
}
