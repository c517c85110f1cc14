import type { AdminCollectionMeta, AdminGlobalMeta } from '../../../runtime/codegen/admin-meta.js';
import type { ErrorCode, ErrorDetail } from '../../../templates/sdk/errors.js';
import { jsonOf } from '../../../templates/sdk/json.js';
import type { BulkOptions, ManyOptions } from '../../../templates/sdk/many.js';
import { methodsOf, segment } from '../../../templates/sdk/methods.js';
import type { CallOptions, ChangeOptions, WriteOptions } from '../../../templates/sdk/options.js';
import type { Method, Send } from '../../../templates/sdk/request.js';

/** A value as in the API. The dashboard has no types of the config; the metadata describes the value. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

/** A document of any collection or global. */
export interface Document {
  readonly id: string;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly _revision: number;
  readonly _status?: 'draft' | 'published';
  /** Whether published content has changes that are not published; absent outside the merged view. */
  readonly _pending?: boolean;
  readonly [field: string]: Value | undefined;
}

/** A filter, as in docs/spec/contract.md and in the SDK. */
export interface Where {
  readonly [pathOrCombinator: string]: Value | Where | readonly Where[];
}

/** Parameters of a list; undefined ones are not sent. */
export interface FindQuery {
  readonly where?: Where | undefined;
  /** Words, where the collection has `search`: docs/search.md. */
  readonly search?: string | undefined;
  /** Whether documents have `_highlights`. */
  readonly highlight?: true | undefined;
  readonly sort?: string | undefined;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly count?: 'exact' | 'estimated' | 'none' | undefined;
  readonly depth?: number | undefined;
  readonly select?: string | undefined;
  /** Only documents with files that nothing refers to. */
  readonly unused?: true | undefined;
  /** Default: the draft view, if the requester may see it. */
  readonly draft?: boolean | undefined;
}

export type ReadQuery = Pick<FindQuery, 'depth' | 'select' | 'draft'>;

/**
 * One page of a list. Counts are -1 if they were not requested; `nextCursor` is set if a cursor was
 * requested.
 */
export interface Page<T = Document> {
  readonly docs: readonly T[];
  readonly totalDocs: number;
  readonly page?: number;
  readonly totalPages?: number;
  readonly hasNextPage: boolean;
  readonly hasPrevPage: boolean;
  readonly nextCursor?: string | null;
}

export interface Version {
  readonly id: string;
  readonly createdAt: string;
  /** Id of a user, or `key:` and the id of an API key. */
  readonly createdBy: string | null;
  /** Name of that user; absent if there is none. */
  readonly createdByName?: string;
  readonly status: 'draft' | 'published';
  readonly document: Document;
}

/** When a document is published, and when it is unpublished. */
export interface Schedule {
  readonly publishAt: string | null;
  readonly unpublishAt: string | null;
  /** Why a due step has failed. */
  readonly error?: string | null;
}

export interface PublishTimes {
  readonly publishAt?: string | null;
  readonly unpublishAt?: string | null;
}

export type Data = Readonly<Record<string, Value>>;

/** The operations on one document; globals have no `id`. */
interface DocumentApi<Id extends readonly string[]> {
  update(...parameters: [...Id, data: Data, options?: WriteOptions]): Promise<Document>;
  publish(...parameters: [...Id, times?: PublishTimes, options?: ChangeOptions]): Promise<Document>;
  unpublish(...parameters: [...Id, options?: ChangeOptions]): Promise<Document>;
  discardDraft(...parameters: [...Id, options?: ChangeOptions]): Promise<Document>;
  versions(
    ...parameters: [...Id, query?: { readonly page?: number; readonly limit?: number }, options?: CallOptions]
  ): Promise<Page<Version>>;
  version(...parameters: [...Id, versionId: string, options?: CallOptions]): Promise<Version>;
  /** Restores the version as a draft, or as the document itself if the collection has no drafts. */
  restore(...parameters: [...Id, versionId: string, options?: ChangeOptions]): Promise<Document>;
  schedule(...parameters: [...Id, options?: CallOptions]): Promise<Schedule>;
  cancelSchedule(...parameters: [...Id, options?: ChangeOptions]): Promise<Schedule>;
}

/** The result of one of many writes. */
export interface BulkRow {
  readonly id: string | null;
  readonly status: number;
  readonly revision?: number;
  readonly code?: ErrorCode;
  readonly error?: string;
  readonly reason?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly details?: readonly ErrorDetail[];
}

