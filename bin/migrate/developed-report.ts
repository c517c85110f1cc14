import { countText, shownPath } from '../../runtime/cli/index.js';
import type { Colours } from '../terminal/colours.js';
import type { DevelopedMigrations } from './develop-migrations.js';

/** What `svc migrate dev` has done, for a person. */
export function developedLines(developed: DevelopedMigrations, colours: Colours): readonly string[] {
  const { wasReset, renewed, created, changes, outcomes } = developed;
  const mark = renewed === null ? '+' : '~';
  return [
    ...(wasReset ? [`${colours.yellow('!')} The database was reset: it is empty.`] : []),
    ...changes.map((change) => `  ${change}`),
    ...(created?.files ?? []).map((file) => `${colours.green(mark)} ${shownPath(file)}`),
    ...outcomes.map(({ name, state }) => {
      const how = state === 'adopted' ? ' (the tables were already up to date)' : '';
      return `${colours.green('✓')} ${name}${colours.dim(how)}`;
    }),
    ...sumOf(developed, colours),
  ];
}

function sumOf(
  { renewed, created, changes, outcomes }: DevelopedMigrations,
  colours: Colours,
): readonly string[] {
  if (created !== null) {
    const did = renewed === null ? 'Created' : 'Created again:';
    const count = countText(changes.length, 'change');
    return [`${did} ${colours.bold(created.name)} for ${count}; read it before you commit it`];
  }
  if (renewed !== null)
    return [`${colours.red('-')} ${renewed} is removed: the config does not need it any more`];
  return outcomes.length > 0 ? [] : ['Nothing to migrate: the database and the migrations fit the config.'];
}

/** The same as JSON. */
export function developedJson(developed: DevelopedMigrations): object {
  const { wasReset, renewed, created, changes, outcomes } = developed;
  return {
    ok: true,
    reset: wasReset,
    renewed,
    created: created?.name ?? null,
    files: (created?.files ?? []).map((file) => shownPath(file)),
    changes,
    migrations: outcomes,
  };
}
