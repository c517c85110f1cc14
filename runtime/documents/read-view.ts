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
  /**
   * Reads these rows. Where the database can say what a statement saw, `read` goes by what was known of drafts before; if it turns out that
   * something was written since, it is done again. So a read costs no question of its own.
   */
  read<T extends DocumentDescriptor, A>(
    document: T,
    where: WhereNode | null,
    read: ReadRows<T, A>,
  ): Promise<A>;
}

/** Reads rows once. Where an expression for it is given, the statement must say what version of the data it saw (`ReadSource.versionSql`). */
export type ReadRows<T extends DocumentDescriptor, A> = (
  rows: RowsInView<T>,
  versionSql: string | null,
) => Promise<RowsRead<A>>;

export interface RowsRead<A> {
  readonly answer: A;
  /** Null where there was no row to say it. */
  readonly version: string | null;
}

/** Makes the views of all requests. */
export type ReadViews = (shape: Pick<ReadShape, 'draft'>, access: DocumentAccess | null) => ReadView;

export function createReadViews(pending: PendingDrafts): ReadViews {
  return function readView({ draft }, access) {
    /** Those of the documents that have drafts which this request sees. */
    async function draftsAmong(documents: readonly DocumentDescriptor[]): Promise<DraftsSeen> {
      const seen = new Set<DocumentDescriptor>();
      for (const document of documents) if (await pending.has(document)) seen.add(document);
      return seen;
    }

    /** Those of a read's documents that it sees drafts of, should there be any. */
    function mergedAmong(
      document: DocumentDescriptor,
      where: WhereNode | null,
    ): readonly DocumentDescriptor[] {
      const related = where === null ? [] : relatedCollections(where);
      return [...new Set([document, ...related])].filter(
        (one) => decideView(one, draft, access) === 'merged',
      );
    }

    async function rows<T extends DocumentDescriptor>(
      document: T,
      where: WhereNode | null,
    ): Promise<RowsInView<T>> {
      return rowsInView(document, where, await draftsAmong(mergedAmong(document, where)));
    }

    async function read<T extends DocumentDescriptor, A>(
      document: T,
      where: WhereNode | null,
      readRows: ReadRows<T, A>,
    ): Promise<A> {
      const merged = mergedAmong(document, where);
      const presumed = merged.length === 0 ? null : pending.presumed(merged);
      if (presumed !== null) {
        const { answer, version } = await readRows(
          rowsInView(document, where, presumed.seen),
          presumed.versionSql,
        );
        if (version === presumed.version) return answer;
        if (version !== null) pending.refuted();
      }
      const { answer } = await readRows(rowsInView(document, where, await draftsAmong(merged)), null);
      return answer;
    }

    return { rows, read };
  };
}
