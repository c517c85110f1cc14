import { type Command, Option } from 'commander';
import { CommandError } from '../command-error.js';
import { type ConfigOptions, configOption, examples, jsonOption } from '../options.js';
import type { Terminal } from '../terminal/terminal.js';

interface StatusOptions extends ConfigOptions {
  readonly check?: boolean;
  readonly json?: boolean;
}

export function addMigrateStatus(migrate: Command, terminal: Terminal): void {
  migrate
    .command('status')
    .description('Show which migrations have run, which have not, and what is wrong. Changes nothing.')
    .addOption(configOption())
    .addOption(new Option('--check', 'exit with 1 unless all have run and the config has no further change'))
    .addOption(jsonOption())
    .addHelpText('after', examples(['svc migrate status', 'svc migrate status --check --json']))
    .action(async ({ check = false, json = false, ...options }: StatusOptions) => {
      const { openMigrationProject } = await import('../migrate/open-project.js');
      const { readStatus } = await import('../migrate/read-status.js');
      const status = await readStatus(await openMigrationProject(options));
      if (!json) for (const line of status.lines) terminal.line(line);
      const result = { ok: status.ok, ...status.report };
      if (status.isBroken || (check && !status.ok)) throw new CommandError(status.issues, { json: result });
      if (json) terminal.json(result);
    });
}
