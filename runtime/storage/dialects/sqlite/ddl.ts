import { quoteIdentifier, quoteIdentifiers } from '../../../query/sql/quote.js';
import { type RowEvent, staleTriggersSql } from '../../schema/stale-triggers.js';
import type { ColumnSchema, ColumnType, IndexSchema, TableSchema } from '../../schema/storage-schema.js';
import { staleTrigger } from '../../schema/table-names.js';

const sqliteTypes: Readonly<Record<ColumnType, string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  number: 'REAL',
  boolean: 'INTEGER',
  date: 'TEXT',
  timestamp: 'TEXT',
  json: 'TEXT',
};

/** Rows inserted by hand get the values that the service would set. */
const columnDefaults: ReadonlyMap<string, string> = new Map([
  ['createdAt', `(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`],
  ['updatedAt', `(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`],
  ['_revision', '1'],
  ['_live', '0'],
  ['_fields', `'[]'`],
]);

/** Creates a table with its indexes and triggers. */
export function createTableSql(table: TableSchema): readonly string[] {
  return [
    createBareTableSql(table, table.name),
    ...table.indexes.map((index) => createIndexSql(table.name, index)),
    ...createTriggersSql(table),
  ];
}

/** Creates the table alone, under another name while it is being rebuilt. */
export function createBareTableSql(table: TableSchema, name: string): string {
  const lines = [
    ...table.columns.map((column) => columnSql(column)),
    `PRIMARY KEY (${quoteIdentifiers(table.primaryKey)})`,
  ];
  // Rows with a document are long, and long rows make a slow primary-key tree; entries are short.
  const isLong = table.kind === 'documents' || table.kind === 'versions' || table.kind === 'trash';
  const options = isLong ? 'STRICT' : 'STRICT, WITHOUT ROWID';
  return `CREATE TABLE ${quoteIdentifier(name)} (\n  ${lines.join(',\n  ')}\n) ${options}`;
}

export function addColumnSql(table: string, column: ColumnSchema): string {
  return `ALTER TABLE ${quoteIdentifier(table)} ADD COLUMN ${columnSql(column)}`;
}

export function createIndexSql(table: string, index: IndexSchema): string {
  const unique = index.unique ? 'UNIQUE ' : '';
  return `CREATE ${unique}INDEX ${quoteIdentifier(index.name)} ON ${quoteIdentifier(table)} (${quoteIdentifiers(index.columns)})`;
}

export function dropIndexSql(name: string): string {
  return `DROP INDEX IF EXISTS ${quoteIdentifier(name)}`;
}

/** The SQLite type of a column. */
export function sqliteType(type: ColumnType): string {
  return sqliteTypes[type];
}

function columnSql(column: ColumnSchema): string {
  const parts = [quoteIdentifier(column.name), sqliteTypes[column.type]];
  if (column.notNull) parts.push('NOT NULL');
  const fallback = columnDefaults.get(column.name);
  if (fallback !== undefined) parts.push(`DEFAULT ${fallback}`);
  if (column.references) {
    const action = column.references.onDelete.toUpperCase();
    // Deferred: entries are written before their document, and cycles are deleted in any order.
    parts.push(
      `REFERENCES ${quoteIdentifier(column.references.table)} ("id") ON DELETE ${action} DEFERRABLE INITIALLY DEFERRED`,
    );
  }
  return parts.join(' ');
}

/**
 * Triggers that clear the stored text of a document when its row or its entries change without it. The
 * service's own updates always change the text too (it holds the revision), and write entries before the
 * text.
 */
export function createTriggersSql(table: TableSchema): readonly string[] {
  return staleTriggersSql(table, { row: rowTriggerSql, entries: entriesTriggerSql });
}

function rowTriggerSql(table: string): string {
  const name = quoteIdentifier(table);
  return (
    `CREATE TRIGGER ${quoteIdentifier(staleTrigger(table, 'update'))} AFTER UPDATE ON ${name}\n` +
    `WHEN NEW."_doc" IS OLD."_doc" AND NEW."_doc" IS NOT NULL\n` +
    `BEGIN UPDATE ${name} SET "_doc" = NULL WHERE "id" = NEW."id"; END`
  );
}

function entriesTriggerSql(table: string, documents: string, event: RowEvent): string {
  const parents = { insert: 'NEW."parent"', update: 'NEW."parent", OLD."parent"', delete: 'OLD."parent"' }[
    event
  ];
  return (
    `CREATE TRIGGER ${quoteIdentifier(staleTrigger(table, event))} AFTER ${event.toUpperCase()} ON ${quoteIdentifier(table)}\n` +
    `BEGIN UPDATE ${quoteIdentifier(documents)} SET "_doc" = NULL WHERE "id" IN (${parents}) AND "_doc" IS NOT NULL; END`
  );
}
