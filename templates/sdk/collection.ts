import type { Depth } from './depth.js';
import type { Drafted } from './drafts.js';
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
import type { CallOptions, ChangeOptions, CreateOptions, WriteOptions } from './options.js';
import type { SafeResult } from './safe.js';
import type { Selected, SelectPath } from './select.js';
import type { CollectionShape, DocumentAt, DocumentShape } from './shape.js';
import type { DraftData } from './values.js';
import type { Where } from './where.js';

/** What a method answers: data or a throw, or with `client.safe` one of both as an object. */
export type Answer<Safe, T, E> = Promise<Safe extends true ? SafeResult<T, E> : T>;

/** How much of a document a read shows. */
export interface ReadQuery<S extends DocumentShape, D extends Depth, P, R extends boolean = boolean> {
  /** Levels of relations to fill in. Default 0: a relation is an id. At 1 it is a document, or null where there is none. */
  readonly depth?: D | undefined;
  /** Names of fields; the `id` comes along. Default: all. */
  readonly select?: P | undefined;
  /** Whether to read drafts where there are some; what they may lack is then nullable. Default: what is published. */
  readonly draft?: (R & S['draft']) | undefined;
}

/** What a read answers: of drafts with nulls where these may lack something. */
export type Read<S extends DocumentShape, D extends Depth, P, R extends boolean> = R extends true
  ? Drafted<Selected<S, D, P>>
  : Selected<S, D, P>;

/** What a write takes: a draft may lack anything. */
export type WriteData<Data, R extends boolean> = [R] extends [true] ? DraftData<Data> : Data;

/** What a write answers. */
export type Written<S extends DocumentShape, R extends boolean> = R extends true
  ? Drafted<DocumentAt<S, 0>>
  : DocumentAt<S, 0>;

/** Which documents a read of a list shows, and how much of them. */
export interface ListQuery<S extends CollectionShape, D extends Depth, P, R extends boolean = boolean>
  extends ReadQuery<S, D, P, R> {
  /** A filter. */
  readonly where?: Where<S> | undefined;
  /** Names of fields with `_asc` or `_desc`, the first one counts most. Default: the collection's `defaultSort`. */
  readonly sort?: SortTerm<S['sort'] | BuiltIn> | readonly SortTerm<S['sort'] | BuiltIn>[] | undefined;
}

/** Which documents `iterate` goes through. */
export interface IterateQuery<S extends CollectionShape, D extends Depth, P, R extends boolean = boolean>
  extends ListQuery<S, D, P, R> {
  /** Documents that are read at once. Default 100. */
  readonly limit?: number | undefined;
}

/** Which documents `find` answers. */
export interface FindQuery<S extends CollectionShape, D extends Depth, P, Cursor, R extends boolean = boolean>
  extends ListQuery<S, D, P, R> {
  /** Documents on a page. Default 10; 0 for the counts alone. */
  readonly limit?: number | undefined;
  /** Number of the page, from 1. Not together with `cursor`. */
  readonly page?: (Cursor extends string ? never : number) | undefined;
  /** `nextCursor` of the page before, or `''` for the first one: for lists that are long or change while they are read. */
  readonly cursor?: Cursor;
  /** How `totalDocs` comes about. Default `exact`, and with a cursor `none`, which gives -1. */
  readonly count?: 'exact' | 'estimated' | 'none' | undefined;
}

/** Which documents `count` counts. */
export interface CountQuery<S extends CollectionShape> {
  /** A filter. */
  readonly where?: Where<S> | undefined;
  /** Whether to count drafts. Default: what is published. */
  readonly draft?: S['draft'] | undefined;
  /** `estimated` for a number that may be old, but never takes long. Default `exact`. */
  readonly count?: 'exact' | 'estimated' | undefined;
}

type BuiltIn = 'id' | 'createdAt' | 'updatedAt';
type SortTerm<Path extends string> = Path | `${Path}_asc` | `${Path}_desc`;

