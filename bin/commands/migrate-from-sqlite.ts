import type { Command } from 'commander';
import { countText } from '../../runtime/cli/index.js';
import { type ConfigOptions, configOption, examples, jsonOption } from '../options.js';
import { progressBar } from '../terminal/progress-bar.js';
import type { Terminal } from '../terminal/terminal.js';

interface FromSqliteOptions extends ConfigOptions {
  readonly to: string;
  readonly from?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function addMigrateFromSqlite(migrate: Command, terminal: Terminal): void {
  migrate
    .command('from-sqlite')
    .description(
      'Copy all data of the SQLite database to an empty PostgreSQL database, and compare them. Continues after an interruption.',
    )
    .addOption(configOption())
    .requiredOption('--to <url>', 'the PostgreSQL database: postgres://user:password@host:5432/name')
    .option('--from <file>', 'the SQLite file (default: that of the config)')
    .option('--yes', 'do not copy data that `svc dev` has kept of removed fields and collections')
    .addOption(jsonOption())
    .addHelpText('after', examples(['svc migrate from-sqlite --to postgres://svc@db.example.com/shop']))
    .action(async ({ json = false, ...options }: FromSqliteOptions) => {
      const { copyFromSqlite } = await import('../migrate/copy-from-sqlite.js');
      const bar = progressBar(json ? () => {} : terminal.line);
      const tables = await copyFromSqlite({ ...options, onProgress: bar.show }).finally(bar.end);
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      if (json) terminal.json({ ok: true, rows, tables });
      else {
        terminal.line(
          `Copied ${countText(rows, 'row')} in ${countText(tables.length, 'table')}; counts and checksums are equal. Set SVC_DATABASE_URL to the new database.`,
        );
      }
    });
}
