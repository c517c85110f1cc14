import { resolveServerOptions } from '../../runtime/config/server-options.js';
import type { Driver } from '../../runtime/storage/driver.js';
import { MigrationError } from '../../runtime/storage/migrations/migration-error.js';
import { migrateUp, type UpOutcome } from '../../runtime/storage/migrations/run/migrate-up.js';
import { CommandError } from '../command-error.js';
import { confirm } from '../terminal/confirm.js';
import { withMigrationDatabase } from './migration-database.js';
import type { MigrationProject } from './migration-project.js';

export interface RunRequest {
  /** No prompts. */
  readonly isSilent: boolean;
  /** Every prompt is answered with yes. */
  readonly isConfirmed: boolean;
  /** Called with a sentence that says which process it waits for. */
  readonly onBlocked: (message: string) => void;
}

/**
 * Runs the pending migrations. Returns those that ran; if one fails, the error names those that ran before.
 */
export async function runUp(
  { config, migrations }: MigrationProject,
  { isSilent, isConfirmed, onBlocked }: RunRequest,
): Promise<readonly UpOutcome[]> {
  const done: UpOutcome[] = [];
  const onDone = (outcome: UpOutcome): void => void done.push(outcome);
  const run = async (driver: Driver): Promise<readonly UpOutcome[]> => {
    try {
      await migrateUp(driver, migrations, { dropsLeftBehind: isConfirmed, onDone });
    } catch (error) {
      if (!needsConfirmation(error) || isSilent || !(await confirm(`${error.message} Drop them?`)))
        throw failed(error, done);
      await migrateUp(driver, migrations, { dropsLeftBehind: true, onDone });
    }
    return done;
  };
  return withMigrationDatabase(config, run, { onBlocked });
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

function needsConfirmation(error: unknown): error is MigrationError {
  return error instanceof MigrationError && error.code === 'CONFIRMATION_NEEDED';
}

function failed(error: unknown, done: readonly UpOutcome[]): unknown {
  if (!(error instanceof MigrationError)) return error;
  const before =
    done.length === 0 ? '' : ` (${done.map(({ name }) => name).join(', ')} had run before it, and stays.)`;
  return new CommandError([`error: ${error.message}${before}`], {
    cause: error,
    json: {
      ok: false,
      error: error.message,
      code: error.code,
      ...(error.migration !== undefined && { migration: error.migration }),
      migrations: done,
    },
  });
}
