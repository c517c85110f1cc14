import { quoteIdentifier, quoteIdentifiers } from '../../query/sql/quote.js';
import type { DdlDialect } from '../dialects/ddl-dialect.js';
import type { Connection, Driver } from '../driver.js';

/** A table of the service itself: no collection or global can have its name. */
export interface SystemTable {
  /** Begins with `_svc_`. */
  readonly name: string;
  readonly columns: readonly SystemColumn[];
  readonly primaryKey: readonly string[];
  readonly indexes: readonly SystemIndex[];
}

export interface SystemColumn {
  readonly name: string;
  /** Times are whole numbers of milliseconds, flags are 1 and 0. */
  readonly type: 'text' | 'integer';
  readonly notNull?: true;
  readonly default?: number;
}

export interface SystemIndex {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique?: true;
  /** A column: the index contains only rows where it is null. */
  readonly whereNull?: string;
}

/** Makes columns of one type: required ones always have a value, optional ones may be null. */
export function systemColumns(
  type: SystemColumn['type'],
  names: { readonly required?: readonly string[]; readonly optional?: readonly string[] },
): readonly SystemColumn[] {
  const { required = [], optional = [] } = names;
  return [
    ...required.map((name): SystemColumn => ({ name, type, notNull: true })),
    ...optional.map((name): SystemColumn => ({ name, type })),
  ];
}

/**
 * Creates missing tables. When none is missing, this costs one small read. Safe when several instances start
 * at once.
 */
export async function prepareSystemTables(driver: Driver, tables: readonly SystemTable[]): Promise<void> {
  const { systemNamesSql } = driver.dialect.ddl.catalogue;
  const present = new Set((await driver.all(systemNamesSql, [])).map(({ name }) => name));
  const needed = tables.flatMap(({ name, indexes }) => [name, ...indexes.map((index) => index.name)]);
  if (needed.every((name) => present.has(name))) return;
  await driver.schemaChange((connection) => createSystemTables(connection, tables));
}

/** Creates tables and indexes that do not exist. Call it inside a {@link Driver.schemaChange}. */
export async function createSystemTables(
  connection: Connection,
  tables: readonly SystemTable[],
): Promise<void> {
  const { ddl } = connection.dialect;
  for (const sql of ddl.createLocksSql) await connection.run(sql, []);
  for (const table of tables) {
    await connection.run(tableSql(table, ddl), []);
    for (const index of table.indexes) await connection.run(indexSql(table.name, index), []);
  }
}

function tableSql({ name, columns, primaryKey }: SystemTable, ddl: DdlDialect): string {
  const lines = [
    ...columns.map((column) => columnSql(column, ddl)),
    `PRIMARY KEY (${quoteIdentifiers(primaryKey)})`,
  ];
  return `CREATE TABLE IF NOT EXISTS ${quoteIdentifier(name)} (\n  ${lines.join(',\n  ')}\n)${ddl.systemTableOptions}`;
}

function columnSql(column: SystemColumn, ddl: DdlDialect): string {
  const fallback = column.default === undefined ? '' : ` DEFAULT ${column.default}`;
  return `${quoteIdentifier(column.name)} ${ddl.systemType(column.type)}${column.notNull ? ' NOT NULL' : ''}${fallback}`;
}

function indexSql(table: string, { name, columns, unique, whereNull }: SystemIndex): string {
  const where = whereNull === undefined ? '' : ` WHERE ${quoteIdentifier(whereNull)} IS NULL`;
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${quoteIdentifier(name)} ON ${quoteIdentifier(table)} (${quoteIdentifiers(columns)})${where}`;
}
