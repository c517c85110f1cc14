import { configIssues, linesOfError } from '../runtime/cli/index.js';
import { CommandError } from './command-error.js';

/**
 * The lines on stderr for a thrown value: one for each issue of a config, else one. The stack is shown with
 * SVC_DEBUG.
 */
export function errorLines(error: unknown): readonly string[] {
  return error instanceof CommandError ? error.lines : linesOfError(error);
}

/** The same as JSON. */
export function errorJson(error: unknown): object {
  if (error instanceof CommandError && error.json) return error.json;
  const issues = configIssues(error);
  if (issues !== null) return { ok: false, issues };
  return {
    ok: false,
    error: errorLines(error)
      .join('\n')
      .replace(/^error: /, ''),
  };
}
