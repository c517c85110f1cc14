export interface CommandErrorOptions extends ErrorOptions {
  /** Printed by `--json` instead of the lines. */
  readonly json?: object;
}

/** An expected failure of a command: the lines go to stderr unchanged, the process exits with 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly lines: readonly string[];
  readonly json: object | undefined;

  constructor(lines: string | readonly string[], { json, ...options }: CommandErrorOptions = {}) {
    const list = typeof lines === 'string' ? [`error: ${lines}`] : lines;
    super(list.join('\n'), options);
    this.lines = list;
    this.json = json;
  }
}

/** Wrong usage of a command: one line on stderr, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The user has ended a command while it asked something: nothing is printed. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly signal: NodeJS.Signals;

  constructor(signal: NodeJS.Signals) {
    super(`Ended by ${signal}.`);
    this.signal = signal;
  }
}
