import type { AggregateQuery, AggregateResult, GroupBy, Metrics } from './aggregate.js';
import type { Depth } from './depth.js';
import type { DraftAt } from './drafts.js';
import type {
  CreateError,
  DeleteError,
  FindByIdError,
  FindError,
  GetGlobalError,
  UpdateError,
  UpdateGlobalError,
} from './errors.js';
import type { Envelope } from './list.js';
import type {
  CallOptions,
  ChangeOptions,
  CreateOnceOptions,
  CreateOptions,
  InProcess,
  Mode,
  WriteOptions,
} from './options.js';
import type { SafeResult } from './safe.js';
import type { Selected, SelectedOf, SelectFor } from './select.js';
import type { CollectionShape, DocumentAt, DocumentShape, KeyedShape } from './shape.js';
import type { DraftData } from './values.js';
import type { Where, WhereFor } from './where.js';

/**
 * What a method's promise resolves to: data, or with `client.safe` an object with data or an error. `Promise`
 * is outside, so that editors show `Promise<ListPage<Post>>`.
 */
export type Outcome<Safe, T, E> = Safe extends true ? SafeResult<T, E> : T;

/** How much of a document a read shows. */
export interface ReadQuery<S extends DocumentShape, D extends Depth, P, R extends boolean = boolean> {
  /**
   * Levels of relations to populate. Default 0: a relation is an id. From 1 on it is a document, or null if
   * there is none.
   */
  readonly depth?: D | undefined;
  /** Names of fields; `id` is always included. Default: all. */
  readonly select?: P | undefined;
  /**
   * Whether to read drafts where there are some; fields that drafts may lack are then nullable. Default: what
   * is published.
   */
  readonly draft?: (R & S['draft']) | undefined;
}

/** What a read returns: for drafts with null for each field that they may lack. */
export type Read<S extends DocumentShape, D extends Depth, P, R extends boolean> = R extends true
  ? SelectedOf<DraftAt<S, D>, P>
  : Selected<S, D, P>;

/** What a write accepts: a draft may lack any field. */
export type WriteData<Data, R extends boolean> = [R] extends [true] ? DraftData<Data> : Data;

/** What a write returns. */
export type Written<S extends DocumentShape, R extends boolean> = R extends true
  ? DraftAt<S, 0>
  : DocumentAt<S, 0>;

/** Which documents a read of a list shows, and how much of them. */
export interface ListQuery<
  S extends CollectionShape,
  D extends Depth,
  P,
  R extends boolean = boolean,
  Filter = Where<S>,
> extends ReadQuery<S, D, P, R> {
  /** A filter. */
  readonly where?: Filter | undefined;
  /**
   * Names of fields with `_asc` or `_desc`, the most significant first. Default: the collection's
   * `defaultSort`.
   */
  readonly sort?: SortTerm<S['sort'] | BuiltIn> | readonly SortTerm<S['sort'] | BuiltIn>[] | undefined;
  /**
   * Only documents that no field or rich text refers to, as far as you may read it. Collections with files
   * have it, for those that may update their documents.
   */
  readonly unused?: UnusedOption<S> | undefined;
  /**
   * Only documents with all of these words, the last one as a beginning: `"words in a row"`, `-without`,
   * `begin*`. In the order of relevance unless `sort` is given. Collections with `search` in the config have
   * it.
   */
  readonly search?: SearchOption<S> | undefined;
}

/** Collections with a search declare the paths of its fields. */
export type SearchOption<S extends CollectionShape> = S extends { readonly search: string } ? string : never;

/** A document of `find({ search, highlight: true })`: with the places where the search was found. */
export type Highlighted<S extends CollectionShape, T, H extends boolean> = H extends true
  ? T & { _highlights: Highlights<S> }
  : T;

/** Pieces of the fields in which a search was found, by their paths. */
export type Highlights<S extends CollectionShape> = S extends { readonly search: infer Path extends string }
  ? { [P in Path]?: HighlightedPiece[] }
  : never;

/** A piece of a text, and the beginning and end of what was found in it, in UTF-16 units. */
export interface HighlightedPiece {
  text: string;
  marks: [start: number, end: number][];
}

/** Documents with files may be listed by whether anything refers to them. */
export type UnusedOption<S extends CollectionShape> = S extends { readonly files: true } ? true : never;

/** Which documents `iterate` goes through. */
export interface IterateQuery<
  S extends CollectionShape,
  D extends Depth,
  P,
  R extends boolean = boolean,
  Filter = Where<S>,
