import { dirname, join } from 'node:path';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import { describeRenames } from '../../runtime/codegen/describe-renames.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { DatabasePlace } from '../../runtime/storage/dialects/open-database.js';
import type { Driver } from '../../runtime/storage/driver.js';
import { migrationsName } from '../../runtime/storage/migrations/files/migrations-folder.js';
import { prepareDatabase } from '../../runtime/storage/migrations/prepare-database.js';
import { readJournal } from '../../runtime/storage/migrations/run/journal.js';
import { readSchemaRecord } from '../../runtime/storage/schema/schema-record.js';

interface Project {
  readonly config: ServiceConfig;
  /** Path of the config. */
  readonly file: string;
}

/**
 * Prepares the tables of a project, for a command that works on documents. An empty database gets them, by
 * the migrations if there are some: nothing can be lost in it.
 *
 * @throws MigrationError if a migration has not run in a database that has content; SchemaError if it was
 * made for another config.
 */
export async function prepareTables(
  driver: Driver,
  database: DatabasePlace,
  { config, file }: Project,
): Promise<void> {
  const isEmpty = (await readSchemaRecord(driver)) === null && (await readJournal(driver)).length === 0;
  await prepareDatabase(driver, describeConfig(config), {
    schema: 'create',
    database,
    folder: join(dirname(file), migrationsName),
    autoMigrate: isEmpty,
    renames: describeRenames(config),
    note: () => {},
  });
}
