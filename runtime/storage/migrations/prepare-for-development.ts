/** What `svc dev` does with a database: migrations first, then whatever the config asks for beyond them and loses nothing. */
import type { ContractDescriptor } from '../../codegen/descriptors.js';
import type { Connection, Driver } from '../driver.js';
import { deriveSchema } from '../schema/derive-schema.js';
import { prepareSchema } from '../schema/prepare-schema.js';
import { nothingLeft, readSchemaRecord, rememberSchema, type SchemaRecord } from '../schema/schema-record.js';
import type { StorageSchema } from '../schema/storage-schema.js';
import { type MigrationStep, parseMigration, upInTransaction } from './files/migration-text.js';
import type { Migration } from './files/read-migrations.js';
import { MigrationError } from './migration-error.js';
import { draftMigration, type MigrationDraft } from './plan/draft-migration.js';
import type { PrepareOptions } from './prepare-database.js';
import { migrateUp, prepareConstraints } from './run/migrate-up.js';
import { renameInSystemTables } from './run/rename-in-system-tables.js';
import { findObstacles, runSteps } from './run/run-steps.js';
import { sameStructure } from './run/same-structure.js';

export interface DevelopmentOptions extends Pick<PrepareOptions, 'renames' | 'note'> {
  readonly migrations: readonly Migration[];
}

export async function prepareForDevelopment(
  driver: Driver,
  contract: ContractDescriptor,
  { migrations, renames, note }: DevelopmentOptions,
): Promise<void> {
  await runMigrations(driver, migrations, note);
  const record = await readSchemaRecord(driver);
  const schema = deriveSchema(contract);
  if (record !== null && !isSame(record.schema, schema)) {
    const draft = draftMigration({ before: record.schema, after: schema, renames });
    const up = upInTransaction(parseMigration(draft.text('svc dev', driver.dialect)));
    const isCarried =
      draft.losses.length === 0 && record.left.tables.length + record.left.fields.length === 0;
    const needsIt = isCarried && draft.keepsMoreThanExtending;
    if (needsIt) {
      await driver.schemaChange((connection) =>
        carry(connection, { record, schema, up, renamed: draft.renamedCollections }),
      );
      for (const line of draft.lines) note('info', line);
    } else {
      const checks = up.filter(({ check }) => check !== null);
      for (const obstacle of await findObstacles(driver, checks))
        note('warn', `Documents break a new rule. ${obstacle}`);
    }
  }
  await prepareSchema(driver, contract, 'extend');
}

/** A database that `svc dev` has taken further than any migration is left to the config. */
async function runMigrations(
  driver: Driver,
  migrations: readonly Migration[],
  note: PrepareOptions['note'],
): Promise<void> {
  if (migrations.length === 0) return;
  try {
    await migrateUp(driver, migrations, { onDone: ({ name }) => note('info', `Migration ${name} has run.`) });
  } catch (error) {
    const isAhead =
      error instanceof MigrationError &&
      (error.code === 'DATABASE_DIFFERS' || error.code === 'CONFIRMATION_NEEDED');
    if (!isAhead) throw error;
  }
}

interface Carrying {
  readonly record: SchemaRecord;
  readonly schema: StorageSchema;
  readonly up: readonly MigrationStep[];
  readonly renamed: MigrationDraft['renamedCollections'];
}

/** New names and types, with all values: what extending cannot do. */
async function carry(connection: Connection, { record, schema, up, renamed }: Carrying): Promise<void> {
  const now = await readSchemaRecord(connection);
  // Another process has done it.
  if (now === null || !sameStructure(now.schema, record.schema)) return;
  await prepareConstraints(connection);
  await runSteps(connection, up, 'The change');
  await renameInSystemTables(connection, renamed);
  await rememberSchema(connection, { schema, left: nothingLeft, mark: 'svc dev' });
}

function isSame(a: StorageSchema, b: StorageSchema): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
