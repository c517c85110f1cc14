import type { Command } from 'commander';
import { copyTexts, countText } from '../../runtime/cli/index.js';
import { type ConfigOptions, configOption, examples, jsonOption } from '../options.js';
import { progressBar } from '../terminal/progress-bar.js';
import type { Terminal } from '../terminal/terminal.js';

interface CopyOptions extends ConfigOptions {
  readonly to: string;
  readonly from?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function addMigrateCopy(migrate: Command, terminal: Terminal): void {
  migrate
    .command(copyTexts.command)
    .description(copyTexts.description)
    .addOption(configOption())
    .requiredOption('--to <url>', copyTexts.to)
    .option('--from <file>', copyTexts.from)
    .option('--yes', 'do not copy data that `svc dev` has kept of removed fields and collections')
    .addOption(jsonOption())
    .addHelpText('after', examples([copyTexts.example]))
    .action(async ({ json = false, ...options }: CopyOptions) => {
      const { copyProject } = await import('../migrate/copy-project.js');
      const bar = progressBar(json ? () => {} : terminal.line);
      const tables = await copyProject({ ...options, onProgress: bar.show }).finally(bar.end);
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      if (json) terminal.json({ ok: true, rows, tables });
      else {
        terminal.line(
          `Copied ${countText(rows, 'row')} in ${countText(tables.length, 'table')}; counts and checksums are equal. Set SVC_DATABASE_URL to the new database.`,
        );
      }
    });
}
