import type { OneOf, Outcome, SearchOption, WriteData, Written } from './collection.js';
import type { ErrorCode, ErrorDetail, ManyError, UpdateError } from './errors.js';
import type { CallOptions, CreateOnceOptions, InProcess, Mode } from './options.js';
import type { CollectionShape, KeyedShape } from './shape.js';
import type { DraftData } from './values.js';
import type { Where, WhereFor } from './where.js';

/** One of the writes of a bulk call. */
export type BulkOperation<S extends CollectionShape> =
  | { readonly op: 'create'; readonly data: S['create']; readonly draft?: false | undefined }
  | (Change & { readonly op: 'update'; readonly data: S['update']; readonly draft?: false | undefined })
  | {
      readonly op: 'upsert';
      readonly key: UpsertKey<S>;
      readonly data: S['update'];
      readonly create?: Partial<S['create']> | undefined;
      readonly draft?: false | undefined;
    }
  | (Change & { readonly op: 'delete'; readonly permanent?: Permanent<S> | undefined })
  | (S extends WithTrash ? Restore<S> : never)
  | ([S['draft']] extends [never] ? never : DraftOperation<S>);

/** One of the writes of a bulk call, in a collection with drafts. */
type DraftOperation<S extends CollectionShape> =
  | { readonly op: 'create'; readonly data: DraftData<S['create']>; readonly draft: true }
  | (Change & { readonly op: 'update'; readonly data: DraftData<S['update']>; readonly draft: true })
  | (Change & { readonly op: 'publish'; readonly publishAt?: string | undefined })
  | (Change & { readonly op: 'unpublish' | 'discard' });

/** What the emitted code declares about a collection with a trash. */
export interface WithTrash {
  readonly trash: true;
}

/** Type of the option `permanent`: never, if there is no trash. */
export type Permanent<S> = S extends WithTrash ? boolean : never;

/** The return of a document from the trash. */
interface Restore<S extends CollectionShape> extends Change, RestoredValues<S> {
  readonly op: 'restore';
}

/** What a document gets that returns from the trash. */
export interface RestoredValues<S extends CollectionShape> {
  /**
   * Values instead of those that it had, where one that must be unique is in use meanwhile. They need the
   * right to update.
   */
  readonly values?: ([S['draft']] extends [never] ? S['update'] : DraftData<S['update']>) | undefined;
}

/** The values of a unique field or unique index. */
export type UpsertKey<S extends CollectionShape> =
  | (S extends KeyedShape ? OneOf<S['keys']> : never)
  | Readonly<Partial<S['create']>>;

interface Change {
  readonly id: string;
  /**
   * The document's `_revision` as you know it: the operation fails with `CONFLICT` if the document was
   * modified since.
   */
  readonly ifMatch?: number | undefined;
}

/** Options of a call that writes many documents. */
interface WritesManyOptions extends CallOptions {
  /**
   * With `false` each is written by itself, and `failed` counts those that were not. Default: all are
   * written, or none and the call fails.
   */
  readonly atomic?: boolean | undefined;
  /** Writes nothing: the result shows what would happen. */
  readonly dryRun?: boolean | undefined;
}

/** Options of a bulk call. */
export interface BulkOptions extends WritesManyOptions {
  /**
   * A text of your own for this call, such as a UUID, of at most 255 characters. If you send the same
   * operations again with the same key within 24 hours, you get the first result, and nothing is written. The
   * call itself is then retried like a read. Not with `atomic: false`.
   */
  readonly idempotencyKey?: string | undefined;
  /** With `documents` the results hold the documents as they are after the write. Default `ids`. */
  readonly return?: 'ids' | 'documents' | undefined;
}

/** Options of a call that writes all documents matching a filter. */
export interface ManyOptions extends WritesManyOptions {
  /**
   * The expected number of documents: with any other number nothing is written, and the call fails with
   * `CONFLICT`.
   */
  readonly expect?: number | undefined;
  /**
   * With `atomic: false` the call throws if some could not be written, unless this is set: then `failed` says
   * how many, and `results` which.
   */
  readonly partial?: boolean | undefined;
  /** A text of your own for this call: see `bulk`. */
  readonly idempotencyKey?: string | undefined;
}

/** Options of a change of all documents matching a filter. */
export interface UpdateManyOptions<Draft = boolean> extends ManyOptions {
  /** Saves drafts; what is published stays unchanged. */
  readonly draft?: Draft | undefined;
}

/** Options of a deletion of all documents matching a filter. */
export interface DeleteManyOptions<Permanent = boolean> extends ManyOptions {
  /** Deletes them for good, instead of moving them to the trash. Needs the right to purge. */
  readonly permanent?: Permanent | undefined;
}

/** Which documents to write: those that `find` returns. */
export type ManyQuery<S extends CollectionShape, Filter = Where<S>> = MatchingQuery<S> &
  (
    | {
        /** A filter, which must not be empty. */
        readonly where: Filter;
        readonly search?: SearchOption<S> | undefined;
        readonly all?: boolean | undefined;
      }
    | {
        readonly where?: Filter | undefined;
        /** Documents that a search finds. */
        readonly search: SearchOption<S>;
        readonly all?: boolean | undefined;
      }
    | {
        readonly where?: Filter | undefined;
        readonly search?: SearchOption<S> | undefined;
        /** Every document is meant. */
        readonly all: true;
      }
  );

interface MatchingQuery<S extends CollectionShape> {
  /** Whether to match drafts, as `find` does with `draft: true`. Default: what is published. */
  readonly draft?: S['draft'] | undefined;
}

