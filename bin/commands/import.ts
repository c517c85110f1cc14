import { type Command, InvalidArgumentError, Option } from 'commander';
import { countText, type ImportReport } from '../../runtime/cli/index.js';
import { CommandError } from '../command-error.js';
import { configOption, examples, jsonOption } from '../options.js';
import { createTally } from '../terminal/tally.js';
import type { Terminal } from '../terminal/terminal.js';
import type { ImportOptions } from '../transfer/import-content.js';

interface CommandOptions extends ImportOptions {
  readonly json?: boolean;
}

const defaultBatch = 500;
const maxBatchSize = 10_000;
/** More reasons than this do not help; `--json` has them all. */
const maxShown = 50;

export function addImport(program: Command, terminal: Terminal): void {
  program
    .command('import')
    .description('Create and replace documents from a file of `svc export`, by their ids. Hooks do not run.')
    .argument('<file>', 'lines of JSON')
    .addOption(
      new Option('--batch <lines>', 'how many lines are written in one transaction')
        .argParser(batchSize)
        .default(defaultBatch),
    )
    .option('--files <dir>', 'a folder with the bytes of files, of `svc export --files`')
    .option('--dry-run', 'check every line and write nothing')
    .addOption(configOption())
    .addOption(jsonOption())
    .addHelpText('after', examples(['svc import content.ndjson', 'svc import content.ndjson --dry-run']))
    .action(async (file: string, { json, ...options }: CommandOptions) => {
      const { importContent } = await import('../transfer/import-content.js');
      const tally = createTally('Read');
      const report = await importContent(file, options, tally).finally(() => tally.end());
      const result = { ok: report.refused.length === 0, dryRun: options.dryRun ?? false, ...report };
      if (report.refused.length > 0) throw new CommandError(refusals(report, options), { json: result });
      if (json) terminal.json(result);
      else terminal.line(`${sumOf(report)}${options.dryRun ? '; nothing was written' : ''}.`);
    });
}

function batchSize(value: string): number {
  const size = /^\d+$/.test(value) ? Number(value) : 0;
  if (size >= 1 && size <= maxBatchSize) return size;
  throw new InvalidArgumentError(`It must be a number from 1 to ${maxBatchSize}.`);
}

function sumOf({ created, updated, unchanged }: ImportReport): string {
  return `${countText(created, 'document')} new, ${updated} changed, ${unchanged} as they were`;
}

function refusals(report: ImportReport, { dryRun }: ImportOptions): readonly string[] {
  const { refused, heldBack } = report;
  const shown = refused
    .slice(0, maxShown)
    .map(({ line, code, reasons }) => `line ${line}: ${reasons.join(' ')} (${code})`);
  const more = refused.length > shown.length ? [`... and ${refused.length - shown.length} more`] : [];
  const others =
    heldBack > 0
      ? `, and ${heldBack} in a batch with one of them ${heldBack === 1 ? 'was' : 'were'} not written`
      : '';
  const end = dryRun
    ? '; nothing was written'
    : '. Fix them and import the file again: documents that are up to date are not written';
  return [
    ...shown,
    ...more,
    `error: ${countText(refused.length, 'line')} refused${others}. ${sumOf(report)}${end}.`,
  ];
}
