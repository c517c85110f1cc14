import { loadMigrations, type MigrationProject, type UpOutcome } from '../../runtime/cli/index.js';
import { CommandError } from '../command-error.js';
import { confirm } from '../terminal/confirm.js';

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
  project: MigrationProject,
  { isSilent, isConfirmed, onBlocked }: RunRequest,
): Promise<readonly UpOutcome[]> {
  const { MigrationError, migrate } = await loadMigrations();
  const done: UpOutcome[] = [];
  const confirmDrop = async (message: string): Promise<boolean> =>
    !isSilent && (await confirm(`${message} Drop them?`));
  try {
    await migrate(project, {
      confirmDrop: isConfirmed ? 'yes' : confirmDrop,
      onDone: (outcome) => void done.push(outcome),
      onBlocked,
    });
    return done;
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    const before =
      done.length === 0 ? '' : ` (${done.map(({ name }) => name).join(', ')} ran before it, and is kept.)`;
    throw new CommandError([`error: ${error.message}${before}`], {
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
}
