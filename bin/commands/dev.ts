import type { Command } from 'commander';
import { type ConfigOptions, configOption, examples, outputOption } from '../options.js';
import type { Terminal } from '../terminal/terminal.js';

export function addDev(program: Command, terminal: Terminal): void {
  program
    .command('dev')
    .description(
      'Generate, create or extend the tables, and serve; again on every change of the config, its imports and .env.',
    )
    .addOption(configOption())
    .addOption(outputOption())
    .addHelpText('after', examples(['svc dev', 'PORT=4000 svc dev']))
    .action(async (config: ConfigOptions) => {
      const { devProject } = await import('../dev/dev-project.js');
      await devProject(process.cwd(), config, terminal);
    });
}
