import { createHash } from 'node:crypto';
import { quoteIdentifier, quoteIdentifiers, quoteLiteral } from '../../../query/sql/quote.js';
import { type RowEvent, staleTriggersSql } from '../../schema/stale-triggers.js';
import type { ColumnSchema, ColumnType, IndexSchema, TableSchema } from '../../schema/storage-schema.js';
import { staleTrigger } from '../../schema/table-names.js';

/**
 * Text sorts by code point, as in SQLite. Numbers are those of JSON, whole ones too, so that a filter may
 * compare them with any other. `json` keeps a value exactly as it was sent, with the order of its keys.
 */
const postgresTypes: Readonly<Record<ColumnType, string>> = {
  text: 'text COLLATE "C"',
  integer: 'double precision',
  number: 'double precision',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamptz(3)',
  json: 'json',
};

/** Rows inserted by hand get the values that the service would set. */
const columnDefaults: ReadonlyMap<string, string> = new Map([
  ['createdAt', 'now()'],
  ['updatedAt', 'now()'],
  ['_revision', '1'],
  ['_live', 'false'],
  ['_fields', `'[]'`],
]);

/** Creates a table without its foreign keys, which may point to tables that are created later. */
export function createTableSql(table: TableSchema): string {
  const lines = [
    ...table.columns.map((column) => columnSql(column)),
    `PRIMARY KEY (${quoteIdentifiers(table.primaryKey)})`,
  ];
  return `CREATE TABLE ${quoteIdentifier(table.name)} (\n  ${lines.join(',\n  ')}\n)`;
}

/** Adds a column without its foreign key. */
export function addColumnSql(table: string, column: ColumnSchema): string {
  return `ALTER TABLE ${quoteIdentifier(table)} ADD COLUMN ${columnSql(column)}`;
}

/** Creates an index, and a second one when lists read it backwards. */
export function createIndexSql(table: TableSchema, index: IndexSchema): readonly string[] {
  const create = `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX ${quoteIdentifier(index.name)} ON ${quoteIdentifier(table.name)}`;
  const plain = `${create} (${quoteIdentifiers(index.columns)})`;
  const backwards = backwardsColumns(table, index);
  if (backwards === null) return [plain];
  return [
    plain,
    `CREATE INDEX ${quoteIdentifier(backwardsName(index.name))} ON ${quoteIdentifier(table.name)} (${backwards})`,
  ];
}

export function dropIndexSql(name: string): string {
  return `DROP INDEX IF EXISTS ${quoteIdentifier(name)}, ${quoteIdentifier(backwardsName(name))}`;
}

/**
 * Nulls are last in lists of both directions, but an index read backwards returns them first: PostgreSQL
 * would sort the whole table for a page of a descending list. So an index that ends in a nullable column and
 * the tie-break `id` has a counterpart.
 */
function backwardsColumns(
  { kind, columns }: TableSchema,
  { columns: names, unique }: IndexSchema,
): string | null {
  const [sorted, last] = names.slice(-2);
  if (kind !== 'documents' || unique === true || last !== 'id' || sorted === undefined) return null;
  if (columns.find(({ name }) => name === sorted)?.notNull === true) return null;
  const before = names.slice(0, -2).map((name) => `${quoteIdentifier(name)}, `);
  return `${before.join('')}${quoteIdentifier(sorted)} DESC NULLS LAST, "id" DESC`;
}

/** Max length of a PostgreSQL name, in bytes. The names of the service are ASCII. */
const maxNameLength = 63;

function backwardsName(name: string): string {
  const ending = '_desc';
  if (name.length + ending.length <= maxNameLength) return `${name}${ending}`;
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 10);
  return `${name.slice(0, maxNameLength - ending.length - mark.length - 1)}_${mark}${ending}`;
}

/**
 * The foreign keys of a table. They are checked when the transaction ends: entries are written before their
 * document.
 */
export function foreignKeysSql(table: TableSchema): readonly string[] {
  return table.columns.flatMap((column) => foreignKeySql(table.name, column));
}

/** The foreign key of a column, or none. */
export function foreignKeySql(table: string, { name, references }: ColumnSchema): readonly string[] {
  if (references === undefined) return [];
  return [
    `ALTER TABLE ${quoteIdentifier(table)} ADD FOREIGN KEY (${quoteIdentifier(name)}) REFERENCES ${quoteIdentifier(references.table)} ("id") ` +
      `ON DELETE ${references.onDelete.toUpperCase()} DEFERRABLE INITIALLY DEFERRED`,
  ];
}

