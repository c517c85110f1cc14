import type { Command } from 'commander';
import { type ConfigOptions, configOption, examples, outputOption } from '../options.js';
import type { Terminal } from '../terminal/terminal.js';

export function addRun(program: Command, _terminal: Terminal): void {
  program
    .command('run')
    .description(
      'Run a script with the documents of the service: its default export gets { local, log, args }.',
    )
    .argument('<script>', 'a file with a default export that is a function')
    .argument('[args...]', 'passed to the script; after -- also those that svc has itself')
    .allowUnknownOption()
    .addOption(configOption())
    .addOption(outputOption())
    .addHelpText(
      'after',
      examples(['svc run scripts/report.ts', 'svc run scripts/import.ts -- --dry-run data.csv']),
    )
    .action(async (script: string, args: readonly string[], config: ConfigOptions) => {
      const { runScript } = await import('../script/run-script.js');
      const options = { project: process.cwd(), script, args: ownArguments(args), ...config };
      process.exitCode = await runScript(options);
    });
}

/** Commander leaves the `--` there after an option that it does not know. */
function ownArguments(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--');
  const isLeft = at > 0 && args.slice(0, at).some((argument) => argument.startsWith('-'));
  return isLeft ? args.toSpliced(at, 1) : args;
}
