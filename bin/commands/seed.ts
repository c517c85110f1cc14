import type { Command } from 'commander';
import { type ConfigOptions, configOption, examples, jsonOption, outputOption } from '../options.js';
import type { Terminal } from '../terminal/terminal.js';

interface SeedOptions extends ConfigOptions {
  readonly force?: boolean;
  readonly json?: boolean;
}

export function addSeed(program: Command, terminal: Terminal): void {
  program
    .command('seed')
    .description('Run seed.ts once, on a database without documents.')
    .argument('[script]', 'the script (default: "seed.ts")')
    .option('--force', 'run it again, or on a database with documents')
    .addOption(configOption())
    .addOption(outputOption())
    .addOption(jsonOption())
    .addHelpText('after', examples(['svc seed', 'svc seed demo.ts --force']))
    .action(async (script: string | undefined, { json, ...options }: SeedOptions) => {
      const { seedProject } = await import('../script/seed-project.js');
      const { hasRun, message } = await seedProject({
        project: process.cwd(),
        script: script ?? 'seed.ts',
        printsAside: json === true,
        ...options,
      });
      if (json) terminal.json({ ok: true, hasRun, message });
      else terminal.line(message);
    });
}
