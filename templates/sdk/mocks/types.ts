import type { Read } from '../collection.js';
import type { Depth } from '../depth.js';
import type { DraftAt } from '../drafts.js';
import type { CollectionShape, DocumentAt, DocumentShape } from '../shape.js';
import type { MockErrorFields, MockFailure, ServerErrorCode } from './errors.js';

/** The part of MSW's `http` that is used. */
export interface MockHttp<Handler> {
  readonly all: (...parameters: never[]) => Handler;
}

/** The part of MSW's `HttpResponse` that is used. */
export interface MockResponses<Answer> {
  readonly json: (...parameters: never[]) => Answer;
}

/** What `createMocks` takes. */
export interface MockOptions<Handler, Answer> {
  /** As the client has it. */
  readonly baseUrl: string;
  /** `http` of MSW, from version 2.11 on. */
  readonly http: MockHttp<Handler>;
  /** `HttpResponse` of MSW. */
  readonly HttpResponse: MockResponses<Answer>;
}

/** Fields of a document: any of them, and any of a group. */
export type FixtureFields<T> = {
  readonly [K in keyof T]?: (T[K] extends readonly unknown[] ? T[K] : Part<T[K]>) | undefined;
};

/** Documents and points are given as a whole. */
type Part<T> = [T] extends [{ readonly _revision: number }]
  ? T
  : [T] extends [object]
    ? string extends keyof T
      ? T
      : FixtureFields<T>
    : T;

/** How a document is seen. */
export interface FixtureOptions<S extends DocumentShape, D extends Depth, R extends boolean> {
  /** Levels of populated relations. Default 0: a relation is an id. */
  readonly depth?: D | undefined;
  /** Whether it is a draft. */
  readonly draft?: (R & S['draft']) | undefined;
}

/**
 * Makes a document, which is not stored. Fields that are not given have their default, or are empty, or an
 * example where they are required.
 */
export type Fixture<S extends DocumentShape> = <D extends Depth = 0, R extends boolean = false>(
  fields?: FixtureFields<Read<S, D, never, R>>,
  options?: FixtureOptions<S, D, R>,
) => Read<S, D, never, R>;

/** The stored documents of a collection. */
export interface MockCollection<S extends CollectionShape> {
  /** Stores a document, with examples of required fields that are not given. */
  add<R extends boolean = false>(
    fields?: FixtureFields<Seen<S, R>>,
    options?: { readonly draft?: (R & S['draft']) | undefined },
  ): Seen<S, R>;
  /** All documents, the first one first. With `draft: true` with their pending changes. */
  all<R extends boolean = false>(options?: { readonly draft?: (R & S['draft']) | undefined }): Seen<S, R>[];
  /** Removes all documents. */
  clear(): void;
}

type Seen<S extends DocumentShape, R> = R extends true ? DraftAt<S, 0> : DocumentAt<S, 0>;

/** The stored document of a global. */
export interface MockGlobal<S extends DocumentShape> {
  /** Changes and publishes the given fields. */
  set(fields: FixtureFields<DocumentAt<S, 0>>): DocumentAt<S, 0>;
  get(): DocumentAt<S, 0>;
}

/** A service that is only mocked: its requests, and the documents that they read and write. */
export interface ServiceMocks<Collections, Globals, Handler, Answer> {
  /** For `setupServer(...handlers)` and `setupWorker(...handlers)`. */
  readonly handlers: Handler[];
  /** Makes documents that are not stored. */
  readonly fixture: {
    readonly [K in keyof Collections]: Fixture<Collections[K] & DocumentShape>;
  } & {
    readonly globals: { readonly [K in keyof Globals]: Fixture<Globals[K] & DocumentShape> };
  };
  /** The stored documents. */
  readonly data: {
    readonly [K in keyof Collections]: MockCollection<Collections[K] & CollectionShape>;
  } & {
    readonly globals: { readonly [K in keyof Globals]: MockGlobal<Globals[K] & DocumentShape> };
  };
  /**
   * Lets the next request fail.
   *
   * @example
   * mocks.fail('CONFLICT', { method: 'PATCH', path: 'posts', currentRevision: 4 });
   */
  fail(code: ServerErrorCode, failure?: MockFailure): void;
  /** An error response, for handlers of your own. */
  error(code: ServerErrorCode, fields?: MockErrorFields): Answer;
  /** Removes all documents, sessions and failures. Ids and times begin again. */
  reset(): void;
}

/** What a service with authentication has in addition. */
export interface MockSession<User> {
  /** Logs a user in, who is stored unless there is one with this email. */
  logIn(user?: FixtureFields<User>): User;
  logOut(): void;
}
