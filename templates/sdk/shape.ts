import type { Depth } from './depth.js';
import type { AnyFilter } from './filters.js';

/** What the emitted code says about a global: its document, what `update` takes, and the paths into it. */
export interface DocumentShape {
  /** The depth at which `document` is seen. */
  readonly depth: Depth;
  readonly document: object;
  readonly update: object;
  /** Names that `select` takes at any depth: of fields, and with dots of what is inside groups and rows. */
  readonly paths: string;
  /** Paths that lead to documents once these are filled in, relations and joins, with the shapes of the documents. */
  readonly links: object;
  /** Type of the option `draft`: never, where there are no drafts. */
  readonly draft: boolean;
}

/** What the emitted code says about a collection. */
export interface CollectionShape extends DocumentShape {
  readonly create: object;
  /** Paths with what `where` takes for them. */
  readonly filters: object;
  /** Paths of relations, through which `where` goes on, with the shapes of the documents. */
  readonly relations: object;
  /** Paths that lists can be sorted by. */
  readonly sort: string;
}

/** The shape of documents of either collection, where a relation leads to several: their paths taken together. */
export interface EitherShape<A extends CollectionShape, B extends CollectionShape> extends CollectionShape {
  readonly paths: A['paths'] | B['paths'];
  readonly links: A['links'] & B['links'];
  readonly filters: A['filters'] & B['filters'];
  readonly relations: A['relations'] & B['relations'];
}

/** The shape of documents behind a collection with so many relations that to name all paths through it would be too much. */
export interface AnyShape extends CollectionShape {
  readonly links: object;
  readonly filters: { readonly [path: string]: AnyFilter };
  readonly relations: object;
}

/** The document as a read at a depth shows it. */
export type DocumentAt<S extends DocumentShape, D extends Depth> = (S & { readonly depth: D })['document'];

/** Names of properties. */
export type Keys<T> = keyof T & string;

/** Types of properties. */
export type Values<T> = T[keyof T];
