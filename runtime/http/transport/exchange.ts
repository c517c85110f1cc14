import type { HookRequest } from '../../documents/operation.js';
import type { ClientSignal } from '../../storage/driver.js';
import type { StreamedBody } from './send-stream.js';

/** The Express request, before it gets `local`. */
export type ExpressRequest = Omit<HookRequest, 'local'>;

/**
 * One request and its response: what a socket (`SocketExchange`) and `app.fetch` (`FetchExchange`) have in
 * common. All other code works on this, so both give the same responses.
 */
export interface Exchange extends ClientSignal {
  /** As sent: `GET`, `HEAD`, `PROPFIND`. */
  readonly method: string;
  /** As on the request line, below the mount point. */
  readonly target: string;
  /** Path at which the service is mounted in an Express application; `''` at the root. */
  readonly mount: string;
  /** The client's address, if known. */
  readonly remoteAddress: string | undefined;
  /**
   * Whether it is a call of `app.fetch`: without an address no limit by address applies
   * (docs/spec/contract.md#invalid-credentials).
   */
  readonly isInProcess: boolean;
  /** Whether the client has closed the connection, so that no response can be read. */
  readonly gone: boolean;
  /** Returns a header by its lower-case name; several of one name are joined as HTTP says. */
  header(name: string): string | undefined;
  /**
   * False if there is certainly no body. True if there is one, or if only reading can tell: it may be empty
   * then.
   */
  readonly mayHaveBody: boolean;
  /** Reads the raw body, at most `limit` bytes; rejects with `PAYLOAD_TOO_LARGE` beyond. */
  readBody(limit: number): Promise<Uint8Array>;
  /**
   * The raw body as it arrives, of any size. It may be left before its end. Throws if the connection closes
   * first.
   */
  bodyParts(): AsyncIterable<Uint8Array>;
  /**
   * The body if a parser in front of the service has read it already (`express.json()` before
   * `app.use(service)`).
   */
  readonly parsedBody: { readonly value: unknown } | null;
  /** Returns the Express request. */
  hookRequest(params: Readonly<Record<string, string>>): ExpressRequest;
  /** Cuts the connection: the response cannot be completed. */
  abort(): void;
  /**
   * Sends a response of status 200 whose head is there as text, except for its length. Returns false if this
   * connection needs a head of single headers.
   */
  deliverWritten?(lines: string, body: Uint8Array): boolean;
  /** Sends the response. `headers` alternates names and values. */
  deliver(status: number, headers: readonly string[], body: Uint8Array | string | null): void;
  /** Sends a response whose body comes by and by. It is cancelled when the client disconnects. */
  stream(status: number, headers: readonly string[], body: StreamedBody): void;
}
