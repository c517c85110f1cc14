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
type Path3<S extends DocumentShape> = Path2<S> | Deeper<S, 3>;
type Deeper<S extends DocumentShape, D extends Depth> = D extends 0 | 1 | 2
  ? never
  : `${Keys<S['links']>}.${string}.${string}`;

/**
 * The names that a call may select, where `Given` is the type of what was written: like {@link SelectPath},
 * but editors offer paths through a relation only once one leads into it.
 *
 * The condition holds where nothing is selected. The compiler infers `Given` from the first branch; errors
 * and completions come from the second one.
 */
export type SelectFor<S extends DocumentShape, D extends Depth, Given> = '\0' extends keyof Given
  ? Given
  : NoInfer<readonly Offered<S, D, Given>[]>;

/**
 * In a place where an editor completes a name, the compiler first takes it for any text. Nothing is offered
 * then, so that the editor asks again with the text that is there.
 */
type Offered<S extends DocumentShape, D extends Depth, Given> = Given extends readonly (infer Path)[]
  ? string extends Path
    ? never
    : D extends 0
      ? S['paths']
      : S['paths'] | Keys<S['links']> | Behind<S, D, Path> | Deeper<S, D>
  : never;

/** What the documents behind the given paths can be selected by; as above, two levels. */
type Behind<S extends DocumentShape, D extends Depth, Path> = Values<{
  [K in Keys<S['links']>]: Path extends `${K}.${infer Rest}`
    ? S['links'][K] extends infer T extends DocumentShape
      ? D extends 1
        ? `${K}.${T['paths']}`
        : `${K}.${T['paths'] | Keys<T['links']> | BehindNext<T, Rest>}`
      : never
    : never;
}>;
type BehindNext<S extends DocumentShape, Path> = Values<{
  [K in Keys<S['links']>]: Path extends `${K}.${string}`
    ? S['links'][K] extends infer T extends DocumentShape
      ? `${K}.${T['paths']}`
      : never
    : never;
}>;

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
