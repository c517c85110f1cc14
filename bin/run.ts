import { constants } from 'node:os';
import { type Command, CommanderError } from 'commander';
import { Interrupted, UsageError } from './command-error.js';
import { errorJson, errorLines } from './error-lines.js';
import { buildProgram } from './program.js';
import { processTerminal, type Terminal } from './terminal/terminal.js';

export const exitCodes = { ok: 0, failed: 1, wrongUsage: 2 } as const;

/** Runs one command line and returns its exit code. */
export async function run(argv: readonly string[], terminal: Terminal = processTerminal()): Promise<number> {
  endQuietlyWhenNobodyReads();
  const program = buildProgram(terminal);
  if (argv.length === 0) {
    program.outputHelp({ error: true });
    return exitCodes.wrongUsage;
  }
  try {
    // Every error from here on is one line, without a help text before it.
    await program.configureOutput({ writeErr: () => {} }).parseAsync(argv, { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    return report(error, { argv, terminal, commands: commandsOf(program) });
  }
}

/** A command line that failed. */
interface Failed {
  readonly argv: readonly string[];
  readonly terminal: Terminal;
  /** Every command, and those with subcommands: `auth key create`. */
  readonly commands: ReadonlySet<string>;
}

function report(error: unknown, failed: Failed): number {
  const { argv, terminal } = failed;
  if (error instanceof CommanderError) return reportUsage(error, failed);
  if (error instanceof Interrupted) return 128 + constants.signals[error.signal];
  if (error instanceof UsageError) {
    terminal.error(`error: ${error.message}`);
    return exitCodes.wrongUsage;
  }
  for (const line of errorLines(error)) terminal.error(line);
  if (argv.includes('--json')) terminal.json(errorJson(error));
  if (process.env['SVC_DEBUG'] && error instanceof Error) terminal.error(error.stack ?? '');
  return exitCodes.failed;
}

/** Commander throws for help and version too, with exit code 0. */
function reportUsage(error: CommanderError, { argv, terminal, commands }: Failed): number {
  if (error.exitCode === 0) return exitCodes.ok;
  const command = commandOf(argv, commands);
  if (error.code === 'commander.help') {
    const message =
      argv[0] === 'help'
        ? `unknown command '${argv[1] ?? ''}'${helpHint('')}`
        : `\`svc ${command}\` needs a command${helpHint(command)}`;
    terminal.error(`error: ${message}`);
    return exitCodes.wrongUsage;
  }
  const message = error.message
    .replace(
      /\s*\n\(Did you mean (one of )?(.+?)\?\)$/s,
      (_, _oneOf, names: string) => `; did you mean ${names}?`,
    )
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\.$/, '');
  const port = error.code === 'commander.unknownOption' ? portHint(argv, command) : null;
  if (port !== null) terminal.error(port);
  else terminal.error(message.endsWith('?') ? message : `${message}${helpHint(command)}`);
  return exitCodes.wrongUsage;
}

/** Many programs take their port as an option. Here it is a variable, as for the built server. */
function portHint(argv: readonly string[], command: string): string | null {
  if (command !== 'dev' && command !== 'start') return null;
  const at = argv.findIndex((argument) => /^(--port|-p)(=|$)/.test(argument));
  const [option = '', value = argv[at + 1]] = argv[at]?.split('=') ?? [];
  if (option === '') return null;
  const port = value !== undefined && /^\d+$/.test(value) ? value : '4000';
  return `error: unknown option '${option}'; the port is a variable: PORT=${port} svc ${command}`;
}

function helpHint(command: string): string {
  return `; see \`svc ${command === '' ? '' : `${command} `}--help\``;
}

function commandsOf(program: Command): ReadonlySet<string> {
  const named = ({ commands }: Command, above: string): readonly string[] =>
    commands.flatMap((command) => {
      const name = `${above}${command.name()}`;
      return [name, ...named(command, `${name} `)];
    });
  return new Set(named(program, ''));
}

/** The words that name a command: `auth key create`. */
function commandOf(argv: readonly string[], commands: ReadonlySet<string>): string {
  let command = '';
  for (const word of argv.filter((argument) => !argument.startsWith('-'))) {
    const longer = command === '' ? word : `${command} ${word}`;
    if (!commands.has(longer)) break;
    command = longer;
  }
  return command;
}

/** `svc generate | head -1` closes the pipe early, which is not a failure. A closed terminal is EIO. */
function endQuietlyWhenNobodyReads(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || error.code === 'EIO') process.exit(exitCodes.ok);
    throw error;
  });
}
