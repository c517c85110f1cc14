import type {
  CountQuery,
  FindQuery,
  ListQuery,
  OneOf,
  Read,
  ReadQuery,
  WriteData,
  Written,
} from '../collection.js';
import type { Depth } from '../depth.js';
import type { DocumentVersion, PublishData, VersionsQuery } from '../draft-methods.js';
import type { DraftAt } from '../drafts.js';
import type {
  CreateError,
  DeleteError,
  FindByIdError,
  FindError,
  GetGlobalError,
  ManyError,
  PublishError,
  UpdateError,
  UpdateGlobalError,
  VersionsError,
} from '../errors.js';
import type { CursorPage, Envelope, ListPage } from '../list.js';
import type {
  BulkOperation,
  BulkOptions,
  BulkResult,
  CreateManyOptions,
  DeleteManyOptions,
  ManyOptions,
  Permanent,
} from '../many.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { FetchSignal } from '../platform.js';
import type { SelectFor } from '../select.js';
import type { CollectionShape, DocumentAt, DocumentShape, KeyedShape } from '../shape.js';
import type { DraftData } from '../values.js';
import type { Where, WhereFor } from '../where.js';

/** Options for `useQuery`, `prefetchQuery` and all else of TanStack Query that reads. */
export interface SvcQuery<T, E> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context?: { readonly signal?: FetchSignal }) => Promise<T>;
  /** Never: the client itself retries what can succeed. */
  readonly retry: (failureCount: number, error: E) => boolean;
}

/** Options for `useInfiniteQuery`: a list that is read by cursor. */
export interface SvcInfiniteQuery<T, E> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: {
    readonly pageParam: string;
    readonly signal?: FetchSignal;
  }) => Promise<CursorPage<T>>;
  readonly initialPageParam: string;
  readonly getNextPageParam: (page: CursorPage<T>) => string | null;
  /** Never: the client itself retries what can succeed. */
  readonly retry: (failureCount: number, error: E) => boolean;
}

/** Options for `useMutation`. */
export interface SvcMutation<Variables, T, E> {
  readonly mutationKey: readonly unknown[];
  readonly mutationFn: (variables: Variables) => Promise<T>;
  /** Invalidates the queries whose results may have changed. An own one has to call it with its arguments. */
  readonly onSettled: (data?: unknown, error?: unknown) => Promise<void>;
  /** Never: the client itself retries what can succeed. */
  readonly retry: (failureCount: number, error: E) => boolean;
}

/** A filter of queries, for `invalidateQueries` and others. */
export interface SvcQueryFilter {
  readonly queryKey: readonly unknown[];
}

/** The queries of a collection. */
export interface CollectionQueries<S extends CollectionShape> {
  /** All queries of this collection. */
  all(): SvcQueryFilter;
  /**
   * A page of documents.
   *
   * @example
   * const { data } = useQuery(queries.posts.find({ where: { category: 'guide' }, depth: 1 }));
   */
  find<
    D extends Depth = 0,
    const P extends readonly string[] = never,
    C extends string | undefined = undefined,
    R extends boolean = false,
    W = object,
  >(
    query?: FindQuery<S, D, SelectFor<S, D, P>, C, R, boolean, WhereFor<S, W>>,
  ): SvcQuery<Envelope<C, Read<S, D, P, R>>, FindError>;
  /** The first document of a query, or null. */
  findOne<
    D extends Depth = 0,
    const P extends readonly string[] = never,
    R extends boolean = false,
    W = object,
  >(
    query?: ListQuery<S, D, SelectFor<S, D, P>, R, WhereFor<S, W>>,
  ): SvcQuery<Read<S, D, P, R> | null, FindError>;
  /** A document. */
  findById<D extends Depth = 0, const P extends readonly string[] = never, R extends boolean = false>(
    id: string,
    query?: ReadQuery<S, D, SelectFor<S, D, P>, R>,
  ): SvcQuery<Read<S, D, P, R>, FindByIdError>;
  /** Documents in the order of their ids. */
  findByIds<D extends Depth = 0, const P extends readonly string[] = never, R extends boolean = false>(
    ids: readonly string[],
    query?: ReadQuery<S, D, SelectFor<S, D, P>, R>,
  ): SvcQuery<Read<S, D, P, R>[], FindError>;
  /** The number of documents. */
  count<W = object>(query?: CountQuery<S, WhereFor<S, W>>): SvcQuery<number, FindError>;
  /**
   * A list that is read by cursor, page by page.
   *
   * @example
   * const { data, fetchNextPage } = useInfiniteQuery(queries.posts.infinite({ limit: 20 }));
   */
  infinite<
    D extends Depth = 0,
    const P extends readonly string[] = never,
    R extends boolean = false,
    W = object,
  >(
    query?: InfiniteListQuery<S, D, SelectFor<S, D, P>, R, WhereFor<S, W>>,
  ): SvcInfiniteQuery<Read<S, D, P, R>, FindError>;
}

