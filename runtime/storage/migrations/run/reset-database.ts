import { readSchemaRecord, type SchemaRecord } from '../../schema/schema-record.js';
import { MigrationError } from '../migration-error.js';
import type { MigrationDriver } from './migrate-up.js';

/**
 * Drops all tables of the service with everything in them, in one transaction.
 *
 * @throws MigrationError DATABASE_DIFFERS if there are tables of others; nothing is changed then.
 */
export function resetDatabase(driver: MigrationDriver): Promise<void> {
  return driver.schemaChange(async (connection) => {
    const own = tablesOf(await readSchemaRecord(connection));
    const { catalogue, dropTables } = connection.dialect.ddl;
    const columns = await connection.all(catalogue.columnsSql, []);
    const present = [...new Set(columns.map(({ table }) => String(table)))];
    const others = present.filter((name) => !own.has(name) && !name.startsWith('_svc_')).sort();
    if (others.length > 0) {
      throw new MigrationError(
        'DATABASE_DIFFERS',
        `The database has tables that svc did not create (${others.slice(0, 5).join(', ')}), so it is not reset. ` +
          'Move them to another database, or choose another one: see SVC_DATABASE_URL.',
      );
    }
    for (const sql of dropTables(present)) await connection.run(sql, []);
  });
}

/** The names of the tables of documents, those that `svc dev` has kept of removed fields included. */
function tablesOf(record: SchemaRecord | null): ReadonlySet<string> {
  if (record === null) return new Set();
  const { schema, left } = record;
  return new Set([
    ...[...schema.tables, ...left.tables].map(({ name }) => name),
    ...left.fields.flatMap(({ field }) => (field.table === undefined ? [] : [field.table])),
  ]);
}
