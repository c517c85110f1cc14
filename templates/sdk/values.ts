import type { Depth } from './depth.js';

/** What a `json` or `richText` field holds, where it is not empty. */
export type Json = boolean | number | string | (Json | null)[] | { [key: string]: Json | null };

/** What can be written to a `json` or `richText` field: whatever JSON can say. */
export type JsonInput = boolean | number | string | object;

/** A document of one of several collections. */
export interface DocumentReference<Slug extends string> {
  collection: Slug;
  id: string;
}

/** The same with the document filled in; null where it cannot be read. */
export interface PopulatedReference<Slug extends string, Document> extends DocumentReference<Slug> {
  doc: Document;
}

/** The documents that point to this one. */
export interface JoinedDocuments<Document> {
  docs: Document[];
  /** Whether there are more than the field's `limit`. */
  hasNextPage: boolean;
}

/** What a document has only where its relations are filled in: the joins in a group. */
export type AtDepth<D extends Depth, Joins> = D extends 0 ? unknown : Joins;

/** What an update takes: any of the fields; one that is undefined is left alone. */
export type Changes<T> = { [K in keyof T]?: T[K] | undefined };

/** What a draft takes: any of the fields, down into groups and rows, and null where a field is still empty. */
export type DraftData<T> = T extends readonly (infer Item)[]
  ? number extends T['length']
    ? readonly DraftData<Item>[]
    : T
  : T extends object
    ? keyof T extends never
      ? T
      : { [K in keyof T]?: (K extends 'blockType' ? T[K] : DraftData<T[K]> | null) | undefined }
    : T;
