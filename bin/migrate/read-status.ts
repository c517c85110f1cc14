import {
  countText,
  loadMigrations,
  type MigrationProject,
  type MigrationState,
} from '../../runtime/cli/index.js';

export interface MigrationStatus {
  /** All have run unmodified, and the config needs no further one. */
  readonly ok: boolean;
  /** A migration that has run was edited or is missing. */
  readonly isBroken: boolean;
  readonly lines: readonly string[];
  /** The problems, as lines for stderr. */
  readonly issues: readonly string[];
  /** For `--json`. */
  readonly report: object;
}

export async function readStatus(project: MigrationProject): Promise<MigrationStatus> {
  const { readState } = await loadMigrations();
  const { draft } = project;
  const state = await readState(project);
  const issues = issuesOf(state, draft.lines);
  return {
    ok: issues.length === 0,
    isBroken: state.edited.length + state.missing.length > 0,
    lines: linesOf(state, draft.lines),
    issues: issues.map((issue) => `error: ${issue}`),
    report: {
      applied: state.applied.map(({ name, appliedAt, duration, state: how }) => ({
        name,
        state: how,
        appliedAt,
        duration,
      })),
      pending: state.pending.map(({ name }) => name),
      edited: state.edited,
      missing: state.missing,
      changes: draft.lines,
    },
  };
}

function issuesOf(
  { pending, edited, missing, unfinished }: MigrationState,
  changes: readonly string[],
): readonly string[] {
  return [
    ...missing.map((name) => `${name} has run, but its file is missing: restore it (from version control).`),
    ...edited.map(
      (name) =>
        `${name} was edited after it had run: undo the edit, and put the change into a new migration.`,
    ),
    ...(unfinished === null
      ? []
      : [
          `${unfinished.name} has changed the tables, but its indexes are not all built: another process builds them, or was interrupted. "svc migrate up" continues.`,
        ]),
    ...(pending.length === 0
      ? []
      : [
          `${countText(pending.length, 'migration')} pending (${pending.map(({ name }) => name).join(', ')}): run "svc migrate up".`,
        ]),
    ...(changes.length === 0
      ? []
      : [`the config has changes without a migration (${changes[0] ?? ''}): run "svc migrate create".`]),
  ];
}

function linesOf(
  { applied, pending, edited, missing, unfinished }: MigrationState,
  changes: readonly string[],
): readonly string[] {
  const mark = (name: string): string => {
    if (name === unfinished?.name) return 'indexing';
    if (missing.includes(name)) return 'missing';
    return edited.includes(name) ? 'edited ' : 'applied';
  };
  const lines = [
    ...applied.map(({ name, appliedAt }) => `${mark(name)} ${name}  ${appliedAt}`),
    ...pending.map(({ name }) => `pending ${name}`),
  ];
  const rest =
    changes.length === 0
      ? 'The config has no change without a migration.'
      : `The config has ${countText(changes.length, 'change')} without a migration:`;
  return [
    ...(lines.length === 0 ? ['No migrations yet.'] : lines),
    rest,
    ...changes.map((line) => `  ${line}`),
  ];
}
