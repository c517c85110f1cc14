import type { Depth } from './depth.js';

/** The value of a `json` or `richText` field, if it is not empty. */
export type Json = boolean | number | string | (Json | null)[] | { [key: string]: Json | null };

/** What can be written to a `json` or `richText` field: any JSON. */
export type JsonInput = boolean | number | string | object;

/** A node of a `richText` with `blocks`: it shows the row with this id. */
export interface RichTextBlockNode {
  type: 'block';
  attrs: { id: string };
}

/** A reference to a document of one of several collections. */
export interface DocumentReference<Slug extends string> {
  collection: Slug;
  id: string;
}

/** The same with the document populated; null if it cannot be read. */
export interface PopulatedReference<Slug extends string, Document> extends DocumentReference<Slug> {
  doc: Document;
}

/** The documents that reference this one. */
export interface JoinedDocuments<Document> {
  docs: Document[];
  /** Whether there are more than the field's `limit`. */
  hasNextPage: boolean;
}

/** What a document has only if its relations are populated: the joins in a group. */
export type AtDepth<D extends Depth, Joins> = D extends 0 ? unknown : Joins;

/** What an update accepts: any of the fields; a field that is undefined stays unchanged. */
export type Changes<T> = { [K in keyof T]?: T[K] | OperatorOn<T[K]> | undefined };

/** Adds to the stored number, where an empty one counts as 0. */
export interface Increment {
  readonly $inc: number;
}

/** Changes a stored list as a set. */
export type ListChange<Member> =
  | { readonly $add: readonly Member[] }
  | { readonly $remove: readonly Member[] };

/** What an update accepts in place of a value: what to do with the stored one. */
export type OperatorOn<Value> = Value extends number
  ? Increment
  : Value extends readonly (infer Member)[]
    ? number extends Value['length']
      ? [Member] extends [number | string | { readonly collection: string; readonly id: string }]
        ? ListChange<Member>
        : never
      : never
    : never;

/**
 * What a draft accepts: any of the fields, also in groups and rows, and null for a field that is still empty.
 * A reference is always complete, and the type and id of a row are never null.
 */
export type DraftData<T> = T extends readonly (infer Item)[]
  ? number extends T['length']
    ? readonly DraftData<Item>[]
    : T
  : T extends object
    ? keyof T extends never
      ? T
      : T extends { readonly collection: infer Slug; readonly id: string }
        ? string extends Slug
          ? DraftFields<T>
          : T
        : DraftFields<T>
    : T;

type DraftFields<T> = {
  [K in keyof T]?: (K extends 'blockType' | 'id' ? T[K] : DraftData<T[K]> | null) | undefined;
};
