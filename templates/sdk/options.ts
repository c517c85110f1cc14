import type { Fetch, FetchRequest, FetchResponse, FetchSignal, HeadersInput } from './platform.js';

/** How a client reaches its server. */
export interface ClientOptions {
  /** Address of the server, with the path before `/api` if there is one: `https://example.com`. */
  readonly baseUrl: string;
  /** Sent as `X-API-Key`. Do not use it in browsers. */
  readonly apiKey?: string | undefined;
  /** Whether cookies are sent, as in `fetch`; browsers need `include` for a server of another origin. */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined;
  /**
   * Sends the requests instead of the global `fetch`, and has the same type.
   *
   * @example
   * // The server in the same process, without a socket: for tests and server-side rendering.
   * const client = createClient({ baseUrl: 'http://localhost', fetch: createApp().fetch });
   */
  readonly fetch?: Fetch | undefined;
  /** Headers of every request; a function is called again before each try. */
  readonly headers?: HeadersInput | (() => HeadersInput | Promise<HeadersInput>) | undefined;
  /**
   * Max number of retries, or `false` for none. Default 2. Every call is retried after the status 429, since
   * it has had no effect; reads, deletions, and creations and bulk calls with an `idempotencyKey` also after
   * network errors and 503. Others, and updates, could take effect twice, and are not.
   */
  readonly retry?: number | false | undefined;
  /**
   * Milliseconds after which a call fails with `TIMEOUT`, including all retries and pauses. Default: none.
   */
  readonly timeout?: number | undefined;
  /** Called with the request before each try; may return another one to send instead. */
  onRequest?(
    request: FetchRequest,
  ): FetchRequest | undefined | void | Promise<FetchRequest | undefined> | Promise<void>;
  /** Called with each response; may return another one to use instead. Read the body from a `clone()`. */
  onResponse?(
    response: FetchResponse,
    request: FetchRequest,
  ): FetchResponse | undefined | void | Promise<FetchResponse | undefined> | Promise<void>;
  /**
   * Called once if the server was generated from another contract than this client: generate the client
   * again.
   */
  onDrift?(server: string, own: string): void;
}

/** Options of one call, in addition to its query or data. */
export interface CallOptions {
  /** Ends the call with `ABORTED`, also while it waits for a retry. */
  readonly signal?: FetchSignal | undefined;
  /** Milliseconds after which the call fails with `TIMEOUT`; overrides the client's. */
  readonly timeout?: number | undefined;
  /** Headers of this call; they override the client's. */
  readonly headers?: HeadersInput | undefined;
}

/** Options of an update or deletion. */
export interface ChangeOptions extends CallOptions {
  /**
   * The document's `_revision` as you know it: the call fails with `CONFLICT` if the document was modified
   * since.
   */
  readonly ifMatch?: number | undefined;
}

/** Options of a creation. */
export interface CreateOptions<Draft = boolean> extends CallOptions {
  /**
   * Saves a draft, which only reads with `draft: true` return: any of its fields may be missing, and the
   * published document stays unchanged until the draft is published.
   */
  readonly draft?: Draft | undefined;
}

/** Options of a creation that is done once, however often it is sent. */
export interface CreateOnceOptions<Draft = boolean> extends CreateOptions<Draft> {
  /**
   * A text of your own for this creation, such as a UUID, of at most 255 characters. If you send the same
   * data again with the same key within 24 hours, you get the first response, and nothing is created. The
   * call itself is then retried like a read.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Options of an update. */
export interface WriteOptions<Draft = boolean> extends ChangeOptions, CreateOptions<Draft> {}

/**
 * How methods return: data, with `true` an object of data or error; `local` is data in the process itself.
 */
export type Mode = boolean | 'local';

/** Whose rights a call of `local` has: the service itself, a visitor, or a user. */
export type LocalRequester = 'system' | 'public' | { readonly id: string };

/** Options of a call of `local`, which runs in the process of the service. */
export interface LocalOptions {
  /**
   * Whose rights the call has. Default: those of the request that runs the code; of `app.local` those of a
   * visitor. `undefined` is a TypeError: a user who is not there is `public`.
   */
  readonly as?: LocalRequester;
  /** With `false` the hooks of the config do not run for this call. Default true. */
  readonly hooks?: boolean | undefined;
}

/** The options that only calls of `local` have. */
export type InProcess<Safe extends Mode> = Safe extends 'local' ? LocalOptions : unknown;