> extends ListQuery<S, D, P, R, Filter> {
  /** Number of documents per request. Default 100. */
  readonly limit?: number | undefined;
}

/** Which documents `find` returns. */
export interface FindQuery<
  S extends CollectionShape,
  D extends Depth,
  P,
  Cursor,
  R extends boolean = boolean,
  H extends boolean = boolean,
  Filter = Where<S>,
> extends ListQuery<S, D, P, R, Filter> {
  /** Whether documents have `_highlights`: where `search` was found. */
  readonly highlight?: (H & HighlightOption<S>) | undefined;
  /** Number of documents per page. Default 10; 0 for the counts alone. */
  readonly limit?: number | undefined;
  /** Number of the page, from 1. Cannot be combined with `cursor`. */
  readonly page?: (Cursor extends string ? never : number) | undefined;
  /**
   * `nextCursor` of the previous page, or `''` for the first one: for lists that are long or change while
   * they are read.
   */
  readonly cursor?: Cursor;
  /** How `totalDocs` is determined. Default `exact`; with a cursor `none`, which returns -1. */
  readonly count?: 'exact' | 'estimated' | 'none' | undefined;
}

/** A search can be highlighted. */
export type HighlightOption<S extends CollectionShape> = S extends { readonly search: string }
  ? boolean
  : never;

/** Which documents `count` counts. */
export interface CountQuery<S extends CollectionShape, Filter = Where<S>> {
  /** A filter. */
  readonly where?: Filter | undefined;
  /** Only documents that a search finds. */
  readonly search?: SearchOption<S> | undefined;
  /** Whether to count drafts. Default: what is published. */
  readonly draft?: S['draft'] | undefined;
  /** `estimated` for a number that may be out of date, but is always fast. Default `exact`. */
  readonly count?: 'exact' | 'estimated' | undefined;
}

type BuiltIn = 'id' | 'createdAt' | 'updatedAt';
type SortTerm<Path extends string> = Path | `${Path}_asc` | `${Path}_desc`;

