/**
 * The parts of the web platform that the client uses. They are typed here instead of taken from the
 * compiler's `dom` library or from `@types/node`, so that the SDK compiles with either of them and with
 * neither.
 */

/** The global `Request`, if the project's types have it. */
export type FetchRequest = typeof globalThis extends { Request: { prototype: infer T } } ? T : PlainRequest;

/** The global `Response`, if the project's types have it. */
export type FetchResponse = typeof globalThis extends { Response: { prototype: infer T } }
  ? T
  : PlainResponse;

/** The global `AbortSignal`, if the project's types have it. */
export type FetchSignal = typeof globalThis extends { AbortSignal: { prototype: infer T } } ? T : PlainSignal;

/** The global `Headers`, if the project's types have it. */
export type FetchHeaders = typeof globalThis extends { Headers: { prototype: infer T } } ? T : PlainHeaders;

/**
 * The function that sends a request: the global `fetch`, the `fetch` of a server in the same process, or your
 * own around one of them. The client calls it with a `Request` and nothing else.
 */
export type Fetch = typeof globalThis extends { fetch: (...parameters: infer P) => Promise<infer R> }
  ? Fetching<P, R>['fetch']
  : Fetching<[request: PlainRequest], PlainResponse>['fetch'];

/**
 * Only the call signature: some platforms' `fetch` has properties, which no wrapper has. As a method it may
 * accept a `Request` only.
 */
interface Fetching<P extends readonly unknown[], R> {
  fetch(...parameters: P): Promise<R>;
}

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
  readonly fetch: (request: FetchRequest) => Promise<FetchResponse>;
  readonly Request: new (url: string, options: RequestOptions) => FetchRequest;
  readonly Headers: new (init?: HeadersInput) => object;
  // Typed here since the library's own types of these are expensive to check.
  readonly Object: { fromEntries(pairs: object): { readonly [name: string]: string } };
  readonly URLSearchParams: new (parameters: object) => { toString(): string };
  readonly Blob: new (parts: readonly unknown[], options: { readonly type?: string }) => object;
  readonly Response: new (body: object) => { blob(): Promise<PlainBytes> };
  readonly FormData: new () => { append(name: string, value: object, filename: string): void };
  readonly AbortController: new () => { readonly signal: FetchSignal; abort(): void };
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
  /** On servers: Node since 16, Deno, Bun and edge workers. */
  atob(text: string): string;
  btoa(bytes: string): string;
  /** In browsers. */
  readonly navigator?: { readonly locks?: PlainLocks };
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Web Locks: one tab of a browser at a time. */
interface PlainLocks {
  request(name: string, work: () => Promise<unknown>): Promise<unknown>;
}

/** What a response reads to its end. */
interface PlainBytes {
  readonly size: number;
  readonly type: string;
  slice(start: number, end: number, type: string): PlainBytes;
}

interface RequestOptions {
  readonly method?: string;
  readonly headers: { readonly [name: string]: string };
  /** A form has its own content type. */
  readonly body?: string | object | undefined;
  readonly signal?: FetchSignal;
  readonly credentials?: string | undefined;
  readonly redirect?: 'follow' | 'manual';
}

/**
 * Read at each use, so that polyfills and fakes installed later are seen. The cast replaces the missing
 * library types.
 */
export const platform: Platform = globalThis as unknown as Platform;
