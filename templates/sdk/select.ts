import type { Depth } from './depth.js';
import type { DocumentAt, DocumentShape, Keys, Values } from './shape.js';
import type { JoinedDocuments, PopulatedReference } from './values.js';

/**
 * Names of fields that a read can select: with dots into groups and rows and, where relations are populated,
 * into documents.
 */
export type SelectPath<S extends DocumentShape, D extends Depth> = PathsAt<S>[D];

/** By depth. Properties, since the compiler evaluates only the one that is used. */
interface PathsAt<S extends DocumentShape> {
  0: S['paths'];
  1: Path1<S>;
  2: Path2<S>;
  3: Path3<S>;
  4: Path3<S>;
  5: Path3<S>;
  6: Path3<S>;
  7: Path3<S>;
  8: Path3<S>;
  9: Path3<S>;
  10: Path3<S>;
}

// Two levels are listed name by name. Deeper paths are not checked; the type of the result follows from them.
type Path1<S extends DocumentShape> =
  | S['paths']
  | Keys<S['links']>
  | Values<{
      [K in Keys<S['links']>]: S['links'][K] extends { readonly paths: infer P extends string }
        ? `${K}.${P}`
        : never;
    }>;
type Path2<S extends DocumentShape> =
  | S['paths']
  | Keys<S['links']>
  | Values<{
      [K in Keys<S['links']>]: S['links'][K] extends infer T extends DocumentShape
        ? `${K}.${Path1<T>}`
        : never;
    }>;
type Path3<S extends DocumentShape> = Path2<S> | `${Keys<S['links']>}.${string}.${string}`;

/**
 * What a read returns: the whole document, or the selected part. The check here is only whether `Paths` are
 * names, not whose: to compare all paths of any shape with text costs every program a fifth of the whole
 * client's types.
 */
export type Selected<S extends DocumentShape, D extends Depth, Paths> = SelectedOf<DocumentAt<S, D>, Paths>;

/** The same for the type of a document. */
export type SelectedOf<T, Paths> = [Paths] extends [never]
  ? T
  : Paths extends readonly string[]
    ? number extends Paths['length']
      ? Partial<T>
      : Paths extends readonly []
        ? T
        : Picked<T, Paths[number] | 'id'>
    : never;

/** The properties that paths begin with: complete if the path ends there, else the selected part. */
type Picked<T, P> = {
  [K in keyof T & Head<P>]: K extends P ? T[K] : Part<T[K], Tail<P, K & string>>;
};

type Head<P> = P extends `${infer Name}.${string}` ? Name : P;
type Tail<P, Name extends string> = P extends `${Name}.${infer Rest}` ? Rest : never;

/** The selected part of a field that holds objects: a group, a document, or a list of rows or documents. */
type Part<T, P> = T extends readonly (infer Item)[]
  ? PartOfItem<Item, P>[]
  : T extends { _revision: number }
    ? Picked<T, P | 'id'>
    : T extends object
      ? [keyof T] extends ['collection' | 'id' | 'doc']
        ? PartOfReference<T, P>
        : [keyof T] extends ['docs' | 'hasNextPage']
          ? PartOfJoin<T, P>
          : Picked<T, P>
      : T;

/** Rows keep their `id`, and blocks their type. */
type PartOfItem<T, P> = T extends { _revision: number }
  ? Picked<T, P | 'id'>
  : T extends PopulatedReference<string, unknown>
    ? PartOfReference<T, P>
    : Picked<T, P | 'id' | 'blockType'>;
type PartOfReference<T, P> =
  T extends PopulatedReference<infer Slug, infer Document> ? PopulatedReference<Slug, Part<Document, P>> : T;
type PartOfJoin<T, P> = T extends JoinedDocuments<infer Document> ? JoinedDocuments<Part<Document, P>> : T;
