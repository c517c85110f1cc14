import type { Command } from 'commander';
import { countText, loadSearch } from '../../runtime/cli/index.js';
import { loadProject } from '../load-project.js';
import { type ConfigOptions, configOption, examples, jsonOption } from '../options.js';
import { createTally } from '../terminal/tally.js';
import type { Terminal } from '../terminal/terminal.js';

interface RebuildOptions extends ConfigOptions {
  readonly collection?: string;
  readonly json?: boolean;
}

/** `svc search`: the indexes of searches. */
export function addSearch(program: Command, terminal: Terminal): void {
  const search = program
    .command('search')
    .description('Build search indexes again, beside a running server too.')
    .addHelpText('after', examples(['svc search rebuild']));
  search
    .command('rebuild')
    .description('Index every document again, for example after values were changed by SQL.')
    .option('--collection <slug>', 'only documents of this collection')
    .addOption(configOption())
    .addOption(jsonOption())
    .addHelpText('after', examples(['svc search rebuild', 'svc search rebuild --collection posts --json']))
    .action(async ({ collection, json, ...config }: RebuildOptions) => {
      const [project, { rebuildSearch }] = await Promise.all([loadProject(config), loadSearch()]);
      const tally = createTally('Indexed', process.stderr);
      const seen = (documents: number): void => tally.add(documents);
      const indexes = await rebuildSearch(project, { slug: collection, seen }).finally(() => tally.end());
      if (json) {
        terminal.json({ ok: true, indexes });
        return;
      }
      for (const { collection: slug, documents, removed } of indexes) {
        const strays = removed === 0 ? '' : `; ${countText(removed, 'row')} without a document removed`;
        terminal.line(`${slug}: ${countText(documents, 'document')} indexed${strays}.`);
      }
    });
}
