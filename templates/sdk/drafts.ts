import type { Depth } from './depth.js';
import type { DocumentAt, DocumentShape } from './shape.js';
import type { DocumentReference } from './values.js';

/** A document as a read of drafts at a depth returns it. */
export type DraftAt<S extends DocumentShape, D extends Depth> = [D] extends [0]
  ? S extends { readonly drafted: infer Draft }
    ? Draft
    : DraftedAt<S, D>
  : DraftedAt<S, D>;

type DraftedAt<S extends DocumentShape, D extends Depth> = S extends {
  readonly filled: infer Filled extends string;
}
  ? Drafted<DocumentAt<S, D>, Filled>
  : Drafted<DocumentAt<S, D>>;

/**
 * What a read with `draft: true` returns: a draft may lack what the published document requires. Missing
 * lists are empty, and missing groups have empty fields; what every document, row and reference has is always
 * there. Populated documents of collections without drafts lack nothing, but may contain others that do.
 * `Filled` are the paths of fields that are never null, because they have a default: of posts they are
 * `PostShape['filled']`.
 */
export type Drafted<T, Filled extends string = never> = T extends readonly unknown[]
  ? DraftedList<T, Filled>
  : T extends object
    ? string extends keyof T
      ? T
      : T extends { _revision: number }
        ? T extends { _status: string }
          ? DraftedFields<T, Filled> & PendingState
          : { [K in keyof T]: Kept<T[K]> }
        : IsReference<T> extends true
          ? { [K in keyof T]: K extends 'doc' ? Kept<T[K]> : T[K] }
          : DraftedFields<T, OfBlock<T, Filled>>
    : T;

/** What reads with `draft: true` add to documents. */
export interface PendingState {
  /** Whether the published content has changes that are not published; false if nothing is published. */
  _pending: boolean;
}

type DraftedFields<T, Filled extends string> = {
  [K in keyof T]: K extends AlwaysThere | Filled ? T[K] : DraftedField<T[K], Inside<Filled, K>>;
};

/** The paths that begin with a name, without it. */
type Inside<Paths extends string, Name> = Paths extends `${Name & string}.${infer Rest}` ? Rest : never;

/** Paths into blocks begin with the type of the block. */
type OfBlock<T, Paths extends string> = T extends { blockType: infer Type } ? Inside<Paths, Type> : Paths;

type AlwaysThere = 'id' | 'createdAt' | 'updatedAt' | '_status' | '_revision' | 'blockType' | 'hasNextPage';

/** A point is a list of fixed length, and always complete. */
type DraftedList<T extends readonly unknown[], Filled extends string> = number extends T['length']
  ? Drafted<T[number], Filled>[]
  : T;

type DraftedField<T, Filled extends string> = T extends readonly unknown[]
  ? number extends T['length']
    ? DraftedList<T, Filled>
    : T | null
  : T extends { _revision: number }
    ? Drafted<T> | null
    : T extends object
      ? IsReference<T> extends true
        ? Drafted<T> | null
        : Drafted<T, Filled>
      : T | null;

/** Where nothing can be missing: unchanged, except for the documents in it. */
type Kept<T> = T extends readonly unknown[]
  ? number extends T['length']
    ? Kept<T[number]>[]
    : T
  : T extends object
    ? string extends keyof T
      ? T
      : T extends { _revision: number }
        ? Drafted<T>
        : { [K in keyof T]: Kept<T[K]> }
    : T;

/** A slug is a literal: this tells a reference from a row with a text field named `collection`. */
type IsReference<T> =
  T extends DocumentReference<string>
    ? [keyof T, string] extends ['collection' | 'id' | 'doc', T['collection']]
      ? false
      : [keyof T] extends ['collection' | 'id' | 'doc']
        ? true
        : false
    : false;
