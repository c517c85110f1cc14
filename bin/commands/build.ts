import type { Command } from 'commander';
import { sizeText } from '../../runtime/cli/index.js';
import { generationJson, printGeneration } from '../generate/generation.js';
import { type ConfigOptions, configOption, examples, jsonOption, outputOption } from '../options.js';
import { durationText } from '../terminal/duration.js';
import type { Terminal } from '../terminal/terminal.js';

interface BuildOptions extends ConfigOptions {
  readonly json?: boolean;
}

export function addBuild(program: Command, terminal: Terminal): void {
  program
    .command('build')
    .description(
      'Generate, then build a plain JavaScript server in dist/. Start it with `node dist/server.js`.',
    )
    .addOption(configOption())
    .addOption(outputOption())
    .addOption(jsonOption())
    .addHelpText('after', examples(['svc build', 'svc build --json']))
    .action(async ({ json, ...config }: BuildOptions) => {
      const { buildProject } = await import('../bundle/build-project.js');
      const { generation, files, milliseconds } = await buildProject(process.cwd(), config);
      if (json) {
        terminal.json({
          ok: true,
          files,
          generated: generationJson(generation),
          milliseconds: Math.round(milliseconds),
        });
        return;
      }
      const { colours, line } = terminal;
      printGeneration(generation, terminal);
      for (const { path, bytes } of files)
        line(`${colours.green('+')} ${path} ${colours.dim(`(${sizeText(bytes)})`)}`);
      line(
        `Built the server ${colours.dim(`(${durationText(milliseconds)})`)}; start it with ${colours.bold('node dist/server.js')}`,
      );
    });
}
