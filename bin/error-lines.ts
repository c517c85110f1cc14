import { type ConfigError, type ConfigFault, renderFault } from '../runtime/errors/config-error.js';
import { CommandError } from './command-error.js';
import { shownPath } from './terminal/shown-path.js';

/** What stderr shows of a thrown value: a line for each fault of a config, else one. The stack is for SVC_DEBUG. */
export function errorLines(error: unknown): readonly string[] {
  if (error instanceof CommandError) return error.lines;
  if (isConfigError(error)) return error.faults.map((fault) => renderFault(seenFromHere(fault)));
  return [`error: ${oneLine(error)}`];
}

/** The same for programs. */
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

/** By its code: a project may have a second copy of svc. */
export function isConfigError(error: unknown): error is ConfigError {
  return error instanceof Error && 'code' in error && error.code === 'CONFIG_INVALID' && 'faults' in error;
}

function seenFromHere(fault: ConfigFault): ConfigFault {
  return { ...fault, file: fault.file === null ? null : shownPath(fault.file) };
}
