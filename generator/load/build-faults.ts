import type { BuildFailure, Message } from 'esbuild';
import { ConfigError, type ConfigFault } from '../../runtime/errors/config-error.js';
import { placesOf } from './bundle-config.js';

/** Turns esbuild's failure into faults: syntax errors, imports that lead nowhere. Other errors stay as they are. */
export function asConfigError(error: unknown, file: string): unknown {
  if (!isBuildFailure(error)) return error;
  return new ConfigError(
    error.errors.map((message) => faultOf(message, file)),
    { cause: error },
  );
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors) && 'warnings' in error;
}

function faultOf({ text, location }: Message, file: string): ConfigFault {
  const message = `${text}${/[.!?]$/.test(text) ? '' : '.'}`;
  if (location === null) return { file, line: null, path: '', message };
  return { file: placesOf(file).shown(location.file), line: location.line, path: '', message };
}
