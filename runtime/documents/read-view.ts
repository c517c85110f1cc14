import { decideView } from '../access/decide-view.js';
import type { DocumentAccess } from '../access/document-access.js';
import type { DocumentDescriptor } from '../codegen/descriptors.js';
import { pendingDescriptor } from '../codegen/pending-descriptor.js';
import { type DraftsSeen, inView, settledWhere } from '../query/merged-view.js';
import type { ReadShape, WhereNode } from '../query/plan.js';
import { relatedCollections } from '../query/visible.js';
import type { PendingDrafts } from './pending-drafts.js';

/** What one request reads: of each collection what is published, or drafts merged over it. */
export interface ReadView {
  /** The rows of a collection or global that meet a filter in this view. */
  rows(document: DocumentDescriptor, where: WhereNode | null): Promise<RowsInView>;
}

/** The rows in which a read finds its documents. */
export interface RowsInView {
  /** What published rows must meet; in the merged view also that no draft is pending. */
  readonly where: WhereNode | null;
  /** The rows of pending drafts; null where the published ones are all there is to see. */
  readonly drafts: PendingRows | null;
}

export interface PendingRows {
  /** The descriptor with the tables of pending drafts. */
  readonly document: DocumentDescriptor;
  readonly where: WhereNode | null;
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
        if ((await pending.count(document)) > 0) seen.add(document);
      }
      return seen;
    }

    async function rows(document: DocumentDescriptor, where: WhereNode | null): Promise<RowsInView> {
      const related = where === null ? [] : relatedCollections(where);
      const seen = await draftsAmong(new Set([document, ...related]));
      if (!seen.has(document)) return { where: where && inView(where, seen, 'published'), drafts: null };
      return {
        where: settledWhere(document, where, seen),
        drafts: { document: pendingDescriptor(document), where: where && inView(where, seen, 'pending') },
      };
    }

    return { rows };
  };
}
