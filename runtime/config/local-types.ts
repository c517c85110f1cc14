import type { Registered } from './register.js';

/**
 * Whose rights a call of `local` has. `system`: everything is allowed, and the audit log notes each write.
 * `public`: a visitor without an account. An object: the user with this id, as they are now.
 */
export type LocalRequester = 'system' | 'public' | { readonly id: string };

/** Options of every call of `local`, in addition to those of the same method of the client. */
export interface LocalOptions {
  /**
   * Whose rights the call has. Default: those of the request that runs the code; of `app.local` those of a
   * visitor. `undefined` is a TypeError: a user who is not there is `public`.
   */
  readonly as?: LocalRequester;
  /** With `false` the hooks of the config do not run for this call. Default true. */
  readonly hooks?: boolean | undefined;
}

/** A document whose fields the compiler does not know. */
export interface AnyDocument {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** A group of such documents: the values that they have in common, and its metrics. */
export interface AnyDocumentGroup {
  readonly key: Readonly<Record<string, unknown>>;
  readonly [metric: string]: unknown;
}

/** A page of such documents. */
export interface AnyPage {
  readonly docs: AnyDocument[];
  readonly totalDocs: number;
  readonly [name: string]: unknown;
}

/** Options of a call whose collection the compiler does not know. */
export interface AnyCallOptions extends LocalOptions {
  readonly draft?: boolean | undefined;
  readonly ifMatch?: number | undefined;
  readonly [option: string]: unknown;
}

/** The methods of a collection whose fields the compiler does not know. */
export interface AnyCollectionMethods {
  find(query?: object, options?: AnyCallOptions): Promise<AnyPage>;
  findOne(query?: object, options?: AnyCallOptions): Promise<AnyDocument | null>;
  findById(id: string, query?: object, options?: AnyCallOptions): Promise<AnyDocument>;
  findByIds(ids: readonly string[], query?: object, options?: AnyCallOptions): Promise<AnyDocument[]>;
  findByKey(key: object, query?: object, options?: AnyCallOptions): Promise<AnyDocument | null>;
  count(query?: object, options?: AnyCallOptions): Promise<number>;
  aggregate(
    query: object,
    options?: AnyCallOptions,
  ): Promise<{ readonly groups: AnyDocumentGroup[]; readonly hasMore: boolean }>;
  iterate(query?: object, options?: AnyCallOptions): AsyncGenerator<AnyDocument, void>;
  create(data: object, options?: AnyCallOptions): Promise<AnyDocument>;
  update(id: string, data: object, options?: AnyCallOptions): Promise<AnyDocument>;
  mutate(
    id: string,
    change: (document: AnyDocument) => object | Promise<object>,
    options?: AnyCallOptions,
  ): Promise<AnyDocument>;
  delete(id: string, options?: AnyCallOptions): Promise<{ message: string }>;
  publish(id: string, data?: object, options?: AnyCallOptions): Promise<AnyDocument>;
  unpublish(id: string, options?: AnyCallOptions): Promise<AnyDocument>;
  discardDraft(id: string, options?: AnyCallOptions): Promise<AnyDocument>;
  createMany(docs: readonly object[], options?: AnyCallOptions): Promise<AnyResult>;
  bulk(operations: readonly object[], options?: AnyCallOptions): Promise<AnyResult>;
  updateMany(query: object, data: object, options?: AnyCallOptions): Promise<AnyResult>;
  deleteMany(query: object, options?: AnyCallOptions): Promise<AnyResult>;
  readonly trash: AnyTrashMethods;
}

/** The trash of a collection whose fields the compiler does not know. */
export interface AnyTrashMethods {
  find(query?: object, options?: AnyCallOptions): Promise<AnyPage>;
  get(id: string, options?: AnyCallOptions): Promise<AnyDocument>;
  restore(id: string, data?: object, options?: AnyCallOptions): Promise<AnyDocument>;
  purge(id: string, options?: AnyCallOptions): Promise<{ message: string }>;
  empty(options?: AnyCallOptions): Promise<{ purged: number; left: number }>;
}

/** The result of a call that writes many documents. */
export interface AnyResult {
  readonly succeeded: number;
  readonly failed: number;
  readonly [name: string]: unknown;
}

/** The methods of a global whose fields the compiler does not know. */
export interface AnyGlobalMethods {
  get(query?: object, options?: AnyCallOptions): Promise<AnyDocument>;
  update(data: object, options?: AnyCallOptions): Promise<AnyDocument>;
  mutate(
    change: (document: AnyDocument) => object | Promise<object>,
    options?: AnyCallOptions,
  ): Promise<AnyDocument>;
}

/** A document that a transaction creates or changes: relations of later operations take its id. */
export interface AnyCreated {
  readonly id: string;
}

/** The operations of a transaction on a collection whose fields the compiler does not know. */
export interface AnyTransactionCollection {
  create(data: object, options?: object): AnyCreated;
  update(id: string, data: object, options?: object): void;
  upsert(key: object, data: object, options?: object): AnyCreated;
  delete(id: string, options?: object): void;
  publish(id: string, options?: object): void;
  unpublish(id: string, options?: object): void;
  discardDraft(id: string, options?: object): void;
  restore(id: string, options?: object): void;
}

/** The operations of a transaction on a global whose fields the compiler does not know. */
export interface AnyTransactionGlobal {
  update(data: object, options?: object): void;
  publish(options?: object): void;
  unpublish(options?: object): void;
  discardDraft(options?: object): void;
}

/** Records the operations of a transaction. */
export type AnyTransaction = {
  readonly globals: { readonly [name: string]: AnyTransactionGlobal };
} & { readonly [collection: string]: AnyTransactionCollection };

/** A document that a search of several collections has found. */
export interface AnyHit {
  readonly collection: string;
  readonly document: AnyDocument;
  readonly score: number;
}

/** What concerns several collections and globals whose fields the compiler does not know. */
export interface AnyServiceMethods {
  bulk(record: (tx: AnyTransaction) => void, options?: AnyCallOptions): Promise<AnyResult>;
  search(
    text: string,
    query?: object,
    options?: AnyCallOptions,
  ): Promise<{ readonly hits: AnyHit[]; readonly truncated?: true }>;
}

/** `local` of a project for which `svc generate` has not run: every name is accepted. */
export type AnyLocal = {
  readonly globals: { readonly [name: string]: AnyGlobalMethods };
  /** Several collections and globals at once. */
  readonly svc: AnyServiceMethods;
} & { readonly [collection: string]: AnyCollectionMethods };

/** What `local` has besides collections and globals. */
export interface LocalControls {
  /**
   * The same documents with other rights.
   *
   * @example
   * const system = local.as('system');
   * await system.tags.create({ name: 'news' });
   */
  as(requester: LocalRequester): Local;
}

/**
 * The documents of the service without HTTP: the methods of the generated client, with the same checks and
 * the same errors. A project has its own types here once `svc generate` has run.
 */
export type Local = Registered<'local', AnyLocal> & LocalControls;
