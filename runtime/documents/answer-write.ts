import { decideView } from '../access/decide-view.js';
import type { DocumentAccess } from '../access/document-access.js';
import type { StoredDocument } from './document-model.js';
import { type DocumentState, newestOf, type WrittenTexts } from './document-state.js';
import type { DocumentType } from './document-type.js';
import { headOf } from './head-of.js';
import type { DocumentResult, OperationContext } from './operation.js';
import { OutgoingDocument } from './outgoing-document.js';
import { type DocumentReader, wholeDocument } from './read-documents.js';

/** A document after a write. */
export interface WrittenState {
  readonly state: DocumentState;
  readonly texts: WrittenTexts;
  /** What stands for a global that was never written; unused otherwise. */
  readonly unwritten?: StoredDocument;
  /** The write was one of the draft: whoever may see drafts gets the merged document. Others answer what is published. */
  readonly isDraft: boolean;
  /** The document was created: whoever did knows what is in it. */
  readonly isNew?: boolean;
}

/** Makes the answer of a write. It runs inside the transaction: an `afterRead` hook that throws leaves nothing written. */
export type AnswerWrite = (written: WrittenState, context: OperationContext) => Promise<DocumentResult>;

/**
 * A write of what is published answers that: a draft beside it may lack what the type of the answer promises. A write of the draft answers
 * the merged document, even where nobody is known. Whoever may change a document that they may not read, or not in this view, gets to
 * know that it is changed, and no more.
 */
export function createWriteAnswer(type: DocumentType, reader: DocumentReader): AnswerWrite {
  const { descriptor } = type.model;

  return async function answer(written, context) {
    const { access } = context;
    const newest = newestOf(written.state) ?? written.unwritten;
    if (newest === undefined) throw new Error(`A write of ${type.model.name} left nothing.`);
    const shown = written.isNew === true ? newest : shownOf(written, newest, access);
    if (shown === null) return headOf(newest);
    const id = String(shown['id']);
    if (written.isNew !== true && access !== null && !(await access.read(descriptor, id)).allowed) {
      return headOf(shown);
    }
    const text = written.texts.get(shown);
    const isDraft = shown !== written.state.published && shown !== written.unwritten;
    const document =
      text === undefined
        ? OutgoingDocument.ofData(id, shown, isDraft)
        : OutgoingDocument.ofText(id, text, isDraft);
    return reader.present(type, { document, revision: Number(shown['_revision']) }, wholeDocument, context);
  };

  /** Null where the requester's view does not show what was written. */
  function shownOf(
    { state, unwritten, isDraft }: WrittenState,
    newest: StoredDocument,
    access: DocumentAccess | null,
  ): StoredDocument | null {
    if (!isDraft && state.published !== null) return state.published;
    const view = decideView(descriptor, isDraft && access === null ? true : null, access);
    if (view === 'merged' || newest === unwritten) return newest;
    return isDraft && descriptor.drafts ? null : state.published;
  }
}
