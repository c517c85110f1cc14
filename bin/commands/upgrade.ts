import type { Command } from 'commander';
import { countText } from '../../runtime/cli/index.js';
import { CommandError } from '../command-error.js';
import { type ConfigOptions, configOption, examples, jsonOption, outputOption } from '../options.js';
import type { Terminal } from '../terminal/terminal.js';
import type { UpgradeFinding } from '../upgrade/upgrade-finding.js';

interface UpgradeCommandOptions extends ConfigOptions {
  readonly from?: string;
  readonly json?: boolean;
}

export function addUpgrade(program: Command, terminal: Terminal): void {
  program
    .command('upgrade')
    .description('Name what a project has to change for the installed version of svc. Changes nothing.')
    .addOption(configOption())
    .addOption(outputOption())
    .option(
      '--from <version>',
      'the version that the project worked with (default: that of its generated code)',
    )
    .addOption(jsonOption())
    .addHelpText('after', examples(['svc upgrade', 'svc upgrade --from 0.1 --json']))
    .action(async ({ json = false, ...options }: UpgradeCommandOptions) => {
      const { examineUpgrade } = await import('../upgrade/examine-upgrade.js');
      const { from, findings, notes } = await examineUpgrade(process.cwd(), options);
      const needed = findings.filter(({ isNeeded }) => isNeeded).length;
      const result = {
        ok: needed === 0,
        from,
        findings,
        notes: notes.map(({ what, todo }) => ({ what, todo })),
      };
      if (!json) {
        for (const finding of findings) printFinding(finding, terminal);
        for (const { what, todo } of notes) printNote(what, todo, terminal);
      }
      if (needed > 0) {
        throw new CommandError(
          `${countText(needed, 'place')} to change; docs/upgrading.md has the reasons.`,
          {
            json: result,
          },
        );
      }
      if (json) terminal.json(result);
      else
        terminal.line(
          findings.length === 0
            ? 'Nothing has to change.'
            : 'Nothing has to change, but look at these places.',
        );
    });
}

function printFinding(finding: UpgradeFinding, { colours, line }: Terminal): void {
  const { file, line: number, message, todo, isNeeded } = finding;
  const place = `${file ?? ''}${number === null ? '' : `:${number}`}`;
  line(`${isNeeded ? colours.red('change') : colours.yellow('check ')} ${colours.bold(place)} ${message}`);
  line(`       ${colours.dim('→')} ${todo}`);
}

function printNote(what: string, todo: string, { colours, line }: Terminal): void {
  line(`${colours.cyan('note  ')} ${what}`);
  line(`       ${colours.dim('→')} ${todo}`);
}
