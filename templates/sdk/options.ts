import type { Fetch, FetchRequest, FetchResponse, FetchSignal, HeadersInput } from './platform.js';

/** How a client reaches its server. */
export interface ClientOptions {
  /** Address of the server, with a path in front of `/api` if there is one: `https://example.com`. */
  readonly baseUrl: string;
  /** Sent as `X-API-Key`. Keep it out of browsers. */
  readonly apiKey?: string | undefined;
  /** Whether cookies go along, as in `fetch`; browsers need `include` for a server of another origin. */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined;
  /**
   * Sends the requests, instead of the global `fetch`.
   *
   * @example
   * // The server in the same process, without a socket: for tests and server-side rendering.
   * const client = createClient({ baseUrl: 'http://localhost', fetch: createApp().fetch });
   */
  readonly fetch?: Fetch | undefined;
  /** Headers of every request; a function is asked anew before each try. */
  readonly headers?: HeadersInput | (() => HeadersInput | Promise<HeadersInput>) | undefined;
  /**
   * Further tries after the first, or `false` for none. Default 2. Reads and deletions are repeated after network errors
   * and the statuses 429 and 503, creations and updates never: they would not be the same the second time.
   */
  readonly retry?: number | false | undefined;
  /** Milliseconds after which a call fails with `TIMEOUT`, all its tries and pauses included. Default: none. */
  readonly timeout?: number | undefined;
  /** Sees each request before it is sent, each try anew, and may answer another one to send instead. */
  onRequest?(
    request: FetchRequest,
  ): FetchRequest | undefined | void | Promise<FetchRequest | undefined> | Promise<void>;
  /** Sees each response, and may answer another one to go on with. Read the body from a `clone()`. */
  onResponse?(
    response: FetchResponse,
    request: FetchRequest,
  ): FetchResponse | undefined | void | Promise<FetchResponse | undefined> | Promise<void>;
  /** Called once when the server was generated from another contract than this client: generate the client again. */
  onDrift?(server: string, own: string): void;
}

/** Options of one call, beside its query or data. */
export interface CallOptions {
  /** Ends the call with `ABORTED`, also while it waits for another try. */
  readonly signal?: FetchSignal | undefined;
  /** Milliseconds after which the call fails with `TIMEOUT`; wins over the client's. */
  readonly timeout?: number | undefined;
  /** Headers of this call; they win over the client's. */
  readonly headers?: HeadersInput | undefined;
}

/** Options of an update or deletion. */
export interface ChangeOptions extends CallOptions {
  /** The document's `_revision` as you know it: the call fails with `CONFLICT` when it has moved on. */
  readonly ifMatch?: number | undefined;
}

/** Options of a creation. */
export interface CreateOptions<Draft = boolean> extends CallOptions {
  /**
   * Saves a draft, which nobody sees but who asks for drafts: of its fields all may be missing, and the published document stays
   * as it is until the draft is published.
   */
  readonly draft?: Draft | undefined;
}

/** Options of an update. */
export interface WriteOptions<Draft = boolean> extends ChangeOptions, CreateOptions<Draft> {}
