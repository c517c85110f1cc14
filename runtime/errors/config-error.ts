/** One issue of the config. */
export interface LocatedConfigIssue {
  /** Path of the file, absolute or relative to where the command runs; null where it is not known. */
  readonly file: string | null;
  /** Counted from 1; null where it is not known. */
  readonly line: number | null;
  /**
   * Into the config, with names instead of positions: `collections.posts.fields.title`. Empty: the whole
   * config.
   */
  readonly path: string;
  readonly message: string;
  /** The near-miss: "title". */
  readonly suggestion?: string;
}

/** A config that cannot be used, with every issue found. Its message has one line for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'CONFIG_INVALID';
  readonly issues: readonly LocatedConfigIssue[];

  constructor(issues: readonly LocatedConfigIssue[], options?: ErrorOptions) {
    super(issues.map(renderIssue).join('\n'), options);
    this.issues = issues;
  }
}

/** `svc.config.ts:14 collections.posts.fields.title: message (did you mean "x"?)` */
export function renderIssue(issue: LocatedConfigIssue): string {
  const place = issue.file === null ? '' : `${issue.file}${issue.line === null ? '' : `:${issue.line}`}`;
  const head = [place, issue.path].filter((part) => part !== '').join(' ');
  const hint = issue.suggestion === undefined ? '' : ` Did you mean "${issue.suggestion}"?`;
  // One line for each issue, whatever names the config contains.
  return oneLine(`${head === '' ? '' : `${head}: `}${issue.message}${hint}`);
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, escapeMark);
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function escapeMark(mark: string): string {
  return shortEscapes.get(mark) ?? `\\u${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
