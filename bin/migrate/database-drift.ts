import type { MigrationState } from '../../runtime/cli/index.js';

/**
 * How what has run in a database differs from the files of its migrations, one sentence each; empty if
 * nothing does.
 */
export function driftOf({ applied, pending, edited, missing }: MigrationState): readonly string[] {
  const last = applied.at(-1)?.name;
  const late = pending.filter(({ name }) => last !== undefined && name < last);
  return [
    ...missing.map((name) => `${name} has run in this database, but its file is missing.`),
    ...edited.map((name) => `${name} was edited after it had run in this database.`),
    ...late.map(
      ({ name }) => `${name} has not run in this database, but ${last ?? ''}, which follows it, has.`,
    ),
  ];
}
