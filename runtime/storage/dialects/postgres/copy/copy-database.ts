/**
 * Copies the whole content of a SQLite database to PostgreSQL: all rows of all tables, including the
 * service's own.
 */

import { createHash, type Hash } from 'node:crypto';
import { quoteIdentifier, quoteIdentifiers } from '../../../../query/sql/quote.js';
import { analyseTables } from '../../../analyse-tables.js';
import type { Connection, Driver, Row, SqlValue } from '../../../driver.js';
import { MigrationError } from '../../../migrations/migration-error.js';
import { hasTable, someTables } from '../../../migrations/run/present-tables.js';
import { noOrphans, readSchemaRecord, rememberSchema } from '../../../schema/schema-record.js';
import type { StorageSchema } from '../../../schema/storage-schema.js';
import { createSystemTables, type SystemTable, systemColumns } from '../../../schema/system-tables.js';
import { createIndexSql, foreignKeysSql, staleFunctionsSql, triggersSql } from '../ddl.js';
import { type CopiedTable, copiedTables } from './copied-tables.js';
import { copyTable } from './unfinished-copy.js';

export interface CopyProgress {
  readonly table: string;
  readonly step: 'copied' | 'verified';
  readonly rows: number;
  readonly total: number;
}

export interface CopiedRows {
  readonly table: string;
  readonly rows: number;
  /** SHA-256 over all rows, the same in both databases. */
  readonly checksum: string;
}

export interface CopyRequest {
  readonly source: Driver;
  readonly target: Driver;
  readonly onProgress: (progress: CopyProgress) => void;
}

const batchSize = 500;

/** The progress of each table, in the target database; dropped at the end. */
const notes: SystemTable = {
  name: copyTable,
  columns: [
    ...systemColumns('text', { required: ['table'], optional: ['last'] }),
    ...systemColumns('integer', { required: ['rows'] }),
  ],
  primaryKey: ['table'],
  indexes: [],
};

/**
 * Copies a database. An interrupted copy continues where it stopped. The target is usable only at the end,
 * when every table has the same rows.
 *
 * @throws MigrationError when the target has tables that are not from an unfinished copy, or when the rows
 * differ in the end.
 */
export async function copyDatabase({
  source,
  target,
  onProgress,
}: CopyRequest): Promise<readonly CopiedRows[]> {
  const record = await readSchemaRecord(source);
  if (record === null)
    throw new MigrationError(
      'DATABASE_DIFFERS',
      'The SQLite database has no tables of svc: there is nothing to copy.',
    );
  const { schema } = record;
  const tables = await copiedTables(source, schema);
  await begin(target, tables);
  const counts = new Map<string, number>();
  for (const table of tables) {
    const total = Number(
      (await source.get(`SELECT count(*) AS n FROM ${quoteIdentifier(table.name)}`, []))?.['n'],
    );
    counts.set(table.name, total);
    await copyRows(table, total, { source, target, onProgress });
  }
  const results: CopiedRows[] = [];
  for (const table of tables)
    results.push(await verify(table, counts.get(table.name) ?? 0, { source, target, onProgress }));
  await finish(target, schema);
  return results;
}

async function begin(target: Driver, tables: readonly CopiedTable[]): Promise<void> {
  await target.schemaChange(async (connection) => {
    if (await hasTable(connection, copyTable)) return;
    const present = [...(await someTables(connection))];
    if (await hasTable(connection, '_svc_schema')) present.unshift('_svc_schema');
    if (present.length > 0) {
      throw new MigrationError(
        'DATABASE_DIFFERS',
        `The PostgreSQL database is not empty (${present.join(', ')}), and is not an unfinished copy. Choose an empty one.`,
      );
    }
    await createSystemTables(connection, [notes]);
    for (const { createSql } of tables) await connection.run(createSql, []);
  });
}

