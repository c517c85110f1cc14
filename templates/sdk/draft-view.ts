import type { Depth } from './depth.js';
import type { DocumentAt, DocumentShape } from './shape.js';
import type { JoinedDocuments, Json, PopulatedReference } from './values.js';

/** Whether a read asks for drafts: the type of its option `draft`. */
export type DraftOption<S extends DocumentShape> = S['draft'] | undefined;

/** The document as a read shows it: with `draft: true`, or with a boolean that may be true, as a draft may be. */
export type DocumentIn<S extends DocumentShape, D extends Depth, Draft> = [Draft] extends [false | undefined]
  ? DocumentAt<S, D>
  : DraftView<DocumentAt<S, D>>;

/** A document as `draft: true` shows it: required fields may still be empty, in groups, rows and related documents too. */
export type DraftView<T> = { [K in keyof T]: K extends BuiltIn ? T[K] : Part<T[K]> };

type BuiltIn = 'id' | 'createdAt' | 'updatedAt' | '_status' | '_revision';

/** What a field holds. Lists are never null, but empty. */
type Part<T> = [Json] extends [T]
  ? T | null
  : T extends readonly (infer Item)[]
    ? number extends T['length']
      ? PartOfItem<Item>[]
      : T | null
    : T extends { _revision: number }
      ? DraftView<T> | null
      : T extends JoinedDocuments<infer Document>
        ? JoinedDocuments<DraftView<Document>>
        : T extends object
          ? [keyof T] extends ['collection' | 'id' | 'doc']
            ? PartOfReference<T> | null
            : { [K in keyof T]: Part<T[K]> }
          : T | null;

/** Rows keep their `id`, and blocks their type. */
type PartOfItem<T> = T extends { _revision: number }
  ? DraftView<T>
  : T extends object
    ? [keyof T] extends ['collection' | 'id' | 'doc']
      ? PartOfReference<T>
      : { [K in keyof T]: K extends 'id' | 'blockType' ? T[K] : Part<T[K]> }
    : T;

type PartOfReference<T> =
  T extends PopulatedReference<infer Slug, infer Document>
    ? PopulatedReference<Slug, Document extends object ? DraftView<Document> : Document>
    : T;
