import type { Connection } from '../../driver.js';
import { forgetSchema, noOrphans, readSchemaRecord, rememberSchema } from '../../schema/schema-record.js';
import type { Migration } from '../files/read-migrations.js';
import { MigrationError } from '../migration-error.js';
import { forgetMigration, readJournal } from './journal.js';
import { dropLeftBehind } from './left-behind.js';
import { type MigrationDriver, prepareConstraints, type UpOptions } from './migrate-up.js';
import { assertSound, stateOf } from './migration-state.js';
import { renameInSystemTables } from './rename-in-system-tables.js';
import { runSteps } from './run-steps.js';
import { sameStructure } from './same-structure.js';
import { verifyTables } from './verify-tables.js';
import { waysOut } from './ways-out.js';

const keptInReverting = 'Reverting drops them. Run "svc migrate down --yes" to confirm.';

export interface DownOptions extends Pick<UpOptions, 'capabilities'> {
  /** Name of the last migration, as the caller knows it. */
  readonly expected: string;
  /** Whether orphaned columns and tables of `svc dev` may be dropped. Default false. */
  readonly dropsLeftBehind?: boolean;
}

/**
 * Runs the down part of the last migration in one transaction. Columns and tables that the migration had
 * dropped come back empty.
 *
 * @throws MigrationError; nothing is changed then.
 */
export async function migrateDown(
  driver: MigrationDriver,
  migrations: readonly Migration[],
  options: DownOptions,
): Promise<void> {
  const work = (): Promise<void> =>
    driver.schemaChange((connection) => takeLastBack(connection, migrations, options));
  const { unfinished } = stateOf(migrations, await readJournal(driver));
  // Waits for a process that builds the indexes of this migration.
  await (unfinished === null ? work() : driver.schemaSession(work));
}

async function takeLastBack(
  connection: Connection,
  migrations: readonly Migration[],
  { expected, ...options }: DownOptions,
): Promise<void> {
  const state = stateOf(migrations, await readJournal(connection));
  assertSound(state);
  const last = state.applied.at(-1)?.migration;
  if (last?.name !== expected) {
    throw new MigrationError(
      'MIGRATION_CHANGED',
      `${expected} is no longer the last migration: see "svc migrate status".`,
    );
  }
  await takeBack(connection, last, { migrations, ...options });
}

async function takeBack(
  connection: Connection,
  migration: Migration,
  {
    migrations,
    capabilities,
    dropsLeftBehind = false,
  }: { readonly migrations: readonly Migration[] } & Omit<DownOptions, 'expected'>,
): Promise<void> {
  const { name, snapshot } = migration;
  const { down } = migration.parts(connection.dialect.name);
  if (down === null) {
    throw new MigrationError(
      'MIGRATION_REFUSED',
      `${name} has no part "-- migrate:down", so it cannot be reverted.`,
      { migration: name },
    );
  }
  const record = await readSchemaRecord(connection);
  if (record !== null && !sameStructure(record.schema, snapshot.schema)) {
    throw new MigrationError(
      'DATABASE_DIFFERS',
      `The tables are not those of ${name}: "svc dev" has changed them since. Make a migration of these changes first ` +
        '("svc migrate dev"), and revert that one too.',
    );
  }
  if (record !== null)
    await dropLeftBehind(connection, record.left, dropsLeftBehind ? null : keptInReverting);
  await prepareConstraints(connection);
  await runSteps(connection, down, { name, wayOut: waysOut.refused });
  await renameInSystemTables(connection, capabilities, inverted(snapshot.renamedCollections));
  await forgetMigration(connection, name);
  const before = migrations[migrations.indexOf(migration) - 1];
  if (before === undefined) {
    await forgetSchema(connection);
    return;
  }
  await verifyTables(connection, { schema: before.snapshot.schema, migration: name });
  await rememberSchema(connection, {
    schema: before.snapshot.schema,
    left: noOrphans,
    mark: `migration:${before.name}`,
  });
}

function inverted(pairs: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(pairs).map(([now, former]) => [former, now]));
}
