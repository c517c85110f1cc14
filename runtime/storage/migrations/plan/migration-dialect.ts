import type { JsonValue } from '../../../util/json.js';
import type { ColumnSchema, FieldSchema, IndexSchema, TableSchema } from '../../schema/storage-schema.js';
import type { RenamedCollections } from './renamed-collections.js';

export type TimeKind = 'date' | 'timestamp' | 'text';

/** A database's SQL for the text of a migration. Every argument called `old`, `list` or `json` is SQL. */
export interface MigrationDialect {
  /** A table with its indexes and triggers. */
  createTable(table: TableSchema): readonly string[];
  createTriggers(table: TableSchema): readonly string[];
  dropTriggers(table: TableSchema): readonly string[];
  createIndex(table: TableSchema, index: IndexSchema): readonly string[];
  /**
   * Builds an index outside of a transaction, while other connections write; null where the database cannot
   * do this.
   */
  buildIndex: ((table: TableSchema, index: IndexSchema) => readonly string[]) | null;
  /** Functions that triggers call; created before the first trigger. */
  readonly functions: readonly string[];
  /** For databases where a foreign key is no part of the column. */
  foreignKey(table: string, column: ColumnSchema): readonly string[];
  /**
   * The same for a table that has rows, in two steps. The second one may run later. Null where a foreign key
   * is part of the column.
   */
  lateForeignKey(
    table: string,
    column: ColumnSchema,
    mark: string,
  ): { readonly add: string; readonly validate: string } | null;
  dropIndex(name: string): string;
  addColumn(table: string, column: ColumnSchema): string;
  /**
   * Replaces the foreign keys of a table of entries. `rows` selects the entries that stay: `parent`,
   * `position` and so on.
   */
  replaceEntries(table: TableSchema, rows: string): readonly string[];

  cast(old: string, type: 'integer' | 'number'): string;
  /** Converts between date, timestamp and text. */
  convertTime(old: string, from: TimeKind, to: TimeKind): string;
  textOfNumber(old: string): string;
  textOfBoolean(old: string): string;
  numberOfBoolean(old: string, type: 'integer' | 'number'): string;
  /** Returns a stored boolean from a condition. */
  booleanWhere(condition: string): string;
  isFraction(old: string): string;
  isNoNumberText(old: string): string;
  isNoIntegerText(old: string): string;
  isNoDateText(old: string): string;
  isNoTimestampText(old: string): string;
  /** Returns the value of a JSON column for a value of another kind. */
  jsonOf(old: string, kind: string): string;
  listOfOne(old: string): string;
  firstOfList(list: string, items: 'text' | 'number'): string;
  listLength(list: string): string;
  /** Whether a JSON list has an entry for which the condition holds; `condition` gets the entry. */
  someEntry(list: string, items: 'text' | 'number', condition: (entry: string) => string): string;
  /** Length in code points. */
  textLength(old: string): string;

  /** A constant as a column of this type stores it. */
  literal(value: string | number | null, type: ColumnSchema['type']): string;
  /** Returns a changed JSON object: see {@link ObjectChange}. */
  changeObject(json: string, change: ObjectChange, depth: number): string;
  /** Returns a changed list of JSON objects; an empty list becomes null. */
  changeList(json: string, change: ListChange): string;
  /** Changed JSON as text. */
  jsonText(json: string): string;
  /** Returns the values of a field's columns. */
  columnValues(field: FieldSchema, value: JsonValue): readonly (string | number | null)[];
  /** Converts changed JSON to the type of a JSON column. */
  jsonColumn(json: string, type: ColumnSchema['type']): string;
  /** The JSON of a column. */
  columnJson(column: string, type: ColumnSchema['type']): string;
  /** A `FROM` item that returns each row of a JSON list, as `alias`, for checks. */
  eachRow(json: string, path: readonly string[], alias: string): string;
  /** The JSON of a row of {@link eachRow}. */
  rowJson(alias: string): string;
  /** Returns the value of a column of this kind as JSON. */
  memberOf(value: string, kind: string): string;
  /** The objects of a JSON text that name a document with a file, at any depth. */
  uploadNodes(json: string, alias: string): UploadNodes;
  /** A constant as JSON. */
  jsonLiteral(value: JsonValue): string;
  /** The JSON at a path. */
  jsonAt(json: string, path: readonly string[]): string;
  /** A scalar inside JSON: text, number, or the stored form of a boolean. */
  scalarAt(json: string, path: readonly string[], kind: string): string;
  /** Whether the value at a path is missing or null. */
  isEmptyAt(json: string, path: readonly string[]): string;
  /** Updates the slugs in a JSON pointer that names its collection, or in a list of such pointers. */
  renamePointers(json: string, renamed: RenamedCollections): string;
  /** Replaces names in `_fields`. */
  renameNames(column: string, names: ReadonlyMap<string, readonly string[]>): string;
}

/** A `FROM` item, and the condition under which its {@link MigrationDialect.rowJson} is such an object. */
export interface UploadNodes {
  readonly from: string;
  readonly condition: string;
}

/** The changes of an object's members. All values are read from the object as it was before. */
export interface ObjectChange {
  /** New path → old path. */
  readonly moves: readonly { readonly to: readonly string[]; readonly from: readonly string[] }[];
  readonly removes: readonly (readonly string[])[];
  /** Path → its value as JSON, from the object's SQL. */
  readonly sets: readonly { readonly path: readonly string[]; value(object: string): string }[];
  /** The same for existing members: an object without the member stays without it. */
  readonly replaces: ObjectChange['sets'];
  /** Lists of objects inside, at their paths after the moves. */
  readonly lists: readonly ListChange[];
}

export interface ListChange {
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** The change of the rows of an array, or of the blocks by slug. */
  readonly rows: ObjectChange | ReadonlyMap<string, ObjectChange>;
  /** Slugs of blocks whose rows are removed. */
  readonly goneBlocks: readonly string[];
}
