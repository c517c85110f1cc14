import type { TableSchema } from './storage-schema.js';

/** What happens to a row of a table. */
export type RowEvent = 'insert' | 'update' | 'delete';

/** How a database says that the stored text of a document goes. */
export interface StaleTriggers {
  /** When a row of `table`, a table of documents, changes. */
  row(table: string): string;
  /** When `event` happens to a row of `table` that belongs to a document of the table `documents`. */
  entries(table: string, documents: string, event: RowEvent): string;
}

/** The triggers of a table: one for a table of documents, three for a table of their entries. */
export function staleTriggersSql(table: TableSchema, { row, entries }: StaleTriggers): readonly string[] {
  if (table.kind === 'documents') return [row(table.name)];
  if (table.kind !== 'entries') return [];
  const documents = table.columns.find((column) => column.name === 'parent')?.references?.table;
  if (documents === undefined) return [];
  return (['insert', 'update', 'delete'] as const).map((event) => entries(table.name, documents, event));
}
