import { loadMigrations, type Migration, type MigrationProject } from '../../runtime/cli/index.js';
import { UsageError } from '../command-error.js';
import { confirm } from '../terminal/confirm.js';
import type { RunRequest } from './run-up.js';

export interface DownRequest extends RunRequest {
  readonly to?: string;
}

/** Reverts migrations, the last one first. Returns their names. */
export async function runDown(
  project: MigrationProject,
  { to, isSilent, isConfirmed, onBlocked }: DownRequest,
): Promise<readonly string[]> {
  const { revert } = await loadMigrations();
  const confirmLoss = async (message: string): Promise<boolean> =>
    !isSilent && (await confirm(`${message} Continue?`));
  return revert(project, {
    choose: (applied) => applied.slice(to === undefined ? -1 : positionOf(to, applied)),
    confirmLoss: isConfirmed ? 'yes' : confirmLoss,
    onBlocked,
  });
}

function positionOf(to: string, applied: readonly Migration[]): number {
  if (/^0+$/.test(to)) return 0;
  const found = applied.findIndex(
    ({ name }) => name === to || (/^\d+$/.test(to) && Number.parseInt(name, 10) === Number(to)),
  );
  if (found === -1) throw new UsageError(`--to ${to}: no migration with that name or number has run.`);
  return found + 1;
}
