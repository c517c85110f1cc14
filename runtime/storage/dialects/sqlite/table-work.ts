import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { ColumnSchema, ColumnType, TableSchema } from '../../schema/storage-schema.js';
import type { Statements } from '../../statements.js';
import { createBareTableSql, createTableSql, sqliteType } from './ddl.js';

/** Creates tables inside a {@link Driver.schemaChange}. */
export async function createTables(connection: Statements, tables: readonly TableSchema[]): Promise<void> {
  for (const table of tables) {
    for (const sql of createTableSql(table)) await connection.run(sql, []);
  }
}

/**
 * Creates a table again with other foreign keys and the same rows, indexes and triggers, by the procedure of
 * SQLite's manual ("Making Other Kinds Of Table Schema Changes"). Columns that are not in the config stay.
 */
export async function replaceForeignKeys(
  connection: Statements,
  table: TableSchema,
  left: readonly ColumnSchema[],
): Promise<void> {
  const columns = await presentColumns(connection, table, left);
  const dependents = await connection.all(
    `SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND type IN ('index', 'trigger') AND sql IS NOT NULL`,
    [table.name],
  );
  const copy = `_svc_copy_${table.name}`;
  const names = columns.map((column) => quoteIdentifier(column.name)).join(', ');
  await connection.run(createBareTableSql({ ...table, columns }, copy), []);
  await connection.run(
    `INSERT INTO ${quoteIdentifier(copy)} (${names}) SELECT ${names} FROM ${quoteIdentifier(table.name)}`,
    [],
  );
  for (const column of columns) await clearDangling(connection, copy, column);
  await connection.run(`DROP TABLE ${quoteIdentifier(table.name)}`, []);
  // Otherwise the rename fails on triggers and views that use the table, which is missing for the moment.
  await connection.run('PRAGMA legacy_alter_table = ON', []);
  try {
    await connection.run(`ALTER TABLE ${quoteIdentifier(copy)} RENAME TO ${quoteIdentifier(table.name)}`, []);
  } finally {
    await connection.run('PRAGMA legacy_alter_table = OFF', []);
  }
  for (const { sql } of dependents) await connection.run(String(sql), []);
}

/**
 * While a field was removed, its pointers were not maintained: dangling ones must not prevent the foreign
 * key.
 */
async function clearDangling(connection: Statements, table: string, column: ColumnSchema): Promise<void> {
  if (column.references === undefined || column.notNull) return;
  const name = quoteIdentifier(column.name);
  await connection.run(
    `UPDATE ${quoteIdentifier(table)} SET ${name} = NULL WHERE ${name} NOT IN (SELECT "id" FROM ${quoteIdentifier(column.references.table)})`,
    [],
  );
}

/** Returns the present columns of a table, described by the schema where it knows them. */
async function presentColumns(
  connection: Statements,
  table: TableSchema,
  left: readonly ColumnSchema[],
): Promise<readonly ColumnSchema[]> {
  const rows = await connection.all('SELECT name, type FROM pragma_table_info(?)', [table.name]);
  const known = new Map([...left, ...table.columns].map((column) => [column.name, column]));
  return rows.map(
    ({ name, type }) => known.get(String(name)) ?? { name: String(name), type: columnTypeOf(String(type)) },
  );
}

function columnTypeOf(declared: string): ColumnType {
  const types: readonly ColumnType[] = ['integer', 'number', 'text'];
  return types.find((type) => sqliteType(type) === declared.toUpperCase()) ?? 'text';
}
