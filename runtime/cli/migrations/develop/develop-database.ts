import { capabilities } from '../../../capabilities/index.js';
import { describeConfig } from '../../../codegen/describe-config.js';
import { describeRenames } from '../../../codegen/describe-renames.js';
import type { Driver } from '../../../storage/driver.js';
import { readMigrations } from '../../../storage/migrations/files/read-migrations.js';
import { MigrationError } from '../../../storage/migrations/migration-error.js';
import { extendForDevelopment, runMigrations } from '../../../storage/migrations/prepare-for-development.js';
import { forgetMigration, readJournal } from '../../../storage/migrations/run/journal.js';
import { resetDatabase } from '../../../storage/migrations/run/reset-database.js';
import { sameStructure } from '../../../storage/migrations/run/same-structure.js';
import { waysOutInDevelopment } from '../../../storage/migrations/run/ways-out.js';
import { SchemaError } from '../../../storage/schema/schema-error.js';
import { readSchemaRecord } from '../../../storage/schema/schema-record.js';
import { type MigrateOptions, migrateConfirmed } from '../migrate.js';
import { withMigrationDatabase } from '../migration-database.js';
import type { MigrationProject } from '../open-migrations.js';
import { type CreatedMigration, removeMigration, writeMigration } from '../write-migration.js';
import { withoutLast } from './last-migration.js';

export interface DevelopOptions extends Omit<MigrateOptions, 'ways'> {
  /** The last migration, if it is created again. */
  readonly replaced: string | null;
  /** Name of the created migration without its number; null: derived from the change. */
  readonly title: string | null;
  /** Whether all tables are dropped first. */
  readonly resets: boolean;
  /** Asked when the tables cannot follow the config; `true` drops all of them. */
  readonly confirmReset: (reason: string) => Promise<boolean>;
  /** Called with what has changed in the tables, and with rules that existing documents break. */
  readonly note: (message: string) => void;
}

export interface Developed {
  readonly created: CreatedMigration | null;
  readonly wasReset: boolean;
}

/**
 * Creates the migration from the last one to the config, or creates the last one again, and runs what has not
 * run. The database keeps its values: one that `svc dev`, or the former text of the last migration, has
 * brought further is changed in place, and the created migration counts as run in it.
 *
 * @throws MigrationError, SchemaError; migrations that ran before stay applied. The files are written only
 * when nothing but the data can refuse them.
 */
export function developDatabase(project: MigrationProject, options: DevelopOptions): Promise<Developed> {
  const { config, folder } = project;
  const { replaced, title } = options;
  const kept = replaced === null ? project : withoutLast(project);
  return withMigrationDatabase(
    config,
    async (driver) => {
      if (options.resets) await resetDatabase(driver);
      const hasRun = (await readJournal(driver)).some(({ name }) => name === replaced);
      // A replaced migration that has run may still lack indexes: then it is finished first.
      const before = hasRun ? project.migrations : kept.migrations;
      await runMigrations(driver, before, { capabilities, onDone: options.onDone });
      const isReset = !(await followsConfig(driver, kept, options));
      if (hasRun && !isReset && replaced !== null)
        await driver.schemaChange((connection) => forgetMigration(connection, replaced));
      if (replaced !== null) removeMigration(project, replaced);
      const created = kept.draft.lines.length === 0 ? null : writeMigration(kept, title);
      await migrateConfirmed(driver, readMigrations(folder), { ...options, ways: waysOutInDevelopment });
      return { created, wasReset: options.resets || isReset };
    },
    options,
  );
}

/**
 * Changes tables that are beyond the migrations to those of the config.
 *
 * @returns False if that was not possible, and the database was reset with the confirmation of the user.
 */
async function followsConfig(
  driver: Driver,
  { config, migrations }: MigrationProject,
  { note, confirmReset }: Pick<DevelopOptions, 'note' | 'confirmReset'>,
): Promise<boolean> {
  const record = await readSchemaRecord(driver);
  const base = migrations.at(-1)?.snapshot.schema ?? null;
  if (record === null || (base !== null && sameStructure(record.schema, base))) return true;
  try {
    await extendForDevelopment(driver, describeConfig(config), {
      capabilities,
      renames: describeRenames(config),
      note: (_level, message) => note(message),
    });
    return true;
  } catch (error) {
    const isRefused = error instanceof SchemaError || error instanceof MigrationError;
    if (!isRefused || !(await confirmReset(error.message))) throw error;
    await resetDatabase(driver);
    return false;
  }
}
