import type { Command } from 'commander';
import { countText, type Finding } from '../../runtime/cli/index.js';
import { CommandError } from '../command-error.js';
import { type ConfigOptions, configOption, examples, jsonOption, outputOption } from '../options.js';
import { withProgress } from '../terminal/progress.js';
import type { Terminal } from '../terminal/terminal.js';

interface DoctorOptions extends ConfigOptions {
  readonly json?: boolean;
  readonly queries?: boolean;
}

export function addDoctor(program: Command, terminal: Terminal): void {
  program
    .command('doctor')
    .description(
      'Check config, generated code, secret, database, sessions, mail and port, and say what to do. Changes nothing.',
    )
    .addOption(configOption())
    .addOption(outputOption())
    .addOption(jsonOption())
    .option('--queries', 'instead: the reads that were slow, and the index that would help each')
    .addHelpText('after', examples(['svc doctor', 'svc doctor --json', 'svc doctor --queries']))
    .action(async ({ json, queries, ...config }: DoctorOptions) => {
      if (queries) {
        await showQueries(config, json ?? false, terminal);
        return;
      }
      const { examineProject } = await import('../doctor/examine.js');
      const findings = await withProgress('Checking', () => examineProject(process.cwd(), config));
      const failed = findings.filter(({ status }) => status === 'failed').length;
      const warnings = findings.filter(({ status }) => status === 'warning').length;
      const result = { ok: failed === 0, findings };
      if (!json) for (const finding of findings) printFinding(finding, terminal);
      if (failed > 0) {
        const verb = failed === 1 ? 'needs' : 'need';
        throw new CommandError(`${countText(failed, 'check')} failed and ${verb} to be fixed.`, {
          json: result,
        });
      }
      if (json) terminal.json(result);
      else
        terminal.line(
          warnings === 0 ? 'All checks passed.' : `Nothing failed; ${countText(warnings, 'warning')}.`,
        );
    });
}

async function showQueries(config: ConfigOptions, json: boolean, terminal: Terminal): Promise<void> {
  const { examineSlowQueries } = await import('../doctor/examine-slow-queries.js');
  const examined = await withProgress('Planning', () => examineSlowQueries(process.cwd(), config));
  if (json) {
    terminal.json({ ok: true, ...examined });
    return;
  }
  const { printQueries } = await import('../doctor/print-queries.js');
  printQueries(examined, terminal);
}

function printFinding({ check, status, message, fix }: Finding, { colours, line }: Terminal): void {
  const marks = {
    ok: colours.green('ok     '),
    warning: colours.yellow('warning'),
    failed: colours.red('failed '),
  };
  line(`${marks[status]} ${colours.bold(check.padEnd(10))} ${message}`);
  if (fix !== undefined) line(`${' '.repeat(19)}${colours.dim('→')} ${fix}`);
}
