import type { DocumentReference } from './values.js';

/**
 * What a read with `draft: true` answers: a draft may lack what is required of the published document. Lists are empty then, and
 * groups have empty fields; what every document and row has is there.
 */
export type Drafted<T> = T extends readonly unknown[]
  ? DraftedList<T>
  : T extends object
    ? string extends keyof T
      ? T
      : { [K in keyof T]: K extends AlwaysThere ? T[K] : DraftedField<T[K]> }
    : T;

type AlwaysThere = 'id' | 'createdAt' | 'updatedAt' | '_status' | '_revision' | 'blockType' | 'hasNextPage';

/** A point is a list of a length of its own, and whole. */
type DraftedList<T extends readonly unknown[]> = number extends T['length'] ? Drafted<T[number]>[] : T;

type DraftedField<T> = T extends readonly unknown[]
  ? number extends T['length']
    ? DraftedList<T>
    : T | null
  : T extends { _revision: number } | DocumentReference<string>
    ? Drafted<T> | null
    : T extends object
      ? Drafted<T>
      : T | null;
