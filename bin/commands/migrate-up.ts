import type { Command } from 'commander';
import { countText, loadMigrations } from '../../runtime/cli/index.js';
import { type ConfigOptions, configOption, examples, jsonOption } from '../options.js';
import { durationText } from '../terminal/duration.js';
import { withProgress } from '../terminal/progress.js';
import type { Terminal } from '../terminal/terminal.js';

interface UpCommandOptions extends ConfigOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function addMigrateUp(migrate: Command, terminal: Terminal): void {
  migrate
    .command('up')
    .description('Run the migrations that have not run yet, in order, each in its own transaction.')
    .addOption(configOption())
    .option('--yes', 'do not ask, and drop data that svc dev has kept of removed fields and collections')
    .addOption(jsonOption())
    .addHelpText('after', examples(['svc migrate up', 'svc migrate up --json']))
    .action(async ({ yes = false, json = false, ...options }: UpCommandOptions) => {
      const { openMigrationProject } = await import('../migrate/open-project.js');
      const { runUp } = await import('../migrate/run-up.js');
      const { hasCheckedValues } = await loadMigrations();
      const { colours, line } = terminal;
      const project = await openMigrationProject(options);
      const outcomes = await withProgress('Migrating', (onBlocked) =>
        runUp(project, { isSilent: json, isConfirmed: yes, onBlocked }),
      );
      if (json) {
        terminal.json({ ok: true, migrations: outcomes });
        return;
      }
      for (const { name, state, duration } of outcomes) {
        const how =
          state === 'adopted' ? '(the tables were already up to date)' : `(${durationText(duration)})`;
        line(`${colours.green('✓')} ${name} ${colours.dim(how)}`);
      }
      if (outcomes.some((outcome) => hasCheckedValues(project, outcome)))
        line(
          colours.dim('Stored values fit the new rules. `validate` callbacks do not run on stored values.'),
        );
      line(
        outcomes.length === 0
          ? 'Nothing to do: every migration has run.'
          : `Ran ${countText(outcomes.length, 'migration')}.`,
      );
      if (project.draft.lines.length > 0) {
        line(
          `The config has changes without a migration (${project.draft.lines[0] ?? ''}): run ${colours.bold('svc migrate create')}`,
        );
      }
    });
}
