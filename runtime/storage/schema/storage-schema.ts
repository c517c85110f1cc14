import type { PatternDescriptor } from '../../fields/field-base.js';
import type { FieldKind } from '../../fields/field-descriptor.js';
import type { ColumnType } from '../../fields/field-type.js';
import type { JsonValue } from '../../util/json.js';

/**
 * The tables, columns, indexes and fields that a contract needs, independent of the database. Plain JSON. The
 * database stores the schema it was made for; a difference between two schemas is a migration.
 */
export interface StorageSchema {
  readonly version: 1;
  readonly tables: readonly TableSchema[];
}

export interface TableSchema {
  readonly name: string;
  /**
   * Documents; the entries of a `hasMany` relation; the relations inside the rows of `array` and `blocks`
   * fields, and the files that rich texts show; the version history of documents; deleted documents.
   */
  readonly kind: 'documents' | 'entries' | 'references' | 'versions' | 'trash';
  /** For tables of documents: the table holds pending drafts. */
  readonly pending?: true;
  /** For tables of documents with files: the names of the fields that say what the files are. */
  readonly files?: readonly string[];
  /** For tables of references: the rich texts whose documents with files they list; sorted. */
  readonly texts?: readonly string[];
  /** The collection (`posts`) or global (`globals.site`) that the table belongs to. */
  readonly owner: string;
  readonly columns: readonly ColumnSchema[];
  readonly primaryKey: readonly string[];
  readonly indexes: readonly IndexSchema[];
  /** For tables of documents: everything in the document's text, rows included; sorted by path. */
  readonly fields: readonly FieldSchema[];
}

export interface ColumnSchema {
  readonly name: string;
  readonly type: ColumnType;
  readonly notNull?: true;
  readonly references?: ForeignKeySchema;
}

export type { ColumnType };

export interface ForeignKeySchema {
  readonly table: string;
  readonly onDelete: 'no action' | 'set null' | 'cascade';
}

export interface IndexSchema {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique?: true;
}

export interface FieldSchema {
  /** Dotted; inside a block it contains the block's slug: `content.hero.title`. */
  readonly path: string;
  /** Fields of the same kind store the same values in the same way. */
  readonly kind: string;
  /** Empty for a field inside rows, and for a `hasMany` relation outside of them. */
  readonly columns: readonly string[];
  /** For a `hasMany` relation outside rows: the table of its entries. */
  readonly table?: string;
  /** Absent in schemas stored by an older version. */
  readonly rules?: FieldRules;
}

/**
 * The rules for a field's values. The database does not know them, but a stricter rule must check the
 * existing values.
 */
export interface FieldRules {
  readonly type: FieldKind;
  readonly required?: true;
  /** An empty value is replaced by the default, in drafts too. */
  readonly filled?: true;
  /** For a field that is required or filled: the value for documents that are older than the field. */
  readonly default?: JsonValue;
  readonly options?: readonly string[];
  /** Slugs, when pointers may target several collections. */
  readonly targets?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minRows?: number;
  readonly maxRows?: number;
  readonly pattern?: PatternDescriptor;
}

/** A new pattern that existing values are checked against. */
export interface CheckedPattern extends PatternDescriptor {
  /** The value is a list of texts as JSON. */
  readonly list?: true;
}
