import type { FieldType, PatternDescriptor } from '../../codegen/descriptors.js';
import type { JsonValue } from '../../util/json.js';

/**
 * What a contract needs of a database, free of its dialect: tables, columns, indexes, and the fields that they keep.
 * Plain JSON. The database remembers the schema it was made for, and a difference between two of them is a migration.
 */
export interface StorageSchema {
  readonly version: 1;
  readonly tables: readonly TableSchema[];
}

export interface TableSchema {
  readonly name: string;
  /**
   * Documents; the entries of a `hasMany` relation; the relations inside the rows of `array` and `blocks` fields; the history of
   * documents.
   */
  readonly kind: 'documents' | 'entries' | 'references' | 'versions';
  /** Of documents: those with a pending draft. */
  readonly pending?: true;
  /** The collection (`posts`) or global (`globals.site`) that the table belongs to. */
  readonly owner: string;
  readonly columns: readonly ColumnSchema[];
  readonly primaryKey: readonly string[];
  readonly indexes: readonly IndexSchema[];
  /** Of a table of documents: everything that stands in the document's text, rows included; sorted by path. */
  readonly fields: readonly FieldSchema[];
}

export interface ColumnSchema {
  readonly name: string;
  readonly type: ColumnType;
  readonly notNull?: true;
  readonly references?: ForeignKeySchema;
}

export type ColumnType = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'timestamp' | 'json';

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
  /** Dotted, with the block's slug where the field is in a block: `content.hero.title`. */
  readonly path: string;
  /** Fields of the same kind keep the same values in the same way. */
  readonly kind: string;
  /** Empty for a field inside rows, and for a `hasMany` relation outside of them. */
  readonly columns: readonly string[];
  /** Of a `hasMany` relation outside rows: the table of its entries. */
  readonly table?: string;
  /** Absent in schemas that an older version kept. */
  readonly rules?: FieldRules;
}

/** What the service asks of a field's values. The database does not know it, but a stricter rule must look at what is there. */
export interface FieldRules {
  readonly type: FieldType;
  readonly required?: true;
  /** Of a required field: what documents get that are older than it. */
  readonly default?: JsonValue;
  readonly options?: readonly string[];
  /** Slugs, where several collections may be referred to. */
  readonly targets?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minRows?: number;
  readonly maxRows?: number;
  readonly pattern?: PatternDescriptor;
}

/** A pattern that values are held against when it is new. */
export interface CheckedPattern extends PatternDescriptor {
  /** The value is a list of texts as JSON. */
  readonly list?: true;
}
