import type { Command } from 'commander';
import type { DevOptions } from '../dev/dev-project.js';
import { configOption, examples, outputOption } from '../options.js';
import type { Terminal } from '../terminal/terminal.js';

export function addDev(program: Command, terminal: Terminal): void {
  program
    .command('dev')
    .description(
      'Generate, create or extend the tables, and serve; again on every change of the config, its imports and .env.',
    )
    .addOption(configOption())
    .addOption(outputOption())
    .option(
      '--host [address]',
      'listen for other machines: on this address, else on HOST or `server.host`, else on all',
    )
    .addHelpText('after', examples(['svc dev', 'PORT=4000 svc dev', 'svc dev --host']))
    .action(async (options: DevOptions) => {
      const { devProject } = await import('../dev/dev-project.js');
      await devProject(process.cwd(), options, terminal);
    });
}
