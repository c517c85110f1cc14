import type { Connection } from '../../driver.js';

type Reader = Pick<Connection, 'dialect' | 'get' | 'all'>;

export async function hasTable(connection: Pick<Reader, 'dialect' | 'get'>, name: string): Promise<boolean> {
  return (await connection.get(connection.dialect.ddl.catalogue.findTableSql, [name])) !== undefined;
}

/** Returns some tables that do not belong to the service. */
export async function someTables(connection: Pick<Reader, 'dialect' | 'all'>): Promise<readonly string[]> {
  return (await connection.all(connection.dialect.ddl.catalogue.otherTablesSql, [])).map(({ name }) =>
    String(name),
  );
}

export interface PresentTables {
  /** Types by `table.column`. */
  readonly columns: ReadonlyMap<string, string>;
  readonly indexes: ReadonlySet<string>;
}

export async function presentTables(connection: Connection): Promise<PresentTables> {
  const { columnsSql, indexesSql } = connection.dialect.ddl.catalogue;
  const columns = await connection.all(columnsSql, []);
  const indexes = await connection.all(indexesSql, []);
  return {
    columns: new Map(
      columns.map((row) => [`${String(row['table'])}.${String(row['column'])}`, String(row['type'])]),
    ),
    indexes: new Set(indexes.map(({ name }) => String(name))),
  };
}
