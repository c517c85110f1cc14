import type { DocumentReference } from './values.js';

/**
 * What a read with `draft: true` returns: a draft may lack what the published document requires. Missing
 * lists are empty, and missing groups have empty fields; what every document, row and reference has is always
 * there. Populated documents of collections without drafts lack nothing, but may contain others that do.
 */
export type Drafted<T> = T extends readonly unknown[]
  ? DraftedList<T>
  : T extends object
    ? string extends keyof T
      ? T
      : T extends { _revision: number }
        ? T extends { _status: string }
          ? DraftedFields<T> & PendingState
          : { [K in keyof T]: Kept<T[K]> }
        : IsReference<T> extends true
          ? { [K in keyof T]: K extends 'doc' ? Kept<T[K]> : T[K] }
          : DraftedFields<T>
    : T;

/** What reads with `draft: true` add to documents. */
export interface PendingState {
  /** Whether the published content has changes that are not published; false if nothing is published. */
  _pending: boolean;
}

type DraftedFields<T> = { [K in keyof T]: K extends AlwaysThere ? T[K] : DraftedField<T[K]> };

type AlwaysThere = 'id' | 'createdAt' | 'updatedAt' | '_status' | '_revision' | 'blockType' | 'hasNextPage';

/** A point is a list of fixed length, and always complete. */
type DraftedList<T extends readonly unknown[]> = number extends T['length'] ? Drafted<T[number]>[] : T;

type DraftedField<T> = T extends readonly unknown[]
  ? number extends T['length']
    ? DraftedList<T>
    : T | null
  : T extends { _revision: number }
    ? Drafted<T> | null
    : T extends object
      ? IsReference<T> extends true
        ? Drafted<T> | null
        : Drafted<T>
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
