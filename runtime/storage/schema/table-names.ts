import type { DocumentDescriptor } from '../../codegen/descriptors.js';

// `codegen/tables.ts` reserves these suffixes, and the length for them, for every table.

/** Table of the relations inside the rows of a collection or global. */
export function referencesTable(owner: DocumentDescriptor): string {
  return `${owner.table}__refs`;
}

/** Table of the version history of a collection's or global's documents. */
export function versionsTable(owner: DocumentDescriptor): string {
  return `${owner.table}__versions`;
}

/** Table of the documents of a collection that are in the trash. */
export function trashTable(owner: DocumentDescriptor): string {
  return `${owner.table}__trash`;
}

/**
 * Index that finds the parents of a target, in a table of entries or in a collection's references; or the
 * versions of a document.
 */
export function targetIndex(table: string): string {
  return `${table}__target`;
}

/** Index that finds the pending drafts of documents that were never published. */
export function liveIndex(pendingTable: string): string {
  return `${pendingTable}__live`;
}

/** Trigger that clears a document's text when its row or its entries are changed by hand. */
export function staleTrigger(table: string, event: 'insert' | 'update' | 'delete'): string {
  return `_svc_stale_${event}_${table}`;
}
