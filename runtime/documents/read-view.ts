import { decideView } from '../access/decide-view.js';
import type { DocumentAccess } from '../access/document-access.js';
import type { DocumentDescriptor } from '../codegen/descriptors.js';
import { type DraftsSeen, type RowsInView, rowsInView } from '../query/merged-view.js';
import type { ReadShape, WhereNode } from '../query/plan.js';
import { relatedCollections } from '../query/visible.js';
import type { PendingDrafts } from './pending-drafts.js';

/** What one request reads: of each collection what is published, or drafts merged over it. */
export interface ReadView {
  /** The rows of a collection or global that meet a filter in this view. */
  rows<T extends DocumentDescriptor>(document: T, where: WhereNode | null): Promise<RowsInView<T>>;
}

/** Makes the views of all requests. */
export type ReadViews = (shape: Pick<ReadShape, 'draft'>, access: DocumentAccess | null) => ReadView;

export function createReadViews(pending: PendingDrafts): ReadViews {
  return function readView({ draft }, access) {
    /** Those of the documents that have drafts which this request sees. */
    async function draftsAmong(documents: Iterable<DocumentDescriptor>): Promise<DraftsSeen> {
      const seen = new Set<DocumentDescriptor>();
      for (const document of documents) {
        if (decideView(document, draft, access) === 'published') continue;
        if (await pending.has(document)) seen.add(document);
      }
      return seen;
    }

    async function rows<T extends DocumentDescriptor>(
      document: T,
      where: WhereNode | null,
    ): Promise<RowsInView<T>> {
      const related = where === null ? [] : relatedCollections(where);
      return rowsInView(document, where, await draftsAmong(new Set([document, ...related])));
    }

    return { rows };
  };
}
