/**
 * The parts of the web platform that the client stands on. They are typed here instead of taken from the compiler's `dom`
 * library or from `@types/node`, so that the SDK compiles with either of them and with neither.
 */

/** The global `Request`, where the project's types know it. */
export type FetchRequest = typeof globalThis extends { Request: { prototype: infer T } } ? T : PlainRequest;

/** The global `Response`, where the project's types know it. */
export type FetchResponse = typeof globalThis extends { Response: { prototype: infer T } }
  ? T
  : PlainResponse;

/** The global `AbortSignal`, where the project's types know it. */
export type FetchSignal = typeof globalThis extends { AbortSignal: { prototype: infer T } } ? T : PlainSignal;

/** The global `Headers`, where the project's types know it. */
export type FetchHeaders = typeof globalThis extends { Headers: { prototype: infer T } } ? T : PlainHeaders;

/** What sends a request: the global `fetch`, the `fetch` of a server in the same process, or your own. */
export type Fetch = (request: FetchRequest) => Promise<FetchResponse>;

/** Headers as an object, as pairs, or as a `Headers` object. */
export type HeadersInput =
  | { readonly [name: string]: string }
  | readonly (readonly [name: string, value: string])[]
  | FetchHeaders;

/** What the client needs of a `Request`. */
export interface PlainRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: PlainHeaders;
}

/** What the client needs of a `Response`. */
export interface PlainResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: PlainHeaders;
  json(): Promise<unknown>;
}

/** What the client needs of a `Headers` object. */
export interface PlainHeaders {
  get(name: string): string | null;
}

/** What the client needs of an `AbortSignal`. */
export interface PlainSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void, options: { readonly signal: PlainSignal }): void;
}

interface Platform {
  readonly fetch: Fetch;
  readonly Request: new (url: string, options: RequestOptions) => FetchRequest;
  readonly Headers: new (init?: HeadersInput) => object;
  // Typed here since the library's own types of these are dear to check.
  readonly Object: { fromEntries(pairs: object): { readonly [name: string]: string } };
  readonly URLSearchParams: new (parameters: object) => { toString(): string };
  readonly AbortController: new () => { readonly signal: FetchSignal; abort(): void };
  /** In browsers. */
  readonly navigator?: { readonly locks?: PlainLocks };
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Web Locks: of all tabs of a browser, one at a time. */
interface PlainLocks {
  request(name: string, work: () => Promise<unknown>): Promise<unknown>;
}

interface RequestOptions {
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | undefined;
  readonly signal: FetchSignal;
  readonly credentials: string | undefined;
  readonly redirect: 'follow' | 'manual';
}

/** Read at each use, so that polyfills and fakes that come later are seen. The cast stands for the missing library types. */
export const platform: Platform = globalThis as unknown as Platform;
