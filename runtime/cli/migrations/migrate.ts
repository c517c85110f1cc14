import { capabilities } from '../../capabilities/index.js';
import { resolveServerOptions } from '../../config/server-options.js';
import type { Driver } from '../../storage/driver.js';
import type { Migration } from '../../storage/migrations/files/read-migrations.js';
import { MigrationError } from '../../storage/migrations/migration-error.js';
import { migrateUp } from '../../storage/migrations/run/migrate-up.js';
import type { UpOutcome } from '../../storage/migrations/run/up-outcome.js';
import type { WaysOut } from '../../storage/migrations/run/ways-out.js';
import { withMigrationDatabase } from './migration-database.js';
import type { MigrationProject } from './open-migrations.js';

export interface MigrateOptions {
  /** Asked before values are dropped that the tables keep of an earlier config; `yes` drops them unasked. */
  readonly confirmDrop: 'yes' | ((message: string) => Promise<boolean>);
  /** Called with each migration that ran. */
  readonly onDone: (outcome: UpOutcome) => void;
  /** Called with a sentence that says which process it waits for. */
  readonly onBlocked: (message: string) => void;
  /** What messages advise. Default: what is right for a database in production. */
  readonly ways?: WaysOut;
}

/**
 * Runs the pending migrations of a project.
 *
 * @throws MigrationError
 */
export function migrate({ config, migrations }: MigrationProject, options: MigrateOptions): Promise<void> {
  return withMigrationDatabase(config, (driver) => migrateConfirmed(driver, migrations, options), options);
}

/** Runs pending migrations, and asks before values are dropped. */
export async function migrateConfirmed(
  driver: Driver,
  migrations: readonly Migration[],
  { confirmDrop, onDone, ways }: Omit<MigrateOptions, 'onBlocked'>,
): Promise<void> {
  const options = { capabilities, onDone, ...(ways !== undefined && { ways }) };
  try {
    await migrateUp(driver, migrations, { ...options, dropsLeftBehind: confirmDrop === 'yes' });
  } catch (error) {
    if (!needsConfirmation(error) || confirmDrop === 'yes' || !(await confirmDrop(error.message)))
      throw error;
    await migrateUp(driver, migrations, { ...options, dropsLeftBehind: true });
  }
}

/** Whether it would go on if the loss of data were confirmed. */
export function needsConfirmation(error: unknown): error is MigrationError {
  return error instanceof MigrationError && error.code === 'CONFIRMATION_NEEDED';
}

/** Whether a migration that has run checked stored values against new rules. */
export function hasCheckedValues(
  { config, migrations }: MigrationProject,
  { name, state }: UpOutcome,
): boolean {
  const dialect = resolveServerOptions(config).database.kind;
  const migration = migrations.find((one) => one.name === name);
  return state === 'applied' && migration?.parts(dialect).up.some(({ check }) => check !== null) === true;
}
