import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import { pendingDescriptor } from '../../codegen/pending-descriptor.js';
import { type DraftsSeen, noDrafts } from '../../query/merged-view.js';
import { quoteIdentifier } from '../../query/sql/quote.js';

/**
 * Remembers which collections and globals had pending drafts when they were last read. Most of the time
 * nothing is pending, and then the merged view is the published one, read by the same statements.
 */
export interface PendingDrafts {
  /** Those of the documents that had drafts. */
  presumed(documents: readonly DocumentDescriptor[]): DraftsSeen;
  /** Records the result of {@link draftedSql} for the same documents, and returns those that have drafts. */
  note(documents: readonly DocumentDescriptor[], drafted: number): DraftsSeen;
}

export function createPendingDrafts(): PendingDrafts {
  const known = new Set<DocumentDescriptor>();

  function presumed(documents: readonly DocumentDescriptor[]): DraftsSeen {
    return known.size === 0 ? noDrafts : new Set(documents.filter((document) => known.has(document)));
  }

  function note(documents: readonly DocumentDescriptor[], drafted: number): DraftsSeen {
    documents.forEach((document, at) => {
      if (drafted & (1 << at)) known.add(document);
      else known.delete(document);
    });
    return presumed(documents);
  }

  return { presumed, note };
}

/** The number of bits of a positive integer in every database and in JavaScript. */
const maxDocuments = 30;

/**
 * An expression that shows which of the documents have drafts: bit n is set if the n-th has. Reading the
 * first row of a table costs a tenth of a separate statement. Null for more documents than there are bits.
 */
export function draftedSql(documents: readonly DocumentDescriptor[]): string | null {
  const [first] = documents;
  if (first !== undefined && documents.length === 1) return lookAtOne(first);
  if (documents.length > maxDocuments) return null;
  return documents.map(lookSql).join(' + ');
}

/** {@link draftedSql} as an additional column, to append to other columns. */
export function draftedColumn(sql: string | null): string {
  return sql === null ? '' : `, ${sql} AS "drafted"`;
}

const looks = new WeakMap<DocumentDescriptor, string>();

/** Most reads concern one collection: its SQL text is built once. */
function lookAtOne(document: DocumentDescriptor): string {
  let sql = looks.get(document);
  if (sql === undefined) {
    sql = lookSql(document, 0);
    looks.set(document, sql);
  }
  return sql;
}

function lookSql(document: DocumentDescriptor, at: number): string {
  const { table } = pendingDescriptor(document);
  return `CASE WHEN EXISTS (SELECT 1 FROM ${quoteIdentifier(table)}) THEN ${1 << at} ELSE 0 END`;
}
