import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { ColumnRename, LeftBehind, SchemaStep } from '../../schema/diff-schemas.js';
import { dropStaleDraftsSql } from '../../schema/stale-drafts.js';
import type { TableSchema } from '../../schema/storage-schema.js';
import type { Statements } from '../../statements.js';
import { undoable } from '../../undoable.js';
import type { Refusal } from '../ddl-dialect.js';
import {
  addColumnSql,
  createIndexSql,
  createTableSql,
  dropIndexSql,
  foreignKeySql,
  foreignKeysSql,
  staleFunctionsSql,
  triggersSql,
} from './ddl.js';

/** Creates the tables of an empty database inside a {@link Driver.schemaChange}. */
export async function createTables(connection: Statements, tables: readonly TableSchema[]): Promise<void> {
  for (const table of tables) await createTable(connection, table);
  for (const table of tables) {
    for (const sql of foreignKeysSql(table)) await connection.run(sql, []);
  }
  await createTriggers(connection, tables);
}

/** Runs the steps of a schema change inside a {@link Driver.schemaChange}. */
export async function takeSteps(
  connection: Statements,
  steps: readonly SchemaStep[],
  _left: LeftBehind,
  refused: Refusal,
): Promise<void> {
  for (const step of steps) {
    try {
      await undoable(connection, () => takeStep(connection, step));
    } catch (error) {
      throw await refused(step, error);
    }
  }
  // The tables that foreign keys point to may be new themselves.
  for (const step of steps) {
    if (step.kind === 'create table') await run(connection, foreignKeysSql(step.table));
    if (step.kind === 'add column') await run(connection, foreignKeySql(step.table.name, step.column));
  }
  await createTriggers(
    connection,
    steps.flatMap((step) => (step.kind === 'create table' ? [step.table] : [])),
  );
}

async function takeStep(connection: Statements, step: SchemaStep): Promise<void> {
  switch (step.kind) {
    case 'create table':
      return createTable(connection, step.table);
    case 'add column':
      return run(connection, [addColumnSql(step.table.name, step.column)]);
    case 'rename columns':
      return renameColumns(connection, step.table.name, step.names);
    case 'rename table':
      return run(connection, [
        `ALTER TABLE ${quoteIdentifier(step.from)} RENAME TO ${quoteIdentifier(step.table.name)}`,
      ]);
    case 'rebuild table':
      return replaceForeignKeys(connection, step.table);
    case 'drop index':
      return run(connection, [dropIndexSql(step.index.name)]);
    case 'create index':
      return run(connection, createIndexSql(step.table, step.index));
    case 'renew documents':
      return run(connection, [`UPDATE ${quoteIdentifier(step.table.name)} SET "_doc" = NULL`]);
    case 'drop stale drafts':
      return run(connection, dropStaleDraftsSql(step.drafts));
  }
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

async function renameColumns(
  connection: Statements,
  table: string,
  names: readonly ColumnRename[],
): Promise<void> {
  const rename = (from: string, to: string): string =>
    `ALTER TABLE ${quoteIdentifier(table)} RENAME COLUMN ${quoteIdentifier(from)} TO ${quoteIdentifier(to)}`;
  await run(connection, [
    ...names.map(({ from }, position) => rename(from, `_svc_moving_${position}`)),
    ...names.map(({ to }, position) => rename(`_svc_moving_${position}`, to)),
  ]);
}

async function replaceForeignKeys(connection: Statements, table: TableSchema): Promise<void> {
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
