/** The changes from one schema to another: plain data, without SQL. */
import type { OrphanedField } from '../../schema/schema-record.js';
import type { TableSchema } from '../../schema/storage-schema.js';
import type { FieldChange } from './field-changes.js';

export type PlannedChange =
  | TableCreation
  | TableRename
  | TableChange
  | { readonly kind: 'drop table'; readonly table: TableSchema; readonly isOwnerGone: boolean };

/** Changes that keep every value, as `svc dev` makes them. */
export type LosslessChange =
  | TableCreation
  | TableRename
  | TableExtension
  /** The table stays, without its indexes and without the foreign keys of documents. */
  | { readonly kind: 'leave table'; readonly table: TableSchema };

export interface TableCreation {
  readonly kind: 'create table';
  readonly table: TableSchema;
  readonly isOwnerNew: boolean;
  /** Of a table of references: the documents that were there before it, if there are any. */
  readonly documents?: TableSchema;
}

export interface TableRename extends TablePair {
  readonly kind: 'rename table';
}

/** The columns, rows and indexes of a table that stays. */
export interface TableChange {
  readonly kind: 'change table';
  readonly before: TableSchema;
  readonly after: TableSchema;
  /** The fields of the documents that the table holds or belongs to. */
  readonly fields: readonly FieldChange[];
  readonly documents: TablePair;
}

export interface TableExtension extends TablePair {
  readonly kind: 'extend table';
  /** The documents that the table holds or belongs to. */
  readonly documents: TablePair;
  /** Whether the table itself was left behind. */
  readonly isBack: boolean;
  /** Only fields that are new or stay; those that are back stay. */
  readonly fields: readonly FieldChange[];
  /** Fields that were left behind, and are wanted again. */
  readonly returned: readonly OrphanedField[];
  /** Fields that are gone from the config. Those inside rows have no columns. */
  readonly left: readonly OrphanedField[];
  /** Whether a foreign key differs that is not of a new column. */
  readonly hasOtherKeys: boolean;
}

export interface TablePair {
  readonly before: TableSchema;
  readonly after: TableSchema;
}
