import type { JsonValue } from '../../../util/json.js';
import type { ColumnSchema, FieldSchema, IndexSchema, TableSchema } from '../../schema/storage-schema.js';
import type { RenamedCollections } from './renamed-collections.js';

export type TimeKind = 'date' | 'timestamp' | 'text';

/** What the text of a migration needs of a database's SQL. Every argument called `old`, `list` or `json` is SQL. */
export interface MigrationDialect {
  readonly name: 'sqlite' | 'postgres';
  /** A table with its indexes and triggers. */
  createTable(table: TableSchema): readonly string[];
  createTriggers(table: TableSchema): readonly string[];
  dropTriggers(table: TableSchema): readonly string[];
  createIndex(table: TableSchema, index: IndexSchema): readonly string[];
  /** The same outside of a transaction, while others write; null where that cannot be. */
  buildIndex: ((table: TableSchema, index: IndexSchema) => readonly string[]) | null;
  /** What triggers call; before the first of them. */
  readonly functions: readonly string[];
  /** Where it is no part of the column. */
  foreignKey(table: string, column: ColumnSchema): readonly string[];
  /** The same for a table that has rows, in two steps of which the second one may come later; null where it is no part of its own. */
  lateForeignKey(
    table: string,
    column: ColumnSchema,
    mark: string,
  ): { readonly add: string; readonly validate: string } | null;
  dropIndex(name: string): string;
  addColumn(table: string, column: ColumnSchema): string;
  /** Makes the foreign keys of a table of entries others; `rows` selects what stays: `parent`, `position` and so on. */
  replaceEntries(table: TableSchema, rows: string): readonly string[];

  cast(old: string, type: 'integer' | 'number'): string;
  /** A date, timestamp or text as another one of the three. */
  convertTime(old: string, from: TimeKind, to: TimeKind): string;
  textOfNumber(old: string): string;
  textOfBoolean(old: string): string;
  numberOfBoolean(old: string, type: 'integer' | 'number'): string;
  /** A boolean as it is stored, from a condition. */
  booleanWhere(condition: string): string;
  isFraction(old: string): string;
  isNoNumberText(old: string): string;
  isNoIntegerText(old: string): string;
  isNoDateText(old: string): string;
  isNoTimestampText(old: string): string;
  /** A JSON column's value for a value of another kind. */
  jsonOf(old: string, kind: string): string;
  listOfOne(old: string): string;
  firstOfList(list: string, items: 'text' | 'number'): string;
  listLength(list: string): string;
  /** A JSON list that has an entry for which a condition holds; `condition` is given the entry. */
  someEntry(list: string, items: 'text' | 'number', condition: (entry: string) => string): string;
  /** Length in code points. */
  textLength(old: string): string;

  /** A constant as a column of this type keeps it. */
  literal(value: string | number | null, type: ColumnSchema['type']): string;
  /** An object of JSON, changed: see {@link ObjectChange}. */
  changeObject(json: string, change: ObjectChange, depth: number): string;
  /** A list of objects of JSON, changed; empty is null. */
  changeList(json: string, change: ListChange): string;
  /** Changed JSON as a text. */
  jsonText(json: string): string;
  /** What the columns of a field keep for a value. */
  columnValues(field: FieldSchema, value: JsonValue): readonly (string | number | null)[];
  /** A column of JSON from changed JSON. */
  jsonColumn(json: string, type: ColumnSchema['type']): string;
  /** The JSON of a column. */
  columnJson(column: string, type: ColumnSchema['type']): string;
  /** Rows of a list of JSON for checks: `FROM` items that name each row's JSON `alias`. */
  eachRow(json: string, path: readonly string[], alias: string): string;
  /** The JSON of a row that {@link eachRow} names. */
  rowJson(alias: string): string;
  /** A value that a column of this kind keeps, as JSON. */
  memberOf(value: string, kind: string): string;
  /** A constant as JSON. */
  jsonLiteral(value: JsonValue): string;
  /** The JSON at a path. */
  jsonAt(json: string, path: readonly string[]): string;
  /** A scalar inside JSON: text, number, or what a boolean column has. */
  scalarAt(json: string, path: readonly string[], kind: string): string;
  /** Whether there is nothing, or null, at a path. */
  isEmptyAt(json: string, path: readonly string[]): string;
  /** A pointer of JSON that names its collection, or a list of such, with the collections' new slugs. */
  renamePointers(json: string, renamed: RenamedCollections): string;
  /** The names in `_fields`, replaced by others. */
  renameNames(column: string, names: ReadonlyMap<string, readonly string[]>): string;
}

/** What becomes of an object's members. All is read from the object as it was. */
export interface ObjectChange {
  /** New path → old path. */
  readonly moves: readonly { readonly to: readonly string[]; readonly from: readonly string[] }[];
  readonly removes: readonly (readonly string[])[];
  /** Path → its value as JSON, from the object's SQL. */
  readonly sets: readonly { readonly path: readonly string[]; value(object: string): string }[];
  /** The same for what is there: an object without the member stays without it. */
  readonly replaces: ObjectChange['sets'];
  /** Lists of objects inside: where they are after the moves. */
  readonly lists: readonly ListChange[];
}

export interface ListChange {
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** How rows of an array change, or those of a block by its slug. */
  readonly rows: ObjectChange | ReadonlyMap<string, ObjectChange>;
  /** Slugs of blocks whose rows go. */
  readonly goneBlocks: readonly string[];
}
