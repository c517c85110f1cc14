import { InvalidArgumentError, Option } from 'commander';

export interface ConfigOptions {
  readonly config?: string;
  readonly output?: string;
}

export const configOption = (): Option =>
  new Option('-c, --config <file>', 'the config (default: "svc.config.ts")').argParser(path);

export const outputOption = (): Option =>
  new Option(
    '-o, --output <folder>',
    'the folder for generated code (default: "generated", or the config\'s `output`)',
  ).argParser(path);

/** An empty path, as from a script with an unset variable, would mean the current folder. */
function path(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('Name a path.');
  return value;
}

export const jsonOption = (): Option => new Option('--json', 'print the result as one line of JSON');

/** The last part of a help text. */
export function examples(commands: readonly string[]): string {
  return `\nExample${commands.length > 1 ? 's' : ''}:\n${commands.map((command) => `  $ ${command}`).join('\n')}`;
}
