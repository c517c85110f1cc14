import type { BuildFailure, Message } from 'esbuild';
import { ConfigError, type LocatedConfigIssue } from '../../runtime/errors/config-error.js';
import { placesOf } from './bundle-config.js';

/**
 * Turns a build failure of esbuild into a `ConfigError`: syntax errors, imports that cannot be resolved.
 * Returns other errors as they are.
 */
export function asConfigError(error: unknown, file: string): unknown {
  if (!isBuildFailure(error)) return error;
  return new ConfigError(
    error.errors.map((message) => issueOf(message, file)),
    { cause: error },
  );
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors) && 'warnings' in error;
}

function issueOf({ text, location }: Message, file: string): LocatedConfigIssue {
  const message = `${text}${/[.!?]$/.test(text) ? '' : '.'}`;
  if (location === null) return { file, line: null, path: '', message };
  return { file: placesOf(file).shown(location.file), line: location.line, path: '', message };
}