/** The methods of a collection. */
export interface CollectionMethods<S extends CollectionShape, Safe extends boolean = false> {
  /**
   * Finds documents, a page at a time.
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
    const P extends readonly SelectPath<S, D>[] = never,
    C extends string | undefined = undefined,
    R extends boolean = false,
  >(
    query?: FindQuery<S, D, P, C, R>,
    options?: CallOptions,
  ): Answer<Safe, Envelope<C, Read<S, D, P, R>>, FindError>;

  /** Reads a document. Fails with `NOT_FOUND` where there is none. */
  findById<
    D extends Depth = 0,
    const P extends readonly SelectPath<S, D>[] = never,
    R extends boolean = false,
  >(
    id: string,
    query?: ReadQuery<S, D, P, R>,
    options?: CallOptions,
  ): Answer<Safe, Read<S, D, P, R>, FindByIdError>;

  /** Creates a document and answers it. Never sent twice, since a second one would be another document. */
  create<R extends boolean = false>(
    data: WriteData<S['create'], R>,
    options?: CreateOptions<R & S['draft']>,
  ): Answer<Safe, Written<S, R>, CreateError>;

  /**
   * Changes the given fields of a document and answers it. Null empties a field, a group is merged, and rows are replaced as a
   * whole.
   */
  update<R extends boolean = false>(
    id: string,
    data: WriteData<S['update'], R>,
    options?: WriteOptions<R & S['draft']>,
  ): Answer<Safe, Written<S, R>, UpdateError>;

  /** Deletes a document. */
  delete(id: string, options?: ChangeOptions): Answer<Safe, { message: string }, DeleteError>;

  /** Counts documents. */
  count(query?: CountQuery<S>, options?: CallOptions): Answer<Safe, number, FindError>;

  /**
   * Goes through all documents that a query finds, one after the other, and reads them by cursor as they are asked for. Its
   * `timeout` is that of each read.
   *
   * @example
   * for await (const post of client.posts.iterate({ select: ['title'] })) console.log(post.title);
   */
  iterate<
    D extends Depth = 0,
    const P extends readonly SelectPath<S, D>[] = never,
    R extends boolean = false,
  >(
    query?: IterateQuery<S, D, P, R>,
    options?: CallOptions,
  ): AsyncGenerator<Safe extends true ? SafeResult<Read<S, D, P, R>, FindError> : Read<S, D, P, R>, void>;

  /**
   * Reads a document, changes it by what `change` answers, and does both again where somebody else was faster: no change gets
   * lost. With `draft: true` it reads and saves the draft. Its `timeout` is that of each read and write.
   *
   * @example
   * await client.posts.mutate(id, (post) => ({ views: (post.views ?? 0) + 1 }));
   */
  mutate<R extends boolean = false>(
    id: string,
    change: (document: Written<S, R>) => WriteData<S['update'], R> | Promise<WriteData<S['update'], R>>,
    options?: CreateOptions<R & S['draft']>,
  ): Answer<Safe, Written<S, R>, UpdateError>;
}

/** The methods of a global. */
export interface GlobalMethods<S extends DocumentShape, Safe extends boolean = false> {
  /** Reads the document. Before it was ever written it has the defaults of its fields, and `createdAt` is null. */
  get<D extends Depth = 0, const P extends readonly SelectPath<S, D>[] = never, R extends boolean = false>(
    query?: ReadQuery<S, D, P, R>,
    options?: CallOptions,
  ): Answer<Safe, Read<S, D, P, R>, GetGlobalError>;

  /** Changes the given fields and answers the document. */
  update<R extends boolean = false>(
    data: WriteData<S['update'], R>,
    options?: WriteOptions<R & S['draft']>,
  ): Answer<Safe, Written<S, R>, UpdateGlobalError>;

  /** Reads the document, changes it by what `change` answers, and does both again where somebody else was faster. */
  mutate<R extends boolean = false>(
    change: (document: Written<S, R>) => WriteData<S['update'], R> | Promise<WriteData<S['update'], R>>,
    options?: CreateOptions<R & S['draft']>,
  ): Answer<Safe, Written<S, R>, UpdateGlobalError>;
}
