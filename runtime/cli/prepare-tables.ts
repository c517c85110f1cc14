import { dirname, join } from 'node:path';
import { capabilities } from '../capabilities/index.js';
import { describeConfig } from '../codegen/describe-config.js';
import { describeRenames } from '../codegen/describe-renames.js';
import type { DatabaseLocation } from '../storage/dialects/index.js';
import type { Driver } from '../storage/driver.js';
import { migrationsName } from '../storage/migrations/files/migrations-folder.js';
import { prepareDatabase } from '../storage/migrations/prepare-database.js';
import { readJournal } from '../storage/migrations/run/journal.js';
import { readSchemaRecord } from '../storage/schema/schema-record.js';
import type { Project } from './project.js';

/**
 * Prepares the tables of a project, for a command that works on documents. An empty database gets them, by
 * the migrations if there are some: nothing can be lost in it.
 *
 * @throws MigrationError if a migration has not run in a database that has content; SchemaError if it was
 * made for another config.
 */
export async function prepareTables(
  driver: Driver,
  database: DatabaseLocation,
  { config, file }: Project,
): Promise<void> {
  const isEmpty = (await readSchemaRecord(driver)) === null && (await readJournal(driver)).length === 0;
  await prepareDatabase(driver, describeConfig(config), {
    schema: 'create',
    database,
    folder: join(dirname(file), migrationsName),
    autoMigrate: isEmpty,
    capabilities,
    renames: describeRenames(config),
    note: () => {},
  });
}
