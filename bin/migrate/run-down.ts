import type { Driver } from '../../runtime/storage/driver.js';
import type { Migration } from '../../runtime/storage/migrations/files/read-migrations.js';
import { emptySchema } from '../../runtime/storage/migrations/files/snapshot.js';
import { MigrationError } from '../../runtime/storage/migrations/migration-error.js';
import { lossesOfPath } from '../../runtime/storage/migrations/plan/draft-migration.js';
import { holdsData } from '../../runtime/storage/migrations/run/holds-data.js';
import { readJournal } from '../../runtime/storage/migrations/run/journal.js';
import { migrateDown } from '../../runtime/storage/migrations/run/migrate-down.js';
import { assertSound, stateOf } from '../../runtime/storage/migrations/run/migration-state.js';
import { CommandError, UsageError } from '../command-error.js';
import { confirm } from '../terminal/confirm.js';
import { withMigrationDatabase } from './migration-database.js';
import type { MigrationProject } from './migration-project.js';
import type { RunRequest } from './run-up.js';

export interface DownRequest extends RunRequest {
  readonly to?: string;
}

/** Reverts migrations, the last one first. Returns their names. */
export async function runDown(
  { config, migrations }: MigrationProject,
  { to, isSilent, isConfirmed, onBlocked }: DownRequest,
): Promise<readonly string[]> {
  const run = async (driver: Driver): Promise<readonly string[]> => {
    const state = stateOf(migrations, await readJournal(driver));
    assertSound(state);
    const applied = state.applied.flatMap(({ migration }) => (migration === null ? [] : [migration]));
    if (applied.length === 0) throw new CommandError('no migration has run in this database.');
    const back = applied.slice(to === undefined ? -1 : positionOf(to, applied)).reverse();
    if (!isConfirmed) {
      for (const migration of back) await confirmLoss(migration, { migrations, driver, isSilent });
    }
    for (const { name } of back) await migrateDown(driver, migrations, name);
    return back.map(({ name }) => name);
  };
  return withMigrationDatabase(config, run, { onBlocked });
}

function positionOf(to: string, applied: readonly Migration[]): number {
  if (/^0+$/.test(to)) return 0;
  const found = applied.findIndex(
    ({ name }) => name === to || (/^\d+$/.test(to) && Number.parseInt(name, 10) === Number(to)),
  );
  if (found === -1) throw new UsageError(`--to ${to}: no migration of that name or number has run.`);
  return found + 1;
}

interface LossScope {
  readonly migrations: readonly Migration[];
  readonly driver: Parameters<typeof readJournal>[0];
  readonly isSilent: boolean;
}

async function confirmLoss(migration: Migration, { migrations, driver, isSilent }: LossScope): Promise<void> {
  const { name, snapshot } = migration;
  const before = migrations[migrations.indexOf(migration) - 1]?.snapshot.schema ?? emptySchema;
  const losses = lossesOfPath(snapshot, before);
  const full: string[] = [];
  for (const loss of losses) {
    if (await holdsData(driver, snapshot.schema, loss.what)) full.push(loss.what);
  }
  if (full.length === 0) return;
  const message = `Taking ${name} back loses the data of ${full.join(', ')}.`;
  if (!isSilent && (await confirm(`${message} Go on?`))) return;
  throw new MigrationError(
    'CONFIRMATION_NEEDED',
    `${message} Nothing was changed. Run it with --yes if the data may go.`,
  );
}
