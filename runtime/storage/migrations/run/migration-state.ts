import type { Migration } from '../files/read-migrations.js';
import { MigrationError } from '../migration-error.js';
import type { JournalEntry } from './journal.js';
import { type WaysOut, waysOut } from './ways-out.js';

/** Compares the migration files of a project with the journal of a database. */
export interface MigrationState {
  readonly applied: readonly AppliedMigration[];
  readonly pending: readonly Migration[];
  /**
   * The migration whose tables are changed, but whose indexes are not all built. It is the last applied one.
   */
  readonly unfinished: AppliedMigration | null;
  /** Names of migrations that were edited after they ran. */
  readonly edited: readonly string[];
  /** Names of migrations that ran and have no file. */
  readonly missing: readonly string[];
}

export interface AppliedMigration extends JournalEntry {
  readonly migration: Migration | null;
}

export function stateOf(migrations: readonly Migration[], journal: readonly JournalEntry[]): MigrationState {
  const files = new Map(migrations.map((migration) => [migration.name, migration]));
  const applied = journal.map((entry) => ({ ...entry, migration: files.get(entry.name) ?? null }));
  const ran = new Set(journal.map(({ name }) => name));
  return {
    applied,
    pending: migrations.filter(({ name }) => !ran.has(name)),
    unfinished: applied.find(({ state }) => state === 'indexing') ?? null,
    edited: applied.filter(isEdited).map(({ name }) => name),
    missing: applied.filter(({ migration }) => migration === null).map(({ name }) => name),
  };
}

function isEdited({ checksums, migration }: AppliedMigration): boolean {
  if (migration === null) return false;
  return Object.entries(migration.checksums).some(
    ([dialect, checksum]) =>
      (checksums as Readonly<Record<string, string>>)[dialect] !== undefined &&
      (checksums as Readonly<Record<string, string>>)[dialect] !== checksum,
  );
}

/** @throws MigrationError that names applied migrations whose files are edited, missing or overtaken. */
export function assertSound(
  { applied, pending, edited, missing }: MigrationState,
  { otherwise }: Pick<WaysOut, 'otherwise'> = waysOut,
): void {
  if (missing.length > 0) {
    throw new MigrationError(
      'MIGRATION_CHANGED',
      `${missing.join(', ')} has run in this database, but its file is missing: restore it (from version control)${otherwise}.`,
    );
  }
  if (edited.length > 0) {
    throw new MigrationError(
      'MIGRATION_CHANGED',
      `${edited.join(', ')} was edited after it had run in this database: undo the edit, and put the change into a new migration${otherwise}.`,
    );
  }
  const last = applied.at(-1)?.name;
  const late = pending.find(({ name }) => last !== undefined && name < last);
  if (late !== undefined) {
    throw new MigrationError(
      'MIGRATION_CHANGED',
      `${late.name} has not run in this database, but ${last}, which follows it, has: restore the files that have run there (from version control)${otherwise}.`,
    );
  }
}
