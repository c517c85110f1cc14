import { Option } from 'commander';

export interface ConfigOptions {
  readonly config?: string;
  readonly output?: string;
}

export const configOption = (): Option =>
  new Option('-c, --config <file>', 'the config (default: "svc.config.ts")');

export const outputOption = (): Option =>
  new Option(
    '-o, --output <folder>',
    'where generated code goes (default: "generated", or the config\'s `output`)',
  );

export const jsonOption = (): Option => new Option('--json', 'print the result as one line of JSON');

/** The closing part of a help text. */
export function examples(commands: readonly string[]): string {
  return `\nExample${commands.length > 1 ? 's' : ''}:\n${commands.map((command) => `  $ ${command}`).join('\n')}`;
}
