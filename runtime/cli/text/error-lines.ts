import { type ConfigError, type LocatedConfigIssue, renderIssue } from '../../errors/config-error.js';
import { oneLine } from './one-line.js';
import { shownPath } from './shown-path.js';

/** The lines for a thrown value: one for each issue of a config, else one. */
export function linesOfError(error: unknown): readonly string[] {
  return configIssues(error)?.map(renderIssue) ?? [`error: ${oneLine(error)}`];
}

/** The issues of a config that cannot be used, with paths as seen from here; null for another error. */
export function configIssues(error: unknown): readonly LocatedConfigIssue[] | null {
  return isConfigError(error) ? error.issues.map(seenFromHere) : null;
}

/** Checks the code, not the class: a project may have a second copy of svc. */
function isConfigError(error: unknown): error is ConfigError {
  return error instanceof Error && 'code' in error && error.code === 'CONFIG_INVALID' && 'issues' in error;
}

function seenFromHere(issue: LocatedConfigIssue): LocatedConfigIssue {
  return { ...issue, file: issue.file === null ? null : shownPath(issue.file) };
}
