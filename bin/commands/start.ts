import type { Command } from 'commander';
import { type ConfigOptions, configOption, examples, outputOption } from '../options.js';
import type { Terminal } from '../terminal/terminal.js';

export function addStart(program: Command, terminal: Terminal): void {
  program
    .command('start')
    .description(
      'Run the production server in dist/, and build it first if it is missing or older than its sources.',
    )
    .addOption(configOption())
    .addOption(outputOption())
    .addHelpText('after', examples(['svc start', 'PORT=8080 svc start']))
    .action(async (config: ConfigOptions) => {
      const { startProject } = await import('../bundle/start-project.js');
      await startProject(process.cwd(), config, terminal);
    });
}