export interface BulkAnswer {
  readonly results: readonly BulkRow[];
}

/** One of many writes of documents that exist. */
export type BulkStep = {
  readonly id: string;
  /** The revision that the document must have. */
  readonly ifMatch?: number;
} & (
  | { readonly op: 'delete' | 'unpublish' | 'discard' }
  | { readonly op: 'publish'; readonly publishAt?: string }
  | { readonly op: 'update'; readonly data: Data; readonly draft?: boolean }
);

/** The documents of a collection. Reads return drafts if the requester may see them. */
export interface CollectionApi extends DocumentApi<[id: string]> {
  find(query?: FindQuery, options?: CallOptions): Promise<Page>;
  findById(id: string, query?: ReadQuery, options?: CallOptions): Promise<Document>;
  create(data: Data, options?: WriteOptions): Promise<Document>;
  delete(id: string, options?: ChangeOptions): Promise<{ readonly message: string }>;
  /** Copies a document; with drafts the copy is one. */
  duplicate(id: string, data?: Data, options?: CallOptions): Promise<Document>;
  bulk(operations: readonly BulkStep[], options?: BulkOptions): Promise<BulkAnswer>;
  /** Matches documents in the same view as `find`. */
  deleteMany(query: Pick<FindQuery, 'where' | 'draft'>, options?: ManyOptions): Promise<BulkAnswer>;
}

export interface GlobalApi extends DocumentApi<[]> {
  get(query?: ReadQuery, options?: CallOptions): Promise<Document>;
}

/**
 * @example await collectionApi(send, posts).update(id, { title }, { draft: true, ifMatch: document._revision });
 */
export function collectionApi(send: Send, meta: AdminCollectionMeta): CollectionApi {
  const path = (id: string): string => `${meta.slug}/${segment(id)}`;
  // The SDK's methods are typed by emitted code; here the metadata is passed instead.
  const methods = sdkMethods(send, meta.slug, meta) as unknown as CollectionApi;
  const { find, findById, deleteMany } = methods;
  // Not spread: most of its methods are made when they are first used.
  return Object.assign(methods, {
    find: async (query = {}, options = undefined) => find(withDrafts(query, meta), options),
    findById: async (id, query = {}, options = undefined) => findById(id, withDrafts(query, meta), options),
    deleteMany: async (query, options = undefined) => deleteMany(withDrafts(query, meta), options),
    version: (id, versionId, options) => get(send, `${path(id)}/versions/${segment(versionId)}`, options),
    schedule: (id, options) => get(send, `${path(id)}/schedule`, options),
    cancelSchedule: (id, options) => call(send, 'DELETE', `${path(id)}/schedule`, options),
  } satisfies Partial<CollectionApi>);
}

/** @example await globalApi(send, settings).publish(); */
export function globalApi(send: Send, meta: AdminGlobalMeta): GlobalApi {
  const path = `globals/${meta.slug}`;
  const methods = sdkMethods(send, path, meta) as unknown as GlobalApi;
  const { get: read } = methods;
  return Object.assign(methods, {
    get: async (query = {}, options = undefined) => read(withDrafts(query, meta), options),
    version: (versionId, options) => get(send, `${path}/versions/${segment(versionId)}`, options),
    schedule: (options) => get(send, `${path}/schedule`, options),
    cancelSchedule: (options) => call(send, 'DELETE', `${path}/schedule`, options),
  } satisfies Partial<GlobalApi>);
}

interface Drafts {
  readonly drafts: boolean;
  readonly readDrafts: boolean;
}

function withDrafts<Q extends ReadQuery>(query: Q, { drafts, readDrafts }: Drafts): Q {
  return drafts ? { ...query, draft: query.draft ?? readDrafts } : query;
}

function sdkMethods(send: Send, path: string, { drafts }: Drafts): object {
  return methodsOf(path, { hash: '', pathOf: (name) => name, hasDrafts: () => drafts }, send);
}

async function get<T>(send: Send, path: string, options: CallOptions | undefined): Promise<T> {
  return call(send, 'GET', path, options);
}

/** The response has the type of the contract and is not checked again. */
async function call<T>(
  send: Send,
  method: Method,
  path: string,
  options?: CallOptions,
  data?: object,
): Promise<T> {
  return (await send(method, path, options, data && jsonOf(data))) as T;
}
