import type { ContractDescriptor } from '../../codegen/descriptors.js';
import { databaseAt } from '../dialects/index.js';
import { openForLongWork } from '../dialects/open-database.js';
import type { Driver } from '../driver.js';
import { prepareSchema } from '../schema/prepare-schema.js';
import { type Migration, readMigrations } from './files/read-migrations.js';
import { MigrationError } from './migration-error.js';
import type { PrepareOptions } from './prepare-options.js';
import { missingIndexes } from './run/build-indexes.js';
import { readJournal } from './run/journal.js';
import { migrateUp } from './run/migrate-up.js';
import { type AppliedMigration, assertSound, stateOf } from './run/migration-state.js';

/**
 * Makes sure that a starting server finds the tables of its contract.
 *
 * @throws MigrationError when a migration has not run or cannot run, or a copy is incomplete; SchemaError
 * when the tables still differ afterwards.
 */
export async function prepareDatabase(
  driver: Driver,
  contract: ContractDescriptor,
  options: PrepareOptions,
): Promise<void> {
  await driver.dialect.assertComplete(driver);
  const migrations = databaseAt(options.database).isInMemory ? [] : readMigrations(options.folder);
  if (options.schema === 'extend') {
    const { prepareForDevelopment } = await import('./prepare-for-development.js');
    await prepareForDevelopment(driver, contract, { ...options, migrations });
    return;
  }
  if (migrations.length === 0) {
    await prepareSchema(driver, { contract, mode: 'create' });
    return;
  }
  if (options.autoMigrate) await runPending(driver, migrations, options);
  await assertMigrated(driver, migrations, options.note);
  const advice = 'Run "svc migrate create" and "svc migrate up", or change the config back.';
  await prepareSchema(driver, { contract, mode: 'create', advice });
}

/** Uses its own connection: a server's connection has timeouts of seconds. */
async function runPending(
  driver: Driver,
  migrations: readonly Migration[],
  { database, capabilities, note }: PrepareOptions,
): Promise<void> {
  const state = stateOf(migrations, await readJournal(driver));
  if (state.pending.length === 0 && state.unfinished === null) return;
  const own = await openForLongWork(database, { onBlocked: (message) => note('warn', message) });
  try {
    await migrateUp(own, migrations, {
      capabilities,
      onDone: ({ name, state: how, duration }) =>
        note(
          'info',
          how === 'adopted'
            ? `Migration ${name}: the tables were already up to date.`
            : `Migration ${name} has run (${duration} ms).`,
        ),
    });
  } finally {
    await own.close();
  }
}

async function assertMigrated(
  driver: Driver,
  migrations: readonly Migration[],
  note: PrepareOptions['note'],
): Promise<void> {
  const state = stateOf(migrations, await readJournal(driver));
  assertSound(state);
  if (state.unfinished !== null) await assertUsable(driver, state.unfinished, note);
  const { pending } = state;
  if (pending.length === 0) return;
  const names = pending.slice(0, 5).map(({ name }) => name);
  const more = pending.length > names.length ? ` and ${pending.length - names.length} more` : '';
  throw new MigrationError(
    'MIGRATIONS_PENDING',
    `${pending.length === 1 ? 'A migration has' : `${pending.length} migrations have`} not run in this database: ${names.join(', ')}${more}. ` +
      'Run "svc migrate up", or set SVC_AUTO_MIGRATE=true to run them at every start.',
  );
}

/** Without its indexes a list is slow, but correct. Unique values depend on their index, so it must exist. */
async function assertUsable(
  driver: Driver,
  { name, migration }: AppliedMigration,
  note: PrepareOptions['note'],
): Promise<void> {
  const missing = await missingIndexes(driver, migration?.parts(driver.dialect.name).indexes ?? []);
  const unique = missing.find((index) => index.unique);
  if (unique !== undefined) {
    throw new MigrationError(
      'MIGRATIONS_PENDING',
      `The migration ${name} is not finished: its unique index ${unique.name} is not built yet. Wait for the "svc migrate up" that ` +
        'builds it, or run it again if it was interrupted.',
      { migration: name },
    );
  }
  note(
    'warn',
    `Indexes of the migration ${name} are not built yet, so some lists are slow. "svc migrate up" builds them.`,
  );
}
