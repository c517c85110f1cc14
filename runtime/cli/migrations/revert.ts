import { capabilities } from '../../capabilities/index.js';
import type { Driver } from '../../storage/driver.js';
import type { Migration } from '../../storage/migrations/files/read-migrations.js';
import { emptySchema } from '../../storage/migrations/files/snapshot.js';
import { MigrationError } from '../../storage/migrations/migration-error.js';
import { lossesOfPath } from '../../storage/migrations/plan/draft-migration.js';
import { holdsData } from '../../storage/migrations/run/holds-data.js';
import { readJournal } from '../../storage/migrations/run/journal.js';
import { migrateDown } from '../../storage/migrations/run/migrate-down.js';
import { assertSound, stateOf } from '../../storage/migrations/run/migration-state.js';
import { ProjectError } from '../project.js';
import { needsConfirmation } from './migrate.js';
import { withMigrationDatabase } from './migration-database.js';
import type { MigrationProject } from './open-migrations.js';

export interface RevertOptions {
  /** Selects the migrations to revert, of those that have run; at the end of the list. */
  readonly choose: (applied: readonly Migration[]) => readonly Migration[];
  /** Asked before data is lost; `yes` loses it unasked. */
  readonly confirmLoss: 'yes' | ((message: string) => Promise<boolean>);
  /** Called with a sentence that says which process it waits for. */
  readonly onBlocked: (message: string) => void;
}

/**
 * Reverts migrations, the last one first. Returns their names.
 *
 * @throws ProjectError if none has run, MigrationError
 */
export function revert(
  { config, migrations }: MigrationProject,
  { choose, confirmLoss, onBlocked }: RevertOptions,
): Promise<readonly string[]> {
  return withMigrationDatabase(
    config,
    async (driver) => {
      const state = stateOf(migrations, await readJournal(driver));
      assertSound(state);
      const applied = state.applied.flatMap(({ migration }) => (migration === null ? [] : [migration]));
      if (applied.length === 0) throw new ProjectError('no migration has run in this database.');
      const back = choose(applied).toReversed();
      if (confirmLoss !== 'yes') {
        for (const migration of back) {
          const message = await lossOf(migration, migrations, driver);
          if (message !== null && !(await confirmLoss(message))) throw unconfirmed(message);
        }
      }
      for (const { name } of back) await takeBack(driver, migrations, { name, confirmLoss });
      return back.map(({ name }) => name);
    },
    { onBlocked },
  );
}

/** Reverts the last migration, and asks before values are dropped that `svc dev` has kept. */
async function takeBack(
  driver: Driver,
  migrations: readonly Migration[],
  { name, confirmLoss }: Pick<RevertOptions, 'confirmLoss'> & { readonly name: string },
): Promise<void> {
  const options = { expected: name, capabilities };
  try {
    await migrateDown(driver, migrations, { ...options, dropsLeftBehind: confirmLoss === 'yes' });
  } catch (error) {
    if (!needsConfirmation(error) || confirmLoss === 'yes' || !(await confirmLoss(error.message)))
      throw error;
    await migrateDown(driver, migrations, { ...options, dropsLeftBehind: true });
  }
}

/** What is lost by reverting a migration, as a sentence; null if nothing is. */
async function lossOf(
  migration: Migration,
  migrations: readonly Migration[],
  driver: Driver,
): Promise<string | null> {
  const { name, snapshot } = migration;
  const before = migrations[migrations.indexOf(migration) - 1]?.snapshot.schema ?? emptySchema;
  const full: string[] = [];
  for (const { what } of lossesOfPath(snapshot, before)) {
    if (await holdsData(driver, snapshot.schema, what)) full.push(what);
  }
  return full.length === 0 ? null : `Reverting ${name} loses the data of ${full.join(', ')}.`;
}

function unconfirmed(message: string): MigrationError {
  return new MigrationError(
    'CONFIRMATION_NEEDED',
    `${message} Nothing was changed. Run it with --yes to lose it.`,
  );
}
