import { type ConfigError, type ConfigFault, renderFault } from '../runtime/errors/config-error.js';
import { CommandError } from './command-error.js';
import { shownPath } from './terminal/shown-path.js';

/**
 * The lines on stderr for a thrown value: one for each issue of a config, else one. The stack is shown with
 * SVC_DEBUG.
 */
export function errorLines(error: unknown): readonly string[] {
  if (error instanceof CommandError) return error.lines;
  if (isConfigError(error)) return error.faults.map((issue) => renderFault(seenFromHere(issue)));
  return [`error: ${oneLine(error)}`];
}

/** The same as JSON. */
export function errorJson(error: unknown): object {
  if (error instanceof CommandError && error.json) return error.json;
  if (isConfigError(error)) return { ok: false, faults: error.faults.map(seenFromHere) };
  return {
    ok: false,
    error: errorLines(error)
      .join('\n')
      .replace(/^error: /, ''),
  };
}

/** The message on one line, its lists as sentences. */
export function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message
    .trim()
    .replace(/(?:\n {2}- .*)+/g, (list) => ` ${list.slice('\n  - '.length).replaceAll('\n  - ', '; ')}.`)
    .replace(/\s*\n\s*/g, ' ');
}

/** Checks the code, not the class: a project may have a second copy of svc. */
export function isConfigError(error: unknown): error is ConfigError {
  return error instanceof Error && 'code' in error && error.code === 'CONFIG_INVALID' && 'faults' in error;
}

function seenFromHere(issue: ConfigFault): ConfigFault {
  return { ...issue, file: issue.file === null ? null : shownPath(issue.file) };
}
