import type { DocumentDescriptor } from '../../codegen/descriptors.js';

// `codegen/tables.ts` keeps these suffixes free for every table, and room for them.

/** Table of the relations inside the rows of a collection or global. */
export function referencesTable(owner: DocumentDescriptor): string {
  return `${owner.table}__refs`;
}

/** Table of the history of a collection's or global's documents. */
export function versionsTable(owner: DocumentDescriptor): string {
  return `${owner.table}__versions`;
}

/** Index that finds the parents of a target: of a table of entries, or of a collection's references; or the versions of a document. */
export function targetIndex(table: string): string {
  return `${table}__target`;
}

/** Index that finds the pending drafts of what was never published. */
export function liveIndex(pendingTable: string): string {
  return `${pendingTable}__live`;
}

/** Trigger that takes a document's text away when its row or its entries change by hand. */
export function staleTrigger(table: string, event: 'insert' | 'update' | 'delete'): string {
  return `_svc_stale_${event}_${table}`;
}