/** The result of a bulk call. */
export interface BulkResult {
  dryRun: boolean;
  /** How many operations there were, or documents that the filter matched. */
  matched: number;
  changed: number;
  /** How many had these values already: nothing was written to them. */
  unchanged: number;
  succeeded: number;
  failed: number;
  /** In the order of the operations, or of the ids of the documents. */
  results: BulkResultRow[];
}

/** The result of one write. */
export type BulkResultRow = SucceededRow | FailedRow;

interface Row {
  /** Its index, from 0. */
  index: number;
  /** The HTTP status that the same write alone would have. */
  status: number;
}

interface SucceededRow extends Row {
  id: string;
  /** The document's revision after the write; missing if it was deleted. */
  revision?: number;
  /** Paths of what a restore could not bring back. */
  dropped?: string[];
  /** Documents that were deleted along with a restored one, and cannot return yet: at most 20 of them. */
  left?: { collection: string; id: string }[];
  /** How many documents cannot return yet. */
  leftCount?: number;
  /** With `return: 'documents'`. */
  document?: Readonly<Record<string, unknown>>;
  code?: undefined;
}

interface FailedRow extends Row {
  /** Null for a document that was not created. */
  id: string | null;
  code: ErrorCode;
  /** What was wrong, for people. */
  error: string;
  /** The id of the message, for translations; messages of hooks have none. */
  reason?: string;
  /** The parameters of the reason, where it has any. */
  params?: Readonly<Record<string, unknown>>;
  details?: ErrorDetail[];
  /** The newest revision, where another one was expected. */
  currentRevision?: number;
}

/** Options of `upsert`. */
export interface UpsertOptions<S extends CollectionShape, Draft = boolean> extends CreateOnceOptions<Draft> {
  /** Values for a new document only. */
  readonly create?: Partial<S['create']> | undefined;
}

/** Options of `duplicate`. */
export type DuplicateOptions = Omit<CreateOnceOptions, 'draft'>;

/** Options of `createMany`. */
export interface CreateManyOptions<Draft = boolean> extends CallOptions {
  /** Saves drafts, which only reads with `draft: true` return. */
  readonly draft?: Draft | undefined;
}

/**
 * Methods of collections for many documents at once: at most 1,000 in a call. Retried only after 429, and
 * `bulk` with an `idempotencyKey` like a read.
 */
export interface ManyMethods<S extends CollectionShape, Safe extends Mode = false> {
  /**
   * Runs operations in order: all of them, or none. With `atomic: false` each one by itself.
   *
   * @example
   * await client.posts.bulk([
   *   { op: 'create', data: { title: 'New' } },
   *   { op: 'delete', id, ifMatch: post._revision },
   * ]);
   */
  bulk(
    operations: readonly BulkOperation<S>[],
    options?: BulkOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, BulkResult, ManyError>>;

  /**
   * Creates any number of documents, each by itself, in as many calls as are needed. The result has a row for
   * each document, in their order: those that were refused are among them. If a call fails as a whole, the
   * error's `result` has the rows of earlier ones. It takes no `idempotencyKey`. For all or none, or with a
   * key, use `bulk`.
   *
   * @example
   * const { results } = await client.posts.createMany(posts);
   * for (const row of results) if (row.code) console.error(posts[row.index], row.error);
   */
  createMany<R extends boolean = false>(
    docs: readonly ([R] extends [true] ? DraftData<S['create']> : S['create'])[],
    options?: CreateManyOptions<R & S['draft']> & InProcess<Safe>,
  ): Promise<Outcome<Safe, BulkResult, ManyError>>;

  /**
   * Changes the document with the values of a unique field or index, or creates it with `create` besides.
   *
   * @example
   * await client.products.upsert({ sku: 'a-1' }, { stock: 5 }, { create: { name: 'Lamp' } });
   */
  upsert<R extends boolean = false>(
    key: UpsertKey<S>,
    data: WriteData<S['update'], R>,
    options?: UpsertOptions<S, R & S['draft']> & InProcess<Safe>,
  ): Promise<Outcome<Safe, Written<S, R>, UpdateError>>;

  /**
   * Copies a document; the copy is a draft where there are drafts. Fields of `data` replace those of the
   * copy.
   *
   * @example
   * const copy = await client.posts.duplicate(id, { title: 'Another' });
   */
  duplicate(
    id: string,
    data?: DraftData<S['create']>,
    options?: DuplicateOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, Written<S, S['draft']>, UpdateError>>;

  /**
   * Changes all documents matching a filter, in the same way.
   *
   * @example
   * await client.posts.updateMany({ where: { category: 'old' } }, { category: 'archive' }, { expect: 12 });
   */
  updateMany<R extends boolean = false, W = object>(
    query: ManyQuery<S, WhereFor<S, W>>,
    data: [R] extends [true] ? DraftData<S['update']> : S['update'],
    options?: UpdateManyOptions<R & S['draft']> & InProcess<Safe>,
  ): Promise<Outcome<Safe, BulkResult, ManyError>>;

  /**
   * Deletes all documents matching a filter.
   *
   * @example
   * const { succeeded, failed } = await client.posts.deleteMany({ where }, { dryRun: true, atomic: false });
   */
  deleteMany<W = object>(
    query: ManyQuery<S, WhereFor<S, W>>,
    options?: DeleteManyOptions<Permanent<S>> & InProcess<Safe>,
  ): Promise<Outcome<Safe, BulkResult, ManyError>>;
}
