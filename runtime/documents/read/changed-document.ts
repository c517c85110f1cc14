/**
 * Documents of the merged view show whether published ones have changes that are not published. It is the
 * first key, as in SQL: see `query/compile/changed.ts`.
 */
import type { StoredDocument } from '../document-model.js';

/** The text of a document with `_pending`. */
export function changedText(text: string, isChanged: boolean): string {
  return `{"_pending":${isChanged},${text.slice(1)}`;
}

/** The same for the values of a document. */
export function changedData(document: StoredDocument, isChanged: boolean): StoredDocument {
  return { _pending: isChanged, ...document };
}