/** The methods of a collection. */
export interface CollectionMethods<S extends CollectionShape, Safe extends Mode = false> {
  /**
   * Finds documents, one page at a time.
   *
   * @example
   * const { docs, totalDocs } = await client.posts.find({
   *   where: { category: 'guide', 'author.name': { contains: 'ada' } },
   *   sort: 'publishedAt_desc',
   *   depth: 1,
   *   select: ['title', 'author.name'],
   * });
   */
  find<
    D extends Depth = 0,
    const P extends readonly string[] = never,
    C extends string | undefined = undefined,
    R extends boolean = false,
    H extends boolean = false,
    W = object,
  >(
    query?: FindQuery<S, D, SelectFor<S, D, P>, C, R, H, WhereFor<S, W>>,
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, Envelope<C, Highlighted<S, Read<S, D, P, R>, H>>, FindError>>;

  /**
   * Finds the first document of a query; null if there is none.
   *
   * @example
   * const newest = await client.posts.findOne({ where: { category: 'guide' }, sort: 'publishedAt_desc' });
   */
  findOne<
    D extends Depth = 0,
    const P extends readonly string[] = never,
    R extends boolean = false,
    W = object,
  >(
    query?: ListQuery<S, D, SelectFor<S, D, P>, R, WhereFor<S, W>>,
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, Read<S, D, P, R> | null, FindError>>;

  /**
   * Reads documents in the order of their ids, any number of them. Ids of documents that do not exist, or may
   * not be read, are left out.
   */
  findByIds<D extends Depth = 0, const P extends readonly string[] = never, R extends boolean = false>(
    ids: readonly string[],
    query?: ReadQuery<S, D, SelectFor<S, D, P>, R>,
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, Read<S, D, P, R>[], FindError>>;

  /** Reads a document. Fails with `NOT_FOUND` if there is none. */
  findById<D extends Depth = 0, const P extends readonly string[] = never, R extends boolean = false>(
    id: string,
    query?: ReadQuery<S, D, SelectFor<S, D, P>, R>,
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, Read<S, D, P, R>, FindByIdError>>;

  /**
   * Creates a document and returns it. Retried only if the server has refused the call for too many requests
   * (429), since any other retry could create a second document. With an `idempotencyKey` it is retried like
   * a read, and creates one document.
   */
  create<R extends boolean = false>(
    data: WriteData<S['create'], R>,
    options?: CreateOnceOptions<R & S['draft']> & InProcess<Safe>,
  ): Promise<Outcome<Safe, Written<S, R>, CreateError>>;

  /**
   * Changes the given fields of a document and returns it. Null empties a field, groups are merged, and rows
   * are replaced as a whole.
   */
  update<R extends boolean = false>(
    id: string,
    data: WriteData<S['update'], R>,
    options?: WriteOptions<R & S['draft']> & InProcess<Safe>,
  ): Promise<Outcome<Safe, Written<S, R>, UpdateError>>;

  /** Deletes a document. */
  delete(
    id: string,
    options?: ChangeOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, { message: string }, DeleteError>>;

  /** Counts documents. */
  count<W = object>(
    query?: CountQuery<S, WhereFor<S, W>>,
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, number, FindError>>;

  /**
   * Counts, sums and compares documents in groups.
   *
   * @example
   * const { groups } = await client.posts.aggregate({
   *   groupBy: ['category', { field: 'publishedAt', by: 'month' }],
   *   metrics: { n: 'count', views: { sum: 'views' } },
   * });
   * for (const { key, n, views } of groups) console.log(key.category, key.publishedAt, n, views);
   */
  aggregate<const G extends readonly GroupBy<S>[] = [], const M extends Metrics<S> = Metrics<S>, W = object>(
    query: AggregateQuery<S, G, M, WhereFor<S, W>>,
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, AggregateResult<S, G, M>, FindError>>;

  /**
   * Iterates over all documents that a query finds, and reads them by cursor as they are needed. `timeout`
   * applies to each request.
   *
   * @example
   * for await (const post of client.posts.iterate({ select: ['title'] })) console.log(post.title);
   */
  iterate<
    D extends Depth = 0,
    const P extends readonly string[] = never,
    R extends boolean = false,
    W = object,
  >(
    query?: IterateQuery<S, D, SelectFor<S, D, P>, R, WhereFor<S, W>>,
    options?: CallOptions & InProcess<Safe>,
  ): AsyncGenerator<Safe extends true ? SafeResult<Read<S, D, P, R>, FindError> : Read<S, D, P, R>, void>;

  /**
   * Reads a document, applies what `change` returns, and repeats both if the document was modified in
   * between: no change gets lost. With `draft: true` it reads and saves the draft. `timeout` applies to each
   * read and write.
   *
   * @example
   * await client.posts.mutate(id, (post) => ({ views: (post.views ?? 0) + 1 }));
   */
  mutate<R extends boolean = false>(
    id: string,
    change: (document: Written<S, R>) => WriteData<S['update'], R> | Promise<WriteData<S['update'], R>>,
    options?: CreateOptions<R & S['draft']> & InProcess<Safe>,
  ): Promise<Outcome<Safe, Written<S, R>, UpdateError>>;
}

/** What collections with unique fields have in addition to their other methods. */
export interface KeyMethods<S extends KeyedShape, Safe extends Mode = false> {
  /**
   * Finds the document with the value of a unique field; null if there is none.
   *
   * @example
   * const post = await client.posts.findByKey({ slug: 'hello' }, { depth: 1 });
   */
  findByKey<D extends Depth = 0, const P extends readonly string[] = never, R extends boolean = false>(
    key: OneOf<S['keys']>,
    query?: ReadQuery<S, D, SelectFor<S, D, P>, R>,
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, Read<S, D, P, R> | null, FindError>>;
}

/** An object with exactly one of the properties. */
export type OneOf<T> = {
  [K in keyof T]: { readonly [One in K]: T[K] } & { readonly [Other in Exclude<keyof T, K>]?: never };
}[keyof T];

/** The methods of a global. */
export interface GlobalMethods<S extends DocumentShape, Safe extends Mode = false> {
  /**
   * Reads the document. Before the first write it has the defaults of its fields, and `createdAt` is null.
   */
  get<D extends Depth = 0, const P extends readonly string[] = never, R extends boolean = false>(
    query?: ReadQuery<S, D, SelectFor<S, D, P>, R>,
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, Read<S, D, P, R>, GetGlobalError>>;

  /** Changes the given fields and returns the document. */
  update<R extends boolean = false>(
    data: WriteData<S['update'], R>,
    options?: WriteOptions<R & S['draft']> & InProcess<Safe>,
  ): Promise<Outcome<Safe, Written<S, R>, UpdateGlobalError>>;

  /**
   * Reads the document, applies what `change` returns, and repeats both if the document was modified in
   * between.
   */
  mutate<R extends boolean = false>(
    change: (document: Written<S, R>) => WriteData<S['update'], R> | Promise<WriteData<S['update'], R>>,
    options?: CreateOptions<R & S['draft']> & InProcess<Safe>,
  ): Promise<Outcome<Safe, Written<S, R>, UpdateGlobalError>>;
}
