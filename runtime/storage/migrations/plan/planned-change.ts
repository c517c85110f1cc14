/** The changes from one schema to another: plain data, without SQL. */
import type { TableSchema } from '../../schema/storage-schema.js';
import type { FieldChange } from './field-changes.js';

export type PlannedChange =
  | { readonly kind: 'create table'; readonly table: TableSchema; readonly isOwnerNew: boolean }
  | { readonly kind: 'rename table'; readonly before: TableSchema; readonly after: TableSchema }
  | TableChange
  | { readonly kind: 'drop table'; readonly table: TableSchema; readonly isOwnerGone: boolean };

/** The columns, rows and indexes of a table that stays. */
export interface TableChange {
  readonly kind: 'change table';
  readonly before: TableSchema;
  readonly after: TableSchema;
  /** The fields of the documents that the table holds or belongs to. */
  readonly fields: readonly FieldChange[];
  readonly documents: TablePair;
}

export interface TablePair {
  readonly before: TableSchema;
  readonly after: TableSchema;
}
