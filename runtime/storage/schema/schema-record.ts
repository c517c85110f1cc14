/** The record of the schema that a database's tables were made for. */

import type { Connection } from '../driver.js';
import type { ColumnSchema, FieldSchema, StorageSchema, TableSchema } from './storage-schema.js';

/**
 * The orphaned columns and tables that the database keeps for fields, collections and globals no longer in
 * the config.
 */
export interface OrphanedParts {
  readonly tables: readonly TableSchema[];
  readonly fields: readonly OrphanedField[];
}

export interface OrphanedField {
  readonly table: string;
  readonly field: FieldSchema;
  readonly columns: readonly ColumnSchema[];
}

export interface SchemaRecord {
  readonly schema: StorageSchema;
  readonly left: OrphanedParts;
  /** Identifies the source of the schema: a contract, or a migration. */
  readonly mark: string;
}

export const noOrphans: OrphanedParts = { tables: [], fields: [] };

const table = '_svc_schema';

type Reader = Pick<Connection, 'dialect' | 'get'>;

/** Returns the mark alone; null when there is no record. */
export async function readSchemaMark(connection: Reader): Promise<string | null> {
  if (!(await hasSchemaTable(connection))) return null;
  const row = await connection.get(`SELECT "contract" FROM "${table}" WHERE "id" = 1`, []);
  return row === undefined ? null : String(row['contract']);
}

/** Returns null when there is no record: svc has not made tables here. */
export async function readSchemaRecord(connection: Reader): Promise<SchemaRecord | null> {
  if (!(await hasSchemaTable(connection))) return null;
  const row = await connection.get(`SELECT "contract", "schema", "left" FROM "${table}" WHERE "id" = 1`, []);
  if (row === undefined) return null;
  return {
    schema: JSON.parse(String(row['schema'])) as StorageSchema,
    left: JSON.parse(String(row['left'])) as OrphanedParts,
    mark: String(row['contract']),
  };
}

/** Call it inside the schema change that applies the schema. */
export async function rememberSchema(
  connection: Connection,
  { schema, left, mark }: SchemaRecord,
): Promise<void> {
  const { createRecordSql, createLocksSql } = connection.dialect.ddl;
  for (const sql of [createRecordSql, ...createLocksSql]) await connection.run(sql, []);
  await connection.run(
    `INSERT INTO "${table}" ("id", "contract", "schema", "left") VALUES (1, ?, ?, ?) ON CONFLICT ("id") DO UPDATE SET ` +
      `"contract" = excluded."contract", "schema" = excluded."schema", "left" = excluded."left", "changedAt" = excluded."changedAt"`,
    [mark, JSON.stringify(schema), JSON.stringify(left)],
  );
}

/** Removes the record: the database has no tables of a schema any more. */
export async function forgetSchema(connection: Connection): Promise<void> {
  if (await hasSchemaTable(connection)) await connection.run(`DELETE FROM "${table}"`, []);
}

async function hasSchemaTable(connection: Reader): Promise<boolean> {
  const { findTableSql } = connection.dialect.ddl.catalogue;
  return (await connection.get(findTableSql, [table])) !== undefined;
}
