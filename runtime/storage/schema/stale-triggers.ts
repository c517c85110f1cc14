import type { TableSchema } from './storage-schema.js';

/** A change of a row. */
export type RowEvent = 'insert' | 'update' | 'delete';

/** A database's SQL for triggers that clear the stored text of a document. */
export interface StaleTriggers {
  /** For a change of a row of `table`, a table of documents. */
  row(table: string): string;
  /** For `event` on a row of `table` that belongs to a document of the table `documents`. */
  entries(table: string, documents: string, event: RowEvent): string;
}

/** Returns the triggers of a table: one for a table of documents, three for a table of their entries. */
export function staleTriggersSql(table: TableSchema, { row, entries }: StaleTriggers): readonly string[] {
  if (table.kind === 'documents') return [row(table.name)];
  if (table.kind !== 'entries') return [];
  const documents = table.columns.find((column) => column.name === 'parent')?.references?.table;
  if (documents === undefined) return [];
  return (['insert', 'update', 'delete'] as const).map((event) => entries(table.name, documents, event));
}
