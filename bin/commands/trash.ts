import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ConfigOptions, configOption, examples, jsonOption, outputOption } from '../options.js';
import type { Terminal } from '../terminal/terminal.js';

interface Options extends ConfigOptions {
  readonly collection?: string;
  readonly json?: boolean;
}

/** `svc trash`: deleted documents, in the service of the project. */
export function addTrash(program: Command, terminal: Terminal): void {
  const trash = program
    .command('trash')
    .description(
      'List deleted documents, restore them, or delete them for good, beside a running server too.',
    )
    .addHelpText('after', examples(['svc trash list', 'svc trash empty --collection posts --dry-run']));
  addList(trash, terminal);
  addRestore(trash, terminal);
  addEmpty(trash, terminal);
}

function addList(trash: Command, terminal: Terminal): void {
  trash
    .command('list')
    .description('List the documents in the trash, of each collection those that were deleted last.')
    .option('--collection <slug>', 'only this collection')
    .addOption(new Option('--limit <number>', 'documents of each collection').default(50).argParser(limit))
    .addOption(configOption())
    .addOption(outputOption())
    .addOption(jsonOption())
    .addHelpText('after', examples(['svc trash list', 'svc trash list --collection posts --json']))
    .action(async (options: Options & { readonly limit: number }) => {
      const { listTrash } = await import('../trash/list-trash.js');
      await listTrash(options, terminal);
    });
}

function addRestore(trash: Command, terminal: Terminal): void {
  trash
    .command('restore')
    .description('Restore documents of a collection, with what was deleted along with them.')
    .argument('<ids...>', 'ids of documents in the trash')
    .requiredOption('--collection <slug>', 'the collection')
    .option('--values <json>', 'other values, where one that must be unique is in use')
    .addOption(configOption())
    .addOption(outputOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(['svc trash restore --collection posts 0199d2c4-7a41-7d3e-9b8f-4c6a7e100001']),
    )
    .action(
      async (
        ids: readonly string[],
        options: Options & { readonly collection: string; readonly values?: string },
      ) => {
        const { restoreTrash } = await import('../trash/restore-trash.js');
        await restoreTrash(ids, options, terminal);
      },
    );
}

function addEmpty(trash: Command, terminal: Terminal): void {
  trash
    .command('empty')
    .description('Delete the documents in the trash for good, with their versions and files.')
    .option('--collection <slug>', 'only this collection')
    .option('--dry-run', 'only say how many there are')
    .option('-y, --yes', 'without a question')
    .addOption(configOption())
    .addOption(outputOption())
    .addOption(jsonOption())
    .addHelpText('after', examples(['svc trash empty --dry-run', 'svc trash empty --collection posts --yes']))
    .action(async (options: Options & { readonly dryRun?: boolean; readonly yes?: boolean }) => {
      const { emptyTrash } = await import('../trash/empty-trash.js');
      await emptyTrash(options, terminal);
    });
}

const maxLimit = 100_000;

function limit(value: string): number {
  const number = /^\d{1,6}$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= maxLimit) return number;
  throw new InvalidArgumentError(`It must be a number from 1 to ${maxLimit}.`);
}
