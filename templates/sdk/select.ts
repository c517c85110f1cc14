import type { Depth } from './depth.js';
import type { DocumentIn } from './draft-view.js';
import type { DocumentShape, Keys, Values } from './shape.js';
import type { JoinedDocuments, PopulatedReference } from './values.js';

/** Names of fields that a read can select: with dots into groups and rows and, where these are filled in, into documents. */
export type SelectPath<S extends DocumentShape, D extends Depth> = D extends 0
  ? S['paths']
  : D extends 1
    ? Path1<S>
    : D extends 2
      ? Path2<S>
      : Path3<S>;

// Two levels are written out name by name. What is deeper passes unseen, and is typed by what comes out of it.
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

/** What a read answers: the whole document, or what is selected of it. */
export type Selected<
  S extends DocumentShape,
  D extends Depth,
  Paths extends readonly string[],
  Draft = undefined,
> = [Paths] extends [never]
  ? DocumentIn<S, D, Draft>
  : number extends Paths['length']
    ? Partial<DocumentIn<S, D, Draft>>
    : Paths extends readonly []
      ? DocumentIn<S, D, Draft>
      : Picked<DocumentIn<S, D, Draft>, Paths[number] | 'id'>;

/** The properties that begin a path: whole where the path ends there, else the part that it leads to. */
type Picked<T, P extends string> = {
  [K in keyof T & Head<P>]: K extends P ? T[K] : Part<T[K], Tail<P, K & string>>;
};

type Head<P extends string> = P extends `${infer Name}.${string}` ? Name : P;
type Tail<P extends string, Name extends string> = P extends `${Name}.${infer Rest}` ? Rest : never;

/** A part of what a field holds, wherever that is an object: a group, a document, or rows and documents in a list. */
type Part<T, P extends string> = T extends readonly (infer Item)[]
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
type PartOfItem<T, P extends string> = T extends { _revision: number }
  ? Picked<T, P | 'id'>
  : T extends PopulatedReference<string, unknown>
    ? PartOfReference<T, P>
    : Picked<T, P | 'id' | 'blockType'>;
type PartOfReference<T, P extends string> =
  T extends PopulatedReference<infer Slug, infer Document> ? PopulatedReference<Slug, Part<Document, P>> : T;
type PartOfJoin<T, P extends string> =
  T extends JoinedDocuments<infer Document> ? JoinedDocuments<Part<Document, P>> : T;
