import type { Depth } from './depth.js';
import type { AnyFilter } from './filters.js';

/**
 * What the emitted code declares about a global: its document, what `update` accepts, and the paths into it.
 */
export interface DocumentShape {
  /** The depth that `document` is read at. */
  readonly depth: Depth;
  readonly document: object;
  readonly update: object;
  /** Names that `select` accepts at any depth: of fields, and with dots of what is inside groups and rows. */
  readonly paths: string;
  /** Paths that lead to documents when populated, relations and joins, with the shapes of the documents. */
  readonly links: object;
  /** Type of the option `draft`: never, if there are no drafts. */
  readonly draft: boolean;
  /** The document as reads of drafts return it at depth 0. Absent without drafts. */
  readonly drafted?: object;
  /** Paths of fields that no draft lacks, because they have a default. Absent if there are none. */
  readonly filled?: string;
}

/** What the emitted code declares about a collection. */
export interface CollectionShape extends DocumentShape {
  readonly create: object;
  /** Paths with the conditions that `where` accepts for them. */
  readonly filters: object;
  /** Paths of relations that `where` can continue through, with the shapes of the documents. */
  readonly relations: object;
  /** Paths that lists can be sorted by. */
  readonly sort: string;
}

/** What the emitted code declares about a collection with unique fields. */
export interface KeyedShape extends CollectionShape {
  /** Paths of unique fields with the types of their values. */
  readonly keys: object;
}

/**
 * The shape of documents of either collection, for a relation to several collections: with the paths of both.
 */
export interface EitherShape<A extends CollectionShape, B extends CollectionShape> extends CollectionShape {
  readonly paths: A['paths'] | B['paths'];
  readonly links: A['links'] & B['links'];
  readonly filters: A['filters'] & B['filters'];
  readonly relations: A['relations'] & B['relations'];
}

/** The shape of related documents in a collection with too many relations to list all paths through it. */
export interface AnyShape extends CollectionShape {
  readonly links: object;
  readonly filters: { readonly [path: string]: AnyFilter };
  readonly relations: object;
}

/** The document as a read at a depth returns it. */
export type DocumentAt<S extends DocumentShape, D extends Depth> = (S & { readonly depth: D })['document'];

/** Names of properties. */
export type Keys<T> = keyof T & string;

/** Types of properties. */
export type Values<T> = T[keyof T];
