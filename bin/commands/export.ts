import { type Command, Option } from 'commander';
import { countText, shownPath } from '../../runtime/cli/index.js';
import { UsageError } from '../command-error.js';
import { configOption, examples, jsonOption } from '../options.js';
import { createTally } from '../terminal/tally.js';
import type { Terminal } from '../terminal/terminal.js';
import type { ExportOptions } from '../transfer/export-content.js';

interface CommandOptions extends ExportOptions {
  readonly out?: string;
  readonly json?: boolean;
}

export function addExport(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .description('Write all documents, with drafts, as one line of JSON each; `svc import` reads them.')
    .option('--collection <slug...>', 'only these collections')
    .option('--global <slug...>', 'only these globals')
    .option('--with-passwords', 'include the password hashes of users')
    .option('--files <dir>', 'also copy the bytes of files to this folder')
    .addOption(
      new Option('-o, --out <file>', 'a file instead of standard output; it appears when it is complete'),
    )
    .addOption(configOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        'svc export > content.ndjson',
        'svc export --collection posts -o posts.ndjson',
        'svc export --files files -o content.ndjson',
      ]),
    )
    .action(async ({ out, json, ...options }: CommandOptions) => {
      if (json && out === undefined)
        throw new UsageError('--json needs -o <file>: the documents go to standard output');
      const { exportToFile, exportToStream } = await import('../transfer/export-content.js');
      const tally = createTally('Exported');
      try {
        if (out === undefined) {
          const { leftOut } = await exportToStream(process.stdout, options, tally);
          noteLeftOut(leftOut, terminal);
          return;
        }
        const { counts, leftOut } = await exportToFile(out, options, tally);
        noteLeftOut(leftOut, terminal);
        const sum = [...counts.values()].reduce((total, count) => total + count, 0);
        if (json) terminal.json({ ok: true, file: shownPath(out), documents: Object.fromEntries(counts) });
        else terminal.line(`Wrote ${countText(sum, 'document')} to ${shownPath(out)}.`);
      } finally {
        tally.end();
      }
    });
}

/** On stderr: the standard output has the documents, or the report. */
function noteLeftOut(collections: readonly string[], terminal: Terminal): void {
  if (collections.length === 0) return;
  terminal.error(
    `Relations lead to ${collections.join(', ')}, which are not in this file: an import refuses relations to documents that do not exist yet.`,
  );
}
