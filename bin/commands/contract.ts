import type { Command } from 'commander';
import { CommandError } from '../command-error.js';
import { type ConfigOptions, configOption, examples, jsonOption } from '../options.js';
import type { Terminal } from '../terminal/terminal.js';

interface DiffOptions extends Pick<ConfigOptions, 'config'> {
  readonly json?: boolean;
}

export function addContract(program: Command, terminal: Terminal): void {
  const contract = program
    .command('contract')
    .description('Compare the contracts of two versions of a service.')
    .addHelpText('after', examples(['svc contract diff openapi.old.json']));
  contract
    .command('diff')
    .description(
      'List what changed between two OpenAPI documents. Exits with 1 if clients of the old one may fail.',
    )
    .argument('<old>', 'the OpenAPI document of before, as JSON')
    .argument('[new]', 'the one of now (default: that of the config in this folder)')
    .addOption(configOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        'svc contract diff old.json new.json',
        'git show main:generated/openapi.json > old.json && svc contract diff old.json',
      ]),
    )
    .action(async (before: string, after: string | undefined, { json, ...config }: DiffOptions) => {
      const { diffContracts } = await import('../contract/diff-contracts.js');
      const { breakingCauses, changesJson, printChanges } = await import('../contract/print-changes.js');
      const changes = await diffContracts({ before, after, ...config });
      const count = breakingCauses(changes).length;
      const result = changesJson(changes);
      if (!json) printChanges(changes, terminal);
      else if (count === 0) terminal.json(result);
      if (count > 0) throw new CommandError(`breaking changes: ${count}`, { json: result });
    });
}
