import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { TableSchema } from '../../schema/storage-schema.js';
import type { Statements } from '../../statements.js';
import { undoable } from '../../undoable.js';
import { createIndexSql, createTableSql, foreignKeysSql, staleFunctionsSql, triggersSql } from './ddl.js';

/** Creates tables inside a {@link Driver.schemaChange}. Foreign keys may point from each to each. */
export async function createTables(connection: Statements, tables: readonly TableSchema[]): Promise<void> {
  for (const table of tables) await createTable(connection, table);
  for (const table of tables) await run(connection, foreignKeysSql(table));
  await createTriggers(connection, tables);
}

async function createTable(connection: Statements, table: TableSchema): Promise<void> {
  await run(connection, [
    createTableSql(table),
    ...table.indexes.flatMap((index) => createIndexSql(table, index)),
  ]);
}

/** A server without triggers, or without triggers on distributed tables, reports the code `0A000`. */
async function createTriggers(connection: Statements, tables: readonly TableSchema[]): Promise<void> {
  if (tables.length === 0) return;
  try {
    await undoable(connection, async () => {
      await run(connection, staleFunctionsSql);
      for (const table of tables) await run(connection, triggersSql(table));
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '0A000')) throw error;
  }
}

/** Creates the foreign keys of a table again, inside a {@link Driver.schemaChange}. */
export async function replaceForeignKeys(connection: Statements, table: TableSchema): Promise<void> {
  const keys = await connection.all(
    `SELECT c.conname AS name FROM pg_catalog.pg_constraint c JOIN pg_catalog.pg_class t ON t.oid = c.conrelid ` +
      `JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace ` +
      `WHERE c.contype = 'f' AND t.relname = ? AND n.nspname = current_schema()`,
    [table.name],
  );
  for (const { name } of keys) {
    await connection.run(
      `ALTER TABLE ${quoteIdentifier(table.name)} DROP CONSTRAINT ${quoteIdentifier(String(name))}`,
      [],
    );
  }
  // While a field was removed, its pointers were not maintained: dangling ones must not prevent the foreign
  // key.
  for (const { name, notNull, references } of table.columns) {
    if (references === undefined || notNull) continue;
    const target = `SELECT 1 FROM ${quoteIdentifier(references.table)} t WHERE t."id" = s.${quoteIdentifier(name)}`;
    await connection.run(
      `UPDATE ${quoteIdentifier(table.name)} s SET ${quoteIdentifier(name)} = NULL WHERE ${quoteIdentifier(name)} IS NOT NULL AND NOT EXISTS (${target})`,
      [],
    );
  }
  // Rows that were just written have deferred checks, and such a table cannot be altered.
  await connection.run('SET CONSTRAINTS ALL IMMEDIATE', []);
  await connection.run('SET CONSTRAINTS ALL DEFERRED', []);
  await run(connection, foreignKeysSql(table));
}

async function run(connection: Statements, statements: readonly string[]): Promise<void> {
  for (const sql of statements) await connection.run(sql, []);
}
