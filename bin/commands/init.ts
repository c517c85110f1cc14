import type { Command } from 'commander';
import { examples } from '../options.js';
import type { Terminal } from '../terminal/terminal.js';

export function addInit(program: Command, terminal: Terminal): void {
  program
    .command('init')
    .description(
      'Create a new project: config, settings with a random secret, scripts, Dockerfile. Overwrites nothing.',
    )
    .argument('[dir]', 'the folder of the project, created if needed', '.')
    .addHelpText('after', examples(['svc init my-app', 'svc init .', 'npx ./svc-0.1.0.tgz init my-app']))
    .action(async (folder: string) => {
      const { initProject } = await import('../project/init-project.js');
      const { changes, files, hints, nextSteps, warnings } = await initProject(folder, terminal.error);
      const { colours } = terminal;
      for (const file of files) terminal.line(`${colours.green('+')} ${file}`);
      for (const change of changes) terminal.line(`${colours.yellow('~')} package.json: ${change}`);
      for (const warning of warnings) terminal.line(`${colours.yellow('!')} ${warning}`);
      for (const hint of hints) terminal.line(colours.dim(hint));
      terminal.line('');
      terminal.line('Next:');
      for (const step of nextSteps) terminal.line(`  ${colours.bold(step)}`);
    });
}