/**
 * The foreign key of a column whose table has rows. `add` enforces it for new writes, which takes a moment.
 * `validate` checks the existing rows, while others read and write. `mark` makes its name differ from those
 * of columns that were renamed since.
 */
export function lateForeignKeySql(
  table: string,
  column: ColumnSchema,
  mark: string,
): { readonly add: string; readonly validate: string } | null {
  const [sql] = foreignKeySql(table, column);
  if (sql === undefined) return null;
  const ending = `_fkey_${mark}`;
  const name = quoteIdentifier(
    `${`${table}_${column.name}`.slice(0, maxNameLength - ending.length)}${ending}`,
  );
  return {
    add: `${sql.replace(' ADD FOREIGN KEY ', ` ADD CONSTRAINT ${name} FOREIGN KEY `)} NOT VALID`,
    validate: `ALTER TABLE ${quoteIdentifier(table)} VALIDATE CONSTRAINT ${name}`,
  };
}

/** The PostgreSQL type of a column. */
export function postgresType({ name, type }: Pick<ColumnSchema, 'name' | 'type'>): string {
  return countingColumns.has(name) ? 'bigint' : postgresTypes[type];
}

/** The type of a column in the spelling of the catalogue: `timestamp(3) with time zone`. */
export function reportedType(column: Pick<ColumnSchema, 'name' | 'type'>): string {
  return postgresType(column)
    .replace(/ COLLATE .*$/, '')
    .replace(/^timestamptz\(3\)$/, 'timestamp(3) with time zone');
}

/** Numbers that the service sets by itself; no field can have these names in the same tables. */
const countingColumns: ReadonlySet<string> = new Set(['_revision']);

function columnSql(column: ColumnSchema): string {
  const parts = [quoteIdentifier(column.name), postgresType(column)];
  if (column.notNull) parts.push('NOT NULL');
  const fallback = columnDefaults.get(column.name);
  if (fallback !== undefined) parts.push(`DEFAULT ${fallback}`);
  return parts.join(' ');
}

/**
 * Clears the stored text of a document when its row or its entries change without it, as in SQLite. Servers
 * without triggers go without: after changing rows by hand there, set `_doc` to NULL.
 */
export const staleFunctionsSql: readonly string[] = [
  `CREATE OR REPLACE FUNCTION "_svc_stale_row"() RETURNS trigger LANGUAGE plpgsql AS $svc$
BEGIN
  NEW."_doc" := NULL;
  RETURN NEW;
END $svc$`,
  // Waits for a process that rebuilds the text at that moment (`documents/read/stale-documents.ts`): the text
  // must not stay.
  `CREATE OR REPLACE FUNCTION "_svc_stale_parents"() RETURNS trigger LANGUAGE plpgsql AS $svc$
BEGIN
  EXECUTE format('UPDATE %I.%I SET "_doc" = NULL WHERE "id" IN (SELECT "parent" FROM changed)', TG_TABLE_SCHEMA, TG_ARGV[0]);
  RETURN NULL;
END $svc$`,
];

export function triggersSql(table: TableSchema): readonly string[] {
  return staleTriggersSql(table, { row: rowTriggerSql, entries: entriesTriggerSql });
}

function rowTriggerSql(table: string): string {
  return (
    `CREATE TRIGGER ${quoteIdentifier(staleTrigger(table, 'update'))} BEFORE UPDATE ON ${quoteIdentifier(table)} FOR EACH ROW ` +
    `WHEN (NEW."_doc" = OLD."_doc") EXECUTE FUNCTION "_svc_stale_row"()`
  );
}

/** An entry does not change its parent, so the new rows name all parents. */
function entriesTriggerSql(table: string, documents: string, event: RowEvent): string {
  const rows = event === 'delete' ? 'OLD' : 'NEW';
  return (
    `CREATE TRIGGER ${quoteIdentifier(staleTrigger(table, event))} AFTER ${event.toUpperCase()} ON ${quoteIdentifier(table)} ` +
    `REFERENCING ${rows} TABLE AS changed FOR EACH STATEMENT ` +
    `EXECUTE FUNCTION "_svc_stale_parents"(${quoteLiteral(documents)})`
  );
}

/** The PostgreSQL type of a column of the service's own tables, where whole numbers are times and counts. */
export function postgresSystemType(type: 'text' | 'integer'): string {
  return type === 'text' ? postgresTypes.text : 'bigint';
}

/** Rows to lock for things without a row: see `storage/locks.ts`. */
export const locksTableSql = 'CREATE TABLE IF NOT EXISTS "_svc_locks" ("id" integer PRIMARY KEY)';
