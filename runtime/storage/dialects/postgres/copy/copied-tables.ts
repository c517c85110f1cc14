/** The tables of a copy, and their PostgreSQL definitions. */
import { quoteIdentifier, quoteIdentifiers } from '../../../../query/sql/quote.js';
import type { Connection } from '../../../driver.js';
import type { StorageSchema } from '../../../schema/storage-schema.js';
import { createTableSql, postgresSystemType } from '../ddl.js';

export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /**
   * Rows are copied in the order of this key, which is the same in both databases: texts sort by code point.
   */
  readonly primaryKey: readonly string[];
  /** Without foreign keys, indexes and triggers, which are created when all rows are there. */
  readonly createSql: string;
}

/** Tables with a database's own internal state; they are not copied. */
const ownTables: ReadonlySet<string> = new Set(['_svc_schema', '_svc_locks', '_svc_copy']);

export async function copiedTables(
  source: Connection,
  { tables }: StorageSchema,
): Promise<readonly CopiedTable[]> {
  const content = tables.map((table) => ({
    name: table.name,
    columns: table.columns.map(({ name }) => name),
    primaryKey: table.primaryKey,
    createSql: createTableSql(table),
  }));
  const rows = await source.all(
    // Indexes of searches are built again.
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '\\_svc\\_%' ESCAPE '\\' AND name NOT LIKE '\\_svc\\_search%' ESCAPE '\\' ORDER BY name`,
    [],
  );
  const system: CopiedTable[] = [];
  for (const { name } of rows) {
    if (!ownTables.has(String(name))) system.push(await systemTable(source, String(name)));
  }
  return [...content, ...system];
}

/** Users' secrets, keys, sessions, schedules and so on: columns of text and whole numbers. */
async function systemTable(source: Connection, name: string): Promise<CopiedTable> {
  const rows = await source.all(
    'SELECT name, type, "notnull" AS required, dflt_value AS fallback, pk FROM pragma_table_info(?)',
    [name],
  );
  const columns = rows.map((row) => ({ row, column: String(row['name']) }));
  const lines = columns.map(({ row, column }) => {
    const type = postgresSystemType(row['type'] === 'INTEGER' ? 'integer' : 'text');
    const fallback = row['fallback'] === null ? '' : ` DEFAULT ${String(row['fallback'])}`;
    return `${quoteIdentifier(column)} ${type}${row['required'] === 1 ? ' NOT NULL' : ''}${fallback}`;
  });
  const primaryKey = columns
    .filter(({ row }) => Number(row['pk']) > 0)
    .sort((a, b) => Number(a.row['pk']) - Number(b.row['pk']))
    .map(({ column }) => column);
  const key = `PRIMARY KEY (${quoteIdentifiers(primaryKey)})`;
  return {
    name,
    columns: columns.map(({ column }) => column),
    primaryKey,
    createSql: `CREATE TABLE ${quoteIdentifier(name)} (\n  ${[...lines, key].join(',\n  ')}\n)`,
  };
}
