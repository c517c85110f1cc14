import type { HookRequest } from '../documents/operation.js';
import type { Recipient } from '../storage/driver.js';

/**
 * One request and the place for its answer: what a socket (`SocketExchange`) and `app.fetch` (`FetchExchange`) have in
 * common. Everything above works on this, so that both give the same answers.
 */
export interface Exchange extends Recipient {
  /** As sent: `GET`, `HEAD`, `PROPFIND`. */
  readonly method: string;
  /** As on the request line, below the mount point. */
  readonly target: string;
  /** Path under which the service is mounted in an Express application; `''` at the root. */
  readonly mount: string;
  /** The other end of the connection. */
  readonly remoteAddress: string | undefined;
  /** The client has left: nobody reads an answer. */
  readonly gone: boolean;
  /** A header by its lower-case name; several of one name are joined as HTTP says. */
  header(name: string): string | undefined;
  /** The raw body, at most `limit` bytes of it; rejects with `PAYLOAD_TOO_LARGE` beyond. */
  readBody(limit: number): Promise<Uint8Array>;
  /** The body where a parser in front of us has read it already (`express.json()` before `app.use(service)`). */
  readonly parsedBody: { readonly value: unknown } | null;
  /** The Express request. */
  hookRequest(params: Readonly<Record<string, string>>): HookRequest;
  /** Cuts the connection: the answer cannot be completed. */
  abort(): void;
  /** Sends the answer. `headers` alternates names and values. */
  deliver(status: number, headers: readonly string[], body: Uint8Array | string | null): void;
}
