/** One fault of the config. */
export interface ConfigFault {
  /** Path of the file, absolute or relative to where the command runs; null where it is not known. */
  readonly file: string | null;
  /** Counted from 1; null where it is not known. */
  readonly line: number | null;
  /** Into the config, with names instead of positions: `collections.posts.fields.title`. Empty: the whole config. */
  readonly path: string;
  readonly message: string;
  /** The near-miss: "title". */
  readonly suggestion?: string;
}

/** A config that cannot be used, with every fault found. Its message is one line for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'CONFIG_INVALID';
  readonly faults: readonly ConfigFault[];

  constructor(faults: readonly ConfigFault[], options?: ErrorOptions) {
    super(faults.map(renderFault).join('\n'), options);
    this.faults = faults;
  }
}

/** `svc.config.ts:14 collections.posts.fields.title: message (did you mean "x"?)` */
export function renderFault(fault: ConfigFault): string {
  const place = fault.file === null ? '' : `${fault.file}${fault.line === null ? '' : `:${fault.line}`}`;
  const head = [place, fault.path].filter((part) => part !== '').join(' ');
  const hint = fault.suggestion === undefined ? '' : ` Did you mean "${fault.suggestion}"?`;
  // One line for each fault, whatever names the config holds.
  return oneLine(`${head === '' ? '' : `${head}: `}${fault.message}${hint}`);
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