/** Which documents a list by cursor shows. */
export interface InfiniteListQuery<
  S extends CollectionShape,
  D extends Depth,
  P,
  R extends boolean,
  Filter = Where<S>,
> extends ListQuery<S, D, P, R, Filter> {
  /** Number of documents per page. Default 10. */
  readonly limit?: number | undefined;
}

/** The queries of a collection with unique fields. */
export interface KeyQueries<S extends KeyedShape> {
  /** The document with the value of a unique field, or null. */
  findByKey<D extends Depth = 0, const P extends readonly string[] = never, R extends boolean = false>(
    key: OneOf<S['keys']>,
    query?: ReadQuery<S, D, SelectFor<S, D, P>, R>,
  ): SvcQuery<Read<S, D, P, R> | null, FindError>;
}

/** The queries of a collection with versions. */
export interface VersionQueries<S extends CollectionShape> {
  /** The versions of a document, the newest first. */
  versions(
    id: string,
    query?: VersionsQuery,
  ): SvcQuery<ListPage<DocumentVersion<Omit<DraftAt<S, 0>, '_pending'>>>, VersionsError>;
}

/** The queries of a global. */
export interface GlobalQueries<S extends DocumentShape> {
  /** All queries of this global. */
  all(): SvcQueryFilter;
  /** The document. */
  get<D extends Depth = 0, const P extends readonly string[] = never, R extends boolean = false>(
    query?: ReadQuery<S, D, SelectFor<S, D, P>, R>,
  ): SvcQuery<Read<S, D, P, R>, GetGlobalError>;
}

/** The document that a mutation changes. */
export interface OfDocument {
  readonly id: string;
}

/** Options of a write in its variables. */
export interface Revision {
  /** The `_revision` as you know it: the call fails with `CONFLICT` if the document was modified since. */
  readonly ifMatch?: number | undefined;
}

/** The key of writes that are done once, however often they are sent. */
export interface KeyPerCall<Variables> {
  /**
   * Makes a text for each call of `mutate`, such as a UUID, of at most 255 characters; a text itself is that
   * of all calls. If the same variables are sent again with the same key within 24 hours, you get the first
   * response, and nothing is written. The call itself is then retried like a read.
   *
   * @example
   * useMutation(mutations.orders.create({ idempotencyKey: (order) => order.number }));
   */
  readonly idempotencyKey?: string | ((variables: Variables) => string) | undefined;
}

/** Options of a mutation that runs operations. */
export interface BulkMutationOptions<Operations>
  extends Omit<BulkOptions, 'idempotencyKey'>,
    KeyPerCall<Operations> {}

/** Variables of a write of all documents matching a filter. */
export interface OfMatching<Filter> {
  /** A filter, which must not be empty. */
  readonly where: Filter;
  /** A text of your own for this call: see `bulk` of the client. */
  readonly idempotencyKey?: string | undefined;
}

