import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { ColumnRename, LeftBehind, SchemaStep } from '../../schema/diff-schemas.js';
import { dropStaleDraftsSql } from '../../schema/stale-drafts.js';
import type { ColumnSchema, ColumnType, TableSchema } from '../../schema/storage-schema.js';
import type { Statements } from '../../statements.js';
import type { Refusal } from '../ddl-dialect.js';
import {
  addColumnSql,
  createBareTableSql,
  createIndexSql,
  createTableSql,
  dropIndexSql,
  sqliteType,
} from './ddl.js';

/** Creates the tables of an empty database inside a {@link Driver.schemaChange}. */
export async function createTables(connection: Statements, tables: readonly TableSchema[]): Promise<void> {
  for (const table of tables) {
    for (const sql of createTableSql(table)) await connection.run(sql, []);
  }
}

/** Runs the steps of a schema change inside a {@link Driver.schemaChange}. */
export async function takeSteps(
  connection: Statements,
  steps: readonly SchemaStep[],
  left: LeftBehind,
  refused: Refusal,
): Promise<void> {
  for (const step of steps) {
    try {
      await takeStep(connection, step, left);
    } catch (error) {
      throw await refused(step, error);
    }
  }
}

async function takeStep(connection: Statements, step: SchemaStep, left: LeftBehind): Promise<void> {
  switch (step.kind) {
    case 'create table':
      for (const sql of createTableSql(step.table)) await connection.run(sql, []);
      return;
    case 'add column':
      await connection.run(addColumnSql(step.table.name, step.column), []);
      return;
    case 'rename columns':
      await renameColumns(connection, step.table.name, step.names);
      return;
    case 'rename table':
      await connection.run(
        `ALTER TABLE ${quoteIdentifier(step.from)} RENAME TO ${quoteIdentifier(step.table.name)}`,
        [],
      );
      return;
    case 'rebuild table':
      await rebuildTable(connection, step.table, left);
      return;
    case 'drop index':
      await connection.run(dropIndexSql(step.index.name), []);
      return;
    case 'create index':
      await connection.run(createIndexSql(step.table.name, step.index), []);
      return;
    case 'renew documents':
      await connection.run(`UPDATE ${quoteIdentifier(step.table.name)} SET "_doc" = NULL`, []);
      return;
    case 'drop stale drafts':
      for (const sql of dropStaleDraftsSql(step.drafts)) await connection.run(sql, []);
      return;
  }
}

async function renameColumns(
  connection: Statements,
  table: string,
  names: readonly ColumnRename[],
): Promise<void> {
  const rename = (from: string, to: string): Promise<number> =>
    connection.run(
      `ALTER TABLE ${quoteIdentifier(table)} RENAME COLUMN ${quoteIdentifier(from)} TO ${quoteIdentifier(to)}`,
      [],
    );
  for (const [position, { from }] of names.entries()) await rename(from, `_svc_moving_${position}`);
  for (const [position, { to }] of names.entries()) await rename(`_svc_moving_${position}`, to);
}

/**
 * Creates a table again with other foreign keys and the same rows, indexes and triggers, by the procedure of
 * SQLite's manual ("Making Other Kinds Of Table Schema Changes"). Columns that are not in the config stay.
 */
async function rebuildTable(connection: Statements, table: TableSchema, left: LeftBehind): Promise<void> {
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
  left: LeftBehind,
): Promise<readonly ColumnSchema[]> {
  const rows = await connection.all('SELECT name, type FROM pragma_table_info(?)', [table.name]);
  const leftColumns = left.fields
    .filter((field) => field.table === table.name)
    .flatMap((field) => field.columns);
  const known = new Map([...leftColumns, ...table.columns].map((column) => [column.name, column]));
  return rows.map(
    ({ name, type }) => known.get(String(name)) ?? { name: String(name), type: columnTypeOf(String(type)) },
  );
}

function columnTypeOf(declared: string): ColumnType {
  const types: readonly ColumnType[] = ['integer', 'number', 'text'];
  return types.find((type) => sqliteType(type) === declared.toUpperCase()) ?? 'text';
}
