import type { Connection } from '../../driver.js';
import type { StorageSchema } from '../../schema/storage-schema.js';
import { MigrationError } from '../migration-error.js';
import { presentTables } from './present-tables.js';

export interface Verification {
  readonly schema: StorageSchema;
  readonly migration: string;
  /** Names of indexes that are built later. */
  readonly later?: ReadonlySet<string>;
}

/** Compares the tables after a migration with those that the next migration, and the server, expect. */
export async function verifyTables(
  connection: Connection,
  { schema, migration, later = new Set() }: Verification,
): Promise<void> {
  const { columns, indexes } = await presentTables(connection);
  const issues = schema.tables.flatMap((table) => [
    ...table.columns.flatMap((column) => {
      const found = columns.get(`${table.name}.${column.name}`);
      const wanted = connection.dialect.ddl.reportedType(column);
      if (found === undefined) return [`column ${table.name}.${column.name} is missing`];
      return found === wanted ? [] : [`column ${table.name}.${column.name} is ${found}, not ${wanted}`];
    }),
    ...table.indexes
      .filter(({ name }) => !indexes.has(name) && !later.has(name))
      .map(({ name }) => `index ${name} is missing`),
  ]);
  if (issues.length === 0) return;
  const more = issues.length > 3 ? ` and ${issues.length - 3} more` : '';
  throw new MigrationError(
    'MIGRATION_FAILED',
    `${migration} does not produce the tables of its snapshot: ${issues.slice(0, 3).join(', ')}${more}. ` +
      'Nothing was changed. Was its SQL edited? Correct it, or delete its files and create it again.',
    { migration },
  );
}