/** The mutations of a collection. Each takes the options of its calls. */
export interface CollectionMutations<S extends CollectionShape, Filter = Where<S>> {
  /**
   * Creates a document; the variables are its data.
   *
   * @example
   * const { mutate } = useMutation(mutations.posts.create());
   */
  create<R extends boolean = false>(
    options?: CreateOptions<R & S['draft']> & KeyPerCall<WriteData<S['create'], R>>,
  ): SvcMutation<WriteData<S['create'], R>, Written<S, R>, CreateError>;
  /** Changes a document. */
  update<R extends boolean = false>(
    options?: CreateOptions<R & S['draft']>,
  ): SvcMutation<
    OfDocument & Revision & { readonly data: WriteData<S['update'], R> },
    Written<S, R>,
    UpdateError
  >;
  /** Deletes a document. */
  delete(options?: CallOptions): SvcMutation<OfDocument & Revision, { message: string }, DeleteError>;
  /** Creates documents, each by itself. */
  createMany<R extends boolean = false>(
    options?: CreateManyOptions<R & S['draft']>,
  ): SvcMutation<
    readonly ([R] extends [true] ? DraftData<S['create']> : S['create'])[],
    BulkResult,
    ManyError
  >;
  /** Runs operations in order. */
  bulk(
    options?: BulkMutationOptions<readonly BulkOperation<S>[]>,
  ): SvcMutation<readonly BulkOperation<S>[], BulkResult, ManyError>;
  /** Changes all documents matching a filter. */
  updateMany(
    options?: ManyOptions,
  ): SvcMutation<OfMatching<Filter> & { readonly data: S['update'] }, BulkResult, ManyError>;
  /** Deletes all documents matching a filter. */
  deleteMany(
    options?: DeleteManyOptions<Permanent<S>>,
  ): SvcMutation<OfMatching<Filter>, BulkResult, ManyError>;
}

/** The mutations of a collection with drafts. */
export interface DraftMutations<S extends CollectionShape> {
  /** Publishes the pending draft, now or at a given time. */
  publish(
    options?: CallOptions,
  ): SvcMutation<
    OfDocument & Revision & { readonly data?: PublishData },
    DocumentAt<S, 0> | DraftAt<S, 0>,
    PublishError
  >;
  /** Unpublishes a document: it is a draft again. */
  unpublish(options?: CallOptions): SvcMutation<OfDocument & Revision, DraftAt<S, 0>, PublishError>;
  /** Discards the pending draft. */
  discardDraft(options?: CallOptions): SvcMutation<OfDocument & Revision, DocumentAt<S, 0>, PublishError>;
}

/** The mutations of a collection with versions. */
export interface VersionMutations<S extends CollectionShape> {
  /** Restores a version. */
  restore(
    options?: CallOptions,
  ): SvcMutation<OfDocument & Revision & { readonly versionId: string }, DraftAt<S, 0>, PublishError>;
}

/** The mutations of a global. */
export interface GlobalMutations<S extends DocumentShape> {
  /** Changes the given fields. */
  update<R extends boolean = false>(
    options?: CreateOptions<R & S['draft']>,
  ): SvcMutation<Revision & { readonly data: WriteData<S['update'], R> }, Written<S, R>, UpdateGlobalError>;
}

/** The mutations of a global with drafts. */
export interface GlobalDraftMutations<S extends DocumentShape> {
  /** Publishes the pending draft, now or at a given time. */
  publish(
    options?: CallOptions,
  ): SvcMutation<Revision & { readonly data?: PublishData }, DocumentAt<S, 0> | DraftAt<S, 0>, PublishError>;
  /** Unpublishes the document: it is a draft again. */
  unpublish(options?: CallOptions): SvcMutation<Revision, DraftAt<S, 0>, PublishError>;
  /** Discards the pending draft. */
  discardDraft(options?: CallOptions): SvcMutation<Revision, DocumentAt<S, 0>, PublishError>;
}

/** What a service with authentication has in addition. `Auth` is the type of `client.auth`. */
export interface AuthQueries<Auth extends { me(): Promise<unknown> }> {
  /** The user who is logged in, or null. */
  me(): SvcQuery<Awaited<ReturnType<Auth['me']>>, FindError>;
}

/** What starts and ends sessions. Both drop all results of this service, which belong to another user. */
export interface AuthMutations<
  Auth extends { login(data: never): Promise<unknown>; logout(): Promise<unknown> },
> {
  login(
    options?: CallOptions,
  ): SvcMutation<Parameters<Auth['login']>[0], Awaited<ReturnType<Auth['login']>>, FindError>;
  logout(options?: CallOptions): SvcMutation<void, Awaited<ReturnType<Auth['logout']>>, FindError>;
}
