import { existsSync, readdirSync, statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { ConfigError } from '../../runtime/errors/config-error.js';

/** Names of a config file, in the order of the search. */
export const configNames = ['svc.config.ts', 'svc.config.mts', 'svc.config.js', 'svc.config.mjs'] as const;

/**
 * Absolute path of the config: `file` (relative to `cwd`), or the first of {@link configNames} that exists.
 */
export function findConfig(cwd: string, file?: string): string {
  if (file !== undefined) {
    const path = isAbsolute(file) ? file : resolve(cwd, file);
    if (isFile(path)) return path;
    throw missing(path, 'this file does not exist.');
  }
  const found = configNames.map((name) => resolve(cwd, name)).find(isFile);
  if (found !== undefined) return found;
  const looked = `no config found (looked for ${configNames.join(', ')} in ${resolve(cwd)}).`;
  const below = configsBelow(cwd);
  const advice =
    below.length > 0
      ? `There is one in ${below.join(', ')}: change into that folder, or name the config with -c.`
      : 'Run "svc init" for a new project, or name the config with -c.';
  throw missing(resolve(cwd, configNames[0]), `${looked} ${advice}`);
}

/**
 * Direct subfolders with a config: a user who has just created a project may not have changed into its folder
 * yet.
 */
function configsBelow(cwd: string): readonly string[] {
  return foldersIn(cwd).filter((folder) =>
    configNames.some((name) => existsSync(resolve(cwd, folder, name))),
  );
}

function foldersIn(cwd: string): readonly string[] {
  try {
    const entries = readdirSync(cwd, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
  } catch {
    // A folder that cannot be listed counts as one without a config.
    return [];
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function missing(file: string, message: string): ConfigError {
  return new ConfigError([{ file, line: null, path: '', message }]);
}
