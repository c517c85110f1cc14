import { loadMigrations, type MigrationProject, type MigrationState } from '../../runtime/cli/index.js';
import { CommandError } from '../command-error.js';
import { confirm } from '../terminal/confirm.js';
import { isCommitted } from './is-committed.js';

export interface RenewalRequest {
  /** `--yes`: create the last migration again without a question. */
  readonly isConfirmed: boolean;
  /** `--next`: never create the last one again. */
  readonly isNext: boolean;
  /** No prompts. */
  readonly isSilent: boolean;
  readonly note: (message: string) => void;
}

/**
 * Decides whether the last migration is created again instead of a next one. That is right only if it has run
 * in this database at most: its files are as they were created, and no commit has them.
 *
 * @returns its name; null if it stays
 * @throws CommandError if it could be, and there is nobody to ask
 */
export async function chooseRenewal(
  project: MigrationProject,
  { pending }: MigrationState,
  { isConfirmed, isNext, isSilent, note }: RenewalRequest,
): Promise<string | null> {
  const name = project.migrations.at(-1)?.name;
  if (name === undefined || isNext) return null;
  const isPending = pending.some((migration) => migration.name === name);
  // A migration that has run needs no other text as long as it leads to the same tables.
  const isDue = project.draft.lines.length > 0 || (isPending && project.outdated !== null);
  if (!isDue) return null;
  const { isLastAsCreated } = await loadMigrations();
  if (!isLastAsCreated(project)) {
    note(`${name} stays: its files were edited after they were created.`);
    return null;
  }
  if (await isCommitted(project.folder, `${name}.snapshot.json`)) {
    note(`${name} stays: it is committed, so others may have run it.`);
    return null;
  }
  if (isConfirmed) return name;
  if (isSilent || process.stdin.isTTY !== true || process.stderr.isTTY !== true) throw undecided(name);
  const where = isPending ? 'has not run here' : 'has run here';
  const question = `${name} ${where} and is not committed. Create it again for the whole change? Say no if it has run in another database: then the next migration is created.`;
  return (await confirm(question)) ? name : null;
}

function undecided(name: string): CommandError {
  return new CommandError(
    `the last migration, ${name}, is not committed. Create it again for the whole change with --yes, or if it has run in another database, create the next one with --next.`,
  );
}
