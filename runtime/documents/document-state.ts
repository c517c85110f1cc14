import type { StoredDocument } from './document-model.js';

/** A pending draft: the whole document as the merged view shows it. */
export interface PendingDraft {
  readonly document: StoredDocument;
  /** Names of the fields with a pending change (see `withDifferences`); none where nothing is published. */
  readonly fields: readonly string[];
}

/** A document in both views. Both are null only for a global before its first write. */
export interface DocumentState {
  readonly published: StoredDocument | null;
  readonly pending: PendingDraft | null;
}

/** The document with the newest revision: that of the merged view. */
export function newestOf({ published, pending }: DocumentState): StoredDocument | null {
  return pending?.document ?? published;
}

/** The document that hooks and callbacks see: the published one, or the draft if nothing is published. */
export function publishedOrDraft({ published, pending }: DocumentState): StoredDocument | null {
  return published ?? pending?.document ?? null;
}

/** Whether the published document has changes that are not published. */
export function isChanged({ published, pending }: DocumentState): boolean {
  return published !== null && pending !== null && pending.fields.length > 0;
}

/** Whether the document was not written between two reads. */
export function isSameState(one: DocumentState, other: DocumentState): boolean {
  return (
    one.published?.['_revision'] === other.published?.['_revision'] &&
    one.pending?.document['_revision'] === other.pending?.document['_revision']
  );
}

/** The JSON texts of written documents. */
export type WrittenTexts = ReadonlyMap<StoredDocument, string>;
