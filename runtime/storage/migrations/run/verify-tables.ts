import type { Connection } from '../../driver.js';
import { postgresType } from '../../schema/postgres-ddl.js';
import { sqliteType } from '../../schema/sqlite-ddl.js';
import type { StorageSchema } from '../../schema/storage-schema.js';
import { MigrationError } from '../migration-error.js';
import { presentTables } from './present-tables.js';

export interface Verification {
  readonly schema: StorageSchema;
  readonly migration: string;
  /** Names of indexes that are built afterwards. */
  readonly later?: ReadonlySet<string>;
}

/** Holds the tables that a migration has left against those that the next one, and the server, will count on. */
export async function verifyTables(
  connection: Connection,
  { schema, migration, later = new Set() }: Verification,
): Promise<void> {
  const { columns, indexes } = await presentTables(connection);
  const faults = schema.tables.flatMap((table) => [
    ...table.columns.flatMap((column) => {
      const found = columns.get(`${table.name}.${column.name}`);
      const wanted =
        connection.dialect === 'sqlite' ? sqliteType(column.type) : bareType(postgresType(column));
      if (found === undefined) return [`column ${table.name}.${column.name} is missing`];
      return bareType(found) === wanted
        ? []
        : [`column ${table.name}.${column.name} is ${found}, not ${wanted}`];
    }),
    ...table.indexes
      .filter(({ name }) => !indexes.has(name) && !later.has(name))
      .map(({ name }) => `index ${name} is missing`),
  ]);
  if (faults.length === 0) return;
  const more = faults.length > 3 ? ` and ${faults.length - 3} more` : '';
  throw new MigrationError(
    'MIGRATION_FAILED',
    `${migration} does not leave the tables that its snapshot promises: ${faults.slice(0, 3).join(', ')}${more}. ` +
      'Nothing was changed. Was its SQL edited? Correct it, or delete its files and make it again.',
    { migration },
  );
}

/** As the server spells it: `timestamp(3) with time zone`. */
function bareType(type: string): string {
  return type.replace(/ COLLATE .*$/, '').replace(/^timestamptz\(3\)$/, 'timestamp(3) with time zone');
}
