import type { DocumentDescriptor } from '../codegen/descriptors.js';
import { pendingDescriptor } from '../codegen/pending-descriptor.js';
import type { DraftsSeen } from '../query/merged-view.js';
import { quoteName } from '../storage/schema/sqlite-ddl.js';

/**
 * Remembers which collections and globals had pending drafts when they were last read. Most of the time nothing is pending, and then the
 * merged view is the published one, read by the same statements.
 */
export interface PendingDrafts {
  /** Those of the documents that had drafts. */
  presumed(documents: readonly DocumentDescriptor[]): DraftsSeen;
  /** Notes what a statement found by {@link draftedSql} of the same documents, and answers those that have drafts. */
  note(documents: readonly DocumentDescriptor[], drafted: number): DraftsSeen;
}

const none: DraftsSeen = new Set();

export function createPendingDrafts(): PendingDrafts {
  const known = new Set<DocumentDescriptor>();

  function presumed(documents: readonly DocumentDescriptor[]): DraftsSeen {
    return known.size === 0 ? none : new Set(documents.filter((document) => known.has(document)));
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

/** As many bits as a positive integer has everywhere. */
const mostDocuments = 30;

/**
 * By this a statement says which of the documents have drafts: the n-th has when bit n is set. A look at the first row of a table costs a
 * tenth of what a statement of its own would. Null for more documents than there are bits.
 */
export function draftedSql(documents: readonly DocumentDescriptor[]): string | null {
  const [first] = documents;
  if (first !== undefined && documents.length === 1) return lookAtOne(first);
  if (documents.length > mostDocuments) return null;
  return documents.map(lookSql).join(' + ');
}

/** What stands behind other columns for a statement to say {@link draftedSql}. */
export function draftedColumn(sql: string | null): string {
  return sql === null ? '' : `, ${sql} AS "drafted"`;
}

const looks = new WeakMap<DocumentDescriptor, string>();

/** Most reads are of one collection: their text is made once. */
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
  return `CASE WHEN EXISTS (SELECT 1 FROM ${quoteName(table)}) THEN ${1 << at} ELSE 0 END`;
}
