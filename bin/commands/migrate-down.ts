import type { Command } from 'commander';
import { type ConfigOptions, configOption, examples, jsonOption } from '../options.js';
import type { Terminal } from '../terminal/terminal.js';

interface DownCommandOptions extends ConfigOptions {
  readonly to?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function addMigrateDown(migrate: Command, terminal: Terminal): void {
  migrate
    .command('down')
    .description('Revert the last migration. What it had dropped comes back empty.')
    .addOption(configOption())
    .option('--to <migration>', 'revert all after this one, by its name or number; 0 for all')
    .option('--yes', 'do not ask, and lose the data that reverting loses')
    .addOption(jsonOption())
    .addHelpText('after', examples(['svc migrate down', 'svc migrate down --to 3 --yes']))
    .action(async ({ to, yes = false, json = false, ...options }: DownCommandOptions) => {
      const { openMigrationProject } = await import('../migrate/open-project.js');
      const { runDown } = await import('../migrate/run-down.js');
      const project = await openMigrationProject(options);
      const names = await runDown(project, {
        ...{ isSilent: json, isConfirmed: yes, onBlocked: terminal.error },
        ...(to !== undefined && { to }),
      });
      if (json) {
        terminal.json({ ok: true, migrations: names });
        return;
      }
      for (const name of names) terminal.line(`${terminal.colours.green('✓')} ${name} was reverted`);
      if (names.length === 0) terminal.line('Nothing to do: no migration has run after that.');
    });
}
