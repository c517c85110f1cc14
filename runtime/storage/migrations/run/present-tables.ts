import type { Connection } from '../../driver.js';

type Reader = Pick<Connection, 'dialect' | 'get' | 'all'>;

const findTable = {
  sqlite: `SELECT 1 AS one FROM sqlite_schema WHERE type = 'table' AND name = ?`,
  postgres: 'SELECT 1 AS one FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = ?',
};

export async function hasTable(connection: Pick<Reader, 'dialect' | 'get'>, name: string): Promise<boolean> {
  return (await connection.get(findTable[connection.dialect], [name])) !== undefined;
}

const foreignTables = {
  sqlite:
    `SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ` +
    `AND name NOT LIKE '\\_svc\\_%' ESCAPE '\\' LIMIT 5`,
  postgres:
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() ` +
    `AND table_name NOT LIKE '\\_svc\\_%' ESCAPE '\\' LIMIT 5`,
};

/** Returns some tables that do not belong to the service. */
export async function someTables(connection: Pick<Reader, 'dialect' | 'all'>): Promise<readonly string[]> {
  return (await connection.all(foreignTables[connection.dialect], [])).map(({ name }) => String(name));
}

export interface PresentTables {
  /** Types by `table.column`. */
  readonly columns: ReadonlyMap<string, string>;
  readonly indexes: ReadonlySet<string>;
}

const columnsSql = {
  sqlite: `SELECT t.name AS "table", c.name AS "column", c.type AS "type" FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'`,
  postgres:
    `SELECT t.relname AS "table", a.attname AS "column", format_type(a.atttypid, a.atttypmod) AS "type" ` +
    `FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class t ON t.oid = a.attrelid ` +
    `JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace ` +
    `WHERE n.nspname = current_schema() AND t.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped`,
};

const indexesSql = {
  sqlite: `SELECT name FROM sqlite_schema WHERE type = 'index'`,
  postgres: 'SELECT indexname AS name FROM pg_catalog.pg_indexes WHERE schemaname = current_schema()',
};

export async function presentTables(connection: Connection): Promise<PresentTables> {
  const { dialect } = connection;
  const columns = await connection.all(columnsSql[dialect], []);
  const indexes = await connection.all(indexesSql[dialect], []);
  return {
    columns: new Map(
      columns.map((row) => [`${String(row['table'])}.${String(row['column'])}`, String(row['type'])]),
    ),
    indexes: new Set(indexes.map(({ name }) => String(name))),
  };
}
