import { type Command, Option } from 'commander';
import { countText } from '../../runtime/cli/index.js';
import { CommandError } from '../command-error.js';
import { fileLines } from '../generate/file-lines.js';
import { type Generation, generationJson, printGeneration, runGeneration } from '../generate/generation.js';
import { type ConfigOptions, configOption, examples, jsonOption, outputOption } from '../options.js';
import type { Terminal } from '../terminal/terminal.js';

interface GenerateOptions extends ConfigOptions {
  readonly watch?: boolean;
  readonly check?: boolean;
  readonly verbose?: boolean;
  readonly json?: boolean;
}

export function addGenerate(program: Command, terminal: Terminal): void {
  program
    .command('generate')
    .description(
      'Write the server, its types and validators, the OpenAPI document and the SDK. Needs no database.',
    )
    .addOption(configOption())
    .addOption(outputOption())
    .option('--watch', 'run again on every change of the config and its imports')
    .addOption(
      new Option('--check', 'write nothing; list the files that are out of date and exit with 1').conflicts(
        'watch',
      ),
    )
    .option('--verbose', 'name each file, however many there are')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(['svc generate', 'svc generate -c site/svc.config.ts -o src/api', 'svc generate --check']),
    )
    .action(async ({ watch, check, json, verbose: isVerbose = false, ...config }: GenerateOptions) => {
      if (watch) {
        const { watchGeneration } = await import('../generate/watch-generation.js');
        return await watchGeneration(config, { json: json === true, isVerbose, terminal });
      }
      const generation = await runGeneration({ ...config, check: check === true });
      if (generation.stale.length > 0) throw outOfDate(generation, isVerbose);
      if (json) terminal.json(generationJson(generation));
      else printGeneration(generation, terminal, isVerbose);
    });
}

function outOfDate(generation: Generation, isVerbose: boolean): CommandError {
  const { stale, output } = generation;
  const lines = fileLines(stale, { output, isVerbose }).map((text) => `${text} is out of date`);
  const sum = `error: ${countText(stale.length, 'generated file')} out of date: run \`svc generate\`.`;
  return new CommandError([...lines, sum], { json: { ...generationJson(generation), ok: false } });
}
