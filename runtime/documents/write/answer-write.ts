import { decideView } from '../../access/decide-view.js';
import type { DocumentAccess } from '../../access/document-access.js';
import type { StoredDocument } from '../document-model.js';
import { type DocumentState, isChanged, newestOf, type WrittenTexts } from '../document-state.js';
import type { DocumentType } from '../document-type.js';
import type { DocumentResult, OperationContext } from '../operation-context.js';
import { type DocumentReader, wholeDocument } from '../read/document-reader.js';
import { type FoundDocument, knownTo } from '../read/found-document.js';
import { headOf } from '../read/head-of.js';
import { changedData, changedText, OutgoingDocument } from '../read/outgoing-document.js';
import { mayRead } from '../read/read-rights.js';

/**
 * What a write returns: the document as the requester may see it; its head alone, for writes that report the
 * revision only, so that no `afterRead` hook runs; or an account to its owner or manager, who need not be
 * able to read others.
 */
export type ReturnedDocument = 'document' | 'head' | 'account';

/** The collection or global that was written. */
export interface WrittenTarget {
  readonly type: DocumentType;
  readonly reader: DocumentReader;
  readonly returns: ReturnedDocument;
}

/** A document after a write. */
export interface WrittenState {
  readonly state: DocumentState;
  readonly texts: WrittenTexts;
  /** The document that a global shows before its first write; unused otherwise. */
  readonly unwritten?: StoredDocument;
  /**
   * The write changed the draft: a requester who may see drafts gets the merged document. Other writes return
   * what is published.
   */
  readonly isDraft: boolean;
  /** The document that was changed. Null for a new one: its author knows what is in it. */
  readonly before: FoundDocument | null;
}

/**
 * Makes the response of a write. It runs inside the transaction: if an `afterRead` hook throws, nothing is
 * written.
 *
 * A write of the published document returns the published document: a pending draft may lack fields that the
 * type of the response promises. A write of the draft returns the merged document, even without an
 * authenticated requester. A requester who may change a document but may not read it, or not in this view,
 * learns only that it was changed.
 */
export async function answerWrite(
  { type, reader, returns }: WrittenTarget,
  { written, context }: { readonly written: WrittenState; readonly context: OperationContext },
): Promise<DocumentResult> {
  const { access } = context;
  const isNew = written.before === null;
  const newest = newestWritten(type, written);
  const shown = isNew ? newest : shownOf(type, { written, access });
  if (shown === null) return headOf(untold(type, { written, access }) ?? newest);
  if (returns === 'head') return headOf(shown);
  const id = String(shown['id']);
  const isReadable = isNew || returns === 'account' || (await mayRead(access, type.model.descriptor, id));
  if (!isReadable) return headOf(shown);
  const document = outgoing(type, { written, shown });
  return reader.present(type, { document, revision: Number(shown['_revision']) }, wholeDocument, context);
}

function outgoing(
  { model: { descriptor } }: DocumentType,
  { written, shown }: { readonly written: WrittenState; readonly shown: StoredDocument },
): OutgoingDocument {
  const { state, texts, unwritten } = written;
  const id = String(shown['id']);
  const text = texts.get(shown);
  const isDraft = shown !== state.published && shown !== unwritten;
  // Only the merged document shows what is pending.
  const isMerged = written.isDraft && descriptor.drafts;
  const changed = isChanged(state);
  if (text === undefined) {
    return OutgoingDocument.ofData(id, isMerged ? changedData(shown, changed) : shown, isDraft);
  }
  return OutgoingDocument.ofText(id, isMerged ? changedText(text, changed) : text, isDraft);
}

function newestWritten({ model }: DocumentType, { state, unwritten }: WrittenState): StoredDocument {
  const newest = newestOf(state) ?? unwritten;
  if (newest === undefined) throw new Error(`A write of ${model.name} left nothing.`);
  return newest;
}

/**
 * What the requester knew of the document before a write that their view does not show, with its revision and
 * time: those of the draft would reveal whether another user has a pending draft. Null where the document was
 * never published.
 */
function untold(
  type: DocumentType,
  {
    written: { state, before },
    access,
  }: { readonly written: WrittenState; readonly access: DocumentAccess | null },
): StoredDocument | null {
  const known = before === null ? null : knownTo(type, { found: before, access });
  if (known === null || !type.model.descriptor.drafts) return known;
  return state.published === null ? { ...known, _status: 'draft' } : known;
}

/** Null where the requester's view does not show what was written. */
function shownOf(
  { model: { descriptor } }: DocumentType,
  {
    written: { state, unwritten, isDraft },
    access,
  }: { readonly written: WrittenState; readonly access: DocumentAccess | null },
): StoredDocument | null {
  if (!isDraft && state.published !== null) return state.published;
  const newest = newestOf(state) ?? unwritten ?? null;
  const view = decideView(descriptor, isDraft && access === null ? true : null, access);
  if (view === 'merged' || newest === unwritten) return newest;
  return isDraft && descriptor.drafts ? null : state.published;
}