async function copyRows(
  table: CopiedTable,
  total: number,
  { source, target, onProgress }: CopyRequest,
): Promise<void> {
  const note = await target.get('SELECT "last", "rows" FROM "_svc_copy" WHERE "table" = ?', [table.name]);
  let last =
    note === undefined || note['last'] === null
      ? null
      : (JSON.parse(String(note['last'])) as readonly SqlValue[]);
  let done = Number(note?.['rows'] ?? 0);
  for (;;) {
    const rows = await page(source, table, last);
    const end = rows.at(-1);
    if (end === undefined) return;
    last = table.primaryKey.map((name) => end[name] ?? null);
    done += rows.length;
    const state: readonly SqlValue[] = [table.name, JSON.stringify(last), done];
    await target.transaction(async (connection) => {
      await insert(connection, table, rows);
      await connection.run(
        'INSERT INTO "_svc_copy" ("table", "last", "rows") VALUES (?, ?, ?) ON CONFLICT ("table") DO UPDATE SET "last" = excluded."last", "rows" = excluded."rows"',
        state,
      );
    });
    onProgress({ table: table.name, step: 'copied', rows: done, total });
  }
}

function page(
  connection: Pick<Connection, 'all'>,
  { name, columns, primaryKey }: CopiedTable,
  last: readonly SqlValue[] | null,
): Promise<readonly Row[]> {
  const key = quoteIdentifiers(primaryKey);
  const after = last === null ? '' : ` WHERE (${key}) > (${last.map(() => '?').join(', ')})`;
  return connection.all(
    `SELECT ${quoteIdentifiers(columns)} FROM ${quoteIdentifier(name)}${after} ORDER BY ${key} LIMIT ${batchSize}`,
    last ?? [],
  );
}

async function insert(
  connection: Connection,
  { name, columns }: CopiedTable,
  rows: readonly Row[],
): Promise<void> {
  // PostgreSQL takes at most 65535 parameters in a statement.
  const size = Math.max(1, Math.floor(30_000 / columns.length));
  const row = `(${columns.map(() => '?').join(', ')})`;
  for (let begin = 0; begin < rows.length; begin += size) {
    const part = rows.slice(begin, begin + size);
    await connection.run(
      `INSERT INTO ${quoteIdentifier(name)} (${quoteIdentifiers(columns)}) VALUES ${part.map(() => row).join(', ')}`,
      part.flatMap((one) => columns.map((column) => one[column] ?? null)),
    );
  }
}

async function verify(
  table: CopiedTable,
  total: number,
  { source, target, onProgress }: CopyRequest,
): Promise<CopiedRows> {
  const [from, to] = [createHash('sha256'), createHash('sha256')];
  const [rows, copied] = [await sum(source, table, from), await sum(target, table, to)];
  const checksum = from.digest('hex');
  if (rows !== copied || checksum !== to.digest('hex')) {
    const what = rows === copied ? 'other values' : `${copied} rows instead of ${rows}`;
    throw new MigrationError(
      'MIGRATION_FAILED',
      `Table ${table.name} has ${what} in PostgreSQL. Was something written to SQLite during the copy? Stop its servers, empty the PostgreSQL database, and start again.`,
    );
  }
  onProgress({ table: table.name, step: 'verified', rows, total });
  return { table: table.name, rows, checksum };
}

async function sum(connection: Pick<Connection, 'all'>, table: CopiedTable, hash: Hash): Promise<number> {
  let count = 0;
  let last: readonly SqlValue[] | null = null;
  for (;;) {
    const rows: readonly Row[] = await page(connection, table, last);
    const end = rows.at(-1);
    if (end === undefined) return count;
    for (const row of rows)
      hash.update(`${JSON.stringify(table.columns.map((name) => row[name] ?? null))}\n`);
    count += rows.length;
    last = table.primaryKey.map((name) => end[name] ?? null);
  }
}

/** Creates indexes, foreign keys and triggers last: without them rows load faster, and in any order. */
async function finish(target: Driver, schema: StorageSchema): Promise<void> {
  await target.schemaChange(async (connection) => {
    const { tables } = schema;
    const statements = [
      ...tables.flatMap((table) => table.indexes.flatMap((index) => createIndexSql(table, index))),
      ...tables.flatMap(foreignKeysSql),
      ...staleFunctionsSql,
      ...tables.flatMap(triggersSql),
    ];
    for (const sql of statements) await connection.run(sql, []);
    await rememberSchema(connection, { schema, left: noOrphans, mark: 'copy' });
    await connection.run('DROP TABLE "_svc_copy"', []);
  });
  await analyseTables(
    target,
    schema.tables.map(({ name }) => name),
  );
}
