export interface CommandErrorOptions extends ErrorOptions {
  /** What `--json` prints instead of the lines. */
  readonly json?: object;
}

/** A command failed in a way that it can explain: the lines go to stderr as they are, the process exits with 1. */
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

/** The command was called in a wrong way: one line on stderr, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
