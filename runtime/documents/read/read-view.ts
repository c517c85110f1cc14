import { decideView } from '../../access/decide-view.js';
import type { DocumentAccess } from '../../access/document-access.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import { type DraftsSeen, type RowsInView, rowsInView } from '../../query/merged-view.js';
import type { ReadShape, WhereNode } from '../../query/plan.js';
import { relatedCollections } from '../../query/visible.js';
import type { Row } from '../../storage/driver.js';
import { draftedSql, type PendingDrafts } from '../drafts/pending-drafts.js';

/**
 * The view that one request reads: for each collection the published documents, or drafts merged over them.
 */
export interface ReadView {
  /**
   * Reads the rows of a collection or global that meet a filter in this view. `read` relies on what earlier
   * reads found about drafts, and checks this by the same statement. If it was wrong, the read is repeated
   * with a statement that is right in any case.
   */
  read<T extends DocumentDescriptor, A>(
    document: T,
    where: WhereNode | null,
    read: ReadRows<T, A>,
  ): Promise<A>;
}

/**
 * Reads rows once. Where an expression for it is given ({@link draftedSql}), a column `drafted` of the
 * statement must have its value.
 */
export type ReadRows<T extends DocumentDescriptor, A> = (
  rows: SeenRows<T>,
  draftedSql: string | null,
) => Promise<RowsRead<A>>;

/** The rows of a collection or global in a view. */
export interface SeenRows<T extends DocumentDescriptor = DocumentDescriptor> extends RowsInView<T> {
  /** The view is the merged one, with or without pending drafts: its documents show `_pending`. */
  readonly isMerged: boolean;
}

export interface RowsRead<A> {
  readonly answer: A;
  /** Any row of the statement; undefined where there was none. */
  readonly row: Row | undefined;
}

/** Creates the views of all requests. */
export type ReadViews = (shape: Pick<ReadShape, 'draft'>, access: DocumentAccess | null) => ReadView;

export function createReadViews(pending: PendingDrafts): ReadViews {
  return function readView({ draft }, access) {
    /** The collections and globals of a read whose drafts it may see. */
    function mergedAmong(
      document: DocumentDescriptor,
      where: WhereNode | null,
    ): readonly DocumentDescriptor[] {
      const isMerged = (one: DocumentDescriptor): boolean => decideView(one, draft, access) === 'merged';
      if (where === null) return isMerged(document) ? [document] : none;
      return [...new Set([document, ...relatedCollections(where)])].filter(isMerged);
    }

    async function read<T extends DocumentDescriptor, A>(
      document: T,
      where: WhereNode | null,
      readRows: ReadRows<T, A>,
    ): Promise<A> {
      const merged = mergedAmong(document, where);
      const sql = merged.length === 0 ? null : draftedSql(merged);
      const isMerged = merged[0] === document;
      const rowsOf = (seen: DraftsSeen): SeenRows<T> => {
        const rows = rowsInView(document, where, seen);
        return { where: rows.where, drafts: rows.drafts, isMerged };
      };
      if (sql !== null) {
        const presumed = pending.presumed(merged);
        const { answer, row } = await readRows(rowsOf(presumed), sql);
        const isRight =
          row === undefined
            ? presumed.size === merged.length
            : isWithin(pending.note(merged, Number(row['drafted'])), presumed);
        if (isRight) return answer;
      }
      // Without drafts the merged rows are the published ones.
      const { answer } = await readRows(rowsOf(new Set(merged)), null);
      return answer;
    }

    return { read };
  };
}

const none: readonly DocumentDescriptor[] = Object.freeze([]);

function isWithin(drafted: DraftsSeen, presumed: DraftsSeen): boolean {
  for (const document of drafted) if (!presumed.has(document)) return false;
  return true;
}
